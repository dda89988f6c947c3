import { expect, test } from 'vitest'
import type { Overview, Place } from '../../own-page/contract.ts'
import { childNames, nextVisits, visitsOf } from './visits.ts'

const NOW = Date.parse('2026-11-25T12:00:00Z')
const HOUR_MS = 60 * 60 * 1000

function placeIn(sessionId: string, hours: number, more: Partial<Place> = {}): Place {
  const at = (offset: number) => new Date(NOW + (hours + offset) * HOUR_MS).toISOString()
  return {
    id: `${sessionId}-${hours}`,
    sessionId,
    name: sessionId,
    startDate: at(0),
    endDate: at(1),
    location: 'Room 4',
    instructorName: null,
    sessionStatus: 'scheduled',
    status: 'registered',
    waitingPosition: null,
    isAnswerAwaited: false,
    isOpen: true,
    isReportable: true,
    formerStart: null,
    formerEnd: null,
    formerLocation: '',
    isStillHere: false,
    isAbsenceReported: false,
    isToday: hours < 12,
    attendance: null,
    arrivedAt: null,
    leftAt: null,
    collectedBy: '',
    ...more,
  }
}

const childOf = (firstName: string, places: Place[]): Overview => ({
  studentId: firstName.toLowerCase(),
  firstName,
  figures: { overallProgress: 0, sessionsAttended: 0, challengesCompleted: 0, totalPoints: 0 },
  places,
  deeds: [],
  toDo: { consents: 0, isHealthDue: false, incidents: 0 },
})

test('two children in one session are one visit; visits of all children are in order of time', () => {
  const family = [
    childOf('Ben', [placeIn('Robotics', 2), placeIn('Chess', 1)]),
    childOf('Ava', [placeIn('Robotics', 2, { status: 'waitlisted', waitingPosition: 3 })]),
  ]
  const visits = visitsOf(family, ({ isToday }) => isToday)
  expect(visits.map(({ name, children }) => [name, childNames(children)])).toEqual([
    ['Chess', 'Ben'],
    ['Robotics', 'Ben and Ava'],
  ])
  expect(visits[1]?.children[1]?.place.waitingPosition).toBe(3)
  expect(childNames([{ firstName: 'Ava' }, { firstName: 'Ben' }, { firstName: 'Cy' }])).toBe('Ava, Ben, and Cy')
})

test('the next days leave out today, declined places, and what is more than seven days away', () => {
  const family = [
    childOf('Ava', [placeIn('Today', 1), placeIn('Declined', 30, { status: 'declined' }), placeIn('Tomorrow', 24)]),
    childOf('Ben', [placeIn('Last of seven days', 7 * 24 - 1), placeIn('Eighth day', 7 * 24)]),
  ]
  const { visits, areSoon } = nextVisits(family, NOW)
  expect(visits.map(({ name }) => name)).toEqual(['Tomorrow', 'Last of seven days'])
  expect(areSoon).toBe(true)
})

test('without a session within seven days the next one alone is named', () => {
  const family = [childOf('Ava', [placeIn('In spring', 24 * 90), placeIn('In summer', 24 * 180)])]
  const { visits, areSoon } = nextVisits(family, NOW)
  expect(visits.map(({ name }) => name)).toEqual(['In spring'])
  expect(areSoon).toBe(false)
  expect(nextVisits([childOf('Ava', [])], NOW).visits).toEqual([])
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { StoredMeeting } from '../../rosters/today-contract.ts'
import type { DoorChild, NewDoorEvent } from '../contract.ts'
import { addWaiting, childrenAtPlace, childrenHere, doorOfPack } from './knownDoor.ts'
import type { StoredEntry } from './storedEntry.ts'
import { judgeHere } from './useDoorEvents.ts'

const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID())

const [session = '', meetingId = '', ada = '', bo = '', maria = ''] = ids(5)

const begins = Date.parse('2026-11-27T15:00:00.000Z')
const at = (minutes: number) => new Date(begins + minutes * 60_000).toISOString()

const place = {
  isReportedAbsent: false,
  mark: null,
  number: 0,
  hasDetails: false,
  mayLeaveAloneFrom: null,
  door: null,
} as const

const childOf = (id: string, firstName: string): StoredMeeting['children'][number] => ({
  id,
  firstName,
  lastName: 'King',
  grade: null,
  alertLevel: null,
  responseLine: '',
  isNoPhoto: false,
  mayPickUp: [{ id: maria, kind: 'guardian', name: 'Maria Ortiz', relationship: 'Mother' }],
  mayNotPickUp: ['Ken Ortiz'],
  contacts: [],
})

const pack: StoredMeeting = {
  id: meetingId,
  sessionId: session,
  name: 'Robotics',
  location: 'Gym',
  startsAt: at(0),
  endsAt: at(90),
  instructions: '',
  materials: [],
  day: '2026-11-27',
  lateFrom: at(100),
  releasesAfterCall: true,
  places: [
    { ...place, studentId: ada },
    { ...place, studentId: bo, door: { state: 'in', since: at(1), lastEventId: crypto.randomUUID(), byName: '' } },
  ],
  children: [childOf(ada, 'Ada'), childOf(bo, 'Bo')],
}

const eventOf = (studentId: string, kind: 'in' | 'out', minutes: number, more: Partial<NewDoorEvent> = {}) => {
  const event = {
    id: crypto.randomUUID(),
    studentId,
    kind,
    at: at(minutes),
    by: null,
    release: null,
    isFact: true,
    ...more,
  }
  return {
    id: event.id,
    sessionId: session,
    meetingId,
    madeAt: event.at,
    refusal: '',
    what: '',
    act: 'event',
    event,
  } as const
}

const undoOf = (studentId: string, eventId: string) =>
  ({
    id: crypto.randomUUID(),
    sessionId: session,
    meetingId,
    madeAt: at(60),
    refusal: '',
    what: '',
    act: 'undo',
    studentId,
    eventId,
  }) as const

const statesOf = (entries: readonly StoredEntry[]) =>
  addWaiting(doorOfPack(pack), entries).children.map(({ state }) => state)

describe('the door of a device without a connection', () => {
  test.each([
    ['shows what the pack says', [], ['expected', 'in']],
    ['adds an own arrival', [eventOf(ada, 'in', 5)], ['in', 'in']],
    ['adds an own departure', [eventOf(bo, 'out', 5)], ['expected', 'out']],
    ['takes a later event of another device before an earlier own one', [eventOf(bo, 'out', 0)], ['expected', 'in']],
    ['orders own events by their time', [eventOf(ada, 'out', 9), eventOf(ada, 'in', 3)], ['out', 'in']],
  ] as const)('%s', (_, entries, states) => expect(statesOf(entries)).toEqual(states))

  test('takes back an own event that waits, and the last one of the pack', () => {
    const arrival = eventOf(ada, 'in', 5)
    expect(statesOf([arrival, undoOf(ada, arrival.id)])).toEqual(['expected', 'in'])
    expect(statesOf([undoOf(bo, pack.places[1]?.door?.lastEventId ?? '')])).toEqual(['expected', 'expected'])
  })

  test('counts the same children in whatever order own events are listed', () => {
    const events = fc.array(
      fc.record({ child: fc.constantFrom(ada, bo), kind: fc.constantFrom('in' as const, 'out' as const) }),
      {
        maxLength: 12,
      },
    )
    fc.assert(
      fc.property(events, fc.integer(), (made, seed) => {
        const entries = made.map(({ child, kind }, index) => eventOf(child, kind, 2 + index))
        const shuffled = entries.toSorted((one, two) => one.id.charCodeAt(seed & 7) - two.id.charCodeAt(seed & 7))
        const hereOf = (list: readonly StoredEntry[]) =>
          childrenHere(addWaiting(doorOfPack(pack), list)).map(({ studentId }) => studentId)
        const last = (child: string) => made.findLast((one) => one.child === child)?.kind
        const here = [...(last(ada) === 'in' ? [ada] : []), ...(last(bo) === 'out' ? [] : [bo])]
        expect(hereOf(entries)).toEqual(here)
        expect(hereOf(shuffled)).toEqual(here)
      }),
      { numRuns: 1000 },
    )
  })

  test('calls the roll of everyone at the place, in all meetings that the device holds, each child once', () => {
    const other = { ...pack, id: crypto.randomUUID(), name: 'Chess' }
    const elsewhere = { ...pack, id: crypto.randomUUID(), name: 'Art', location: 'Attic' }
    const door = addWaiting(doorOfPack(pack), [eventOf(ada, 'in', 5)])
    const called = childrenAtPlace(door, [pack, other, elsewhere], [])
    expect(called.map(({ name }) => name)).toEqual(['Ada King', 'Bo King'])
  })
})

describe('a release without a connection', () => {
  const door = doorOfPack(pack)
  const [child] = door.children as [DoorChild]
  const details = { isIdSeen: true, calledName: 'Maria Ortiz', reason: 'Car broke down' }
  const other = (name: string) => ({ kind: 'other', personId: null, name }) as const
  const judge = (more: Partial<NewDoorEvent>, of = {}) =>
    judgeHere({ ...door, ...of }, child, eventOf(ada, 'out', 30, more).event)

  test.each([
    ['to a person on the list is kept', { by: { kind: 'guardian', personId: maria, name: '' } }, 'saved'],
    [
      'to a barred person is refused',
      { by: other('Ken Ortiz'), release: { ...details, reason: 'x'.repeat(40) } },
      'refused',
    ],
    ['to a barred person with a typing error is refused', { by: other('Kén Ortis'), release: details }, 'refused'],
    ['to an adult who is not on the list is kept after a call', { by: other('Zoe Park'), release: details }, 'saved'],
    ['to one without a call is refused', { by: other('Zoe Park'), release: { ...details, calledName: '' } }, 'refused'],
    ['of a child alone without consent is refused', { by: { kind: 'alone', personId: null, name: '' } }, 'refused'],
  ] as const)('%s', (_, more, outcome) => expect(judge(more).outcome).toBe(outcome))

  test('that needs an admin says that it needs a connection', () => {
    const judged = judge({ by: other('Zoe Park'), release: details }, { releasesAfterCall: false })
    expect(judged).toMatchObject({
      outcome: 'refused',
      refusal:
        'Zoe Park is not on the list of Ada. Ask an admin. An admin can decide otherwise only with a connection.',
    })
  })
})

import type { StoredMeeting } from '../../rosters/today-contract.ts'
import type { Door, DoorChild } from '../contract.ts'
import type { StoredEntry } from './storedEntry.ts'

/** Makes the door of a meeting from what this device holds. */
export function doorOfPack({
  name,
  location,
  places,
  children,
  lateFrom,
  releasesAfterCall,
  ...meeting
}: StoredMeeting): Door {
  const { id, day, startsAt, endsAt } = meeting
  const byId = new Map(children.map((child) => [child.id, child]))
  return {
    sessionName: name,
    location,
    meeting: { id, day, startsAt, endsAt, status: 'planned' },
    works: true,
    leads: true,
    mayCover: false,
    mayReleaseUnlisted: releasesAfterCall,
    releasesAfterCall,
    mayReleaseBarred: false,
    lateFrom: lateFrom ?? endsAt,
    children: places.flatMap(({ studentId, mark, isReportedAbsent, mayLeaveAloneFrom, door }): DoorChild[] => {
      const child = byId.get(studentId)
      if (!child) return []
      const { firstName, lastName, grade, mayPickUp, mayNotPickUp } = child
      return [
        {
          studentId,
          firstName,
          lastName,
          grade,
          attendance: mark,
          isReportedAbsent,
          state: door?.state ?? 'expected',
          since: door?.since ?? null,
          lastEventId: door?.lastEventId ?? null,
          recordedAt: door?.since ?? null,
          byName: door?.byName ?? '',
          broughtBy: '',
          usuallyBy: '',
          allowed: mayPickUp.flatMap(({ id: personId, ...person }) =>
            personId === null ? [] : { id: personId, photoUrl: null, ...person },
          ),
          barred: mayNotPickUp.map((barred) => ({
            id: barred,
            name: barred,
            relationship: '',
            hasProtectionOrder: false,
          })),
          aloneFrom: mayLeaveAloneFrom,
          calls: [],
          callCount: 0,
          leaving: null,
          notices: [],
        },
      ]
    }),
  }
}

/** Lists where each child is, for the device to keep. */
export const statesOf = ({ children }: Door) =>
  new Map(
    children.flatMap(({ studentId, state, since, lastEventId, byName }) =>
      since === null || lastEventId === null ? [] : [[studentId, { state, since, lastEventId, byName }] as const],
    ),
  )

/** Adds to a door what was done on this device and is not saved yet: who is here is what is known, and the own acts. */
export function addWaiting(door: Door, waiting: readonly StoredEntry[]): Door {
  const own = waiting.filter((entry) => 'meetingId' in entry && entry.meetingId === door.meeting.id)
  if (own.length === 0) return door
  const undone = new Set(own.flatMap((entry) => (entry.act === 'undo' ? entry.eventId : [])))
  return { ...door, children: door.children.map((child) => addToChild(child, own, undone)) }
}

function addToChild(child: DoorChild, own: readonly StoredEntry[], undone: ReadonlySet<string>): DoorChild {
  const base = child.lastEventId !== null && undone.has(child.lastEventId) ? takeBackLast(child) : child
  return own
    .filter((entry) => entry.act === 'event' && entry.event.studentId === child.studentId && !undone.has(entry.id))
    .toSorted((one, two) => one.madeAt.localeCompare(two.madeAt))
    .reduce<DoorChild>((known, entry) => (entry.act === 'event' ? addEvent(known, entry) : known), base)
}

/** The state before the last event, as far as a device can know it: the log has it once the undo is saved. */
const takeBackLast = (child: DoorChild): DoorChild => ({
  ...child,
  state: child.state === 'out' ? 'in' : 'expected',
  lastEventId: null,
  recordedAt: null,
  byName: '',
})

function addEvent(child: DoorChild, { id, madeAt, event }: Extract<StoredEntry, { act: 'event' }>): DoorChild {
  const { kind, by } = event
  // Another device's later event stands, and one that repeats what stands is a note.
  if (child.state === kind || (child.since !== null && child.since > madeAt)) return child
  const person = child.allowed.find((one) => one.id === by?.personId)
  const byName = by?.kind === 'alone' ? 'Left alone' : (person?.name ?? by?.name ?? '')
  return { ...child, state: kind, since: madeAt, lastEventId: id, recordedAt: madeAt, byName, leaving: null }
}

/** Lists who is here, by name. */
export const childrenHere = ({ children }: Door) =>
  children
    .filter(({ state }) => state === 'in')
    .map(({ studentId, firstName, lastName }) => ({ studentId, name: `${firstName} ${lastName}` }))

/** Lists everyone who is here at the place of a door, in all meetings there that this device holds. */
export function childrenAtPlace(door: Door, stored: readonly StoredMeeting[], waiting: readonly StoredEntry[]) {
  const others = stored
    .filter(({ id, location }) => id !== door.meeting.id && location !== '' && location === door.location)
    .map((meeting) => addWaiting(doorOfPack(meeting), waiting))
  const here = [door, ...others].flatMap((one) =>
    childrenHere(one).map((child) => ({ ...child, sessionName: one.sessionName })),
  )
  return [...new Map(here.map((child) => [child.studentId, child])).values()]
}

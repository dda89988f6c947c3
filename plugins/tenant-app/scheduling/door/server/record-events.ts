import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, conflict, forbidden, invalidField } from '#core/server/errors.ts'
import { listPickupPeople } from '../../../care/collectors/server/pickup-people.ts'
import { recordFlaggedPickup, recordOtherAdult, recordPickup } from '../../../care/collectors/server/pickups.ts'
import { reportPickups, type UnusualPickup } from '../../../care/collectors/server/report-pickups.ts'
import { lockParticipants, lockSessionShared } from '../../rosters/server/attendance.ts'
import { CLOCK_TOLERANCE_MS } from '../../rosters/server/settle-mark.ts'
import { NO_EVENT_CODE, UNDO_SECONDS, type DoorFlag, type EventOutcome, type NewDoorEvent } from '../contract.ts'
import { judgeFact } from './judge-fact.ts'
import { judgeRelease, type Judged, type ReleaseFacts } from '../judge-release-contract.ts'
import { findLeavingAlone } from './leaving-alone.ts'
import { findDoorMeeting, pickupDayOf, requireDoor, timeOf, type DoorMeeting } from './rights.ts'
import { reportFlags, type FlaggedEvent } from './report-flags.ts'
import { getDoorSettings } from '../../door-settings/server/settings.ts'
import { standingEvents } from '../../sessions/server/standing-events.ts'
import { syncAttendance } from './sync-attendance.ts'

const selectParticipants = statement(
  z.object({ studentId: z.uuid(), student: z.string(), isRegistered: z.boolean() }),
  `select p.student_id as "studentId", s.first_name as student, p.status = 'registered' as "isRegistered"
    from session_participants p join students s on s.tenant_id = p.tenant_id and s.id = p.student_id
    where p.session_id = $sessionId and p.student_id = any($studentIds::uuid[])`,
)

// Rights to pick up a child change either before a release is judged or after the child has left.
const lockStudents = statement(
  'select from students where tenant_id = $tenantId and id = any($studentIds::uuid[]) order by id for share',
)

const selectRecorded = statement(
  z.object({ id: z.uuid() }),
  'select id from door_events where session_id = $sessionId and id = any($ids::uuid[])',
)

const insertEvents = statement(
  z.object({ id: z.uuid() }),
  `insert into door_events (id, session_id, meeting_id, student_id, kind, at, recorded_at, user_id, user_name, by_kind,
      by_name, how, device_id, override, flag, is_id_seen, called_name, reason)
    select id, $sessionId, $meetingId, "studentId", kind, at, $now, $by, $name, "byKind", "byName", $how,
        $deviceId::uuid, override, flag, "isIdSeen", "calledName", reason
      from jsonb_to_recordset($events::jsonb) as e (id uuid, "studentId" uuid, kind text, at timestamptz, "byKind" text,
        "byName" text, override text, flag text, "isIdSeen" boolean, "calledName" text, reason text)
    on conflict (id) do nothing returning id`,
)

/** Refuses an id that a device gives to a second thing: it would count as sent again, and be lost. */
export const idTaken = () => conflict('id', 'This id belongs to something else already. Try again.')

const selectStanding = statement(
  z.object({ id: z.uuid(), stands: z.boolean() }),
  `select e.id, e.stands from ${standingEvents('d.meeting_id = $meetingId and d.student_id = any($studentIds::uuid[])')} e
    where e.id = any($ids::uuid[])`,
)

/** Milliseconds before the start from which an arrival is believed. */
const MAX_EARLY_MS = 6 * 3_600_000

/** Moves the time of an event within what can be: not before the day began, and not later than now. */
function clip(at: string, { startsAt }: DoorMeeting, now: Date): { at: string; isClipped: boolean } {
  const made = Date.parse(at)
  const earliest = Math.min(Date.parse(startsAt) - MAX_EARLY_MS, now.getTime())
  const clipped = Math.max(Math.min(made, now.getTime()), earliest)
  return { at: new Date(clipped).toISOString(), isClipped: Math.abs(clipped - made) > CLOCK_TOLERANCE_MS }
}

/** Source of events, a user or a device, and how it knows the adult. */
interface EventSource {
  by: string | null
  name: string | null
  how: 'staff' | 'pin' | 'card'
  deviceId: string | null
  isAdmin: boolean
}

/** The user of an event; platform staff are no users of the organization. */
export function authorOf({ actor: { user }, tenantId }: TenantScope) {
  return { by: user?.tenantId === tenantId ? user.id : null, name: user?.name ?? null }
}

/**
 * Judges an event: an arrival is recorded with any adult, a release is judged.
 * @returns the event as it is written, or why it is refused
 */
const judgeEvent = (event: NewDoorEvent, facts: ReleaseFacts): Judged => {
  if (event.kind === 'out') return judgeRelease(event, facts)
  const person = facts.people.allowed.find(({ id }) => id === event.by?.personId)
  const byKind = person?.kind ?? (event.by?.kind === 'alone' ? 'alone' : 'other')
  return { refusal: null, byKind, byName: person?.name ?? event.by?.name ?? '', override: null }
}

/**
 * Checks children in and releases them at the caller's door. As `writeEvents`.
 * @throws not-found, forbidden at another instructor's door, conflict at `events` when the session is canceled or to come,
 *   at `id` for an id of another event
 */
export async function recordEvents(
  scope: TenantScope,
  sessionId: string,
  events: readonly NewDoorEvent[],
  chosenMeeting?: string,
): Promise<EventOutcome[]> {
  await scope.rows(lockSessionShared, { sessionId })
  const allowsCanceled = events.every(({ isFact }) => isFact)
  const meeting = await requireDoor(scope, sessionId, chosenMeeting, { allowsCanceled })
  const isAdmin = scope.actor.user?.role === 'tenant_admin'
  return writeEvents(scope, meeting, events, { ...authorOf(scope), how: 'staff', deviceId: null, isAdmin })
}

/**
 * Writes events of a meeting, whose session must be locked. An event that is there already counts once. Each is judged with
 * who may pick up the child now, in the transaction that writes it, and refused alone; refusals of barred people leave an
 * entry, and releases to unlisted and barred people are emailed at once. Facts are never
 * refused while the child has, or had, a spot. Of two check-outs the first stands, the second is a
 * note.
 * @throws conflict at `id` for an id of another event
 */
export async function writeEvents(
  scope: TenantScope,
  meeting: DoorMeeting & { today: string },
  events: readonly NewDoorEvent[],
  { isAdmin, ...source }: EventSource,
): Promise<EventOutcome[]> {
  const { sessionId } = meeting
  const studentIds = [...new Set(events.map(({ studentId }) => studentId))]
  await scope.rows(lockParticipants, { sessionId, studentIds })
  await scope.rows(lockStudents, { tenantId: scope.tenantId, studentIds })
  const ids = events.map(({ id }) => id)
  const participants = new Map(
    (await scope.rows(selectParticipants, { sessionId, studentIds })).map((one) => [one.studentId, one]),
  )
  const recorded = new Set((await scope.rows(selectRecorded, { sessionId, ids })).map(({ id }) => id))
  // Facts are judged by their day: an authorization that ended at midnight held then.
  const day = events.every(({ isFact }) => isFact) ? meeting.day : pickupDayOf(meeting)
  const people = await listPickupPeople(scope, studentIds, day)
  const alone = await findLeavingAlone(scope, meeting, studentIds)
  const { releasesAfterCall } = await getDoorSettings(scope)
  const now = scope.core.clock.now()
  const refused = new Map<string, { refusal: string; isBarred: boolean }>()
  const rows: object[] = []
  const unusual: UnusualPickup[] = []
  const flagged: FlaggedEvent[] = []
  const isCanceled = meeting.isSessionCancelled || meeting.status === 'cancelled'
  for (const event of events) {
    const { id, studentId, kind, release, isFact } = event
    if (recorded.has(id)) continue
    recorded.add(id)
    const place = participants.get(studentId)
    if (place === undefined || !(place.isRegistered || isFact)) {
      refused.set(id, { refusal: 'This child has no spot in the session any more.', isBarred: false })
      continue
    }
    const { student, isRegistered } = place
    const { at, isClipped } = clip(event.at, meeting, now)
    const facts = {
      student,
      people: people.get(studentId) ?? { allowed: [], barred: [] },
      aloneFrom: alone.students.has(studentId) ? alone.from : null,
      leads: meeting.leads,
      isAdmin,
      releasesAfterCall,
    }
    const judged: Judged & { flag?: DoorFlag | null } = isFact
      ? { refusal: null, ...judgeFact({ ...event, at }, { ...facts, isRegistered, isCanceled, isClipped }) }
      : judgeEvent({ ...event, at }, facts)
    if (judged.refusal !== null) {
      refused.set(id, judged)
      if (judged.isBarred) await recordPickup(scope, studentId, 'refused')
      continue
    }
    const { byKind, byName, override, flag = null } = judged
    const hasDetails = override !== null || flag !== null
    rows.push({
      id,
      studentId,
      kind,
      at,
      byKind,
      byName,
      override,
      flag,
      isIdSeen: hasDetails && (release?.isIdSeen ?? false),
      calledName: hasDetails ? (release?.calledName ?? '') : '',
      reason: hasDetails ? (release?.reason ?? '') : '',
    })
    const pickup = { sessionId, studentId, student, collectedBy: byName, leftAt: at }
    if (flag) flagged.push({ student, kind, byName, at, flag })
    if (flag === 'barred' || flag === 'not-allowed') {
      await recordFlaggedPickup(scope, studentId, { sessionId, flag })
      if (flag === 'not-allowed' && byName !== '') unusual.push({ kind: 'other-adult-fact', ...pickup })
    }
    if (override) {
      if (override === 'barred') await recordPickup(scope, studentId, 'overridden')
      else await recordOtherAdult(scope, studentId, { sessionId })
      unusual.push({ kind: override === 'barred' ? 'overridden' : 'other-adult', ...pickup })
    }
  }
  if (rows.length > 0) {
    const values = { sessionId, meetingId: meeting.id, events: JSON.stringify(rows), now, ...source }
    if ((await scope.rows(insertEvents, values)).length < rows.length) throw idTaken()
    const registered = studentIds.filter((id) => participants.get(id)?.isRegistered)
    await syncAttendance(scope, meeting, registered)
  }
  await reportPickups(scope, unusual)
  await reportFlags(scope, meeting, flagged)
  const standing = await scope.rows(selectStanding, { meetingId: meeting.id, studentIds, ids })
  const stands = new Map(standing.map((one) => [one.id, one.stands]))
  return events.map(({ id, studentId }) => {
    const { refusal = null, isBarred = false } = refused.get(id) ?? {}
    const outcome = refusal === null ? (stands.get(id) === false ? 'note' : 'saved') : 'refused'
    return { id, studentId, outcome, refusal, isBarred }
  })
}

const selectUndone = statement(
  z.object({
    meetingId: z.uuid(),
    studentId: z.uuid(),
    kind: z.string(),
    at: z.string(),
    recordedAt: z.string(),
    undoneBy: z.uuid().nullable(),
  }),
  `select e.meeting_id as "meetingId", e.student_id as "studentId", e.kind, e.at, e.recorded_at as "recordedAt",
      u.id as "undoneBy"
    from door_events e left join door_events u on u.tenant_id = e.tenant_id and u.undoes_id = e.id
    where e.session_id = $sessionId and e.id = $eventId`,
)

const insertUndo = statement(
  z.object({ id: z.uuid() }),
  `insert into door_events (id, session_id, meeting_id, student_id, kind, at, recorded_at, undoes_id, user_id, user_name,
      how, reason)
    values ($id, $sessionId, $meetingId, $studentId, 'undo', $now, $now, $eventId, $by, $name, 'staff', $reason)
    on conflict (id) do nothing returning id`,
)

/** Milliseconds that a request may take longer than the button is shown. */
const UNDO_TOLERANCE_MS = 10_000

/**
 * True if an undo needs no reason: it was made soon after the event by the device's times, which the server cannot
 * check, and it has arrived soon after the event had, which it can.
 */
function isUndoneAtOnce(event: { at: string; recordedAt: string }, made: Date | undefined, now: Date): boolean {
  const longest = UNDO_SECONDS * 1000 + UNDO_TOLERANCE_MS
  const isSoonAfter = (before: string, time: Date) => time.getTime() - Date.parse(before) <= longest
  return isSoonAfter(event.recordedAt, now) && (made === undefined || isSoonAfter(event.at, made))
}

/**
 * Takes back an event, which stays in the log with the undo beside it; attendance follows. One that is undone stays so.
 * @throws not-found, `NO_EVENT_CODE` 404, forbidden, conflict at `eventId` for the end of a day, invalid at `reason` after two minutes
 */
export async function undoEvent(
  scope: TenantScope,
  sessionId: string,
  { id, eventId, reason, madeAt }: { id: string; eventId: string; reason: string; madeAt?: string | undefined },
): Promise<void> {
  const [first] = await scope.rows(selectUndone, { sessionId, eventId })
  if (!first) {
    await findDoorMeeting(scope, sessionId)
    throw new AppError(NO_EVENT_CODE, 404, 'Event not found')
  }
  const meeting = await requireDoor(scope, sessionId, first.meetingId, { allowsCanceled: madeAt !== undefined })
  const { studentId } = first
  await scope.rows(lockParticipants, { sessionId, studentIds: [studentId] })
  const [event] = await scope.rows(selectUndone, { sessionId, eventId })
  if (!event || event.undoneBy !== null) return
  if (event.kind !== 'in' && event.kind !== 'out') throw conflict('eventId', 'This event can’t be taken back')
  const now = scope.core.clock.now()
  const isRecent = isUndoneAtOnce(event, madeAt === undefined ? undefined : timeOf(scope, madeAt), now)
  if (!isRecent && reason === '') throw invalidField('reason', 'Write why this is corrected')
  if (!isRecent && !meeting.leads) throw forbidden('Ask an admin or the instructor who led that day to correct this')
  const values = { id, sessionId, meetingId: meeting.id, studentId, eventId, reason, now, ...authorOf(scope) }
  if ((await scope.rows(insertUndo, values)).length === 0) throw idTaken()
  await syncAttendance(scope, meeting, [studentId])
}

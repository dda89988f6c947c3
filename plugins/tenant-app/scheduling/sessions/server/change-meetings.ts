import { changedFields, record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { conflict, invalidField } from '#core/server/errors.ts'
import { emit } from '#core/server/events/events.ts'
import { enforceSessionLimit } from '#core/server/limits.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import { checkInstructor } from '../../../base/people/server/instructors.ts'
import { zoneOf } from '../../../shared/server/time-zone.ts'
import { describeEndTrouble, MAX_TERM_DAYS, type Session } from '../contract.ts'
import {
  MAX_MEETINGS,
  type Meeting,
  type MeetingChange,
  type NewMeeting,
  type NewSessionOfDays,
} from '../meetings-contract.ts'
import { checkDaysAreFree } from './availability.ts'
import { checkOwns } from './check-leads.ts'
import { meetingChanged } from './events.ts'
import { getMeeting, listMeetings } from './meetings.ts'
import { createSession, lockSchedule, lockSession, updateDetached } from './schedule-sessions.ts'
import { getSession } from './sessions.ts'

type Day = Pick<NewMeeting, 'startsAt' | 'endsAt'>
/** Users cannot set `closed`. */
type ChangedDay = Omit<MeetingChange, 'updatedAt' | 'status'> & { status?: Meeting['status'] | undefined }

const insertMeetings = statement(
  `insert into session_meetings (session_id, day, starts_at, ends_at, instructor_id, is_overnight, program_minutes)
    select $sessionId, ("startsAt" at time zone z.time_zone)::date, "startsAt", "endsAt", "instructorId",
        "programMinutes" is not null, "programMinutes"
      from tenants z, jsonb_to_recordset($days::jsonb) d ("startsAt" timestamptz, "endsAt" timestamptz, "instructorId" uuid,
        "programMinutes" integer) where z.id = $tenantId`,
)

const writeMeetings = (scope: TenantScope, sessionId: string, days: readonly NewMeeting[]) =>
  scope.rows(insertMeetings, { sessionId, days: JSON.stringify(days), tenantId: scope.tenantId })

/**
 * Schedules a session with its own days.
 * @throws plan.limit (403), invalid at a field or at `meetings`, conflict at `instructorId`
 */
export async function createSessionOfDays(
  scope: TenantScope,
  { meetings, ...input }: NewSessionOfDays,
): Promise<Session> {
  const days = meetings.toSorted((one, two) => Date.parse(one.startsAt) - Date.parse(two.startsAt))
  await refuseSameDay(scope, days)
  for (const { instructorId } of days) if (instructorId) await checkInstructor(scope, instructorId)
  const [startDate = '', endDate = ''] = [days[0]?.startsAt, days.at(-1)?.endsAt]
  refuseTooLong({ startDate, endDate })
  return createSession(scope, { ...input, startDate, endDate }, async (sessionId) => {
    const led = days.map((day) => ({ ...day, instructorId: day.instructorId ?? input.instructorId }))
    if (input.status !== 'cancelled') await checkDaysAreFree(scope, led)
    await writeMeetings(scope, sessionId, days)
  })
}

/** @throws invalid at `startsAt` where two of them are on one day, or one begins before another ends */
async function refuseSameDay(scope: TenantScope, days: readonly Day[]): Promise<void> {
  const zone = await zoneOf(scope)
  const calendar = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: zone })
  const sorted = days.toSorted((one, two) => Date.parse(one.startsAt) - Date.parse(two.startsAt))
  for (const [index, { startsAt }] of sorted.entries()) {
    const before = sorted[index - 1]
    if (!before) continue
    if (calendar.format(new Date(before.startsAt)) === calendar.format(new Date(startsAt))) {
      throw invalidField('startsAt', 'The session takes place on that day already. Change that day instead.')
    }
    if (Date.parse(before.endsAt) > Date.parse(startsAt)) {
      throw invalidField('startsAt', 'The day before ends after this start')
    }
  }
}

function refuseTooLong(times: { startDate: string; endDate: string }): void {
  const trouble = describeEndTrouble(times, MAX_TERM_DAYS)
  if (trouble) throw invalidField('endsAt', `All days of a session lie within ${MAX_TERM_DAYS} days`)
}

/**
 * Adds a day to a session.
 * @throws not-found, forbidden unless the caller is responsible for the session, conflict at `startsAt` once it is over or has
 *   60 days, conflict at `instructorId`, invalid at a field
 */
export async function addMeeting(scope: TenantScope, sessionId: string, day: NewMeeting): Promise<Meeting> {
  const session = await openSession(scope, sessionId)
  const meetings = await listMeetings(scope, sessionId)
  if (meetings.length >= MAX_MEETINGS) throw conflict('startsAt', `A session has at most ${MAX_MEETINGS} days`)
  await refuseSameDay(scope, [...meetings, day])
  await checkDay(scope, session, day)
  await scope.rows(updateOwnDays, { sessionId })
  await writeMeetings(scope, sessionId, [day])
  await fillSession(scope, session)
  const startsAt = new Date(day.startsAt).toISOString()
  const added = (await listMeetings(scope, sessionId)).find((one) => one.startsAt === startsAt)
  if (!added) throw new Error('A day that was just added is not listed')
  await record(scope, {
    action: 'meeting.added',
    category: 'system',
    description: `Added a day to the session ${session.name}`,
    resource: 'session',
    resourceId: sessionId,
    after: { ...day, meetingId: added.id },
  })
  await emitChange(scope, session, added, 'added')
  return added
}

/**
 * Changes or cancels one day of a session.
 * @throws not-found, outdated (409) when `updatedAt` differs, forbidden unless the caller is responsible for the session,
 *   conflict at `status` once the session is over or where the day has attendance, conflict at `instructorId`, invalid
 */
export async function updateMeeting(
  scope: TenantScope,
  sessionId: string,
  meetingId: string,
  { updatedAt, ...change }: MeetingChange,
): Promise<Meeting> {
  const session = await openSession(scope, sessionId)
  const before = await getMeeting(scope, sessionId, meetingId)
  refuseOutdated('this day', before.updatedAt, updatedAt)
  const changed = changedFields<ChangedDay>(before, normalizeTimes(change))
  const fields = Object.keys(changed.after)
  if (fields.length === 0) return before
  const after = { ...before, ...changed.after }
  const isElsewhen = Boolean(changed.after.startsAt ?? changed.after.endsAt)
  if (isElsewhen) {
    if (Date.parse(after.endsAt) <= Date.parse(after.startsAt)) {
      throw invalidField('endsAt', 'End must be after the start')
    }
    const others = (await listMeetings(scope, sessionId)).filter(({ id }) => id !== meetingId)
    await refuseSameDay(scope, [...others, after])
  }
  // Marks the days as own: otherwise a new time of the session would replace them.
  await scope.rows(updateOwnDays, { sessionId })
  if (changed.after.status === 'cancelled') await refuseAttended(scope, meetingId)
  if (after.status !== 'cancelled') await checkDay(scope, session, after)
  await scope.rows(updateMeetingRow, {
    meetingId,
    startsAt: after.startsAt,
    endsAt: after.endsAt,
    instructorId: after.instructorId,
    programMinutes: after.programMinutes,
    status: after.status,
    tenantId: scope.tenantId,
    updatedAt: nextVersion(scope.core.clock, before.updatedAt),
  })
  if (isElsewhen) await fillSession(scope, session)
  await record(scope, {
    action: 'meeting.updated',
    category: 'system',
    description: `${changed.after.status === 'cancelled' ? 'Canceled' : 'Changed'} a day of the session ${session.name}`,
    resource: 'session',
    resourceId: sessionId,
    before: { ...changed.before, meetingId },
    after: changed.after,
  })
  const kind = changed.after.status === 'cancelled' ? 'cancelled' : changed.after.status ? 'restored' : 'moved'
  if (isElsewhen || changed.after.status) {
    await emitChange(scope, session, after, kind, before)
  } else await emitChange(scope, session, after, 'staffed')
  return getMeeting(scope, sessionId, meetingId)
}

const updateOwnDays = statement('update sessions set has_own_days = true where id = $sessionId')

const updateMeetingRow = statement(
  `update session_meetings set starts_at = $startsAt, ends_at = $endsAt, instructor_id = $instructorId, status = $status,
      day = ($startsAt::timestamptz at time zone (select time_zone from tenants where id = $tenantId))::date,
      is_overnight = $programMinutes::integer is not null, program_minutes = $programMinutes, updated_at = $updatedAt
    where id = $meetingId`,
)

// The session lasts from the start of its first day to the end of its last. Its trigger then keeps the days unchanged.
const updateSessionTimes = statement(
  `update sessions s set start_date = m.starts_at, end_date = m.ends_at, updated_at = $updatedAt
    from (select min(starts_at) as starts_at, max(ends_at) as ends_at from session_meetings where session_id = $sessionId) m
    where s.id = $sessionId and (s.start_date, s.end_date) is distinct from (m.starts_at, m.ends_at)`,
)

async function fillSession(scope: TenantScope, { id: sessionId, updatedAt, startDate, seriesId }: Session) {
  await scope.rows(updateSessionTimes, { sessionId, updatedAt: nextVersion(scope.core.clock, updatedAt) })
  const after = await getSession(scope, sessionId)
  refuseTooLong(after)
  if (after.startDate !== startDate) await enforceSessionLimit(scope, scope.tenantId, [after.startDate], [startDate])
  if (seriesId) await updateDetached(scope, sessionId, ['startDate', 'endDate'])
}

/** Locks the schedule and the session to the end of the transaction. @throws not-found, forbidden, conflict at `status` */
async function openSession(scope: TenantScope, sessionId: string): Promise<Session> {
  await lockSchedule(scope)
  await lockSession(scope, sessionId)
  await checkOwns(scope, sessionId)
  const session = await getSession(scope, sessionId)
  if (session.status === 'completed' || session.status === 'cancelled') {
    throw conflict('status', `This session is ${session.status === 'completed' ? 'completed' : 'canceled'}`)
  }
  return session
}

const selectAttended = statement(
  `select from meeting_attendance where meeting_id = $meetingId and mark in ('present', 'late') limit 1`,
)

async function refuseAttended(scope: TenantScope, meetingId: string): Promise<void> {
  const found = await scope.rows(selectAttended, { meetingId })
  if (found.length > 0) throw conflict('status', 'Students were marked present on this day. Remove their marks first.')
}

async function checkDay(scope: TenantScope, session: Session, day: NewMeeting): Promise<void> {
  if (day.instructorId) await checkInstructor(scope, day.instructorId)
  await checkDaysAreFree(scope, [{ ...day, instructorId: day.instructorId ?? session.instructorId }], session.id)
}

/** Converts instants to the database's form. */
function normalizeTimes<Change extends Omit<MeetingChange, 'updatedAt'>>(change: Change): Change {
  const utc = (name: 'startsAt' | 'endsAt') =>
    change[name] === undefined ? {} : { [name]: new Date(change[name]).toISOString() }
  return { ...change, ...utc('startsAt'), ...utc('endsAt') }
}

async function emitChange(
  scope: TenantScope,
  { id: sessionId, name }: Session,
  { id: meetingId, startsAt, endsAt }: Meeting,
  kind: 'added' | 'moved' | 'cancelled' | 'restored' | 'staffed',
  before?: Meeting,
): Promise<void> {
  const { tenantId } = scope
  await emit(scope, meetingChanged, {
    tenantId,
    sessionId,
    meetingId,
    name,
    kind,
    isAhead: Date.parse(endsAt) > scope.core.clock.now().getTime(),
    startsAt,
    endsAt,
    previousStart: before?.startsAt ?? null,
    previousEnd: before?.endsAt ?? null,
  })
}

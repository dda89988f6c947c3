import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { conflict } from '#core/server/errors.ts'
import { spendSlip } from '../../../care/pickup-codes/server/find-holder.ts'
import { getLocalDay } from '../../../shared/server/time-zone.ts'
import type { EventOutcome } from '../../door/contract.ts'
import { idTaken, writeEvents } from '../../door/server/record-events.ts'
import { meetingFactColumns, meetingFacts, type DoorMeeting } from '../../door/server/rights.ts'
import { getDoorSettings } from '../../door-settings/server/settings.ts'
import { lockParticipants, lockSessionShared } from '../../rosters/server/attendance.ts'
import type { KioskAct } from '../contract.ts'
import { knowPerson, type KioskPerson } from './visit-kiosk.ts'

type KioskOutcome = Omit<EventOutcome, 'outcome'> & { outcome: EventOutcome['outcome'] | 'asked' }

/** Says the same whatever is wrong: an adult at a kiosk learns nothing of a child who is not theirs. */
const SEE_STAFF = 'Please see staff.'

const selectMeeting = statement(
  meetingFacts,
  `select ${meetingFactColumns} from session_meetings m join sessions s on s.tenant_id = m.tenant_id and s.id = m.session_id
    where m.id = $meetingId and s.status <> 'cancelled' and m.status <> 'cancelled'`,
)

/** Requests to leave of a child at a meeting. */
const MAX_LEAVE_REQUESTS = 20

const insertLeaveRequest = statement(
  z.object({ id: z.uuid() }),
  `insert into leave_requests (id, session_id, meeting_id, student_id, device_id, by_kind, person_id, by_name, at)
    select $id::uuid, $sessionId::uuid, $meetingId::uuid, $studentId::uuid, $deviceId::uuid, $byKind, $personId::uuid,
        $byName, $now::timestamptz
      where (select count(*) from leave_requests where meeting_id = $meetingId and student_id = $studentId)
        < ${MAX_LEAVE_REQUESTS}
    on conflict (id) do nothing returning id`,
)

const countLeaveRequests = statement(
  z.object({ count: z.number() }),
  'select count(*)::int as count from leave_requests where meeting_id = $meetingId and student_id = $studentId',
)

const selectLeaveRequest = statement(
  z.object({ id: z.uuid() }),
  'select id from leave_requests where id = $id and student_id = $studentId and meeting_id = $meetingId',
)

/**
 * Does what a person asks for at a kiosk, by the code that is judged anew: checks children in, and puts children who leave
 * on staff's screens. Where the organization lets guardians, they leave at once.
 * @throws unauthenticated for a device that ended, conflict at `id` for an id of another event, at `code` for a slip that
 *   another tablet has used meanwhile
 */
export async function actAtKiosk(
  scope: TenantScope,
  { code, acts }: { code: string; acts: readonly KioskAct[] },
): Promise<KioskOutcome[]> {
  const known = await knowPerson(scope, code)
  if ('isLocked' in known) return acts.map((act) => refuse(act))
  const { kioskChecksOut } = await getDoorSettings(scope)
  const outcomes: KioskOutcome[] = []
  // In one order on all tablets, so that none waits for another that waits for it.
  for (const act of acts.toSorted((one, other) =>
    one.meetingId + one.studentId < other.meetingId + other.studentId ? -1 : 1,
  )) {
    outcomes.push(await doAct(scope, known, act, kioskChecksOut))
  }
  // A slip whose acts are all refused works again. That of two tablets at once undoes what the second did.
  const isDone = outcomes.some(({ outcome }) => outcome !== 'refused')
  if (isDone && !(await spendSlip(scope, known.holder))) throw conflict('code', SEE_STAFF)
  return outcomes
}

const refuse = ({ id, studentId }: KioskAct): KioskOutcome => ({
  id,
  studentId,
  outcome: 'refused',
  refusal: SEE_STAFF,
  isBarred: false,
})

async function doAct(
  scope: TenantScope,
  { device, holder, children }: KioskPerson,
  act: KioskAct,
  kioskChecksOut: boolean,
): Promise<KioskOutcome> {
  const { id, studentId, meetingId, kind } = act
  const child = children.find((one) => one.studentId === studentId && one.meetingId === meetingId)
  const person = holder.children.find((one) => one.studentId === studentId)
  if (!child || !person) return refuse(act)
  const { sessionId } = child
  await scope.rows(lockSessionShared, { sessionId })
  const meeting = await findMeeting(scope, meetingId)
  if (!meeting) return refuse(act)
  const now = scope.core.clock.now()
  if (kind === 'in' || (kioskChecksOut && person.kind === 'guardian')) {
    const by = { kind: person.kind, personId: person.personId, name: '' }
    const event = { id, studentId, kind, at: now.toISOString(), by, release: null, isFact: false }
    const how = holder.kind === 'card' ? 'card' : 'pin'
    const source = { by: null, name: device.name, how, deviceId: device.id, isAdmin: false } as const
    const [outcome] = await writeEvents(scope, meeting, [event], source)
    return outcome && outcome.refusal === null ? outcome : refuse(act)
  }
  await scope.rows(lockParticipants, { sessionId, studentIds: [studentId] })
  const values = { id, sessionId, meetingId, studentId, deviceId: device.id, byKind: person.kind, now }
  const request = { ...values, personId: person.personId, byName: holder.name }
  const [asked] = await scope.rows(insertLeaveRequest, request)
  if (!asked && (await scope.rows(selectLeaveRequest, { id, studentId, meetingId })).length === 0) {
    const [made] = await scope.rows(countLeaveRequests, { meetingId, studentId })
    if (made && made.count >= MAX_LEAVE_REQUESTS) return refuse(act)
    throw idTaken()
  }
  return { ...refuse(act), outcome: 'asked', refusal: null }
}

async function findMeeting(
  scope: TenantScope,
  meetingId: string,
): Promise<(DoorMeeting & { today: string }) | undefined> {
  const [found] = await scope.rows(selectMeeting, { meetingId })
  if (!found) return undefined
  const rights = { leads: false, leadsSession: false, covers: false, isSessionCancelled: false }
  return { ...found, ...rights, today: await getLocalDay(scope) }
}

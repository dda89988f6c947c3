import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { invalidField, notFound } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { recordContactView, type Viewer } from '../../../base/ledger/server/views.ts'
import { getSession } from '../../sessions/server/sessions.ts'
import {
  rollCall,
  type HeadCount,
  type newRollCall,
  type RollCall,
  type RollCallKind,
  type RollCallPoint,
} from '../roll-call-contract.ts'
import { authorOf, idTaken } from './record-events.ts'
import { requireDoor, timeOf } from './rights.ts'
import { lastEvents } from '../../sessions/server/standing-events.ts'

const child = z.object({ studentId: z.uuid(), name: z.string() })

const selectHere = statement(
  child,
  `select c.id as "studentId", c.first_name || ' ' || c.last_name as name
    from ${lastEvents('d.meeting_id = $meetingId and d.at <= $at')} l join students c on c.tenant_id = l.tenant_id and c.id = l.student_id
    where l.kind = 'in' order by c.last_name, c.first_name, c.id limit ${LIST_CAP}`,
)

const insertHeadCount = statement(
  `insert into head_counts (id, session_id, meeting_id, counted, here_now, user_id, user_name, at)
    values ($id, $sessionId, $meetingId, $counted, $hereNow, $by, $name, $now) on conflict (id) do nothing`,
)

/** Saves a head count and compares it with who was here when it was made. @throws as `requireDoor` */
export async function countHeads(
  scope: TenantScope,
  sessionId: string,
  { id, counted, madeAt }: { id: string; counted: number; madeAt?: string | undefined },
  chosenMeeting?: string,
): Promise<HeadCount> {
  const meeting = await requireDoor(scope, sessionId, chosenMeeting, { allowsCanceled: madeAt !== undefined })
  const now = timeOf(scope, madeAt)
  const children = await scope.rows(selectHere, { meetingId: meeting.id, at: now })
  const hereNow = children.length
  const values = { id, sessionId, meetingId: meeting.id, counted, hereNow, now, ...authorOf(scope) }
  await scope.rows(insertHeadCount, values)
  return { id, counted, hereNow, children, at: now.toISOString() }
}

const rollCallRow = rollCall.omit({ children: true })

const columns = `r.id, r.kind, r.is_drill as "isDrill", r.location, r.user_name as "startedBy", r.started_at as "startedAt"`

const selectRollCall = statement(rollCallRow, `select ${columns} from roll_calls r where r.id = $id`)

const selectRollCalls = statement(
  rollCallRow,
  `select ${columns} from roll_calls r where r.session_id = $sessionId
    order by r.started_at desc, r.id desc limit $most offset $offset`,
)

const safeAt = (point: RollCallPoint) => `(select k.is_safe from roll_call_marks k where k.tenant_id = o.tenant_id
  and k.roll_call_id = o.roll_call_id and k.student_id = o.student_id and k.point = '${point}'
  order by k.at desc, k.id desc limit 1)`

const selectRollCallChildren = statement(
  rollCall.shape.children.element,
  `select c.id as "studentId", c.first_name || ' ' || c.last_name as name, x.name as "sessionName",
      ${safeAt('start')} as start, ${safeAt('site')} as site, ${safeAt('return')} as return
    from roll_call_children o join students c on c.tenant_id = o.tenant_id and c.id = o.student_id
      join sessions x on x.tenant_id = o.tenant_id and x.id = o.session_id
    where o.roll_call_id = $id order by c.last_name, c.first_name, c.id limit ${LIST_CAP}`,
)

/** @throws not-found */
export async function getRollCall(scope: TenantScope, id: string): Promise<RollCall> {
  const [found] = await scope.rows(selectRollCall, { id })
  if (!found) throw notFound('Roll call')
  return { ...found, children: await scope.rows(selectRollCallChildren, { id }) }
}

/** Lists roll calls that began at a session. @throws not-found */
export async function listRollCalls(
  scope: TenantScope,
  sessionId: string,
  { limit = 25, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
) {
  await getSession(scope, sessionId)
  return new PagedAnswer(await scope.rows(selectRollCalls, { sessionId, most: limit + 1, offset }), { limit, offset })
}

const insertRollCall = statement(
  z.object({ id: z.uuid() }),
  `insert into roll_calls (id, session_id, location, kind, is_drill, user_id, user_name, started_at)
    values ($id, $sessionId, $location, $kind, $isDrill, $by, $name, $now) on conflict (id) do nothing returning id`,
)

/** SQL: the session's meeting, and others of the location, since yesterday if overnight. */
const meetingsAtPlace = `(select m.id, m.session_id from session_meetings m
  join sessions x on x.tenant_id = m.tenant_id and x.id = m.session_id
  where m.id = $meetingId or (m.day between $day::date - 1 and $day::date and (x.location = $location and x.location <> '')))`

/** Everyone who was here at the place when it began, and the children whom a device without a connection called there. */
const insertRollCallChildren = statement(
  `with here as (select l.session_id, l.student_id
      from ${lastEvents(`d.at <= $now and d.meeting_id in (select a.id from ${meetingsAtPlace} a)`)} l where l.kind = 'in')
    insert into roll_call_children (roll_call_id, session_id, student_id)
    select $id::uuid, session_id, student_id from here
    union all
    select distinct on (p.student_id) $id::uuid, p.session_id, p.student_id from ${meetingsAtPlace} a
      join session_participants p on p.session_id = a.session_id
      where p.student_id = any($studentIds::uuid[]) and p.student_id not in (select student_id from here)`,
)

/** Children whom a device called without knowing that its first call had arrived: their marks would be lost. */
const insertCalledChildren = statement(
  `insert into roll_call_children (roll_call_id, session_id, student_id)
    select distinct on (p.student_id) $id::uuid, p.session_id, p.student_id from ${meetingsAtPlace} a
      join session_participants p on p.session_id = a.session_id
      where p.student_id = any($studentIds::uuid[]) and not exists (select from roll_call_children o
        where o.roll_call_id = $id::uuid and o.student_id = p.student_id)`,
)

const selectRollCallsOf = statement(
  z.object({ id: z.uuid() }),
  'select id from roll_calls where id = $id and session_id = $sessionId',
)

const kindTexts: Record<RollCallKind, string> = {
  evacuation: 'an evacuation',
  lockdown: 'a lockdown',
  other: 'a roll call',
}

/** Begins a roll call of everyone who is here now at the place. @throws as `requireDoor` */
export async function startRollCall(
  scope: TenantScope,
  sessionId: string,
  { id, kind, isDrill, madeAt, studentIds }: z.output<typeof newRollCall>,
  chosenMeeting?: string,
): Promise<RollCall> {
  const allowsCanceled = madeAt !== undefined
  const { id: meetingId, day, location } = await requireDoor(scope, sessionId, chosenMeeting, { allowsCanceled })
  const now = timeOf(scope, madeAt)
  const values = { id, sessionId, location, kind, isDrill, now, ...authorOf(scope) }
  const [added] = await scope.rows(insertRollCall, values)
  if (added) {
    await scope.rows(insertRollCallChildren, { id, day, meetingId, location, now, studentIds })
    await record(scope, {
      action: 'roll-call.started',
      category: 'system',
      severity: isDrill ? 'info' : 'warning',
      description: `Began ${kindTexts[kind]}${isDrill ? ' as a drill' : ''}`,
      resource: 'session',
      resourceId: sessionId,
      metadata: { rollCallId: id, kind, isDrill },
    })
  }
  const [found] = await scope.rows(selectRollCallsOf, { id, sessionId })
  if (!found) throw idTaken()
  if (!added && studentIds.length > 0) {
    await scope.rows(insertCalledChildren, { id, day, meetingId, location, studentIds })
  }
  return getRollCall(scope, id)
}

const insertRollCallMarks = statement(
  `insert into roll_call_marks (id, roll_call_id, session_id, student_id, point, is_safe, user_id, user_name, at)
    select e.id, $rollCallId, o.session_id, o.student_id, e.point, e."isSafe", $by, $name,
        least(coalesce(e."madeAt", $now::timestamptz), $now::timestamptz)
      from jsonb_to_recordset($marks::jsonb) as e (id uuid, "studentId" uuid, point text, "isSafe" boolean,
        "madeAt" timestamptz)
        join roll_call_children o on o.roll_call_id = $rollCallId and o.student_id = e."studentId"
    on conflict (id) do nothing`,
)

export interface RollCallMark {
  id: string
  studentId: string
  point: RollCallPoint
  isSafe: boolean
  madeAt?: string | undefined
}

/** Marks children safe, or takes it back; a mark that is sent again counts once. All staff help. @throws not-found */
export async function markRollCall(scope: TenantScope, id: string, marks: readonly RollCallMark[]): Promise<RollCall> {
  await getRollCall(scope, id)
  const values = { rollCallId: id, marks: JSON.stringify(marks), now: scope.core.clock.now(), ...authorOf(scope) }
  await scope.rows(insertRollCallMarks, values)
  return getRollCall(scope, id)
}

/** Notes that contacts of a child of a roll call were shown. @throws not-found, invalid at `studentId` for another child */
export async function noteContactView(
  scope: TenantScope,
  rollCallId: string,
  { id, studentId, madeAt, viewer }: { id: string; studentId: string; madeAt?: string | undefined; viewer?: Viewer },
): Promise<void> {
  const { children } = await getRollCall(scope, rollCallId)
  if (!children.some((one) => one.studentId === studentId)) {
    throw invalidField('studentId', 'This child is not in the roll call')
  }
  await recordContactView(scope, { id, studentId, at: timeOf(scope, madeAt), viewer })
}

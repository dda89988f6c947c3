import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
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
import { requireDoor } from './rights.ts'
import { lastEvents } from '../../sessions/server/standing-events.ts'

const child = z.object({ studentId: z.uuid(), name: z.string() })

const selectHere = statement(
  child,
  `select c.id as "studentId", c.first_name || ' ' || c.last_name as name
    from ${lastEvents('d.meeting_id = $meetingId')} l join students c on c.tenant_id = l.tenant_id and c.id = l.student_id
    where l.kind = 'in' order by c.last_name, c.first_name, c.id limit ${LIST_CAP}`,
)

const insertHeadCount = statement(
  `insert into head_counts (id, session_id, meeting_id, counted, here_now, user_id, user_name, at)
    values ($id, $sessionId, $meetingId, $counted, $hereNow, $by, $name, $now) on conflict (id) do nothing`,
)

/** Saves a head count and compares it with who is here now. @throws as `requireDoor` */
export async function countHeads(
  scope: TenantScope,
  sessionId: string,
  { id, counted }: { id: string; counted: number },
): Promise<HeadCount> {
  const meeting = await requireDoor(scope, sessionId)
  const children = await scope.rows(selectHere, { meetingId: meeting.id })
  const now = scope.core.clock.now()
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

/** Everyone who is here now at the place: in the session's meeting, and in others of the location, since yesterday if overnight. */
const insertRollCallChildren = statement(
  `insert into roll_call_children (roll_call_id, session_id, student_id)
    select $id, l.session_id, l.student_id
      from ${lastEvents(`d.meeting_id in (select m.id from session_meetings m
        join sessions x on x.tenant_id = m.tenant_id and x.id = m.session_id
        where m.id = $meetingId or (m.day between $day::date - 1 and $day::date and (x.location = $location and x.location <> '')))`)} l
      where l.kind = 'in'`,
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
  { id, kind, isDrill }: z.output<typeof newRollCall>,
): Promise<RollCall> {
  const { id: meetingId, day, location } = await requireDoor(scope, sessionId)
  const now = scope.core.clock.now()
  const values = { id, sessionId, location, kind, isDrill, now, ...authorOf(scope) }
  const [added] = await scope.rows(insertRollCall, values)
  if (added) {
    await scope.rows(insertRollCallChildren, { id, day, meetingId, location })
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
  return getRollCall(scope, id)
}

const insertRollCallMarks = statement(
  `insert into roll_call_marks (id, roll_call_id, session_id, student_id, point, is_safe, user_id, user_name, at)
    select e.id, $rollCallId, o.session_id, o.student_id, e.point, e."isSafe", $by, $name, $now
      from jsonb_to_recordset($marks::jsonb) as e (id uuid, "studentId" uuid, point text, "isSafe" boolean)
        join roll_call_children o on o.roll_call_id = $rollCallId and o.student_id = e."studentId"
    on conflict (id) do nothing`,
)

export interface RollCallMark {
  id: string
  studentId: string
  point: RollCallPoint
  isSafe: boolean
}

/** Marks children safe, or takes it back; a mark that is sent again counts once. All staff help. @throws not-found */
export async function markRollCall(scope: TenantScope, id: string, marks: readonly RollCallMark[]): Promise<RollCall> {
  await getRollCall(scope, id)
  const values = { rollCallId: id, marks: JSON.stringify(marks), now: scope.core.clock.now(), ...authorOf(scope) }
  await scope.rows(insertRollCallMarks, values)
  return getRollCall(scope, id)
}

import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import { record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { conflict, notFound } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { attendance } from '../contract.ts'
import { heldMark, type HeldMark, type MarksToHold } from '../held-contract.ts'
import { markAttendance } from './attendance.ts'

const selectMaker = statement(
  z.object({ name: z.string(), isActive: z.boolean() }),
  `select first_name || ' ' || last_name as name, is_active as "isActive" from users where id = $makerId
    and tenant_id = $tenantId`,
)

const insertHeldMarks = statement(
  z.object({ id: z.uuid() }),
  `insert into held_marks (id, session_id, meeting_id, student_id, mark, note, arrived_at, left_at, collected_by, made_at,
      maker_id, maker_name, sent_by, sent_by_name, sent_at)
    select a.id, p.session_id, d.id, p.student_id, a.mark, a.note, a."arrivedAt", a."leftAt", a."collectedBy", a."madeAt",
        $makerId, $makerName, $sentBy, $sentByName, $now
      from jsonb_to_recordset($marks::jsonb) as a (id uuid, "studentId" uuid, mark text, note text, "arrivedAt" timestamptz,
          "leftAt" timestamptz, "collectedBy" text, "madeAt" timestamptz)
        join session_participants p on p.session_id = $sessionId and p.student_id = a."studentId"
        join session_meetings d on d.session_id = p.session_id and d.id = $meetingId
      where not exists (select from attendance_marks k where k.tenant_id = p.tenant_id and k.session_id = p.session_id
        and k.id = a.id)
    on conflict (id) do nothing returning id`,
)

/**
 * Saves attendance that a deactivated account left on a device, for an admin to decide. Records that arrived before the
 * deactivation are in the log already.
 * @throws not-found unless the account belongs to the organization, conflict at `makerId` while the account is active
 */
export async function holdMarks(
  scope: TenantScope,
  { makerId, sessionId, meetingId, marks }: MarksToHold,
): Promise<void> {
  const [maker] = await scope.rows(selectMaker, { makerId, tenantId: scope.tenantId })
  if (!maker) throw notFound('User')
  if (maker.isActive) throw conflict('makerId', 'This account is active and sends its own marks')
  const { user } = scope.actor
  const held = await scope.rows(insertHeldMarks, {
    makerId,
    makerName: maker.name,
    sessionId,
    meetingId,
    marks: JSON.stringify(marks),
    sentBy: user?.tenantId === scope.tenantId ? user.id : null,
    sentByName: user?.name ?? null,
    now: scope.core.clock.now(),
  })
  if (held.length === 0) return
  await record(scope, {
    action: 'attendance.marks-held',
    category: 'system',
    description: `Submitted attendance marks of ${referTo('user', makerId)}, who is deactivated`,
    resource: 'session',
    resourceId: sessionId,
    metadata: { marks: held.length, makerId },
  })
}

const selectHeldMarks = statement(
  heldMark,
  `select h.id, h.session_id as "sessionId", h.meeting_id as "meetingId", s.name as "sessionName",
      c.first_name || ' ' || c.last_name as "studentName", h.mark, h.note, h.made_at as "madeAt",
      h.maker_name as "makerName", h.sent_by_name as "sentBy"
    from held_marks h join sessions s on s.tenant_id = h.tenant_id and s.id = h.session_id
      join students c on c.tenant_id = h.tenant_id and c.id = h.student_id
    where h.decision is null order by h.made_at, h.id limit $most offset $offset`,
)

/** Lists pending records, the oldest first. */
export async function listHeldMarks(
  scope: TenantScope,
  { limit = LIST_CAP, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<HeldMark>> {
  return new PagedAnswer(await scope.rows(selectHeldMarks, { most: limit + 1, offset }), { limit, offset })
}

const lockHeldMark = statement(
  z.object({
    studentId: z.uuid(),
    mark: attendance.nullable(),
    arrivedAt: z.string().nullable(),
    leftAt: z.string().nullable(),
    sessionId: z.uuid(),
    meetingId: z.uuid(),
    note: z.string(),
    collectedBy: z.string(),
    makerName: z.string(),
    madeAt: z.string(),
    seen: z.number(),
  }),
  `select h.student_id as "studentId", h.mark, h.arrived_at as "arrivedAt", h.left_at as "leftAt",
      h.session_id as "sessionId", h.meeting_id as "meetingId", h.note, h.collected_by as "collectedBy",
      h.maker_name as "makerName", h.made_at as "madeAt", coalesce((select a.number from meeting_attendance a
        where a.tenant_id = h.tenant_id and a.meeting_id = h.meeting_id and a.student_id = h.student_id), 0) as seen
    from held_marks h where h.id = $id and h.decision is null for update of h`,
)

const updateDecision = statement('update held_marks set decision = $decision, decided_at = $now where id = $id')

/**
 * Applies a record over the present one, or discards it. Its account and a person who picked up the child go into the note: a
 * pickup needs staff who saw that person.
 * @throws not-found unless it is pending, conflict at `decision` where the student's attendance changed meanwhile, and errors
 *   of `markAttendance`, such as for a student without a place
 */
export async function decideHeldMark(scope: TenantScope, id: string, decision: 'applied' | 'discarded'): Promise<void> {
  const [held] = await scope.rows(lockHeldMark, { id })
  if (!held) throw notFound('Held mark')
  const { sessionId, meetingId, makerName, collectedBy, note, ...mark } = held
  if (decision === 'applied') {
    const words = [`Made by ${makerName}.`, collectedBy && `Picked up by ${collectedBy}.`, note].filter(Boolean)
    const applied = {
      ...mark,
      id,
      note: words.join(' ').slice(0, 500),
      collectedBy: '',
      override: '',
      otherAdult: null,
    }
    const [saved] = await markAttendance(scope, sessionId, [applied], meetingId)
    if (!saved?.isSaved) throw conflict('decision', 'The student was marked meanwhile. Try again')
  }
  await scope.rows(updateDecision, { id, decision, now: scope.core.clock.now() })
  await record(scope, {
    action: `attendance.held-${decision}`,
    category: 'system',
    description: `${decision === 'applied' ? 'Applied' : 'Discarded'} an attendance mark of a deactivated account`,
    resource: 'session',
    resourceId: sessionId,
    metadata: { meetingId, studentId: mark.studentId, mark: mark.mark },
  })
}

import { z } from 'zod'
import { roles } from '#core/contract/roles.ts'
import { LIST_CAP } from '#core/contract/paging.ts'
import { record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { conflict, notFound } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { heldDoorEntry, type EntriesToHold, type HeldDoorEntry } from '../held-contract.ts'
import { applyHeldAct } from './apply-held-act.ts'
import { authorOf } from './record-events.ts'

const selectMaker = statement(
  z.object({ name: z.string(), isActive: z.boolean() }),
  `select first_name || ' ' || last_name as name, is_active as "isActive" from users where id = $makerId
    and tenant_id = $tenantId`,
)

/** Entries that are in the log already, and those of sessions, children and roll calls that are not here, are left out. */
const insertHeldEntries = statement(
  z.object({ id: z.uuid() }),
  `with given as (
      select e.*, coalesce(e."sessionId", r.session_id, g."sessionId", h.session_id) as session,
        coalesce(e.entry ->> 'studentId', e.entry -> 'event' ->> 'studentId')::uuid as student
      from jsonb_to_recordset($entries::jsonb) as e (id uuid, "sessionId" uuid, "meetingId" uuid, "madeAt" timestamptz, entry jsonb)
        left join roll_calls r on r.id = (e.entry ->> 'rollCallId')::uuid
        left join held_door_entries h on h.id = (e.entry ->> 'rollCallId')::uuid
        left join jsonb_to_recordset($entries::jsonb) as g (id uuid, "sessionId" uuid) on g.id = (e.entry ->> 'rollCallId')::uuid)
    insert into held_door_entries (id, session_id, meeting_id, student_id, entry, made_at, maker_id, maker_name, sent_by,
      sent_by_name, sent_at)
    select g.id, s.id, m.id, c.id, g.entry, g."madeAt", $makerId, $makerName, $by, $name, $now
      from given g join sessions s on s.id = g.session
        left join session_meetings m on m.session_id = s.id and m.id = g."meetingId"
        left join students c on c.id = g.student
      where (g.student is null or c.id is not null) and (g."meetingId" is null or m.id is not null)
        and not exists (select from door_events d where d.id = g.id) and not exists (select from door_calls d where d.id = g.id)
        and not exists (select from head_counts d where d.id = g.id) and not exists (select from roll_calls d where d.id = g.id)
        and not exists (select from roll_call_marks d where d.id = g.id)
    on conflict (id) do nothing returning id`,
)

/**
 * Saves acts at the door that a deactivated account left on a device, for an admin to decide.
 * @throws not-found unless the account belongs to the organization, conflict at `makerId` while the account is active
 */
export async function holdDoorEntries(scope: TenantScope, { makerId, entries }: EntriesToHold): Promise<void> {
  const [maker] = await scope.rows(selectMaker, { makerId, tenantId: scope.tenantId })
  if (!maker) throw notFound('User')
  if (maker.isActive) throw conflict('makerId', 'This account is active and sends its own entries')
  const held = await scope.rows(insertHeldEntries, {
    makerId,
    makerName: maker.name,
    entries: JSON.stringify(entries),
    now: scope.core.clock.now(),
    ...authorOf(scope),
  })
  if (held.length === 0) return
  await record(scope, {
    action: 'door.entries-held',
    category: 'system',
    description: `Submitted entries of the door of ${referTo('user', makerId)}, who is deactivated`,
    resource: 'user',
    resourceId: makerId,
    metadata: { entries: held.length },
  })
}

const selectHeldEntries = statement(
  heldDoorEntry,
  `select h.id, h.session_id as "sessionId", s.name as "sessionName", c.first_name || ' ' || c.last_name as "studentName",
      h.entry, h.made_at as "madeAt", h.maker_name as "makerName", h.sent_by_name as "sentBy"
    from held_door_entries h join sessions s on s.tenant_id = h.tenant_id and s.id = h.session_id
      left join students c on c.tenant_id = h.tenant_id and c.id = h.student_id
    where h.decision is null order by h.made_at, h.id limit $most offset $offset`,
)

/** Lists acts that no admin has decided on, the oldest first. */
export async function listHeldDoorEntries(
  scope: TenantScope,
  { limit = LIST_CAP, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<PagedAnswer<HeldDoorEntry>> {
  return new PagedAnswer(await scope.rows(selectHeldEntries, { most: limit + 1, offset }), { limit, offset })
}

const lockHeldEntry = statement(
  heldDoorEntry.pick({ id: true, sessionId: true, entry: true, madeAt: true, makerName: true }).extend({
    meetingId: z.uuid().nullable(),
    makerId: z.uuid().nullable(),
    makerRole: z.enum(roles).nullable(),
    studentId: z.uuid().nullable(),
  }),
  `select h.id, h.session_id as "sessionId", h.meeting_id as "meetingId", h.student_id as "studentId", h.entry,
      h.made_at as "madeAt", h.maker_id as "makerId", h.maker_name as "makerName", (select u.role from users u where u.id = h.maker_id) as "makerRole"
    from held_door_entries h where h.id = $id and h.decision is null for update of h`,
)

// Names of a roll call are of no use once it was decided on, and retention finds them by no student.
const updateDecision = statement(
  `update held_door_entries set decision = $decision, decided_at = $now, entry = entry - 'studentIds' where id = $id`,
)

/** Applies an act as one that comes late, or discards it. @throws not-found unless it is pending, and as `applyHeldAct` */
export async function decideHeldDoorEntry(
  scope: TenantScope,
  id: string,
  decision: 'applied' | 'discarded',
): Promise<void> {
  const [held] = await scope.rows(lockHeldEntry, { id })
  if (!held) throw notFound('Held entry')
  const { sessionId, studentId, entry } = held
  if (decision === 'applied') await applyHeldAct(scope, held)
  await scope.rows(updateDecision, { id, decision, now: scope.core.clock.now() })
  await record(scope, {
    action: `door.held-${decision}`,
    category: 'system',
    description: `${decision === 'applied' ? 'Applied' : 'Discarded'} an entry of the door of a deactivated account`,
    resource: 'session',
    resourceId: sessionId,
    metadata: { act: entry.act, studentId },
  })
}

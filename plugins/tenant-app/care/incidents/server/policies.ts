import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, rowPolicy, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { forbidden, notFound } from '#core/server/errors.ts'
import { seenStudents } from '../../../base/families/server/policies.ts'
import { instructsMeeting, meetingsWithSessions } from '../../../base/people/server/meeting-instructors.ts'
import { IncidentModel } from './incident.ts'

/** Number of days in which instructors read injuries of children in their meetings. */
const INJURY_DAYS = 7

/** True where the caller is a safeguarding lead. */
const isLead = 'exists (select from safeguarding_leads l where l.user_id = $caller)'

// Injuries `o` of children registered in a session of which the caller instructs a meeting.
const injuryOfOwnChild = `o.kind = 'injury' and o.submitted_at >= $now::timestamptz - interval '${INJURY_DAYS} days'
  and exists (select from session_participants p
    join ${meetingsWithSessions} on s.tenant_id = p.tenant_id and s.id = p.session_id
    where p.tenant_id = o.tenant_id and p.student_id = o.student_id and p.status = 'registered'
      and ${instructsMeeting}
      and m.starts_at <= $now::timestamptz + interval '${INJURY_DAYS} days'
      and m.ends_at >= $now::timestamptz - interval '${INJURY_DAYS} days')`

/**
 * Incident reports that staff read. Only the writer reads a draft. Takes `$now`. Super admins read none, and guardians read
 * shared ones by `sharedWith`.
 */
export const seenIncidents = rowPolicy({
  superadmin: 'none',
  tenant_admin: `select o.id from incidents o where o.status <> 'draft' or o.written_by = $caller`,
  instructor: `select o.id from incidents o where o.written_by = $caller
    or (o.status <> 'draft' and (${isLead}
      or exists (select from incident_follow_ups f
        where f.tenant_id = o.tenant_id and f.incident_id = o.id and f.owner_id = $caller)
      or (${injuryOfOwnChild})))`,
  parent: 'none',
  student: 'none',
})

/** Incidents whose text for the family guardians read. */
export const sharedWith = rowPolicy({
  superadmin: 'none',
  tenant_admin: 'none',
  instructor: 'none',
  parent: `select o.id from incidents o where o.shared_at is not null and ${seenStudents('parent', 'o.student_id')}`,
  student: 'none',
})

/** Parameters of the policies. */
export const sightOf = (scope: TenantScope) => ({ now: scope.core.clock.now(), ...callerOf(scope) })

// Locks first: of two concurrent transactions the second sees the first one's changes.
const lockIncident = variants({ viewer: viewers, isFamily: [true, false] }, ({ viewer, isFamily }) =>
  statement(
    z.object({ id: z.uuid() }),
    `select i.id from incidents i where i.id = $id and ${(isFamily ? sharedWith : seenIncidents)(viewer, 'i.id')}
      for update of i`,
  ),
)

async function lock(scope: TenantScope, id: string, isFamily: boolean): Promise<IncidentModel> {
  const found = await scope.rows(lockIncident({ viewer: viewerOf(scope), isFamily }), { id, ...sightOf(scope) })
  if (found.length === 0) throw notFound('Incident report')
  return IncidentModel.query(scope.trx).findById(id).throwIfNotFound()
}

/** Locks a report that the caller reads as staff. @throws not-found */
export const lockSeenIncident = (scope: TenantScope, id: string): Promise<IncidentModel> => lock(scope, id, false)

/** Locks a report that was shared with the caller. @throws not-found */
export const lockSharedIncident = (scope: TenantScope, id: string): Promise<IncidentModel> => lock(scope, id, true)

/** Locks an own report. @throws not-found, forbidden for readers who did not write it */
export async function lockOwnIncident(scope: TenantScope, id: string): Promise<IncidentModel> {
  const found = await lockSeenIncident(scope, id)
  if (found.writtenBy !== scope.actor.user?.id) throw forbidden('Only its writer changes a report')
  return found
}

const selectRights = statement(
  z.object({ isLead: z.boolean(), instructorsShare: z.boolean() }),
  `select ${isLead} as "isLead",
    coalesce((select instructors_share from incident_settings), false) as "instructorsShare"`,
)

/** Reports whether the caller manages reports, as admins and safeguarding leads do, and whether instructors share them. */
export async function rightsOf(scope: TenantScope): Promise<{ mayManage: boolean; instructorsShare: boolean }> {
  const { user } = scope.actor
  if (!user || (user.role !== 'tenant_admin' && user.role !== 'instructor')) {
    return { mayManage: false, instructorsShare: false }
  }
  const [rights] = await scope.rows(selectRights, { caller: user.id })
  return {
    mayManage: user.role === 'tenant_admin' || (rights?.isLead ?? false),
    instructorsShare: rights?.instructorsShare ?? false,
  }
}

/** @throws forbidden */
export async function requireManager(scope: TenantScope): Promise<void> {
  if (!(await rightsOf(scope)).mayManage) throw forbidden('Only an admin or a safeguarding lead does this')
}

/** @throws forbidden for super admins, who write and read no reports, and for callers who are not staff */
export function requireStaff({ actor: { user } }: TenantScope): { id: string; name: string } {
  if (user?.role !== 'tenant_admin' && user?.role !== 'instructor') throw forbidden()
  return user
}

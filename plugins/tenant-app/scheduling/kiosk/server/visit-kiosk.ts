import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { isMemberOn } from '../../../base/groups/server/policies.ts'
import { listPickupPeople } from '../../../care/collectors/server/pickup-people.ts'
import { findHolder, type CodeHolder } from '../../../care/pickup-codes/server/find-holder.ts'
import { getLocalDay } from '../../../shared/server/time-zone.ts'
import { lastEvents } from '../../sessions/server/standing-events.ts'
import { kioskChild, type KioskChild, type KioskVisit } from '../contract.ts'
import { requireDevice, type KnownDevice } from './device.ts'
import { countWrongCode } from './tries.ts'

/** Minutes before a meeting and after it in which its children are shown. */
const EARLY_MINUTES = 30
const LATE_MINUTES = 60

const MAX_CHILDREN = 50

const selectExpected = statement(
  kioskChild,
  `with open as materialized (select m.tenant_id, m.id, m.session_id, m.starts_at, x.name, x.tenant_project_id
      from session_meetings m join sessions x on x.tenant_id = m.tenant_id and x.id = m.session_id
      where x.status <> 'cancelled' and m.status <> 'cancelled'
        and m.starts_at - interval '${EARLY_MINUTES} minutes' <= $now::timestamptz
        and m.ends_at + interval '${LATE_MINUTES} minutes' >= $now::timestamptz)
    select s.id as "studentId", o.session_id as "sessionId", o.id as "meetingId", s.first_name as "firstName",
      left(s.last_name, 1) as initial, o.name as "sessionName", coalesce(l.kind, 'expected') as state,
      coalesce(l.kind = 'in' and exists (select from leave_requests q where q.tenant_id = o.tenant_id
        and q.meeting_id = o.id and q.student_id = s.id and q.at >= l.at), false) as "isWaiting"
    from open o
      join session_participants p on p.tenant_id = o.tenant_id and p.session_id = o.session_id and p.status = 'registered'
      join students s on s.tenant_id = p.tenant_id and s.id = p.student_id
      left join ${lastEvents('d.meeting_id in (select id from open) and d.student_id = any($studentIds::uuid[])')} l
        on l.tenant_id = o.tenant_id and l.meeting_id = o.id and l.student_id = s.id
    where s.id = any($studentIds::uuid[]) and case $scope::text when 'all' then true
      when 'projects' then exists (select from tenant_projects g where g.tenant_id = o.tenant_id
        and g.id = o.tenant_project_id and g.project_id = any($scopeIds::uuid[]))
      else exists (select from group_members g where g.tenant_id = s.tenant_id and g.student_id = s.id
        and g.group_id = any($scopeIds::uuid[]) and ${isMemberOn('g', '$today::date')}) end
    order by o.starts_at, s.first_name, s.id limit ${MAX_CHILDREN}`,
)

/** A person whom a kiosk knows, with the children who are expected and whom the person picks up; none who come too early. */
export interface KioskPerson {
  device: KnownDevice
  holder: CodeHolder
  children: KioskChild[]
}

/**
 * Finds who holds a code and which of their children are expected. An unknown code, a barred person and one whose
 * authorization has ended are answered alike, and asked the same.
 */
async function findPerson(scope: TenantScope, device: KnownDevice, code: string): Promise<KioskPerson | undefined> {
  const holder = await findHolder(scope, code)
  const known = holder?.children ?? []
  const today = await getLocalDay(scope)
  const ids = known.map(({ studentId }) => studentId)
  const people = await listPickupPeople(scope, ids.length > 0 ? ids : [device.id], today)
  const studentIds = known
    .filter(({ studentId, personId }) => people.get(studentId)?.allowed.some(({ id }) => id === personId))
    .map(({ studentId }) => studentId)
  const values = { studentIds, now: scope.core.clock.now(), today, scope: device.scope, scopeIds: device.scopeIds }
  const children = await scope.rows(selectExpected, values)
  return holder && studentIds.length > 0 ? { device, holder, children } : undefined
}

/**
 * Answers the person of a code, or whether the tablet is locked. A code of no person who picks up a child is counted; a
 * person without an expected child, as one who comes too early, reads the same words.
 * @throws unauthenticated
 */
export async function knowPerson(scope: TenantScope, code: string): Promise<KioskPerson | { isLocked: boolean }> {
  const device = await requireDevice(scope)
  if (device.isLocked) return { isLocked: true }
  const person = await findPerson(scope, device, code)
  if (!person) return { isLocked: await countWrongCode(scope, device) }
  return person.children.length > 0 ? person : { isLocked: false }
}

/** Shows a person at a kiosk the own children who are expected now. @throws unauthenticated for a device that ended */
export async function identifyAtKiosk(scope: TenantScope, { code }: { code: string }): Promise<KioskVisit> {
  const known = await knowPerson(scope, code)
  if ('isLocked' in known) return { name: '', children: [], isLocked: known.isLocked }
  const [name = ''] = known.holder.name.split(' ')
  return { name, children: known.children, isLocked: false }
}

const selectOrganization = statement(z.object({ name: z.string() }), 'select name from tenants where id = $tenantId')

/** Answers which kiosk the browser is. @throws unauthenticated */
export async function getKiosk(scope: TenantScope) {
  const { name, place, isLocked } = await requireDevice(scope)
  const [organization] = await scope.rows(selectOrganization, { tenantId: scope.tenantId })
  return { name, place, isLocked, organization: organization?.name ?? '' }
}

import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import type { SeededOrganization } from './rows.ts'

const insertHistories = statement(
  `insert into session_changes (tenant_id, session_id, kind, student_ids, actor_name, occurred_at)
    select s.tenant_id, s.id, k.kind, case when k.kind = 'registered' then array(
        select p.student_id from session_participants p where p.tenant_id = s.tenant_id and p.session_id = s.id
          and p.status = 'registered') else '{}' end, $staff::text, least(s.start_date, $now::timestamptz) - k.before
      from sessions s, (values ('created', interval '21 days'), ('registered', interval '20 days')) k (kind, before)
      where s.tenant_id = $tenantId`,
)

// One child of each of the next sessions, reported by its first guardian who decides.
const insertReports = statement(
  `insert into absence_reports (tenant_id, student_id, session_id, reason, reported_by, reported_by_name, reported_at)
    select distinct on (s.id) s.tenant_id, p.student_id, s.id, 'Dentist', u.id, u.first_name || ' ' || u.last_name,
        $now::timestamptz - interval '5 hours'
      from sessions s join session_participants p on p.tenant_id = s.tenant_id and p.session_id = s.id
          and p.status = 'registered'
        join parent_students l on l.tenant_id = p.tenant_id and l.student_id = p.student_id and l.may_see
          and not l.is_restricted
        join users u on u.tenant_id = l.tenant_id and u.id = l.parent_id
      where s.tenant_id = $tenantId and s.status = 'scheduled' and s.start_date > $now
      order by s.id, p.student_id, l.contact_order`,
)

/** Seeds the history of sessions before today, and absences that guardians have reported. */
export async function seedNotices(scope: PlatformScope, { id, staff }: SeededOrganization): Promise<void> {
  const values = { tenantId: id, now: scope.core.clock.now() }
  await scope.rows(insertHistories, { ...values, staff: staff.at(-1) ?? null })
  await scope.rows(insertReports, values)
}

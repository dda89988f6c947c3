import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { getLocalDay } from '../../../shared/server/time-zone.ts'
import { isNotified } from './children.ts'

const accountContacts = z.object({
  accountId: z.uuid(),
  /** A student of at least 18 years, who is written to without guardians. */
  isAdult: z.boolean(),
  /** A guardian who is restricted from a child, to whom nothing is written that may concern a child. */
  isRestricted: z.boolean(),
  guardians: z.array(z.object({ id: z.uuid(), name: z.string(), email: z.string() })),
})
type AccountContacts = z.infer<typeof accountContacts>

const selectAccountContacts = statement(
  accountContacts,
  `select a.id as "accountId", coalesce(s.date_of_birth <= $today::date - interval '18 years', false) as "isAdult",
      exists (select from parent_students r
        where r.tenant_id = $tenantId and r.parent_id = a.id and r.is_restricted) as "isRestricted",
      coalesce((select json_agg(json_build_object(
          'id', u.id, 'name', u.first_name || ' ' || u.last_name, 'email', u.email) order by p.contact_order)
        from parent_students p join users u on u.tenant_id = p.tenant_id and u.id = p.parent_id
        where p.tenant_id = s.tenant_id and p.student_id = s.id and ${isNotified('p', 'u')}), '[]') as guardians
    from unnest($accountIds::uuid[]) a (id)
      left join students s on s.tenant_id = $tenantId and s.user_id = a.id and s.erased_at is null`,
)

/** Reads through whom the people of these accounts are written to, in no order; an account without a student has no guardians. */
export async function listAccountContacts(
  scope: TenantScope,
  accountIds: readonly string[],
): Promise<AccountContacts[]> {
  const asked = { tenantId: scope.tenantId, accountIds, today: await getLocalDay(scope) }
  return scope.rows(selectAccountContacts, asked)
}

import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'

const contact = z.object({ firstName: z.string(), relationship: z.string(), phone: z.string() })

const selectContacts = statement(
  contact.extend({ studentId: z.uuid() }),
  `select s.id as "studentId", o.* from unnest($studentIds::uuid[]) s (id) cross join lateral (
      select u.first_name as "firstName", p.relationship, c.phone from parent_students p
        join users u on u.tenant_id = p.tenant_id and u.id = p.parent_id
        join guardian_contacts c on c.tenant_id = p.tenant_id and c.user_id = p.parent_id
        where p.tenant_id = $tenantId and p.student_id = s.id and not p.is_restricted and c.phone <> ''
        order by p.contact_order limit 2) o`,
)

/** Lists the first two guardians of each student who are not restricted and have a telephone number. */
export async function listContacts(
  scope: TenantScope,
  studentIds: readonly string[],
): Promise<ReadonlyMap<string, z.infer<typeof contact>[]>> {
  const found = await scope.rows(selectContacts, { tenantId: scope.tenantId, studentIds })
  const contacts = new Map<string, z.infer<typeof contact>[]>()
  for (const { studentId, ...one } of found) contacts.set(studentId, [...(contacts.get(studentId) ?? []), one])
  return contacts
}

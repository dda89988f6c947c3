import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { requireStudent } from '../../../base/families/server/children.ts'
import { barredGuardian } from '../../../base/families/server/policies.ts'
import { getLocalDay } from '../../../shared/server/time-zone.ts'
import { barredPerson, pickupKinds, pickupPerson, type PickupPeople } from '../contract.ts'
import { separateBarred } from '../judge-pickup-contract.ts'

/** A guardian or an authorized pickup of a child, as stored. */
const person = z.object({
  studentId: z.uuid(),
  id: z.uuid(),
  kind: z.enum(pickupKinds),
  name: z.string(),
  relationship: z.string(),
  phone: z.string(),
  photoUrl: z.string().nullable(),
  isBarred: z.boolean(),
  isRestricted: z.boolean(),
  hasProtectionOrder: z.boolean(),
})

const selectPeople = statement(
  person,
  `select s.id as "studentId", o.id, o.kind, o.name, o.relationship, o.phone, o."photoUrl", o."isBarred", o."isRestricted",
      o."hasProtectionOrder" from students s cross join lateral (
      select p.id, 'guardian' as kind, u.first_name || ' ' || u.last_name as name, p.relationship,
          coalesce(c.phone, '') as phone, null::text as "photoUrl", ${barredGuardian('p')} as "isBarred",
          p.is_restricted as "isRestricted", exists (select from guardian_restrictions r
            where r.tenant_id = p.tenant_id and r.parent_student_id = p.id and r.lifted_at is null
              and r.kind = 'protection-order') as "hasProtectionOrder", p.contact_order as place
        from parent_students p join users u on u.tenant_id = p.tenant_id and u.id = p.parent_id
          left join guardian_contacts c on c.tenant_id = p.tenant_id and c.user_id = p.parent_id
        where p.tenant_id = s.tenant_id and p.student_id = s.id
      union all
      select c.id, 'authorized', c.name, c.relationship, c.phone, '/api/files/' || c.photo_id, false, false, false, 1000
        from collectors c where c.tenant_id = s.tenant_id and c.student_id = s.id
          and (c.valid_until is null or c.valid_until >= $day::date)
    ) o where s.tenant_id = $tenantId and s.id = any($studentIds::uuid[])
    order by s.id, o.place, lower(o.name), o.id`,
)

const allowedPerson = pickupPerson.extend({ phone: z.string() })
const barredGuardianOf = barredPerson.extend({ phone: z.string(), isRestricted: z.boolean() })

/** People of a child, as the server judges pickups; browsers get no telephone numbers. */
export interface KnownPickupPeople {
  allowed: z.infer<typeof allowedPerson>[]
  barred: z.infer<typeof barredGuardianOf>[]
}

const NO_PEOPLE: KnownPickupPeople = { allowed: [], barred: [] }

/**
 * Decides who may pick up each of the given children on a day: unrestricted guardians with the right, in the order of contact,
 * then authorized pickups that have not ended, by name. All code that shows or judges pickups calls this. The caller must see
 * the children.
 * @param day of the organization's calendar; today by default
 */
export async function listPickupPeople(
  scope: TenantScope,
  studentIds: readonly string[],
  day?: string,
): Promise<ReadonlyMap<string, KnownPickupPeople>> {
  if (studentIds.length === 0) return new Map()
  const values = { tenantId: scope.tenantId, studentIds, day: day ?? (await getLocalDay(scope)) }
  const people = Map.groupBy(await scope.rows(selectPeople, values), ({ studentId }) => studentId)
  return new Map(
    studentIds.map((studentId) => {
      const known = people.get(studentId) ?? []
      const lists: KnownPickupPeople = {
        allowed: known.filter(({ isBarred }) => !isBarred).map((one) => allowedPerson.parse(one)),
        barred: known.filter(({ isBarred }) => isBarred).map((one) => barredGuardianOf.parse(one)),
      }
      return [studentId, separateBarred(lists)]
    }),
  )
}

/** Decides who may pick up one child, like `listPickupPeople`. */
export async function pickupPeopleOf(scope: TenantScope, studentId: string, day?: string): Promise<KnownPickupPeople> {
  return (await listPickupPeople(scope, [studentId], day)).get(studentId) ?? NO_PEOPLE
}

/** Lists for staff who may pick up a child on a day, and who may not. @throws not-found */
export async function getPickupPeople(scope: TenantScope, studentId: string, day?: string): Promise<PickupPeople> {
  await requireStudent(scope, studentId)
  return pickupPeopleOf(scope, studentId, day)
}

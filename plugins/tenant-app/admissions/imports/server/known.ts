import { z } from 'zod'
import { roles } from '#core/contract/roles.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { nameKey } from '../../../shared/server/name-key.ts'

const guardian = z.object({ userId: z.uuid(), nameKey: z.string(), email: z.string().nullable() })

const knownStudent = z.object({
  id: z.uuid(),
  nameKey: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  dateOfBirth: z.string().nullable(),
  grade: z.string().nullable(),
  updatedAt: z.string(),
  guardians: z.array(guardian),
  /** Last place in the order of contact; 0 without guardians. */
  lastPlace: z.number(),
})
export type KnownStudent = z.infer<typeof knownStudent>

const knownUser = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
  isActive: z.boolean(),
})
export type KnownUser = z.infer<typeof knownUser>

const keyOf = (first: string, last: string) => nameKey(`${first} || ' ' || ${last}`)

const selectKnownStudents = statement(
  knownStudent,
  `select s.id, s.name_key as "nameKey", s.first_name as "firstName", s.last_name as "lastName",
      s.date_of_birth as "dateOfBirth", s.grade, s.updated_at as "updatedAt",
      coalesce(g.guardians, '[]'::jsonb) as guardians, coalesce(g.last_place, 0) as "lastPlace"
    from students s left join (
      select p.student_id, jsonb_agg(jsonb_build_object('userId', u.id, 'email', fold(u.email),
          'nameKey', ${keyOf('u.first_name', 'u.last_name')}) order by p.contact_order) as guardians,
          max(p.contact_order)::int as last_place
        from parent_students p join users u on u.tenant_id = p.tenant_id and u.id = p.parent_id
        group by p.student_id
    ) g on g.student_id = s.id`,
)

const selectKnownUsers = statement(
  knownUser,
  `select u.id, fold(u.email) as email, u.first_name || ' ' || u.last_name as name, u.role, u.is_active as "isActive"
    from unnest($emails::text[]) e (email) join users u on u.tenant_id = $tenantId and fold(u.email) = fold(e.email)`,
)

const selectNameKeys = statement(
  z.object({ key: z.string() }),
  `select ${keyOf('n.first', 'n.last')} as key
    from unnest($first::text[], $last::text[]) with ordinality n (first, last, place) order by n.place`,
)

/** Students and users of an organization with whom rows are compared. */
export interface Known {
  students: readonly KnownStudent[]
  /** Users by their email address in lower case. */
  users: ReadonlyMap<string, KnownUser>
}

export async function readKnown(scope: TenantScope, emails: readonly string[]): Promise<Known> {
  const students = await scope.rows(selectKnownStudents)
  const users = await scope.rows(selectKnownUsers, { tenantId: scope.tenantId, emails: [...new Set(emails)] })
  return { students, users: new Map(users.map((user) => [user.email, user])) }
}

/** Reads the keys by which the database compares names, in the order of the names. */
export async function readNameKeys(
  scope: TenantScope,
  names: readonly (readonly [first: string, last: string])[],
): Promise<string[]> {
  const found = await scope.rows(selectNameKeys, {
    first: names.map(([first]) => first),
    last: names.map(([, last]) => last),
  })
  return found.map(({ key }) => key)
}

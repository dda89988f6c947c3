import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { child, type Child } from '../contract.ts'
import { seenStudents } from './policies.ts'
import { namesOf } from '../../../shared/server/name-key.ts'

const columns = `s.id, s.first_name as "firstName", s.last_name as "lastName", s.date_of_birth as "dateOfBirth", s.grade,
  s.is_active as "isActive"`

const selectChild = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    child,
    `select ${columns} from students s where s.id = $studentId and ${seenStudents(viewer, 's.id')}
      and s.erased_at is null`,
  ),
)

/**
 * The student, if the caller may see them: staff everybody, guardians their children, students themselves.
 * @throws not-found when the organization has no such student, or none that the caller sees
 */
export async function requireStudent(scope: TenantScope, studentId: string): Promise<Child> {
  const [found] = await scope.rows(selectChild({ viewer: viewerOf(scope) }), { studentId, ...callerOf(scope) })
  if (!found) throw notFound('Student')
  return found
}

const selectAccount = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    z.object({ userId: z.uuid().nullable() }),
    `select s.user_id as "userId" from students s where s.id = $studentId and ${seenStudents(viewer, 's.id')}
      and s.erased_at is null`,
  ),
)

/** With which a student signs in whom the caller may see; null where there is none. @throws not-found */
export async function getStudentAccountId(scope: TenantScope, studentId: string): Promise<string | null> {
  const [found] = await scope.rows(selectAccount({ viewer: viewerOf(scope) }), { studentId, ...callerOf(scope) })
  if (!found) throw notFound('Student')
  return found.userId
}

const selectChildren = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    child,
    `select ${columns} from students s
      where ${seenStudents(viewer, 's.id')} and s.erased_at is null and ${namesOf('s')} like (select containing($search))
      order by s.is_active desc, s.first_name, s.last_name, s.id limit $most offset $offset`,
  ),
)

interface ChildQuery {
  search?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** Active ones first, by name; 50 unless said otherwise. Who has left stays, since their guardians still decide for them. */
export async function listChildren(
  scope: TenantScope,
  { search = '', limit = 50, offset = 0 }: ChildQuery,
): Promise<PagedAnswer<Child>> {
  const values = { search, most: limit + 1, offset, ...callerOf(scope) }
  return new PagedAnswer(await scope.rows(selectChildren({ viewer: viewerOf(scope) }), values), { limit, offset })
}

const notifiedGuardian = z.object({
  studentId: z.uuid(),
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  /** False for guardians who are notified and find nothing of the student in the portal. */
  maySee: z.boolean(),
  hasAccount: z.boolean(),
})

/** True where a guardian may be notified about the student, by the link of that guardian. */
export const mayBeNotified = (link: string) => `${link}.may_be_told and not ${link}.is_restricted`

/** True where emails about the student go to a guardian, by the link and the user of that guardian. */
export const isNotified = (link: string, user: string) =>
  `${mayBeNotified(link)} and ${user}.is_active and ${user}.email is not null`

const selectGuardiansToNotify = statement(
  notifiedGuardian,
  `select p.student_id as "studentId", u.id, u.first_name || ' ' || u.last_name as name, u.email,
      p.may_see as "maySee", u.password_hash is not null as "hasAccount"
    from parent_students p join users u on u.tenant_id = p.tenant_id and u.id = p.parent_id
    where p.student_id = any($studentIds::uuid[]) and ${isNotified('p', 'u')}
    order by p.student_id, p.contact_order`,
)

/** Lists the guardians who get the emails about these students, in the order of contact. */
export function listGuardiansToNotify(
  scope: TenantScope,
  ...studentIds: readonly string[]
): Promise<z.infer<typeof notifiedGuardian>[]> {
  return scope.rows(selectGuardiansToNotify, { studentIds })
}

import { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import type { WebhookItem } from '#core/server/webhooks/webhook-events.ts'

/** Fields of every webhook event about a student. */
export const studentFields = {
  studentId: z.uuid().describe('Id of the student.'),
  studentName: z
    .string()
    .optional()
    .describe('Name of the student, only where the webhook includes names of children.'),
}

export const EXAMPLE_STUDENT = '0199b2a0-5c1e-7c3a-9f0e-2f6d7a1b3c4d'
export const EXAMPLE_SESSION = '0199b2a0-6d2f-7a41-8e5b-93c0d4e5f607'

const selectStudents = statement(
  z.object({ id: z.uuid(), tenantId: z.uuid(), name: z.string() }),
  `select s.id, s.tenant_id as "tenantId", s.first_name || ' ' || s.last_name as name from students s
    where s.id = any ($studentIds::uuid[]) and not exists (select from parent_students p
      where p.tenant_id = s.tenant_id and p.student_id = s.id and p.is_restricted)`,
)

/**
 * Makes webhook items of facts about students. Students with a restricted guardian are left out: where they are and when
 * must not leave the platform.
 */
export async function itemsOfStudents<Fact extends { studentId: string }, Data extends object>(
  scope: PlatformScope,
  facts: readonly Fact[],
  dataOf: (fact: Fact) => Data,
): Promise<WebhookItem<Data>[]> {
  if (facts.length === 0) return []
  const studentIds = [...new Set(facts.map(({ studentId }) => studentId))]
  const found = await scope.rows(selectStudents, { studentIds })
  const students = new Map(found.map((student) => [student.id, student]))
  return facts.flatMap((fact) => {
    const student = students.get(fact.studentId)
    if (!student) return []
    const { id, tenantId, name } = student
    return [
      {
        tenantId,
        subject: `student:${id}`,
        personId: id,
        data: dataOf(fact),
        names: { studentName: name },
      },
    ]
  })
}

const selectRestrictedUsers = statement(
  z.object({ userId: z.uuid() }),
  `select distinct s.user_id as "userId" from students s
    join parent_students p on p.tenant_id = s.tenant_id and p.student_id = s.id and p.is_restricted
    where s.user_id = any ($userIds::uuid[])`,
)

/** Lists those of some users whose own account is that of a student with a restricted guardian. */
export async function listRestrictedStudentUsers(
  scope: PlatformScope,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await scope.rows(selectRestrictedUsers, { userIds })
  return new Set(found.map(({ userId }) => userId))
}

import { z } from 'zod'
import { LIST_CAP } from '#core/contract/paging.ts'
import { record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { hasAccount } from '../../../base/families/server/unreached.ts'
import { requireStudent } from '../../../base/families/server/children.ts'
import { isInGroup } from '../../../base/groups/server/policies.ts'
import { isBouncing } from '../../../base/people/server/people.ts'
import { getLocalDay } from '../../../shared/server/time-zone.ts'
import type { StudentFilters } from '../../../contract.ts'
import { letter, type Letter, type LetterStudent } from '../contract.ts'

const letterStudentRow = z.object({
  id: z.string(),
  name: z.string(),
  isReachable: z.boolean(),
  letterUntil: z.string().nullable(),
})

const selectLetterStudents = variants({ viewer: viewers, isOfGroup: [true, false] }, ({ viewer, isOfGroup }) =>
  statement(
    letterStudentRow,
    `select s.id, s.first_name || ' ' || s.last_name as name,
        exists (select from parent_students p join users u on u.tenant_id = p.tenant_id and u.id = p.parent_id
          where p.tenant_id = s.tenant_id and p.student_id = s.id and u.is_active and u.email is not null
            and p.may_see and not p.is_restricted and not ${isBouncing}) as "isReachable",
        l.expires_at as "letterUntil"
      from students s left join invitation_letters l on l.tenant_id = s.tenant_id and l.student_id = s.id
        and l.used_at is null and l.revoked_at is null and l.expires_at > $now::timestamptz
      where s.is_active and s.erased_at is null and not ${hasAccount('s')}
        and ($search::text is null or s.search like (select containing($search)))
        and ($grade::text is null or s.grade = $grade)
        and coalesce($status::text, 'active') = 'active'
        ${isOfGroup ? `and ${isInGroup(viewer, 's.id')}` : ''}
      order by s.last_name, s.first_name, s.id limit ${LIST_CAP}`,
    { plansAnew: true },
  ),
)

/** Lists active students none of whose guardians has an account; a thousand at most. */
export async function previewLetters(
  scope: TenantScope,
  { search, grade, status, groupId }: StudentFilters,
): Promise<LetterStudent[]> {
  return scope.rows(selectLetterStudents({ viewer: viewerOf(scope), isOfGroup: groupId !== undefined }), {
    now: scope.core.clock.now(),
    search: search || null,
    grade: grade ?? null,
    status: status ?? null,
    ...(groupId !== undefined && { groupId, today: await getLocalDay(scope), ...callerOf(scope) }),
  })
}

const selectLastLetter = statement(
  letter,
  `select printed_at as "printedAt", expires_at as "expiresAt", printed_by_name as "printedBy",
      case when used_at is not null then 'used' when revoked_at is not null then 'revoked'
        when expires_at <= $now::timestamptz then 'expired' else 'open' end as state
    from invitation_letters where student_id = $studentId order by printed_at desc, id desc limit 1`,
)

/** @throws not-found when the organization has no such student */
export async function getLetter(scope: TenantScope, studentId: string): Promise<{ letter: Letter | null }> {
  await requireStudent(scope, studentId)
  const [found] = await scope.rows(selectLastLetter, { studentId, now: scope.core.clock.now() })
  return { letter: found ?? null }
}

const updateRevoked = statement(
  z.object({ id: z.string() }),
  `update invitation_letters set revoked_at = $now
    where student_id = $studentId and used_at is null and revoked_at is null returning id`,
)

/** Ends the code of the letter that a student has. @throws not-found where none works */
export async function revokeLetter(scope: TenantScope, studentId: string): Promise<void> {
  const [revoked] = await scope.rows(updateRevoked, { studentId, now: scope.core.clock.now() })
  if (!revoked) throw notFound('Letter')
  await record(scope, {
    action: 'invitation-letter.revoked',
    category: 'account',
    description: `Revoked the invitation letter of ${referTo('student', studentId)}`,
    resource: 'student',
    resourceId: studentId,
  })
}

import type { Scope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import type { completionWays } from '../../../authoring/lessons/kinds/missing-contract.ts'

type Learned = 'enrolled' | 'opened' | 'completed' | 'course-completed' | 'moved' | 'renewed'

interface OfLesson {
  lessonId: string
  how?: (typeof completionWays)[number]
}

const insertLogEntries = statement(
  `insert into lms_learning_log (tenant_id, enrollment_id, user_id, course_id, lesson_id, cycle, version, what, how, happened_at)
    select e.tenant_id, e.id, e.user_id, e.course_id, $lessonId, e.cycle, e.version, $what, $how, $now
      from lms_enrollments e where e.id = any ($ids)`,
)

/** Logs what was learned, as it is now, in the same transaction. The database prevents later changes. */
export async function logLearning(
  scope: Scope,
  what: Learned,
  ids: readonly string[],
  { lessonId, how }: Partial<OfLesson> = {},
): Promise<void> {
  const now = scope.core.clock.now().toISOString()
  await scope.rows(insertLogEntries, { ids, what, lessonId: lessonId ?? null, how: how ?? null, now })
}

import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { attemptColumns, attemptRow, type AttemptRow } from '../../attempts/server/attempt.ts'
import type { OfQuiz } from './quiz.ts'

/** Maximum number of attempts regraded in one transaction. */
const BATCH_SIZE = 500

const selectPortion = statement(
  attemptRow,
  `select ${attemptColumns} from lms_quiz_attempts
    where tenant_id = $tenantId and course_id = $courseId and lesson_id = $lessonId
      and state in ('finished', 'awaiting_grade')
      and ($after::uuid is null or id > $after) order by id limit ${BATCH_SIZE}`,
)

/** Lists the next attempts at a quiz that are over, ordered by id. */
export const selectNextAttempts = (scope: TenantScope, of: OfQuiz, after: string | null): Promise<AttemptRow[]> =>
  scope.rows(selectPortion, { tenantId: scope.tenantId, courseId: of.courseId, lessonId: of.lessonId, after })

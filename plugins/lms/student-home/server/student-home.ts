import type { TenantScope } from '#core/server/core.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { listGrades } from '../../assessment/results/server/children.ts'
import type { OwnFeedback, StudentHome } from '../contract.ts'
import { listTakenCourses } from './courses.ts'
import { listDueWork } from './due-work.ts'

const MAX_FEEDBACK = 3
const FEEDBACK_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000

/** Reads what a student's home shows of courses. */
export async function getStudentHome(scope: TenantScope): Promise<StudentHome> {
  const [taken, feedback] = await Promise.all([listTakenCourses(scope), listNewFeedback(scope)])
  return {
    courses: taken.map(({ row: { id, title, language, progress, isRequired, dueOn }, step }) => ({
      id,
      title,
      language,
      progress: progress ?? 0,
      isRequired,
      dueOn,
      step,
    })),
    due: await listDueWork(scope, taken),
    feedback,
  }
}

/** Lists the latest grades and feedback of a month. */
async function listNewFeedback(scope: TenantScope): Promise<OwnFeedback[]> {
  const { caller = null } = callerOf(scope)
  if (caller === null) return []
  const since = scope.core.clock.now().getTime() - FEEDBACK_DAYS * DAY_MS
  const grades = await listGrades(scope, caller, { most: MAX_FEEDBACK, offset: 0 })
  return grades
    .filter(({ at }) => Date.parse(at) >= since)
    .map(({ feedback, total: _, ...grade }) => ({
      ...grade,
      comment: feedback?.comment ?? '',
      gradedBy: feedback?.gradedBy ?? '',
    }))
}

import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { areVisiblePieces } from '../../../shared/server/seen-work.ts'
import type { PostedLesson } from '../contract.ts'
import type { LoggedGrade } from '../grade-contract.ts'
import { updateWork, recordAct, toGradeResult } from './grading.ts'
import { lockLearners, lockWork } from './held-work.ts'
import { getJudgedWork } from './judged.ts'
import { gradeOf, logGrade, logOf } from './log.ts'
import { publishResult } from './publish-result.ts'

/** Maximum number of grades posted in one request; each sends an email and may complete a course. */
const MAX_POSTED = 100

// Incomplete drafts are counted, and do not block the others.
const selectGradedWork = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    z.object({ ids: z.array(z.uuid()), whole: z.number().int(), incomplete: z.number().int() }),
    `select coalesce((array_agg(k.id order by k.handed_in_at, k.id) filter (where k.is_whole))[:${MAX_POSTED}], '{}') as ids,
        count(*) filter (where k.is_whole)::int as whole, count(*) filter (where not k.is_whole)::int as incomplete
      from (
        select w.id, w.handed_in_at, coalesce(g.is_whole, false) as is_whole
          from lms_work w
            left join lateral (
              select l.score is not null or (l.most_points is null and not (l.rubric ->> 'isScored')::boolean) as is_whole
                from lms_grades l where l.tenant_id = w.tenant_id and l.work_id = w.id and l.number = w.number
                order by l.happened_at desc, l.id desc limit 1
            ) g on true
          where w.tenant_id = $tenantId and w.lesson_id = $lessonId and w.state = 'graded' and ${areVisiblePieces(viewer)}
      ) k`,
  ),
)

const existsWork = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    z.object({ id: z.uuid() }),
    `select w.id from lms_work w
      where w.tenant_id = $tenantId and w.lesson_id = $lessonId and ${areVisiblePieces(viewer)} limit 1`,
  ),
)

/** Checks if a grade is complete enough to be posted. */
const isWhole = ({ score, mostPoints, rubric }: LoggedGrade) =>
  score !== null || (mostPoints === null && !rubric.isScored)

/**
 * Posts the drafts of a lesson, in batches. Incomplete grades stay drafts.
 * @returns how many were posted, how many can be posted next, and how many are incomplete
 * @throws not-found if the caller sees no work of such a lesson
 */
export async function postLesson(scope: TenantScope, lessonId: string): Promise<PostedLesson> {
  const asked = { ...callerOf(scope), tenantId: scope.tenantId, lessonId }
  const viewer = viewerOf(scope)
  const [found] = await scope.rows(selectGradedWork({ viewer }), asked)
  const { ids, whole, incomplete } = found ?? { ids: [], whole: 0, incomplete: 0 }
  const isNothing = whole + incomplete === 0
  if (isNothing && (await scope.rows(existsWork({ viewer }), asked)).length === 0) throw notFound('Lesson')
  await lockLearners(scope, ids)
  let posted = 0
  for (const id of ids) posted += (await postKept(scope, id)) ? 1 : 0
  return { posted, left: whole - ids.length, incomplete }
}

/** Posts a draft as it was saved, unless another grader has changed the work since. */
async function postKept(scope: TenantScope, id: string): Promise<boolean> {
  const work = await lockWork(scope, id)
  const grade = gradeOf(await logOf(scope, id), work)
  if (work.state !== 'graded' || !grade || !isWhole(grade)) return false
  const judged = await getJudgedWork(scope, work)
  const { rubric, given } = grade
  const act = { did: 'posted', rubric, given, result: toGradeResult(grade) } as const
  await logGrade(scope, work, act)
  const done = await updateWork(scope, work, { state: 'posted', score: grade.score })
  await publishResult(scope, done, judged, act)
  await recordAct(scope, done, 'posted')
  return true
}

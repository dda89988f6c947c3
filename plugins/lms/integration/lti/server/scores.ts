import { z } from 'zod'
import { instant } from '#core/contract/fields.ts'
import { record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import type { ExternalTool } from '../../../authoring/tools/contract.ts'
import { externalToolDetails } from '../../../authoring/lessons/kinds/external-tool/contract.ts'
import { getKind } from '../../../authoring/lessons/kinds/contract.ts'
import { getLessonAsks } from '../../../authoring/versions/server/contents.ts'
import { getPublishedVersion } from '../../../authoring/versions/server/published.ts'
import { recordResults, type Result } from '../../../delivery/learning/server/results.ts'
import { scoreOf } from '../../../shared/scores-contract.ts'
import { LtiRefusal } from './refusal.ts'

/** Milliseconds by which a tool's clock may be ahead: a later report would have to come after it. */
const MAX_AHEAD_MS = 5 * 60_000

const activities = ['Initialized', 'Started', 'InProgress', 'Submitted', 'Completed'] as const
const gradings = ['FullyGraded', 'Pending', 'PendingManual', 'Failed', 'NotReady'] as const

/** Score as a tool reports it (AGS 2.0, section 3.4). */
const score = z
  .object({
    userId: z.uuid(),
    scoreGiven: z.number().min(0).max(1_000_000).optional(),
    scoreMaximum: z.number().positive().max(1_000_000).optional(),
    comment: z.string().max(20_000).default(''),
    timestamp: instant,
    activityProgress: z.enum(activities),
    gradingProgress: z.enum(gradings),
  })
  .refine(({ scoreGiven, scoreMaximum }) => scoreGiven === undefined || scoreMaximum !== undefined)
type Score = z.output<typeof score>

// Taken before the score, whose references would share the enrollment: two scores of one learner in different lessons would
// each wait for the other.
const lockLearner = statement(
  z.object({ enrollmentId: z.uuid(), userId: z.uuid(), cycle: z.number().int(), version: z.number().int() }),
  `select e.id as "enrollmentId", e.user_id as "userId", e.cycle, e.version
    from lms_lti_subjects b join lms_enrollments e on e.tenant_id = b.tenant_id and e.user_id = b.user_id
    where b.tenant_id = $tenantId and b.tool_id = $toolId and b.id = $subjectId and e.course_id = $courseId
    for update of e`,
)

const upsertScore = statement(
  z.object({ id: z.uuid() }),
  `insert into lms_lti_scores as s (tool_id, enrollment_id, user_id, lesson_id, cycle, points, max_points, activity, grading,
      comment, reported_at)
    values ($toolId, $enrollmentId, $userId, $lessonId, $cycle, $points, $maxPoints, $activity, $grading, $comment,
      $reportedAt)
    on conflict (tenant_id, enrollment_id, cycle, lesson_id, tool_id) do update set points = excluded.points,
      max_points = excluded.max_points, activity = excluded.activity, grading = excluded.grading,
      comment = excluded.comment, reported_at = excluded.reported_at
      where s.reported_at < excluded.reported_at
    returning id`,
)

/**
 * Takes a score of a learner that a tool reports for one of its lessons: later ones alone.
 * @throws LtiRefusal 400, 404, 409 for one that is not later than the last
 */
export async function takeScore(
  scope: TenantScope,
  tool: ExternalTool,
  { courseId, lessonId }: { courseId: string; lessonId: string },
  given: unknown,
): Promise<void> {
  const { data } = score.safeParse(given)
  if (!data) throw new LtiRefusal(400, 'invalid_request')
  const isAhead = Date.parse(data.timestamp) > scope.core.clock.now().getTime() + MAX_AHEAD_MS
  if (isAhead) throw new LtiRefusal(400, 'invalid_request')
  const { tenantId } = scope
  const asked = { tenantId, toolId: tool.id, subjectId: data.userId, courseId }
  const [learner] = await scope.rows(lockLearner, asked)
  if (!learner) throw new LtiRefusal(404, 'unknown_user')
  const { enrollmentId, userId, cycle, version } = learner
  const lesson = (await getPublishedVersion(scope, courseId, version)).byId.get(lessonId)
  const asks = lesson?.contentType === 'external_tool' ? await getLessonAsks(scope, courseId, lesson) : null
  const details = asks && externalToolDetails.parse(asks.details)
  if (!lesson || details?.toolId !== tool.id) throw new LtiRefusal(404, 'not_found')
  const isGraded = data.gradingProgress === 'FullyGraded'
  const points = isGraded ? (data.scoreGiven ?? null) : null
  const [saved] = await scope.rows(upsertScore, {
    toolId: tool.id,
    enrollmentId,
    userId,
    lessonId,
    cycle,
    points,
    maxPoints: data.scoreMaximum ?? null,
    activity: data.activityProgress,
    grading: data.gradingProgress,
    comment: data.comment.slice(0, 2000),
    reportedAt: data.timestamp,
  })
  if (!saved) throw new LtiRefusal(409, 'conflict')
  const result = { enrollmentId, cycle, ...toResult(data, points, scope.core.clock.now()) }
  await recordResults(scope, { lessonId, kind: getKind('external_tool'), details }, [result])
  await record(scope, {
    action: 'external-tool.score',
    category: 'system',
    description: `${tool.name} reported a score of ${referTo('user', userId)} in ${lesson.title}`,
    resource: 'external_tool',
    resourceId: tool.id,
    metadata: { courseId, lessonId, userId },
  })
}

/** Maps a report to what counts here: percent of the points, and whether it was submitted or waits for a grade. */
function toResult(data: Score, points: number | null, now: Date): Omit<Result, 'enrollmentId' | 'cycle'> {
  const { activityProgress, gradingProgress, scoreMaximum = 1 } = data
  const isSubmitted = activityProgress === 'Submitted' || activityProgress === 'Completed'
  return {
    ...(gradingProgress === 'FullyGraded' && {
      score: points === null ? null : scoreOf({ points, maxPoints: scoreMaximum }),
    }),
    isAwaitingGrade: gradingProgress === 'Pending' || gradingProgress === 'PendingManual',
    ...(isSubmitted && { handedInAt: now.toISOString() }),
  }
}

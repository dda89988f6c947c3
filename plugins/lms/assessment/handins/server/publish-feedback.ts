import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { getKind } from '../../../authoring/lessons/kinds/contract.ts'
import type { LessonKind } from '../../../authoring/lessons/kinds/kind-contract.ts'
import type { SubmissionDetails } from '../../../authoring/lessons/kinds/submission-contract.ts'
import { getPublishedCourse } from '../../../authoring/versions/server/published.ts'
import type { HandInVersion } from '../contract.ts'
import type { HandInFeedback } from '../feedback-contract.ts'
import { HandInModel, HandInVersionModel, type HandInRow } from './hand-in.ts'
import { lockHandIn, listMembers, type HandInMember } from './lock-submission.ts'
import { listVersions, readVersion } from './read-hand-in.ts'

const selectCourseVersion = statement(
  z.object({ versionId: z.uuid(), owner: z.uuid() }),
  `select v.id as "versionId", v.owner from lms_enrollments e
      join lms_course_versions v on v.owner = e.course_id_owner and v.course_id = e.course_id and v.number = $courseVersion
    where e.tenant_id = $tenantId and e.id = $enrollmentId`,
)

const selectContent = statement(
  z.object({ details: z.record(z.string(), z.unknown()) }),
  `select details from lms_lesson_contents
    where owner = $owner and course_id = $courseId and lesson_id = $lessonId and edition = $edition`,
)

/** Submission as its graders read it. */
export interface JudgedHandIn extends Pick<HandInRow, 'id' | 'courseId' | 'lessonId' | 'state'> {
  /** The learner, or the members of the team. */
  members: HandInMember[]
  /** The requested version. */
  version: HandInVersion
  /** Newest first. */
  versions: Awaited<ReturnType<typeof listVersions>>
  kind: LessonKind
  /** Rules when it was submitted: rubric, pass mark, penalty for lateness. */
  details: SubmissionDetails
}

/**
 * Reads a submission for its graders; callers check first if they may see it.
 * @param number of the version; the last one by default
 * @throws not-found if nothing was submitted
 */
export async function getJudgedHandIn(scope: TenantScope, handInId: string, number?: number): Promise<JudgedHandIn> {
  const row = await HandInModel.query(scope.trx).findById(handInId)
  if (!row) throw notFound('submission')
  const members = await listMembers(scope, handInId)
  const found = await readVersion(scope, handInId, number ?? row.number)
  const [member] = members
  if (!found || !member) throw notFound('submission')
  const { courseVersion, ...version } = found
  const { id, courseId, lessonId, state } = row
  const { tenantId } = scope
  const [course] = await scope.rows(selectCourseVersion, { tenantId, enrollmentId: member.enrollmentId, courseVersion })
  const lesson = course && (await getPublishedCourse(scope, course.versionId)).byId.get(lessonId)
  if (!lesson) throw notFound('Lesson')
  const { owner } = course
  const [written] = await scope.rows(selectContent, { owner, courseId, lessonId, edition: lesson.edition })
  const kind = getKind(lesson.contentType)
  return {
    id,
    courseId,
    lessonId,
    state,
    members,
    version,
    versions: await listVersions(scope, handInId),
    kind,
    details: kind.details.parse(written?.details ?? {}) as SubmissionDetails,
  }
}

const findVersion = (scope: TenantScope, handInId: string, number: number) =>
  HandInVersionModel.query(scope.trx).findOne({ tenantId: scope.tenantId, handInId, number })

/**
 * Publishes feedback on a version to its learners. Versions submitted since still wait. The caller has locked the enrollments
 * of those learners, before the submission.
 * @returns the learners
 * @throws not-found
 */
export async function publishFeedback(
  scope: TenantScope,
  handInId: string,
  number: number,
  feedback: HandInFeedback,
): Promise<HandInMember[]> {
  const row = await lockHandIn(scope, handInId)
  const { outcome } = feedback
  if ((await findVersion(scope, handInId, number).patch({ outcome, feedback })) === 0) throw notFound('submission')
  const toldAt = scope.core.clock.now().toISOString()
  const state = row.number === number ? outcome : row.state
  await HandInModel.query(scope.trx).findById(handInId).patch({ toldAt, state })
  return listMembers(scope, handInId)
}

/**
 * Hides the feedback on a version, which awaits a grade again; called like `publishFeedback`. @returns the learners @throws
 * not-found
 */
export async function hideFeedback(scope: TenantScope, handInId: string, number: number): Promise<HandInMember[]> {
  const row = await lockHandIn(scope, handInId)
  if ((await findVersion(scope, handInId, number).patch({ outcome: null, feedback: null })) === 0) {
    throw notFound('submission')
  }
  if (row.number === number) await HandInModel.query(scope.trx).findById(handInId).patch({ state: 'handed-in' })
  return listMembers(scope, handInId)
}

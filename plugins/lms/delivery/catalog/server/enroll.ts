import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { OUTDATED_CODE } from '#core/contract/errors.ts'
import { changedFields, record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { requireEntitlement } from '#core/server/entitlements.ts'
import { AppError, forbidden, invalidField, notFound } from '#core/server/errors.ts'
import { emit } from '#core/server/events/events.ts'
import { audiences } from '../../../authoring/courses/contract.ts'
import { enrollment, type CourseRule, type Enrollment, type NewCourseRule } from '../contract.ts'
import { updateProgress } from './update-progress.ts'
import { mayLearn } from './courses.ts'
import { enrollmentColumns, toEnrollment, maybeColumns, maybeEnrolled } from './enrollment.ts'
import { courseRuleChanged } from './events.ts'
import { logLearning } from './learning-log.ts'
import { listMissingCourses } from './requirements.ts'
import { catalogTables, isInCatalog, isOpen, isRequired, catalogParameters } from './seen.ts'

const selectStanding = statement(
  z.object({
    title: z.string(),
    isOpen: z.boolean(),
    isRequired: z.boolean(),
    enrollmentId: z.uuid().nullable(),
    ...maybeEnrolled.shape,
  }),
  `select v.title, ${isOpen} as "isOpen", ${isRequired} as "isRequired", e.id as "enrollmentId", ${maybeColumns} ${catalogTables} where ${isInCatalog} and c.id = $courseId`,
)

// The second of two concurrent calls waits for the first and finds its row.
const upsertEnrollment = statement(
  z.object({ id: z.uuid(), isNew: z.boolean() }),
  `insert into lms_enrollments (user_id, course_id, version, enrolled_at)
    select $caller, id, version, $now from lms_courses where id = $courseId
    on conflict (tenant_id, user_id, course_id) do update set version = lms_enrollments.version
    returning id, xmax = 0 as "isNew"`,
)

const selectEnrollment = statement(enrollment, `select ${enrollmentColumns} from lms_enrollments e where e.id = $id`)

async function getEnrollment(scope: TenantScope, id: string): Promise<Enrollment> {
  const [found] = await scope.rows(selectEnrollment, { id })
  if (!found) throw new Error('An enrollment that was found is there')
  return found
}

/**
 * Enrolls the caller in the newest version of a course. An existing enrollment stays unchanged.
 * @throws not-found if the caller finds no such course, forbidden if they do not belong to the organization,
 * `course.requires` (409) if other courses come first, plan.lacks (403) for a course that is not required for the caller
 */
export async function enroll(scope: TenantScope, courseId: string): Promise<Enrollment> {
  const seen = catalogParameters(scope)
  const [course] = await scope.rows(selectStanding, { ...seen, courseId })
  if (!course) throw notFound('Course')
  const present = toEnrollment(course)
  if (present) return present
  if (!mayLearn(scope)) throw forbidden('Only people of the organization can enroll')
  if (!course.isRequired) await requireEntitlement(scope, 'course-catalog')
  const missing = await listMissingCourses(scope, courseId)
  if (missing.length > 0) {
    const titles = missing.map(({ title }) => `“${title}”`).join(', ')
    throw new AppError('course.requires', 409, `Finish ${titles} first.`, { details: missing })
  }
  const now = scope.core.clock.now().toISOString()
  const [made] = await scope.rows(upsertEnrollment, { caller: seen.caller, courseId, now })
  if (!made) throw new Error('A course that was found is there')
  if (made.isNew) {
    await logLearning(scope, 'enrolled', [made.id])
    await updateProgress(scope, [made.id])
  }
  return getEnrollment(scope, made.id)
}

const updateVersion = statement(
  z.object({ id: z.uuid() }),
  `update lms_enrollments e set version = c.version from lms_courses c
    where c.id = e.course_id and e.id = $id and e.version < c.version returning e.id`,
)

/**
 * Moves the caller to the newest version. @throws not-found if they are not enrolled, or new learners no longer find the course
 */
export async function moveToNewest(scope: TenantScope, courseId: string): Promise<Enrollment> {
  const [course] = await scope.rows(selectStanding, { ...catalogParameters(scope), courseId })
  if (!course?.isOpen || course.enrollmentId === null) throw notFound('Course')
  const [gone] = await scope.rows(updateVersion, { id: course.enrollmentId })
  if (gone) {
    await updateProgress(scope, [gone.id])
    await logLearning(scope, 'moved', [gone.id])
  }
  return getEnrollment(scope, course.enrollmentId)
}

// An organization that has set no rule for a course has no row to lock.
const lockRule = statement(
  `select pg_advisory_xact_lock(hashtextextended('lms.course-rule:' || $tenantId::text || $courseId::text, 0))`,
)

const selectCourseRules = statement(
  z.object({
    title: z.string(),
    audience: z.enum(audiences),
    isHidden: z.boolean(),
    requiredFor: z.string().nullable(),
    projectIds: z.array(z.uuid()),
    requiredUntil: z.string().nullable(),
  }),
  `select v.title, v.audience, coalesce(r.is_hidden, false) as "isHidden", r.required_for as "requiredFor",
      coalesce(r.project_ids, '{}') as "projectIds", to_char(r.required_until, 'YYYY-MM-DD') as "requiredUntil"
    ${catalogTables} where ${isInCatalog} and c.id = $courseId`,
)

const upsertCourseRules = statement(
  `insert into lms_course_rules (course_id, is_hidden, required_for, project_ids, required_until)
      values ($courseId, $isHidden, $requiredFor, $projectIds::uuid[], $requiredUntil)
    on conflict (tenant_id, course_id) do update set is_hidden = excluded.is_hidden,
      required_for = excluded.required_for, project_ids = excluded.project_ids, required_until = excluded.required_until`,
)

/**
 * Sets an organization's rule for a course.
 * @throws not-found if the catalog has no such course, outdated (409) if the rule has changed since it was read, invalid at
 * `requiredFor` or `projectIds` if its learners would not find it, plan.lacks (403) if it is newly required
 */
export async function setCourseRule(
  scope: TenantScope,
  courseId: string,
  { before: read, ...wanted }: NewCourseRule,
): Promise<CourseRule> {
  await scope.rows(lockRule, { tenantId: scope.tenantId, courseId })
  const [course] = await scope.rows(selectCourseRules, { ...catalogParameters(scope), courseId })
  if (!course) throw notFound('Course')
  const { title, audience, ...before } = course
  if (read && !isDeepStrictEqual({ ...before }, { ...read })) {
    throw new AppError(OUTDATED_CODE, 409, 'Someone else changed the rules of this course in the meantime.')
  }
  const changed = changedFields<Omit<typeof course, 'title' | 'audience'>>(before, wanted)
  if (Object.keys(changed.after).length === 0) return wanted
  const { requiredFor, projectIds } = changed.after
  if (requiredFor || (projectIds && projectIds.length > 0)) await requireEntitlement(scope, 'course-catalog')
  if (requiredFor && requiredFor !== audience && audience !== 'everybody') {
    throw invalidField('requiredFor', `This course is for ${audience}, and others do not find it`)
  }
  if (projectIds && projectIds.length > 0 && audience !== 'instructors' && audience !== 'everybody') {
    throw invalidField('projectIds', `This course is for ${audience}, and who leads sessions does not find it`)
  }
  await scope.rows(upsertCourseRules, { courseId, ...wanted })
  await record(scope, {
    action: 'course.rule-changed',
    category: 'system',
    description: `Decided who finds the course ${title}, and who has to take it`,
    resource: 'course',
    resourceId: courseId,
    ...changed,
  })
  await emit(scope, courseRuleChanged, { tenantId: scope.tenantId, courseId })
  return wanted
}

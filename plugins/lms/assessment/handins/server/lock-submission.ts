import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf } from '#core/server/database/row-policy.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { lockLesson, type LockedLesson } from '../../../delivery/learning/server/lock-lesson.ts'
import { project } from '../../../authoring/lessons/kinds/project/contract.ts'
import type { SubmissionDetails } from '../../../authoring/lessons/kinds/submission-contract.ts'
import { getPublishedCourse } from '../../../authoring/versions/server/published.ts'
import { computeDue, type Due } from './due.ts'
import { HandInMemberModel, HandInModel, type HandInRow } from './hand-in.ts'
import { createTeamCode } from './team-code.ts'

const selectLearner = statement(
  z.object({
    /** Start of the days until the due date: the start of the cycle. */
    since: z.string(),
    timeZone: z.string(),
    courseVersion: z.number().int(),
    versionId: z.uuid(),
  }),
  `select t.time_zone as "timeZone", e.version as "courseVersion", v.id as "versionId",
      coalesce((select max(g.happened_at) from lms_learning_log g where g.tenant_id = e.tenant_id and g.enrollment_id = e.id
        and g.what = 'renewed' and g.cycle = e.cycle), e.enrolled_at) as since
    from lms_enrollments e join tenants t on t.id = e.tenant_id
      join lms_course_versions v on v.owner = e.course_id_owner and v.course_id = e.course_id and v.number = e.version
    where e.tenant_id = $tenantId and e.id = $enrollmentId`,
)

/** Lesson in which the caller submits work. */
export interface LockedSubmission extends LockedLesson {
  details: SubmissionDetails
  title: string
  courseTitle: string
  courseVersion: number
  timeZone: string
  due: Due
  /** Maximum number of members of a team; 1: every learner works alone. */
  teamSize: number
}

/**
 * Locks the caller's enrollment in a lesson with submissions.
 * @throws not-found if there is no such lesson, forbidden (403) if it is locked
 */
export async function lockOwnSubmission(scope: TenantScope, lessonId: string): Promise<LockedSubmission> {
  const held = await lockLesson(scope, lessonId)
  const { type } = held.kind
  if (type !== 'assignment' && type !== 'project') throw notFound('Lesson')
  const { tenantId } = scope
  const [found] = await scope.rows(selectLearner, { tenantId, enrollmentId: held.enrollmentId })
  if (!found) throw new Error('An enrollment that is held is there')
  const { versionId, since, timeZone, courseVersion } = found
  const course = await getPublishedCourse(scope, versionId)
  const details = held.details as SubmissionDetails
  return {
    ...held,
    details,
    title: course.byId.get(lessonId)?.title ?? '',
    courseTitle: course.title,
    courseVersion,
    timeZone,
    due: computeDue(details, { since, timeZone }),
    teamSize: type === 'project' ? project.details.parse(details).teamSize : 1,
  }
}

type OfSubmission = Pick<LockedSubmission, 'enrollmentId' | 'lessonId' | 'cycle'>

const handInRow = z.object({ id: z.uuid() })

const selectOwnHandIn = statement(
  handInRow,
  `select hand_in_id as id from lms_hand_in_members where tenant_id = $tenantId and enrollment_id = $enrollmentId
    and lesson_id = $lessonId and cycle = $cycle`,
)

/** Finds the submission of the learner, or their team; undefined until a draft was saved. */
export async function findHandIn(scope: TenantScope, held: OfSubmission): Promise<HandInRow | undefined> {
  const { enrollmentId, lessonId, cycle } = held
  const [found] = await scope.rows(selectOwnHandIn, { tenantId: scope.tenantId, enrollmentId, lessonId, cycle })
  return found && HandInModel.query(scope.trx).findById(found.id)
}

/** Locks the submission of the learner, or their team, until the transaction ends; creates one if there is none. */
export async function openHandIn(scope: TenantScope, held: LockedSubmission): Promise<HandInRow> {
  const found = await findHandIn(scope, held)
  if (!found) return beginHandIn(scope, held)
  const row = await lockHandIn(scope, found.id)
  // It was created when every learner worked alone.
  if (held.teamSize > 1 && row.teamCode === null) {
    await HandInModel.query(scope.trx).findById(row.id).patch({ teamCode: createTeamCode() })
  }
  return row
}

/** Locks a submission. @throws not-found */
export async function lockHandIn(scope: TenantScope, id: string): Promise<HandInRow> {
  const row = await HandInModel.query(scope.trx).findById(id).forUpdate()
  if (!row) throw notFound('submission')
  return row
}

/** Creates an empty submission of the caller alone. */
export async function beginHandIn(scope: TenantScope, held: LockedSubmission): Promise<HandInRow> {
  const { courseId, lessonId, cycle, teamSize } = held
  const { id } = await HandInModel.query(scope.trx).insert({
    courseId,
    lessonId,
    cycle,
    teamCode: teamSize > 1 ? createTeamCode() : null,
  })
  await addMember(scope, held, id)
  return lockHandIn(scope, id)
}

export async function addMember(scope: TenantScope, held: OfSubmission, handInId: string): Promise<void> {
  const { enrollmentId, lessonId, cycle } = held
  const { caller: userId = '' } = callerOf(scope)
  const joinedAt = scope.core.clock.now().toISOString()
  await HandInMemberModel.query(scope.trx).insert({ handInId, enrollmentId, userId, lessonId, cycle, joinedAt })
}

// Locks in order of their ids, as publishing results does: no two transactions wait for each other.
const lockTeamEnrollments = statement(
  z.object({ id: z.uuid() }),
  `select e.id from lms_enrollments e
    where e.tenant_id = $tenantId and e.id in (
      select o.enrollment_id from lms_hand_in_members o
      where o.tenant_id = $tenantId and o.hand_in_id in (
        select m.hand_in_id from lms_hand_in_members m
        where m.tenant_id = $tenantId and m.user_id = $caller and m.lesson_id = $lessonId))
    order by e.id for update`,
)

/**
 * Locks the enrollments of the caller's whole team, before the caller's lesson and submission are locked. @returns their ids
 */
export async function lockTeam(scope: TenantScope, lessonId: string): Promise<ReadonlySet<string>> {
  const { caller = null } = callerOf(scope)
  const people = await scope.rows(lockTeamEnrollments, { tenantId: scope.tenantId, caller, lessonId })
  return new Set(people.map(({ id }) => id))
}

const selectMembers = statement(
  z.object({
    id: z.uuid(),
    enrollmentId: z.uuid(),
    userId: z.uuid(),
    cycle: z.number().int(),
    name: z.string(),
    firstName: z.string(),
    /** null: no address, or the account is inactive. */
    email: z.string().nullable(),
    seenAt: z.string().nullable(),
  }),
  `select m.id, m.enrollment_id as "enrollmentId", m.user_id as "userId", m.cycle, m.seen_at as "seenAt",
      btrim(u.first_name || ' ' || u.last_name) as name, u.first_name as "firstName",
      case when u.is_active then u.email end as email
    from lms_hand_in_members m join users u on u.tenant_id = m.tenant_id and u.id = m.user_id
    where m.tenant_id = $tenantId and m.hand_in_id = $handInId order by m.joined_at, m.id`,
)
export type HandInMember = z.infer<(typeof selectMembers)['row']>

/** Lists the members of a submission, in the order in which they joined. */
export const listMembers = (scope: TenantScope, handInId: string): Promise<HandInMember[]> =>
  scope.rows(selectMembers, { tenantId: scope.tenantId, handInId })

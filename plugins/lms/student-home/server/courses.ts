import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { catalogItem } from '../../delivery/catalog/contract.ts'
import { dueDay } from '../../delivery/catalog/server/catalog.ts'
import { listLessonLocks } from '../../delivery/catalog/server/gate.ts'
import { catalogParameters, catalogTables, isInCatalog, isRequired } from '../../delivery/catalog/server/seen.ts'
import { lessonStanding } from '../../delivery/catalog/progress-contract.ts'
import type { OutlineLesson } from '../../authoring/versions/server/course-outline.ts'
import { getPublishedCourses, type PublishedCourse } from '../../authoring/versions/server/published.ts'
import type { OwnCourse } from '../contract.ts'

/** Courses that the home looks into. */
const MAX_COURSES = 30

const courseRow = catalogItem.pick({ id: true, title: true, language: true, isRequired: true, dueOn: true }).extend({
  owner: z.string(),
  versionId: z.uuid(),
  enrollmentId: z.uuid().nullable(),
  enrolledAt: z.string().nullable(),
  /** Start of the days until something is due: the enrollment, or its renewal. */
  since: z.string().nullable(),
  completedAt: z.string().nullable(),
  cycle: z.number().int().nullable(),
  progress: z.number().int().nullable(),
  timeZone: z.string(),
})
type CourseRow = z.infer<typeof courseRow>

const selectOwnCourses = statement(
  courseRow,
  `select c.id, v.title, v.language, ${isRequired} as "isRequired",
      case when ${isRequired} then to_char(${dueDay}, 'YYYY-MM-DD') end as "dueOn", v.owner, v.id as "versionId",
      e.id as "enrollmentId", e.enrolled_at as "enrolledAt", e.completed_at as "completedAt", e.cycle, e.progress,
      case when e.cycle > 1 then coalesce((select max(g.happened_at) from lms_learning_log g
        where g.tenant_id = e.tenant_id and g.enrollment_id = e.id and g.what = 'renewed' and g.cycle = e.cycle),
        e.enrolled_at) else e.enrolled_at end as since,
      t.time_zone as "timeZone"
    ${catalogTables} join tenants t on t.id = $tenantId
    where ${isInCatalog} and (e.id is not null or ${isRequired})
    order by e.completed_at is not null, coalesce(e.last_activity_at, e.enrolled_at) desc nulls last, ${dueDay}, v.title,
      c.id limit ${MAX_COURSES}`,
  { keepsPlan: true },
)

const standing = lessonStanding.pick({ lessonId: true, isCompleted: true }).extend({
  enrollmentId: z.uuid(),
  isAwaitingGrade: z.boolean(),
  isSubmitted: z.boolean(),
})
type Standing = z.infer<typeof standing>

const selectStandings = statement(
  standing,
  `select p.enrollment_id as "enrollmentId", p.lesson_id as "lessonId", p.completed_at is not null as "isCompleted",
      p.is_awaiting_grade as "isAwaitingGrade", p.handed_in_at is not null as "isSubmitted"
    from unnest($enrollmentIds::uuid[], $cycles::int[]) o (id, cycle)
      join lms_lesson_progress p on p.tenant_id = $tenantId and p.enrollment_id = o.id and p.cycle = o.cycle`,
)

/** A course that a student takes or has to take, with what is open in it. */
export interface TakenCourse {
  row: CourseRow
  /** Lessons to be done, in order; none of a course that is completed or not begun. */
  left: OutlineLesson[]
  standings: ReadonlyMap<string, Standing>
  step: OwnCourse['step']
}

/** Lists the caller's courses with their next steps: two statements, however many there are, and one for new outlines. */
export async function listTakenCourses(scope: TenantScope): Promise<TakenCourse[]> {
  const rows = await scope.rows(selectOwnCourses, catalogParameters(scope))
  const open = rows.filter(({ enrollmentId, completedAt }) => enrollmentId !== null && completedAt === null)
  const [outlines, standings] = await Promise.all([
    getPublishedCourses(
      scope,
      open.map(({ versionId }) => versionId),
    ),
    scope.rows(selectStandings, {
      tenantId: scope.tenantId,
      enrollmentIds: open.map(({ enrollmentId }) => enrollmentId),
      cycles: open.map(({ cycle }) => cycle ?? 1),
    }),
  ])
  const byEnrollment = Map.groupBy(standings, ({ enrollmentId }) => enrollmentId)
  return rows.map((row) => {
    const own = new Map((byEnrollment.get(row.enrollmentId ?? '') ?? []).map((one) => [one.lessonId, one]))
    const outline = outlines.get(row.versionId)
    if (row.enrollmentId === null) return { row, left: [], standings: own, step: { type: 'enroll' } }
    if (row.completedAt !== null || !outline) return { row, left: [], standings: own, step: { type: 'completed' } }
    const left = outline.lessons.filter(({ id, unfinished }) => unfinished.length === 0 && !own.get(id)?.isCompleted)
    return { row, left, standings: own, step: findStep(scope, { row, outline, left, standings: own }) }
  })
}

interface OpenCourse extends Pick<TakenCourse, 'row' | 'left' | 'standings'> {
  outline: PublishedCourse
}

/** Finds the first lesson that is open and does not wait for a grade; else what the course waits for. */
function findStep(scope: TenantScope, { row, outline, left, standings }: OpenCourse): OwnCourse['step'] {
  const reader = {
    enrolledAt: row.enrolledAt,
    timeZone: row.timeZone,
    begun: new Set(standings.keys()),
    done: new Set([...standings.values()].flatMap(({ lessonId, isCompleted }) => (isCompleted ? [lessonId] : []))),
    now: scope.core.clock.now(),
  }
  const withLocks = left.map((lesson) => ({ lesson, locks: listLessonLocks(outline, lesson, reader) }))
  const open = withLocks.filter(({ locks }) => locks.length === 0).map(({ lesson }) => lesson)
  const next = open.find(({ id }) => !standings.get(id)?.isAwaitingGrade)
  if (next) {
    const { id: lessonId, title, contentType, duration } = next
    return { type: 'lesson', lessonId, title, contentType, duration }
  }
  if (open[0]) return { type: 'grade', lessonId: open[0].id, title: open[0].title }
  const [first] = withLocks
  if (!first) return { type: 'completed' }
  const message = first.locks.map((lock) => lock.message).join(' ')
  return { type: 'locked', lessonId: first.lesson.id, title: first.lesson.title, message }
}

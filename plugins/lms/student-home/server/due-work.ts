import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { computeDue } from '../../assessment/handins/server/due.ts'
import { dueFields } from '../../authoring/lessons/kinds/due-contract.ts'
import type { DueWork } from '../contract.ts'
import type { TakenCourse } from './courses.ts'

const DAYS_AHEAD = 7
const DAY_MS = 24 * 60 * 60 * 1000

const dueRules = z.object(dueFields)

const selectDueRules = statement(
  z.object({ lessonId: z.uuid(), details: z.record(z.string(), z.unknown()) }),
  `select k.lesson_id as "lessonId", k.details
    from unnest($owners::uuid[], $courseIds::uuid[], $lessonIds::uuid[], $editions::text[])
        o (owner, course_id, lesson_id, edition)
      join lms_lesson_contents k on k.owner = o.owner and k.course_id = o.course_id and k.lesson_id = o.lesson_id
        and k.edition = o.edition
    where k.details ->> 'dueOn' is not null or k.details ->> 'dueAfterDays' is not null`,
)

/** Lists submissions and required courses that are due within a week, or overdue and still accepted. */
export async function listDueWork(scope: TenantScope, courses: readonly TakenCourse[]): Promise<DueWork[]> {
  const now = scope.core.clock.now().getTime()
  const asked = courses.flatMap((course) =>
    course.left
      .filter(({ id, contentType }) => isSubmission(contentType) && !course.standings.get(id)?.isSubmitted)
      .map((lesson) => ({ course, lesson })),
  )
  const rules =
    asked.length === 0
      ? []
      : await scope.rows(selectDueRules, {
          owners: asked.map(({ course }) => course.row.owner),
          courseIds: asked.map(({ course }) => course.row.id),
          lessonIds: asked.map(({ lesson }) => lesson.id),
          editions: asked.map(({ lesson }) => lesson.edition),
        })
  const detailsOf = new Map(rules.map(({ lessonId, details }) => [lessonId, details]))
  const lessons = asked.flatMap(({ course: { row }, lesson }): DueWork[] => {
    const details = detailsOf.get(lesson.id)
    if (!details) return []
    const learner = { since: row.since ?? row.enrolledAt ?? '', timeZone: row.timeZone }
    const { dueAt, closesAt } = computeDue(dueRules.parse(details), learner)
    if (dueAt === null || (closesAt !== null && Date.parse(closesAt) <= now)) return []
    return [{ courseId: row.id, course: row.title, lessonId: lesson.id, lesson: lesson.title, dueAt }]
  })
  const required = courses.flatMap(({ row, step }): DueWork[] => {
    if (row.dueOn === null || step.type === 'completed') return []
    const dueAt = endOfDay(row.dueOn, row.timeZone)
    return [{ courseId: row.id, course: row.title, lessonId: null, lesson: '', dueAt }]
  })
  return [...lessons, ...required]
    .filter(({ dueAt }) => Date.parse(dueAt) <= now + DAYS_AHEAD * DAY_MS)
    .toSorted((one, other) => one.dueAt.localeCompare(other.dueAt))
}

const isSubmission = (contentType: string) => contentType === 'assignment' || contentType === 'project'

const endOfDay = (day: string, timeZone: string) =>
  Temporal.PlainDate.from(day)
    .add({ days: 1 })
    .toZonedDateTime(timeZone)
    .toInstant()
    .toString({ fractionalSecondDigits: 3 })

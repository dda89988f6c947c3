import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { newActs, updateCounters, insertPortions, listSeededLessons } from './learning.ts'
import type { DemoCourse } from './course.ts'

const HOUR_MS = 3_600_000

/** Maximum rows per statement. */
const BATCH_SIZE = 1000

type SeededCourse = DemoCourse & { id: string }

const person = z.object({
  id: z.uuid(),
  tenantId: z.uuid(),
  role: z.enum(['instructor', 'student', 'parent']),
  /** Hours since the account was created. */
  known: z.number(),
})
type Person = z.infer<typeof person>

const selectLearners = statement(
  person,
  `select u.id, u.tenant_id as "tenantId", u.role,
      extract(epoch from $now::timestamptz - u.created_at)::float / 3600 as known
    from users u join tenants t on t.id = u.tenant_id
    where t.status in ('active', 'trial') and u.is_active and u.role in ('instructor', 'student', 'parent')
      -- Organizations whose users stayed away have no learners.
      and not exists (select from users away where away.tenant_id = t.id
        having max(away.last_login_at) < $now::timestamptz - interval '30 days')
    order by u.role = 'parent', t.created_at, t.id, u.created_at, u.id`,
)

const audienceOf = { instructor: 'instructors', student: 'students', parent: 'families' } as const

/** Courses that each organization requires of its instructors. */
const required = new Set(['Safeguarding: Keeping Every Child Safe', 'First Aid for Youth Programs'])
/** Days within which the course has to be completed. */
const RULE_DAYS = 30

/** Seeds enrollments and required courses, deterministically for the same users. */
export async function seedEnrollments(scope: PlatformScope, courses: readonly SeededCourse[]): Promise<void> {
  const now = scope.core.clock.now()
  const people = await scope.rows(selectLearners, { now })
  const enrollments = people.flatMap((one, place) => newEnrollments(one, place, courses, now.getTime()))
  const lessonsOf = await listSeededLessons(scope)
  for (let start = 0; start < enrollments.length; start += BATCH_SIZE) {
    const portion = enrollments.slice(start, start + BATCH_SIZE)
    await scope.trx('lmsEnrollments').insert(portion.map(({ share: _, ...enrollment }) => enrollment))
    const acts = portion.flatMap((one) => newActs(one, lessonsOf.get(one.courseId) ?? [], now.getTime()))
    await insertPortions(
      scope,
      'lmsLessonProgress',
      acts.map(({ progress }) => progress),
    )
    await insertPortions(
      scope,
      'lmsLearningLog',
      acts.flatMap(({ log }) => log),
    )
    await scope.rows(updateCounters, {})
  }
  const lastDay = new Date(now.getTime() + RULE_DAYS * 24 * HOUR_MS).toISOString().slice(0, 10)
  const rules = [...new Set(people.map(({ tenantId }) => tenantId))].flatMap((tenantId, place) =>
    courses
      .filter(({ title }) => required.has(title))
      .map(({ id: courseId }) => ({
        tenantId,
        courseId,
        requiredFor: 'instructors',
        requiredUntil: place % 2 === 0 ? lastDay : null,
      })),
  )
  if (rules.length > 0) await scope.trx('lmsCourseRules').insert(rules)
}

/** Hours before now when the first courses began: all had been published. */
const FIRST_COURSE_HOURS_AGO = 320
/** Hours between two courses, more than the longest one takes. */
const HOURS_BETWEEN_COURSES = 26

/** Builds enrollments in one course after another, none before its prerequisites. @param place of the user among all */
function newEnrollments(
  { id: userId, tenantId, role, known }: Person,
  place: number,
  courses: readonly SeededCourse[],
  now: number,
) {
  const complete = new Set<string>()
  let hoursAgo = Math.min(FIRST_COURSE_HOURS_AGO - (place % 40), known - 1)
  return courses.flatMap(({ id: courseId, title, audience, status, after }, course) => {
    const chance = (place * 7 + course * 5 + place * course) % 12
    const isRequired = role === 'instructor' && required.has(title)
    const isTaken = isRequired || chance < (status === 'archived' ? 3 : 6)
    const isTheirs = status !== 'draft' && audience === audienceOf[role]
    const isAllowed = after.every((before) => complete.has(before))
    if (!isTheirs || !isTaken || !isAllowed || hoursAgo < HOURS_BETWEEN_COURSES) return []
    const isComplete = chance % 3 !== 1 || status === 'archived'
    if (isComplete) complete.add(title)
    const began = now - hoursAgo * HOUR_MS
    hoursAgo -= HOURS_BETWEEN_COURSES + chance
    return [
      {
        id: randomUUID(),
        tenantId,
        userId,
        courseId,
        version: 1,
        enrolledAt: new Date(began).toISOString(),
        completedAt: isComplete ? new Date(began + (8 + chance) * HOUR_MS).toISOString() : null,
        /** Share of its lessons that are completed: all, or a number of twelve. */
        share: isComplete ? 1 : chance / 12,
      },
    ]
  })
}

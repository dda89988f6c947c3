import { expect, vi } from 'vitest'
import { z } from 'zod'
import { pluginTest } from '#core/testing/harness.ts'
import { statement } from '#core/server/database/statement.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { loadDemoData } from '#core/server/seed/demo.ts'
import { tenants } from '#plugins/tenants/plugin.ts'
import type { CourseFile } from '../authoring/files/contract.ts'
import type { Course } from '../authoring/courses/contract.ts'
import type { QuestionBank } from '../authoring/questions/bank-contract.ts'
import { contentTypes, type Lesson, type LessonContent } from '../authoring/lessons/contract.ts'
import { lms } from '../plugin.ts'
import { recountProgress } from '../delivery/learning/server/recounting.ts'

const test = pluginTest([tenants, lms])
// The whole demo is seeded.
vi.setConfig({ testTimeout: 480_000 })

const countEnrollments = statement(
  z.object({ taken: z.number(), complete: z.number(), impossible: z.number() }),
  `select count(*)::int as taken, count(e.completed_at)::int as complete,
    count(*) filter (where e.enrolled_at < v.published_at or e.enrolled_at < u.created_at
      or e.completed_at not between e.enrolled_at and now() or (e.progress = 100) <> (e.completed_at is not null)
      or exists (select from lms_course_requirements q left join lms_enrollments b
        on b.user_id = e.user_id and b.course_id = q.required_id and b.completed_at <= e.enrolled_at
        where q.course_id = e.course_id and b.id is null))::int as impossible
  from lms_enrollments e join users u on u.id = e.user_id
    join lms_course_versions v on v.course_id = e.course_id and v.number = e.version`,
)

/** Counts learners at a live session before it was held, and checked completions without a certificate. */
const countContradictions = statement(
  z.object({ early: z.number(), uncertified: z.number() }),
  `select (select count(*)::int from lms_lesson_progress p join lms_lesson_contents k
        on k.course_id = p.course_id and k.lesson_id = p.lesson_id
        where p.completed_at < (k.details ->> 'startsAt')::timestamptz) as early,
      (select count(*)::int from lms_enrollments e where e.completed_at is not null
        and exists (select from lms_lesson_progress p where p.enrollment_id = e.id and p.cycle = e.cycle and p.how = 'checked')
        and not exists (select from lms_certificates c
          where c.user_id = e.user_id and c.course_id = e.course_id and c.cycle = e.cycle)) as uncertified`,
)

const countOwnCourses = statement(
  z.object({
    courses: z.number(),
    lessons: z.number(),
    published: z.number(),
    files: z.number(),
    hidden: z.number(),
  }),
  `select count(*)::int as courses, sum(l.count)::int as lessons, sum(v.count)::int as published,
      count(f.id)::int as files, sum(r.count)::int as hidden
    from lms_courses c
    left join files f on f.tenant_id = c.tenant_id and c.image_url = '/api/images/' || f.id
    cross join lateral (select count(*) from lms_lessons where owner = c.owner and course_id = c.id) l
    cross join lateral (select count(*) from lms_course_versions where owner = c.owner and course_id = c.id) v
    cross join lateral (select count(*) from lms_course_rules where tenant_id = c.tenant_id and is_hidden) r
    where c.tenant_id is not null`,
)

const countNotes = statement(
  z.object({ texts: z.number(), timed: z.number() }),
  `select count(distinct text)::int as texts, count(second)::int as timed from lms_lesson_notes`,
)

const countHandIns = statement(
  z.object({ state: z.string(), count: z.number(), teams: z.number(), wrong: z.number() }),
  `select h.state, count(*)::int as count, count(*) filter (where m.people > 1)::int as teams,
      count(*) filter (where p.wrong)::int as wrong
    from lms_hand_ins h
      cross join lateral (select count(*) as people from lms_hand_in_members where hand_in_id = h.id) m
      cross join lateral (select bool_or((p.completed_at is not null) <> (h.state = 'graded')
          or (p.score >= 60) is distinct from (case when h.state = 'graded' then true end)
          or (p.handed_in_at is null) <> (h.number = 0)) as wrong
        from lms_hand_in_members m join lms_lesson_progress p on p.enrollment_id = m.enrollment_id and p.lesson_id = m.lesson_id
        where m.hand_in_id = h.id) p
    group by h.state order by h.state`,
)

const countAttempts = statement(
  z.object({ attempts: z.number(), failed: z.number(), wrong: z.number() }),
  `select count(*)::int as attempts, count(*) filter (where a.score < (k.details ->> 'passPercent')::float8)::int as failed,
      count(*) filter (where p.score is distinct from b.best or (p.completed_at is null) <> (b.best < (k.details ->> 'passPercent')::float8)
        or a.started_at < p.opened_at or a.finished_at > p.handed_in_at
        or abs(a.points - w.points) > 0.001)::int as wrong
    from lms_quiz_attempts a
      join lms_lesson_progress p on p.enrollment_id = a.enrollment_id and p.lesson_id = a.lesson_id
      join lms_lesson_contents k on k.course_id = a.course_id and k.lesson_id = a.lesson_id and k.edition = a.edition
      cross join lateral (select max(score) as best from lms_quiz_attempts o
        where o.enrollment_id = a.enrollment_id and o.lesson_id = a.lesson_id) b
      cross join lateral (select coalesce(sum(points), 0) as points from lms_quiz_answers where attempt_id = a.id) w`,
)

const countWithoutAttempt = statement(
  z.object({ count: z.number() }),
  `select count(*)::int as count from lms_lesson_progress p
    cross join lateral (select k.details from lms_lesson_contents k where k.course_id = p.course_id
      and k.lesson_id = p.lesson_id limit 1) k
    where p.score is not null and k.details ? 'questions'
      and not exists (select from lms_quiz_attempts a where a.enrollment_id = p.enrollment_id and a.lesson_id = p.lesson_id)`,
)

const countOpenAttempts = statement(
  z.object({ attempts: z.number(), answered: z.number() }),
  `select count(*)::int as attempts, count(*) filter (where exists (
      select from lms_quiz_answers w where w.attempt_id = a.id and w.points is null))::int as answered
    from lms_quiz_attempts a where a.state = 'in_progress' and a.check_at is null`,
)

const countDiscussions = statement(
  z.object({ people: z.number(), wrong: z.number(), held: z.number() }),
  `select count(*)::int as people, (select count(*) from lms_posts where state = 'held')::int as held,
      count(*) filter (where p.posts <> w.posts or p.replies <> w.replies or w.late
        or w.replies < (k.details ->> 'replies')::int)::int as wrong
    from lms_lesson_progress p
      cross join lateral (select details from lms_lesson_contents where course_id = p.course_id and lesson_id = p.lesson_id
        limit 1) k
      cross join lateral (
        select count(*) filter (where o.thread_id is null) as posts,
            count(distinct t.user_id) filter (where t.user_id <> o.user_id) as replies,
            coalesce(bool_or(o.created_at > p.completed_at or o.created_at < t.created_at), false) as late
          from lms_posts o left join lms_posts t on t.id = o.thread_id
          where o.tenant_id = p.tenant_id and o.user_id = p.user_id and o.lesson_id = p.lesson_id and o.cycle = 1
            and o.state = 'shown'
      ) w
    where p.completed_at is not null and k.details ? 'moderation'`,
)

const countUnexplainedWork = statement(
  z.object({ count: z.number() }),
  `select count(*)::int as count from lms_work w
    where w.state in ('posted', 'returned') and not exists (
      select from lms_grades g where g.work_id = w.id and g.did = w.state and g.score is not distinct from w.score)`,
)

test('the demo’s courses are complete: every lesson can be completed, and is what its author could have saved', async ({
  platform,
}) => {
  await platform.core.db.platform(systemActor, (scope) => loadDemoData(scope, platform.platform.parts))
  const author = await platform.superAdmin()
  const courses = (await author.get('/api/lms/courses')).body as Course[]
  const audiences = Object.groupBy(courses, ({ audience }) => audience)
  const counted = Object.entries(audiences).map(([audience, all]) => [audience, all.length])
  expect(Object.fromEntries(counted)).toEqual({ instructors: 8, students: 4, families: 2 })
  const published = courses.filter(({ status }) => status === 'published').length
  const statuses = courses.map(({ status }) => status).toSorted()
  expect(statuses).toEqual(['archived', 'draft', ...Array.from({ length: published }, () => 'published')])

  const kinds = new Set<string>()
  for (const { id, title, imageUrl } of courses) {
    expect((await author.get(imageUrl)).status).toBe(200)
    const lessons = (await author.get(`/api/lms/courses/${id}/lessons`)).body as Lesson[]
    expect(lessons.length, title).toBeGreaterThanOrEqual(4)
    for (const lesson of lessons) {
      kinds.add(lesson.contentType)
      const path = `/api/lms/lessons/${lesson.id}/content`
      const { body, details, unfinished } = (await author.get(path)).body as LessonContent
      expect({ title: lesson.title, unfinished }).toEqual({ title: lesson.title, unfinished: [] })
      const saved = await author.put(path, { contentType: lesson.contentType, body, details })
      expect(saved, `${lesson.title}: ${JSON.stringify(saved.body).slice(0, 300)}`).toMatchObject({ status: 200 })
      expect(saved.body).toMatchObject({ body, details, lesson: { updatedAt: lesson.updatedAt } })
    }
    const files = (await author.get(`/api/lms/courses/${id}/files`)).body as CourseFile[]
    for (const file of files) expect((await author.get(file.url)).status, file.name).toBe(200)
  }
  // Tools belong to organizations, and the catalog to the platform.
  expect([...kinds].toSorted()).toEqual(contentTypes.filter((type) => type !== 'external_tool').toSorted())
  const banks = (await author.get('/api/lms/question-banks')).body as QuestionBank[]
  expect(banks.map(({ name }) => name)).toEqual(['Electricity', 'First aid'])
})

test('learners have completed the prerequisites of their courses, and all dates are plausible', async ({
  platform,
}) => {
  await platform.core.db.platform(systemActor, (scope) => loadDemoData(scope, platform.platform.parts))
  const [counted] = await platform.core.db.platform(systemActor, ({ rows }) => rows(countEnrollments))
  expect(counted?.impossible).toBe(0)
  expect(counted?.complete).toBeGreaterThan(50)
  expect(counted?.taken).toBeGreaterThan((counted?.complete ?? 0) * 1.2)
  expect(await platform.core.db.platform(systemActor, ({ rows }) => rows(countContradictions))).toEqual([
    { early: 0, uncertified: 0 },
  ])
  const [written] = await platform.core.db.platform(systemActor, ({ rows }) => rows(countNotes))
  expect(written?.texts).toBe(4)
  expect(written?.timed).toBeGreaterThan(0)
  // Submissions match the results of their learners.
  const states = await platform.core.db.platform(systemActor, ({ rows }) => rows(countHandIns))
  const stateCounts = Object.fromEntries(states.map(({ state, count }) => [state, count]))
  expect(Object.keys(stateCounts)).toEqual(['draft', 'graded', 'handed-in', 'returned'])
  expect(stateCounts['handed-in']).toBeGreaterThan(20)
  expect(states.reduce((sum, { wrong }) => sum + wrong, 0)).toBe(0)
  expect(states.reduce((sum, { teams }) => sum + teams, 0)).toBeGreaterThan(0)
  expect(await platform.core.db.platform(systemActor, ({ rows }) => rows(countUnexplainedWork))).toEqual([{ count: 0 }])
  // Percents match the completed lessons: a recount corrects nothing.
  const counters = () =>
    platform.core.db.platform(systemActor, ({ trx }) =>
      trx('lmsEnrollments').select('id', 'progress', 'done', 'required', 'secondsSpent').orderBy('id'),
    )
  const seeded = await counters()
  await recountProgress(platform.core)
  expect(await counters()).toEqual(seeded)
  // One organization has its own course, and hides one of the platform's.
  const [own] = await platform.core.db.platform(systemActor, ({ rows }) => rows(countOwnCourses))
  expect(own).toEqual({ courses: 1, lessons: 4, published: 1, files: 1, hidden: 1 })
})

test('each score of a quiz comes from its attempts', async ({ platform }) => {
  await platform.core.db.platform(systemActor, (scope) => loadDemoData(scope, platform.platform.parts))
  const [all] = await platform.core.db.platform(systemActor, ({ rows }) => rows(countAttempts))
  expect(all?.wrong).toBe(0)
  expect(all?.attempts).toBeGreaterThan(50)
  expect(all?.failed).toBeGreaterThan(10)
  const [left] = await platform.core.db.platform(systemActor, ({ rows }) => rows(countWithoutAttempt))
  expect(left?.count).toBe(0)
  const [open] = await platform.core.db.platform(systemActor, ({ rows }) => rows(countOpenAttempts))
  expect(open?.attempts).toBeGreaterThan(0)
  expect(open?.answered).toBe(open?.attempts)
  // Counts of discussions match their posts.
  const [written] = await platform.core.db.platform(systemActor, ({ rows }) => rows(countDiscussions))
  expect(written?.wrong).toBe(0)
  expect(written?.people).toBeGreaterThan(10)
  expect(written?.held).toBeGreaterThan(0)
})

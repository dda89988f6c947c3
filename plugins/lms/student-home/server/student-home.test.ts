import { describe, expect } from 'vitest'
import { create } from '#core/testing/calls.ts'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { lms } from '../../plugin.ts'
import { getFirstWork, submitWork, workPath } from '../../testing/calls-grading.ts'
import { completeCourse } from '../../testing/completing.ts'
import { publishCourse } from '../../testing/courses.ts'
import { publishSubmission } from '../../testing/hand-ins.ts'
import { enroll } from '../../testing/learners.ts'
import type { StudentHome } from '../contract.ts'

const test = pluginTest([lms])

const DAY_MS = 24 * 60 * 60 * 1000

async function readHome(by: Client): Promise<StudentHome> {
  const { status, body } = await by.get('/api/tenant/student-home')
  expect(status).toBe(200)
  return body as StudentHome
}

describe('GET /api/tenant/student-home', () => {
  test('is empty without courses, and closed to other roles and visitors', async ({ platform }) => {
    const organization = await platform.organization()
    const student = await organization.signIn('student')
    expect(await readHome(student)).toEqual({ courses: [], due: [], feedback: [] })
    for (const role of ['tenant_admin', 'instructor', 'parent'] as const) {
      expect((await (await organization.signIn(role)).get('/api/tenant/student-home')).status, role).toBe(403)
    }
    expect((await organization.client().get('/api/tenant/student-home')).status).toBe(401)
  })

  test('leads to the next lesson, and ends with a completed course', async ({ platform }) => {
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    const course = await publishCourse(admin, { title: 'Robots', audience: 'students' }, ['Welcome', 'Motors'])
    const student = await organization.signIn('student')
    await enroll(student, course.id)
    const [welcome = '', motors = ''] = course.lessons
    expect((await readHome(student)).courses).toMatchObject([
      { title: 'Robots', progress: 0, step: { type: 'lesson', lessonId: welcome, title: 'Welcome' } },
    ])
    await completeCourse(platform, student, { id: course.id, lessons: [welcome] })
    expect((await readHome(student)).courses).toMatchObject([{ progress: 50, step: { lessonId: motors } }])
    await completeCourse(platform, student, { id: course.id, lessons: [motors] })
    expect((await readHome(student)).courses).toMatchObject([{ progress: 100, step: { type: 'completed' } }])
    expect((await readHome(await organization.signIn('student'))).courses).toEqual([])
  })

  test('asks to start a required course, and says when the next lesson opens', async ({ platform }) => {
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    const { id } = await create<{ id: string }>(admin, '/api/lms/courses', { title: 'Later', audience: 'students' })
    const lesson = { courseId: id, title: 'Then', content: 'Then', opensAfterDays: 3 }
    await create(admin, '/api/lms/lessons', lesson)
    await admin.put(`/api/lms/courses/${id}`, { status: 'published' })
    await admin.put(`/api/tenant/courses/${id}/rule`, {
      isHidden: false,
      requiredFor: 'students',
      requiredUntil: new Date(platform.clock.now().getTime() + 2 * DAY_MS).toISOString().slice(0, 10),
    })
    const student = await organization.signIn('student')
    const before = await readHome(student)
    expect(before.courses).toMatchObject([{ title: 'Later', isRequired: true, step: { type: 'enroll' } }])
    expect(before.due).toMatchObject([{ course: 'Later', lessonId: null, lesson: '' }])
    await enroll(student, id)
    expect((await readHome(student)).courses).toMatchObject([
      { step: { type: 'locked', title: 'Then', message: expect.stringContaining('Opens on') } },
    ])
  })

  test('lists submissions due within a week, and after them what waits for a grade and its feedback', async ({
    platform,
  }) => {
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    const soon = await publishSubmission(admin, { details: { dueAfterDays: 3 } })
    const later = await publishSubmission(admin, { details: { dueAfterDays: 30 } })
    const student = await organization.signIn('student')
    for (const { id } of [soon, later]) await enroll(student, id)
    const { due } = await readHome(student)
    expect(due).toMatchObject([{ courseId: soon.id, lessonId: soon.lessonId, course: 'Bridges' }])

    const { by, learner } = await submitWork(organization, { doneWhen: 'passed', passPercent: 50 })
    const waiting = await readHome(learner)
    expect(waiting.courses).toMatchObject([{ step: { type: 'grade' } }])
    expect(waiting.due).toEqual([])
    expect(waiting.feedback).toEqual([])
    const { id, version } = await getFirstWork(by)
    await by.put(`${workPath}/${id}`, { version, isPassed: true, comment: 'It holds, and well.', act: 'post' })
    const graded = await readHome(learner)
    expect(graded.feedback).toMatchObject([{ outcome: 'passed', comment: 'It holds, and well.' }])
    expect(graded.courses).toMatchObject([{ step: { type: 'completed' } }])
    expect((await readHome(student)).feedback).toEqual([])
  })

  test('lists many courses, the one that was worked on last first', async ({ platform }) => {
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    const student = await organization.signIn('student')
    const made = []
    for (let index = 0; index < 12; index++) {
      made.push(await publishCourse(admin, { title: `Course ${index}`, audience: 'students' }))
      await enroll(student, made[index]?.id ?? '')
      platform.clock.forward(1000)
    }
    await student.post(`/api/tenant/lessons/${made[3]?.lessons[0]}/beats`, { isAtEnd: true })
    const { courses } = await readHome(student)
    expect(courses).toHaveLength(12)
    expect(courses[0]).toMatchObject({ title: 'Course 3', step: { type: 'lesson', title: 'Welcome' } })
  })
})

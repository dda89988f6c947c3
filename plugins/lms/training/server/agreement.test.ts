import { expect } from 'vitest'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { tenantApp } from '#plugins/tenant-app/server/plugin.ts'
import { trainingBuilder } from '#plugins/training-builder/server/plugin.ts'
import { ran } from '../../embedded/testing/running.ts'
import { moduleOf, saveModules } from '../../embedded/testing/training.ts'
import { lms } from '../../server/plugin.ts'

/** People and what they do, by hundreds of calls. */
const SLOW = 60_000

const test = pluginTest([tenantApp, trainingBuilder, lms])

const TEN_MINUTES = 600_000

interface Outline {
  id: string
  chapters: { lessons: { id: string; contentType: string; isRequired: boolean }[] }[]
}

test(
  'what three instructors have learned of a project is the same wherever it is told',
  async ({ platform }) => {
    const operator = await platform.superAdmin()
    const projectId = await saveModules(operator, 'Gliders', [moduleOf('Wings'), moduleOf('Launch')])
    await ran(platform, operator, 'modules')
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    const idle = await organization.signIn('instructor')
    const half = await organization.signIn('instructor')
    const whole = await organization.signIn('instructor')
    const [{ id }] = (await admin.get('/api/tenant/course-catalog?search=gliders')).body as [{ id: string }]
    const rule = { isHidden: false, requiredFor: 'instructors', requiredUntil: null }
    await admin.put(`/api/tenant/courses/${id}/rule`, rule)
    for (const learner of [half, whole]) await learner.post(`/api/tenant/courses/${id}/enroll`)
    const course = async (learner: Client) => (await learner.get(`/api/tenant/courses/${id}`)).body
    const { chapters } = (await course(whole)) as Outline

    const finish = async (learner: Client, lessonId: string) => {
      await learner.post(`/api/tenant/lessons/${lessonId}/beats`, { isAtEnd: true })
      platform.clock.forward(TEN_MINUTES)
      const answer = await learner.post(`/api/tenant/lessons/${lessonId}/complete`)
      expect(answer.body).toMatchObject({ lesson: { isCompleted: true } })
    }
    const due = chapters.map(({ lessons }) => lessons.filter((one) => one.isRequired && one.contentType === 'article'))
    for (const lesson of due[0] ?? []) await finish(half, lesson.id)
    for (const lesson of due.flat()) await finish(whole, lesson.id)

    const list = (await admin.get('/api/tenant/instructor-training-progress')).body as { instructorId: string }[]
    const [statistics] = (await admin.get('/api/tenant/course-statistics?search=gliders')).body
    const { unready } = (await admin.get(`/api/tenant/readiness?projectId=${projectId}`)).body as {
      unready: { instructorId: string; courses: { progress: number; status: string }[] }[]
    }
    const told = []
    for (const learner of [idle, half, whole]) {
      const { completionPercentage, isRequired, enrollment } = await course(learner)
      const details = (await admin.get(`/api/tenant/instructor-training-progress/${learner.user?.id}`)).body
      const row = list.find(({ instructorId }) => instructorId === learner.user?.id)
      const { courses, modules, ...sum } = details
      expect(row).toEqual(sum)
      expect(courses).toMatchObject([{ courseId: id, progress: completionPercentage, isRequired }])
      expect(sum).toMatchObject({ totalCourses: 1, overallProgress: completionPercentage })
      expect(sum.completedCourses === 1).toBe(Boolean(enrollment?.completedAt))
      const open = unready.find(({ instructorId }) => instructorId === learner.user?.id)
      expect(open?.courses[0]?.progress ?? 100).toBe(completionPercentage)
      told.push({
        percent: completionPercentage,
        isReady: open === undefined,
        modules: (modules as { status: string }[]).map(({ status }) => status),
      })
    }
    expect(told).toEqual([
      { percent: 0, isReady: false, modules: [] },
      { percent: 50, isReady: false, modules: ['completed', 'not_started'] },
      { percent: 100, isReady: true, modules: ['completed', 'completed'] },
    ])
    expect(statistics).toMatchObject({ totalEnrolled: 2, totalCompleted: 1, completionRate: 50, averageProgress: 75 })
    expect((await admin.get('/api/tenant/instructor-training-progress/figures')).body).toMatchObject({
      totalInstructors: 3,
      fullyTrained: 1,
      averageCompletion: 50,
    })
    expect((await half.get('/api/tenant/course-catalog/figures')).body).toMatchObject({ inProgress: 1, completed: 0 })
    expect((await whole.get('/api/tenant/course-catalog/figures')).body).toMatchObject({ inProgress: 0, completed: 1 })
  },
  SLOW,
)

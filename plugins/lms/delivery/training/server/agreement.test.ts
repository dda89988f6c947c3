import { expect } from 'vitest'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { trainingBuilder } from '#plugins/training-builder/plugin.ts'
import { runToEnd } from '../../../embedded/testing/running.ts'
import { newModule, saveModules } from '../../../embedded/testing/training.ts'
import { lms } from '../../../plugin.ts'
import { reachScore } from '../../../testing/completing.ts'

/** Hundreds of requests of several users. */
const TIMEOUT_MS = 60_000

const test = pluginTest([tenantApp, trainingBuilder, lms])

const TEN_MINUTES_MS = 600_000
const DAY_MS = 86_400_000

interface Lesson {
  id: string
  contentType: string
  isRequired: boolean
}
interface Outline {
  id: string
  chapters: { lessons: Lesson[] }[]
}

test(
  'three instructors’ training in a project is the same on every screen',
  async ({ platform }) => {
    const operator = await platform.superAdmin()
    const projectId = await saveModules(operator, 'Gliders', [newModule('Wings'), newModule('Launch')])
    await runToEnd(platform, operator, 'modules')
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    const idle = await organization.signIn('instructor')
    const half = await organization.signIn('instructor')
    const whole = await organization.signIn('instructor')
    const [{ id }] = (await admin.get('/api/tenant/course-catalog?search=gliders')).body as [{ id: string }]
    const rule = { isHidden: false, requiredFor: 'instructors', requiredUntil: null }
    await admin.put(`/api/tenant/courses/${id}/rule`, rule)
    await operator.put(`/api/lms/courses/${id}`, { certificateMonths: 3, status: 'published' })
    const course = async (learner: Client) => (await learner.get(`/api/tenant/courses/${id}`)).body
    for (const learner of [half, whole]) await learner.post(`/api/tenant/courses/${id}/enroll`)
    const { chapters } = (await course(whole)) as Outline

    const finish = async (learner: Client, { id: lessonId, contentType }: Lesson) => {
      if (contentType === 'quiz') return reachScore(platform, organization, learner, lessonId)
      await learner.post(`/api/tenant/lessons/${lessonId}/beats`, { isAtEnd: true })
      platform.clock.forward(TEN_MINUTES_MS)
      const answer = await learner.post(`/api/tenant/lessons/${lessonId}/complete`)
      expect(answer.body).toMatchObject({ lesson: { isCompleted: true } })
    }
    const due = chapters.map(({ lessons }) => lessons.filter((one) => one.isRequired))
    for (const lesson of due[0] ?? []) await finish(half, lesson)
    for (const lesson of due.flat()) await finish(whole, lesson)

    const list = (await admin.get('/api/tenant/instructor-training-progress')).body as { instructorId: string }[]
    const [statistics] = (await admin.get('/api/tenant/course-statistics?search=gliders')).body
    const { unready } = (await admin.get(`/api/tenant/readiness?projectId=${projectId}`)).body as {
      unready: { instructorId: string; courses: { progress: number; status: string }[] }[]
    }
    const shown = []
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
      shown.push({
        percent: completionPercentage,
        isReady: open === undefined,
        modules: (modules as { status: string }[]).map(({ status }) => status),
      })
    }
    expect(shown).toEqual([
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
    const figuresOf = async (learner: Client) => (await learner.get('/api/tenant/course-catalog/figures')).body
    expect(await figuresOf(half)).toMatchObject({ inProgress: 1, completed: 0, certificates: 0 })
    expect(await figuresOf(whole)).toMatchObject({ inProgress: 0, completed: 1, certificates: 1 })

    // The certificate is shown consistently too, while it is valid and after it expired.
    const certificate = async () => {
      const details = (await admin.get(`/api/tenant/instructor-training-progress/${whole.user?.id}`)).body
      const figures = (await admin.get('/api/tenant/instructor-training-progress/figures')).body
      const ready = (await admin.get(`/api/tenant/readiness?projectId=${projectId}&instructorId=${whole.user?.id}`))
        .body
      const { body: issued } = await admin.get('/api/tenant/certificates')
      return {
        earned: (await course(whole)).certificateEarned as boolean,
        state: issued[0].state as string,
        counts: [details.certificatesEarned, figures.certificates, (await figuresOf(whole)).certificates] as number[],
        expiring: [details.expiringCourses, figures.expiring] as number[],
        isReady: ready.unready.length === 0,
        isExpired: ready.unready[0]?.courses[0].isExpired as boolean | undefined,
      }
    }
    const held = { earned: true, state: 'valid', counts: [1, 1, 1], isReady: true, isExpired: undefined }
    expect(await certificate()).toEqual({ ...held, expiring: [0, 0] })
    const later = async (days: number) => {
      platform.clock.forward(days * DAY_MS)
      for (const client of [admin, whole]) await client.signIn(client.user?.email ?? '')
    }
    await later(45)
    expect(await certificate()).toEqual({ ...held, expiring: [1, 1] })
    await later(50)
    const ended = { earned: false, state: 'expired', counts: [0, 0, 0], isReady: false, isExpired: true }
    expect(await certificate()).toEqual({ ...ended, expiring: [1, 1] })
  },
  TIMEOUT_MS,
)

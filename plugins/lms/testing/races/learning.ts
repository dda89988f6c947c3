import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { changeRow, type World } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'
import { movingLearners } from '../../delivery/catalog/server/learners.ts'
import { forgetCourses } from '../../delivery/catalog/server/delete-expired-courses.ts'
import { recordBeat } from '../../delivery/learning/server/beats.ts'
import { recountProgress } from '../../delivery/learning/server/recounting.ts'
import { MAX_NOTES } from '../../delivery/notes/contract.ts'
import { newTwoQuestions } from '../answered.ts'
import { getAttemptsPath } from '../attempts.ts'
import { reachScore } from '../completing.ts'
import { publishCourse } from '../courses.ts'
import { enroll, signInLearner } from '../learners.ts'
import { publishLive, writeLive } from '../live.ts'
import { publishQuiz } from '../quizzes.ts'
import { changeBoth, countLessonsDone, getProgress, selectRows } from './outcomes.ts'

/** Creates a course of two articles, its author and a learner. */
async function prepareCourse({ organization }: World) {
  const admin = await organization.signIn('tenant_admin')
  const course = await publishCourse(admin, { title: 'Taught', audience: 'everybody' })
  const learner = await signInLearner(organization, course.id)
  const [one = '', other = ''] = course.lessons
  return { admin, id: course.id, learner, one, other }
}

export const learningRaces: Races = {
  'plugins/lms/delivery/learning/server/lock-lesson.ts lockEnrollmentRow': async (world) => {
    const { learner, one } = await prepareCourse(world)
    const beats = `/api/tenant/lessons/${one}/beats`
    await learner.post(beats, {})
    world.platform.clock.forward(30_000)
    const beat = () => learner.post(beats, { seconds: 30 })
    return {
      first: beat,
      second: beat,
      // Two tabs have one learner, whose time counts once.
      expect: async () => expect(await getProgress(world, learner, one)).toMatchObject({ secondsSpent: 30 }),
    }
  },
  'plugins/lms/delivery/learning/server/results.ts lockEnrollments': async (world) => {
    const { learner, one, other } = await prepareCourse(world)
    const reach = (id: string) => () => reachScore(world.platform, world.organization, learner, id)
    return {
      first: reach(one),
      second: reach(other),
      expect: async () => expect(await countLessonsDone(world, learner)).toBe(2),
    }
  },
  'plugins/lms/delivery/learning/server/attendance.ts lockEnrollments': async (world) => {
    const admin = await world.organization.signIn('tenant_admin')
    const startsAt = world.platform.clock.now().toISOString()
    const { id, lessonId } = await publishLive(admin, { startsAt })
    const other = await writeLive(admin, id, { startsAt })
    await admin.put(`/api/lms/courses/${id}`, { status: 'published' })
    const learner = await world.organization.signIn('instructor')
    await enroll(learner, id)
    const body = { userIds: [learner.user?.id] }
    const mark = (lesson: string) => () => admin.post(`/api/tenant/courses/${id}/lessons/${lesson}/attendance`, body)
    return {
      first: mark(lessonId),
      second: mark(other),
      expect: async () => expect(await countLessonsDone(world, learner)).toBe(2),
    }
  },
  'plugins/lms/delivery/learning/server/recounting.ts lockEnrollments': async (world) => {
    const { platform, organization } = world
    const { learner, one } = await prepareCourse(world)
    await learner.post(`/api/tenant/lessons/${one}/beats`, { isAtEnd: true })
    const where = { userId: learner.user?.id }
    await changeRow(platform, 'lmsEnrollments', where, { secondsSpent: 999 })
    platform.clock.forward(30_000)
    const [enrollment] = await selectRows(platform, 'lmsEnrollments', where)
    const user = {
      id: learner.user?.id ?? '',
      email: null,
      role: 'student',
      tenantId: organization.id,
      name: '',
    } as const
    return {
      // The recount alone takes this lock, and waits for a transaction that holds the enrollment: here by the same query.
      first: () =>
        platform.core.db.tenant(organization.id, { ...systemActor, user }, async (scope) => {
          const held = 'select id from lms_enrollments where id = any (?) order by id for update'
          await scope.trx.raw(held, [[String(enrollment?.['id'])]])
          await recordBeat(scope, one, { played: [], rate: 1, seconds: 30 })
        }),
      second: () => recountProgress(platform.core),
      expect: async () => {
        const [progress] = await selectRows(platform, 'lmsLessonProgress', where)
        expect(await selectRows(platform, 'lmsEnrollments', where)).toMatchObject([
          { secondsSpent: progress?.['secondsSpent'] },
        ])
      },
    }
  },
  'plugins/lms/delivery/catalog/server/learners.ts updateVersions': async (world) => {
    const { admin, id, learner } = await prepareCourse(world)
    await admin.put(`/api/lms/courses/${id}`, { title: 'Taught anew', status: 'published' })
    const payload = { courseId: id, tenantId: world.organization.id }
    return {
      first: () => admin.post(`/api/lms/courses/${id}/learners/move`),
      second: () => movingLearners.perform(world.platform.core, null, payload),
      expect: async () => {
        const log = await selectRows(world.platform, 'lmsLearningLog', { userId: learner.user?.id, what: 'moved' })
        expect(log).toHaveLength(1)
      },
    }
  },
  // An attempt that begins meanwhile would be deleted with the enrollment.
  'plugins/lms/delivery/enrollments/server/queries.ts lockEnrollment': async (world) => {
    const admin = await world.organization.signIn('tenant_admin')
    const { id, lessonId } = await publishQuiz(admin, { questions: newTwoQuestions() })
    const learner = await signInLearner(world.organization, id)
    return {
      first: () => admin.delete(`/api/tenant/courses/${id}/learners/${learner.user?.id}`),
      heldBefore: /^delete from lms_enrollments/,
      second: () => learner.post(getAttemptsPath(lessonId)),
      expect: (first, second) => expect([first.status, second.status]).toEqual([204, 403]),
    }
  },
  'plugins/lms/delivery/catalog/server/requirements.ts lockRequirements': async (world) => {
    const admin = await world.organization.signIn('tenant_admin')
    const [one, other] = [await publishCourse(admin, { title: 'One' }), await publishCourse(admin, { title: 'Other' })]
    const require = (id: string, courseId: string) => () =>
      admin.put(`/api/lms/courses/${id}/requires`, { courseIds: [courseId] })
    return {
      first: require(one.id, other.id),
      second: require(other.id, one.id),
      expect: (first, second) => expect([first.status, second.status]).toEqual([200, 400]),
    }
  },
  'plugins/lms/delivery/catalog/server/enroll.ts lockRule': async (world) => {
    const admin = await world.organization.signIn('tenant_admin')
    const { id } = await publishCourse(admin, { title: 'Decided about', audience: 'everybody' })
    const before = { isHidden: false, requiredFor: null, requiredUntil: null, projectIds: [] }
    const changes: Record<string, object> = { First: { requiredFor: 'instructors' }, Second: { isHidden: true } }
    return changeBoth((which) => admin.put(`/api/tenant/courses/${id}/rule`, { ...before, ...changes[which], before }))
  },
  'plugins/lms/delivery/catalog/server/delete-expired-courses.ts lockExpiredCourses': async (world) => {
    const admin = await world.organization.signIn('tenant_admin')
    const { id } = await publishCourse(admin, { title: 'Gone' })
    await admin.delete(`/api/lms/courses/${id}`)
    const deletedAt = new Date(world.platform.clock.now().getTime() - 40 * 86_400_000)
    await changeRow(world.platform, 'lmsCourses', { id }, { deletedAt })
    const forget = () => forgetCourses.perform(world.platform.core, null, {})
    return {
      first: forget,
      second: forget,
      expect: async () =>
        expect(
          await selectRows(world.platform, 'auditLogs', { action: 'course.removed', resourceId: id }),
        ).toHaveLength(1),
    }
  },
  'plugins/lms/authoring/courses/server/outline.ts lockCourseRow': async (world) => {
    const admin = await world.organization.signIn('tenant_admin')
    const { id } = await publishCourse(admin, { title: 'Robots' })
    const { updatedAt } = (await admin.get(`/api/lms/courses/${id}`)).body
    return changeBoth((title) => admin.put(`/api/lms/courses/${id}`, { title, updatedAt }))
  },
  'plugins/lms/delivery/notes/server/notes.ts lockEnrollment': async (world) => {
    const { learner, one } = await prepareCourse(world)
    const [enrollment] = await selectRows(world.platform, 'lmsEnrollments', { userId: learner.user?.id })
    await fillNotes(world, { userId: learner.user?.id, enrollmentId: enrollment?.['id'], lessonId: one })
    const add = (text: string) => () => learner.post(`/api/tenant/lessons/${one}/notes`, { text })
    return {
      first: add('One'),
      second: add('Other'),
      expect: (first, second) => expect([first.status, second.status]).toEqual([201, 409]),
    }
  },
  'plugins/lms/delivery/notes/server/notes.ts lockNote': async (world) => {
    const { learner, one } = await prepareCourse(world)
    const { id, updatedAt } = (await learner.post(`/api/tenant/lessons/${one}/notes`, { text: 'Ask why' })).body
    return changeBoth((text) => learner.put(`/api/tenant/lesson-notes/${id}`, { text, updatedAt }))
  },
}

/** Fills the notes up to one below the maximum. */
const fillNotes = ({ platform, organization }: World, note: object): Promise<unknown> =>
  platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('lmsLessonNotes').insert(Array.from({ length: MAX_NOTES - 1 }, () => ({ ...note, text: 'Full' }))),
  )

import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { changeRow, create, rowOf, type World } from '#core/testing/calls.ts'
import { newModule, saveModules } from '#plugins/lms/embedded/testing/training.ts'
import { downloadBytes } from '#plugins/lms/testing/completing.ts'
import { publishCourse } from '#plugins/lms/testing/courses.ts'
import { sendArchive } from '#plugins/lms/testing/files.ts'
import { signInLearner } from '#plugins/lms/testing/learners.ts'
import { races as lmsRaces } from '#plugins/lms/testing/races.ts'
import { daysAgo, fromRace, insert, looks, many, ofOrganization, type KilledJob } from './killed-job.ts'

/** Jobs of the LMS; see `killedJobs`. */
export const killedLmsJobs: Record<string, KilledJob> = {
  'lms.recount-progress': {
    prepare: async (world) => {
      const { learner } = await taught(world)
      const where = { userId: learner.user?.id }
      await changeRow(world.platform, 'lmsEnrollments', where, { secondsSpent: 77 })
      return {
        expect: async () =>
          expect(await rowOf(world.platform, 'lmsEnrollments', where)).toMatchObject({ secondsSpent: 0 }),
      }
    },
    heldBefore: /^update lms_enrollments e set seconds_spent/,
  },
  'lms.move-learners': {
    heldBefore: /^commit$/,
    prepare: async (world) => {
      const { by, id, learner } = await taught(world)
      await by.put(`/api/lms/courses/${id}`, { title: 'Taught anew', status: 'published' })
      return {
        payload: { courseId: id, tenantId: world.organization.id },
        expect: async () =>
          expect(await many(world, 'lmsLearningLog', { userId: learner.user?.id, what: 'moved' })).toBe(1),
      }
    },
  },
  'lms.regrade': {
    heldBefore: /^update lms_regrades set graded/,
    ...fromRace(lmsRaces, 'plugins/lms/assessment/results/server/regrade-job.ts lockRegrade'),
  },
  'lms.import-course': {
    heldBefore: /^delete from "files"/,
    // Jobs that look for imports hold its row.
    waitsFor: 'rows',
    prepare: async (world) => {
      const by = await world.organization.signIn('tenant_admin')
      const { id } = await publishCourse(by, { title: 'Robots' })
      const archive = await downloadBytes(world.platform, by, `/api/lms/courses/${id}/export`)
      const { id: importId } = await sendArchive(by, archive)
      return {
        payload: { tenantId: world.organization.id, importId },
        expect: async () => {
          expect((await by.get(`/api/lms/course-imports/${importId}`)).body).toMatchObject({ status: 'done' })
          expect(await many(world, 'lmsCourses', { tenantId: world.organization.id })).toBe(2)
        },
      }
    },
  },
  'lms.end-lost-course-imports': looks,
  'lms.forget-course-imports': {
    prepare: async (world) => {
      const tenantId = world.organization.id
      const { id: userId } = await world.organization.user('tenant_admin')
      const old = { tenantId, userId, name: 'Robots.zip', status: 'failed', createdAt: daysAgo(world, 2) }
      await insert(world, 'lms_course_imports', { id: randomUUID(), ...old })
      return { expect: async () => expect(await many(world, 'lmsCourseImports', { tenantId })).toBe(0) }
    },
  },
  'lms.forget-courses': {
    heldBefore: /^commit$/,
    ...fromRace(lmsRaces, 'plugins/lms/delivery/catalog/server/delete-expired-courses.ts lockExpiredCourses'),
  },
  'lms.end-attempts': {
    heldBefore: /^update lms_quiz_attempts a set state/,
    ...fromRace(lmsRaces, 'plugins/lms/assessment/attempts/server/end-due-attempts.ts lockDueAttempts', {
      expect: async (world) =>
        expect(await many(world, 'lmsQuizAttempts', { tenantId: world.organization.id, state: 'in_progress' })).toBe(0),
    }),
  },
  'lms.forget-answer-files': looks,
  'lms.forget-question-pictures': looks,
  'lms.forget-hand-in-files': looks,
  'lms.look-for-missing-work': looks,
  'lms.grade-missing-work': {
    prepare: async ({ organization }) => ({ payload: { tenantId: organization.id } }),
  },
  'lms.look-for-waiting-posts': looks,
  'lms.remind-moderators': ofOrganization,
  'lms.forget-posts': looks,
  'lms.look-for-expiring-certificates': looks,
  'lms.remind-of-expiring-certificates': fromRace(
    lmsRaces,
    'plugins/lms/certificates/server/reminders.ts updateReminded',
  ),
  'lms.look-for-openings': looks,
  'lms.mail-openings': ofOrganization,
  'lms.look-for-training-mails': looks,
  'lms.mail-training': ofOrganization,
  'lms.embedded-run': {
    // The first course is made, and not noted.
    heldBefore: /^update lms_embedded_items set outcome/,
    prepare: async (world) => {
      await saveModules(world.admin, 'Bridges', [newModule('Safety first'), newModule('Safety last')])
      const { run } = await create<{ run: { id: string } }>(world.admin, '/api/frappe-lms/migrate/training-modules')
      return {
        payload: { runId: run.id },
        expect: async () => {
          await expect(rowOf(world.platform, 'lms_embedded_runs', { id: run.id })).resolves.toMatchObject({
            status: 'done',
          })
          expect(await many(world, 'lmsCourses', { title: 'Bridges' })).toBe(1)
        },
      }
    },
  },
  'lms.embedded-watch': looks,
  'lms.retire-training-courses': looks,
  'lms.renew-training-course': {
    heldBefore: /^commit$/,
    prepare: async (world) => {
      const projectId = await saveModules(world.admin, 'Towers', [newModule('Towers first')])
      return {
        payload: { tenantId: null, projectId, version: 1 },
        expect: async () => expect(await many(world, 'lmsCourses', { title: 'Towers' })).toBe(1),
      }
    },
  },
}

/** A learner of a course. */
async function taught({ organization }: World) {
  const by = await organization.signIn('tenant_admin')
  const { id } = await publishCourse(by, { title: 'Robots', audience: 'everybody' })
  return { by, id, learner: await signInLearner(organization, id) }
}

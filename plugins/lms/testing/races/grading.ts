import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { changeRow, type World } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'
import type { Races } from '#core/testing/races.ts'
import { MAX_COMMENTS } from '../../assessment/grading/server/comments.ts'
import { gradeMissing } from '../../assessment/handins/server/grade-missing.ts'
import { getFirstWork, submitWork, workPath } from '../calls-grading.ts'
import { getHandInPath, publishSubmission } from '../hand-ins.ts'
import { signInLearner } from '../learners.ts'
import { getProgress } from './outcomes.ts'

/** Matches the last lock of writing results. */
const LOCK_ENROLLMENTS_SQL = /^select id from lms_enrollments where tenant_id/

/** Checks if an act succeeded or was refused by a rule, and not because of a deadlock. */
const isAnswered = ({ status }: { status: number }) => status === 200 || status === 409

/** Creates an assignment with a learner who has submitted nothing. */
async function createAssignment({ organization }: World, details: object = {}) {
  const admin = await organization.signIn('tenant_admin')
  const { id, lessonId } = await publishSubmission(admin, { details })
  return { admin, id, lessonId, learner: await signInLearner(organization, id) }
}

/** Creates a team of learners who take a project. @returns its code and the path of its submission */
async function createTeam({ organization }: World, size: number) {
  const admin = await organization.signIn('tenant_admin')
  const { id, lessonId } = await publishSubmission(admin, { contentType: 'project', details: { teamSize: size } })
  const path = getHandInPath(lessonId)
  const founder = await signInLearner(organization, id)
  await founder.put(path, { text: 'Ours' })
  const { code } = (await founder.get(path)).body.team
  const [ben, cleo] = [await signInLearner(organization, id), await signInLearner(organization, id)]
  const join = (by: Client) => by.post(`${path}/team`, { code })
  return { path, founder, ben, cleo, join }
}

export const gradingRaces: Races = {
  'plugins/lms/assessment/grading/server/excuse-learner.ts selectLearner': async (world) => {
    const { admin, id, lessonId, learner } = await createAssignment(world, { doneWhen: 'passed' })
    const body = { userId: learner.user?.id, lessonId }
    return {
      first: () => admin.post(`/api/tenant/courses/${id}/gradebook/excuse`, body),
      heldBefore: LOCK_ENROLLMENTS_SQL,
      second: () => learner.post(getHandInPath(lessonId), { text: 'A bridge', number: 1 }),
      // The submission awaits a grader, although the learner was excused.
      expect: async (first, second) => {
        expect([first.status, second.status]).toEqual([204, 200])
        expect(await getProgress(world, learner, lessonId)).toMatchObject({ isAwaitingGrade: true })
      },
    }
  },
  'plugins/lms/assessment/grading/server/held-work.ts lockEnrollments': async ({ organization }) => {
    const { by, learner, lessonId } = await submitWork(organization)
    const { id } = await getFirstWork(by)
    return {
      first: () => by.put(`${workPath}/${id}`, { isPassed: true, comment: 'It holds.', version: 1, act: 'post' }),
      heldBefore: /^insert into "lms_grades"/,
      second: () => learner.post(getHandInPath(lessonId), { text: 'A better bridge', number: 2 }),
      expect: (first, second) => expect([first, second].every(isAnswered)).toBe(true),
    }
  },
  'plugins/lms/assessment/grading/server/held-work.ts selectWork': async ({ organization }) => {
    const { by } = await submitWork(organization)
    const { id } = await getFirstWork(by)
    const grade = (comment: string) => () =>
      by.put(`${workPath}/${id}`, { isPassed: true, comment, version: 1, act: 'keep' })
    return {
      first: grade('It holds.'),
      second: grade('It breaks.'),
      expect: (first, second) => expect([first.status, second.status]).toEqual([200, 409]),
    }
  },
  'plugins/lms/assessment/grading/server/comments.ts lockComments': async ({ organization, platform }) => {
    const instructor = await organization.signIn('instructor')
    const kept = Array.from({ length: MAX_COMMENTS - 1 }, () => ({ userId: instructor.user?.id, text: 'Show how.' }))
    await platform.core.db.tenant(organization.id, systemActor, ({ trx }) => trx('lmsGradingComments').insert(kept))
    const add = (text: string) => () => instructor.post('/api/tenant/grading/comments', { text })
    return {
      first: add('Why?'),
      second: add('Since when?'),
      expect: (first, second) => expect([first.status, second.status]).toEqual([201, 409]),
    }
  },
  'plugins/lms/assessment/handins/server/lock-submission.ts row': async (world) => {
    const { ben, cleo, join } = await createTeam(world, 2)
    return {
      first: () => join(ben),
      second: () => join(cleo),
      expect: (first, second) => expect([first.status, second.status]).toEqual([200, 400]),
    }
  },
  'plugins/lms/assessment/handins/server/lock-submission.ts lockTeamEnrollments': async (world) => {
    const { path, founder, ben, join } = await createTeam(world, 2)
    await join(ben)
    const handIn = (by: Client) => () => by.post(path, { text: 'Ours', number: 1 })
    return {
      first: handIn(founder),
      heldBefore: /^insert into "lms_hand_in_versions"/,
      second: handIn(ben),
      expect: (first, second) => expect([first, second].every(isAnswered)).toBe(true),
    }
  },
  'plugins/lms/assessment/handins/server/grade-missing.ts lockOverdueEnrollments': async (world) => {
    const { platform, organization } = world
    const { lessonId, learner } = await createAssignment(world, { dueAfterDays: 0, missingScore: 10 })
    const enrolledAt = new Date(platform.clock.now().getTime() - 3 * 86_400_000)
    await changeRow(platform, 'lmsEnrollments', { userId: learner.user?.id }, { enrolledAt })
    return {
      first: () => platform.core.db.tenant(organization.id, systemActor, (scope) => gradeMissing(scope)),
      heldBefore: LOCK_ENROLLMENTS_SQL,
      second: () => learner.post(getHandInPath(lessonId), { text: 'A late bridge', number: 1 }),
      expect: async () =>
        expect(await getProgress(world, learner, lessonId)).toMatchObject({ score: null, isAwaitingGrade: true }),
    }
  },
}

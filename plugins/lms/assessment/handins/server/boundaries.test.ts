import { afterEach, expect, vi } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { lms } from '../../../plugin.ts'
import { getHandInPath, publishSubmission, newFeedbackPublisher } from '../../../testing/hand-ins.ts'
import { gradeMissing } from './grade-missing.ts'

const test = pluginTest([lms])

const DAY_MS = 86_400_000

afterEach(() => {
  vi.restoreAllMocks()
})

/** Enrolls a learner whose submission is due tomorrow and closes two days later. */
async function createAssignment(platform: TestPlatform, details: object = {}) {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const rules = { dueAfterDays: 1, closesAfterDays: 2, latePercent: 10, ...details }
  const { id, lessonId } = await publishSubmission(admin, { details: rules })
  const learner = await organization.signIn('student')
  await learner.post(`/api/tenant/courses/${id}/enroll`)
  const path = getHandInPath(lessonId)
  const { dueAt } = (await learner.get(path)).body
  /** @param time milliseconds after the due date */
  const moveTo = async (time: number) => {
    vi.spyOn(platform.clock, 'now').mockReturnValue(new Date(Date.parse(dueAt) + time))
    await learner.signIn(learner.user?.email ?? '')
  }
  const submit = (number = 1) => learner.post(path, { text: 'A bridge', number })
  return { organization, learner, path, moveTo, submit }
}

test.for([
  [-1, 0],
  [0, 0],
  [1, 1],
  [1000, 1],
  [1001, 2],
  [DAY_MS, 86_400],
  [DAY_MS + 1, 86_401],
  [2 * DAY_MS - 1, 172_800],
])('a submission %d ms after the due date is %d seconds late', async ([time = 0, lateSeconds], { platform }) => {
  const { moveTo, submit } = await createAssignment(platform)
  await moveTo(time)
  expect(await submit()).toMatchObject({ status: 200, body: { latest: { lateSeconds } } })
})

test('an assignment accepts submissions until the millisecond before it closes', async ({ platform }) => {
  const { learner, path, moveTo, submit } = await createAssignment(platform)
  const refusals = []
  for (const time of [2 * DAY_MS - 1, 2 * DAY_MS]) {
    await moveTo(time)
    refusals.push((await learner.get(path)).body.refusal !== null)
  }
  expect(refusals).toEqual([false, true])
  expect((await submit()).body.code).toBe('hand-in.refused')
})

test('a returned submission is accepted after closing, as late as the first version was', async ({ platform }) => {
  const { organization, learner, moveTo, submit } = await createAssignment(platform)
  await moveTo(1)
  expect((await submit()).status).toBe(200)
  await newFeedbackPublisher(platform, organization, learner, { outcome: 'returned', score: null })
  await moveTo(2 * DAY_MS)
  expect(await submit(2)).toMatchObject({ status: 200, body: { latest: { number: 2, lateSeconds: 1 } } })
})

test('a learner without a submission is overdue and gets the grade for missing work at the due date', async ({
  platform,
}) => {
  const { organization, learner, path, moveTo } = await createAssignment(platform, { missingScore: 10 })
  const seen = []
  for (const time of [-1, 0]) {
    await moveTo(time)
    await platform.core.db.tenant(organization.id, systemActor, gradeMissing)
    const scores = await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
      trx('lmsLessonProgress').where({ userId: learner.user?.id }).whereNotNull('score').pluck<number[]>('score'),
    )
    seen.push([(await learner.get(path)).body.isOverdue, ...scores])
  }
  expect(seen).toEqual([[false], [true, 10]])
})

import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { lms } from '../../../plugin.ts'
import { publishSubmission } from '../../../testing/hand-ins.ts'
import { gradeMissing } from './grade-missing.ts'

const test = pluginTest([lms])

test('learners whose day has not ended yet do not block learners after them', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id } = await publishSubmission(admin, { details: { dueAfterDays: 0, missingScore: 10 } })
  const people = []
  for (let place = 0; place < 4; place += 1) {
    const learner = await organization.signIn('student')
    await learner.post(`/api/tenant/courses/${id}/enroll`)
    people.push(learner.user?.id)
  }
  const inOrganization = <T>(work: Parameters<typeof platform.core.db.tenant<T>>[2]) =>
    platform.core.db.tenant(organization.id, systemActor, work)
  const last = people.at(-1)
  await inOrganization(async ({ trx }) => {
    const longAgo = new Date(platform.clock.now().getTime() - 3 * 86_400_000)
    await trx('lmsEnrollments').where({ userId: last }).update({ enrolledAt: longAgo })
  })
  let after: { enrollmentId: string; lessonId: string } | null = null
  let portions = 0
  do {
    const from: { enrollmentId: string; lessonId: string } | null = after
    after = await inOrganization((scope) => gradeMissing(scope, from, 1))
    portions += 1
  } while (after !== null)
  expect(portions).toBe(5)
  const graded = await inOrganization(({ trx }) => trx('lmsLessonProgress').whereNotNull('score').select('userId'))
  expect(graded).toEqual([{ userId: last }])
})

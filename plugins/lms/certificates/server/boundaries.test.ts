import { afterEach, expect, vi } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { lms } from '../../plugin.ts'
import { listCertificates, createCertified } from '../../testing/completing.ts'
import { REMINDER_DAYS } from '../contract.ts'
import { reminderJobs } from './reminders.ts'

const test = pluginTest([lms])

const DAY_MS = 86_400_000
const [FIRST, LAST] = REMINDER_DAYS

afterEach(() => {
  vi.restoreAllMocks()
})

/** Issues a certificate that expires at the moment 0 of `moveTo`. */
async function issueCertificate(platform: TestPlatform) {
  const { organization, learner, course, certificate } = await createCertified(platform, { certificateMonths: 3 })
  const expiresAt = Date.parse(certificate.expiresAt ?? '')
  const moveTo = async (time: number) => {
    vi.spyOn(platform.clock, 'now').mockReturnValue(new Date(expiresAt + time))
    await learner.signIn(learner.user?.email ?? '')
  }
  const readState = async () => {
    const { certificates, canRenew } = await listCertificates(learner, course.id)
    return { state: certificates[0]?.state, canRenew }
  }
  /** Sends the due reminders and counts all so far. */
  const countReminders = async () => {
    for (const job of reminderJobs) await job.perform(platform.core, organization.id, {})
    const reminders = await platform.core.db.platform(systemActor, ({ trx }) =>
      trx('mailMessages').where({ tenantId: organization.id }).whereLike('subject', '%expires on%').pluck('id'),
    )
    return reminders.length
  }
  const readPage = async () => (await platform.client().get(`/verify/${certificate.number}`)).body as string
  return { moveTo, readState, countReminders, readPage }
}

test('a certificate is valid until the millisecond before it expires, for its learner and on the public page', async ({
  platform,
}) => {
  const { moveTo, readState, readPage } = await issueCertificate(platform)
  await moveTo(-1)
  expect(await readState()).toEqual({ state: 'valid', canRenew: true })
  expect(await readPage()).toContain('Valid certificate')
  await moveTo(0)
  expect(await readState()).toEqual({ state: 'expired', canRenew: true })
  expect(await readPage()).toContain('Expired certificate')
})

test('a learner can renew a course from the moment of the first reminder', async ({ platform }) => {
  const { moveTo, readState } = await issueCertificate(platform)
  await moveTo(-FIRST * DAY_MS - 1)
  expect(await readState()).toEqual({ state: 'valid', canRenew: false })
  await moveTo(-FIRST * DAY_MS)
  expect(await readState()).toEqual({ state: 'valid', canRenew: true })
})

test('each reminder is sent once, from its moment on', async ({ platform }) => {
  const { moveTo, countReminders } = await issueCertificate(platform)
  const counts = []
  for (const time of [-FIRST * DAY_MS - 1, -FIRST * DAY_MS, -LAST * DAY_MS - 1, -LAST * DAY_MS, -1]) {
    await moveTo(time)
    counts.push(await countReminders())
  }
  expect(counts).toEqual([0, 1, 1, 2, 2])
})

test.for([
  [-1, 1],
  [0, 0],
])('%d ms after a certificate expires its learner has %d reminders', async ([time = 0, count], { platform }) => {
  const { moveTo, countReminders } = await issueCertificate(platform)
  await moveTo(time)
  expect(await countReminders()).toBe(count)
})

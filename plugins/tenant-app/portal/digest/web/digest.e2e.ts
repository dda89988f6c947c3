import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { startSmtpServer } from '#core/testing/smtp.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildStudent } from '../../../testing/factories.ts'
import { MINUTE_MS, scheduleSession } from '../../../testing/sessions.ts'
import { sendDigests } from '../server/send-digests.ts'

const test = browserTest([tenantApp], { work: true })

/** Errors that are expected: 401 before sign-in, and 404 for an invalid link. */
const expected = { except: [/401/, /404/] }

test('a guardian chooses the digest and ends it by its link; the organization sets its time', async ({
  platform,
  visitor,
}) => {
  await using smtp = await startSmtpServer()
  const operator = await platform.superAdmin()
  await operator.put('/api/settings', { mailHost: smtp.host, mailPort: smtp.port, mailUseTls: false, mailUsername: '' })
  const organization = await platform.organization()
  const origin = platform.originOf(organization)
  const parent = await organization.user('parent')
  const { id } = await buildStudent(platform, organization, { firstName: 'Mia', guardians: [parent.id] })

  const admin = await visitor.open(origin, '/org-settings?tab=notifications', {
    as: (await organization.user('tenant_admin')).email,
  })
  await admin.getByRole('button', { name: 'Day of the digest' }).click()
  await admin.getByRole('option', { name: 'Friday' }).click()
  await admin.getByRole('button', { name: 'Hour of the digest' }).click()
  await admin.getByRole('option', { name: '4:00 PM' }).click()
  await admin.getByRole('button', { name: 'Save changes' }).click()
  await admin.getByText('Settings Saved').waitFor()
  await admin.getByText('Once a week, on Fridays at 4:00 PM').waitFor()
  await expectAccessibleEverywhere(admin, 'tenant-app/settings-notifications', () =>
    admin.getByText('Once a week, on Fridays').waitFor(),
  )
  expectNoErrors(admin, expected)

  const page = await visitor.open(origin, '/profile', { as: parent.email })
  await page.getByText('It comes on Fridays at 4:00 PM').waitFor()
  await page.getByText('Send me the weekly digest by email').click()
  await page.getByText('You get the weekly digest by email').waitFor()
  await page.goto('/parent-portal?tab=account')
  const choice = page.getByRole('switch', { name: 'Send me the weekly digest by email' })
  await expect.poll(() => choice.isChecked()).toBe(true)

  const now = platform.clock.now()
  const friday = new Date(now)
  friday.setUTCDate(now.getUTCDate() + ((5 - now.getUTCDay() + 7) % 7 || 7))
  friday.setUTCHours(23, 0, 0, 0)
  const staff = await organization.signIn('tenant_admin')
  const inMinutes = Math.ceil((friday.getTime() - now.getTime()) / MINUTE_MS) + 1440
  const session = await scheduleSession(platform, staff, { inMinutes })
  await staff.post(`/api/sessions/${session}/participants`, { studentIds: [id] })
  platform.clock.forward(friday.getTime() - now.getTime())
  await sendDigests.perform(platform.core, organization.id, {})
  const mail = await smtp.waitFor(({ to }) => to.includes(parent.email))
  const [, search] = /\/unsubscribe(\?token=\S+)/.exec(mail.text) ?? []

  const stranger = await visitor.open(origin, `/unsubscribe${search}`)
  await expectAccessibleEverywhere(stranger, 'tenant-app/unsubscribe', () =>
    stranger.getByRole('button', { name: 'Unsubscribe' }).waitFor(),
  )
  await stranger.getByRole('button', { name: 'Unsubscribe' }).click()
  await stranger.getByText('You get no more weekly digests').waitFor()
  await stranger.goto('/unsubscribe?token=another')
  await stranger.getByRole('button', { name: 'Unsubscribe' }).click()
  await stranger.getByText('This link does not work any more').waitFor()
  await stranger.goto('/unsubscribe')
  await stranger.getByText('This link is incomplete').waitFor()
  expectNoErrors(stranger, expected)
  expect((await (await organization.client().signIn(parent.email)).get('/api/digest')).body.isOn).toBe(false)
})

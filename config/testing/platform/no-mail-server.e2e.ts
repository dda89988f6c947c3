import { expect } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { deliverMail } from '#core/server/mail/deliver.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { browserTest, type BrowserPlatform } from '#core/testing/browser-harness.ts'

const test = browserTest(plugins)

const NOT_SENT = 'Not sent: no mail server'
const expected = [/401/, /404 .*subscription/]

/** Runs the job for every message that was written. */
async function deliverAll({ core }: BrowserPlatform): Promise<void> {
  const pending = await core.db.platform(systemActor, ({ trx }) =>
    trx('mail_messages').where({ status: 'pending' }).pluck<string[]>('id'),
  )
  for (const messageId of pending) await deliverMail.perform(core, null, { messageId, tenantId: null })
}

test('an admin who invites a user reads that nothing was sent, and the operator how many messages are held', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const page = await visitor.open(platform.originOf(organization), '/org-settings?tab=people', {
    as: (await organization.user('tenant_admin')).email,
  })
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a person' })
  await expectAccessibleEverywhere(page, 'no-mail/invite', () => dialog.getByText(NOT_SENT).waitFor())
  await page.getByLabel('First name').fill('Mae')
  await page.getByLabel('Last name').fill('Jemison')
  await page.getByLabel('Email', { exact: true }).fill('mae@people.example')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByRole('alert').filter({ hasText: NOT_SENT }).getByText('mae@people.example').waitFor()
  await deliverAll(platform)

  const operator = await visitor.openHome(platform.origin, (await platform.superAdmin()).user?.email ?? '')
  await operator.getByText('Email held').waitFor()
  await operator.getByText('1 message not sent').waitFor()
  await operator.goto('/settings/messages')
  await operator.getByText('1 message is held').waitFor()
  expectNoErrors(page, { except: expected })
})

test('the operator hands credentials over, and reads that they were not emailed', async ({ platform, visitor }) => {
  const page = await visitor.open(platform.origin, '/tenants?add=true', {
    as: (await platform.superAdmin()).user?.email ?? '',
  })
  await page.getByText(NOT_SENT).waitFor()
  await page.getByLabel('Organization name').fill('Silent School')
  await page.getByLabel('Admin email').fill('admin@silent.example')
  await page.getByRole('button', { name: 'Create organization' }).click()
  const given = page.getByRole('dialog').filter({ hasText: 'Copy these credentials now' })
  await expectAccessibleEverywhere(page, 'no-mail/credentials', () => given.getByText(NOT_SENT).waitFor())
})

test('a user who forgot the password reads whom to ask, for any address', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('parent')
  for (const address of [email, 'nobody@example.org']) {
    const page = await visitor.open(platform.originOf(organization), '/forgot-password')
    await page.getByLabel('Email').fill(address)
    await page.getByRole('button', { name: 'Go on' }).click()
    const answer = page.getByRole('status').filter({ hasText: NOT_SENT })
    await expectAccessibleEverywhere(page, 'no-mail/forgot', () => answer.waitFor())
    expect(await answer.textContent()).toContain('Ask your organization for a temporary password')
  }
})

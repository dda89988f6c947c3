import { expect } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { expectAccessible, expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { startWebhookReceiver, workWebhooks } from '#core/testing/webhook-receiver.ts'

const test = browserTest(plugins, { env: { WEBHOOKS_ALLOW_PRIVATE: '1' } })

test('an admin adds a webhook, copies its secret, sends a test event and sends it again', async ({
  platform,
  visitor,
}) => {
  const receiver = await startWebhookReceiver()
  const organization = await platform.organization()
  const { email } = await organization.user('tenant_admin')
  const page = await visitor.open(platform.originOf(organization), '/org-settings?tab=webhooks', { as: email })
  await page.getByText('Webhooks that you add will be listed here.').waitFor()
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a webhook' })
  await dialog.getByRole('group', { name: 'Students' }).waitFor()
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await dialog.getByText('Enter an address').waitFor()
  await dialog.getByText('Choose at least one event').waitFor()
  await dialog.getByLabel('Address').fill('ftp://example.org')
  await dialog.getByLabel('Description').fill('التقويم المدرسي')
  await dialog.getByText('student.added').click()
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  await dialog.getByText('The address has to begin with https://').waitFor()
  await expectAccessible(page)
  const url = receiver.url('a-receiver-with-a-long-address-of-a-program')
  await dialog.getByLabel('Address').fill(url)
  await dialog.getByRole('button', { name: 'Add webhook' }).click()
  const secret = page.getByRole('alertdialog', { name: 'Copy the signing secret' })
  await secret.waitFor()
  expect(await secret.locator('dd').textContent()).toMatch(/^whsec_[\w+/]{43}=$/)
  await secret.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: `Deliveries to ${url}` }).click()
  const log = page.getByRole('dialog', { name: 'Deliveries' })
  await log.getByText('Events that are sent will be listed here.').waitFor()
  await log.getByRole('button', { name: 'Send test event' }).click()
  await log.getByText('webhook.test').waitFor()
  await workWebhooks(platform, organization)
  await log.getByRole('button', { name: 'Refresh' }).click()
  await log.getByText('Delivered').waitFor()
  await log.getByText('webhook.test').click()
  await log.getByLabel('Body that is sent').getByText('A test event').waitFor()
  await expectAccessibleEverywhere(page, 'webhook-log', async () => {
    await page.getByRole('dialog', { name: 'Deliveries' }).waitFor()
  })
  await log.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('Sent again').waitFor()
  await workWebhooks(platform, organization)
  await expect.poll(() => receiver.asked.length).toBe(2)
  expect(new Set(receiver.asked.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  await log.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: `Actions for ${url}` }).click()
  await page.getByRole('menuitem', { name: 'Turn off' }).click()
  await page.getByText('Turned off by an admin.').waitFor()
  await expectAccessibleEverywhere(page, 'organization-webhooks', async () => {
    await page.getByText('Turned off by an admin.').waitFor()
  })
  expectNoErrors(page, { except: [/400/, /tenant\/subscription/] })
})

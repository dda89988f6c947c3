import { expect } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { buildApiToken, byToken } from '#core/testing/api-tokens.ts'
import { expectAccessible, expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { browserTest } from '#core/testing/browser-harness.ts'

const test = browserTest(plugins)

test('an instructor creates an API token, copies it once and revokes it', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const page = await visitor.open(platform.originOf(organization), '/profile', { as: email })
  await page.getByText('You have no API tokens.').waitFor()
  await page.getByRole('button', { name: 'Create API token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create an API token' })
  await dialog.getByRole('group', { name: 'Sessions', exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await dialog.getByText('Enter a name').waitFor()
  await dialog.getByText('Choose at least one area').waitFor()
  await dialog.getByLabel('Name').fill('Nightly export')
  await dialog.getByLabel('Search areas').fill('sessions')
  await dialog.getByRole('group', { name: 'Sessions', exact: true }).getByText('Read').click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const secret = page.getByRole('alertdialog', { name: 'Copy your API token' })
  await secret.waitFor()
  const token = (await secret.locator('dd').textContent()) ?? ''
  expect(token).toMatch(/^trl_[0-9a-f]{8}_[\w-]{43}$/)
  const program = byToken(platform, organization.client(), token)
  expect((await program.get('/api/sessions')).status).toBe(200)
  await secret.getByRole('button', { name: 'Done' }).click()
  await page.getByText(/sessions:read/).waitFor()
  await page.getByRole('button', { name: 'Revoke Nightly export' }).click()
  await page.getByRole('button', { name: 'Revoke token' }).click()
  await page.getByText('You have no API tokens.').waitFor()
  expect((await program.get('/api/sessions')).status).toBe(401)
  expectNoErrors(page, { except: [/400/] })
})

test('an admin sees the tokens of everyone, revokes one and switches them off', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const instructor = await organization.signIn('instructor')
  const { token } = await buildApiToken(platform, instructor, { scopes: ['sessions:read'], name: 'مزامنة ليلية' })
  await buildApiToken(platform, instructor, { scopes: ['sessions:read', 'students:write'], name: 'W'.repeat(60) })
  const { email } = await organization.user('tenant_admin')
  const origin = platform.originOf(organization)
  const page = await visitor.open(origin, '/org-settings?tab=api-tokens', { as: email })
  await page.getByText('مزامنة ليلية').waitFor()
  await expectAccessibleEverywhere(page, 'organization-api-tokens', async () => {
    await page.getByText('مزامنة ليلية').waitFor()
  })
  await page.getByText('No one').click()
  await page.getByText('API token settings saved').waitFor()
  const program = byToken(platform, organization.client(), token)
  expect(await program.get('/api/sessions')).toMatchObject({ status: 403, body: { code: 'api-tokens.off' } })
  await page.getByRole('button', { name: 'Revoke مزامنة ليلية' }).click()
  await page.getByRole('button', { name: 'Revoke token' }).click()
  await page.getByText('مزامنة ليلية', { exact: true }).waitFor({ state: 'hidden' })
  expectNoErrors(page, { except: [/tenant\/subscription/] })
})

import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { tenantApp } from '../../../plugin.ts'

const test = browserTest([tenantApp])

const WIDE_VIEWPORT = { width: 1440, height: 900 }

test('a parent says how they are called and requests another name on certificates, which an admin approves', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const origin = platform.originOf(organization)
  const { email } = await organization.user('parent')
  const page = await visitor.open(origin, '/profile', { as: email })
  const called = page.getByLabel('Preferred name')
  await called.fill('Support')
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByText('Names of roles and of the platform are kept for staff.').waitFor()
  await called.fill('see www.evil.example')
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByText('Enter a name without a link').waitFor()
  await called.fill('Addie')
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByText('Name saved').waitFor()
  await page.getByRole('button', { name: /Addie.*Your account/ }).waitFor()
  await page.getByRole('button', { name: 'Request another name' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request another name' })
  await expectAccessibleEverywhere(page, 'profile/name-request', () => dialog.getByLabel('First name').waitFor())
  await page.setViewportSize(WIDE_VIEWPORT)
  await dialog.getByLabel('Last name').fill('King')
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expectAccessibleEverywhere(page, 'profile/name-requested', () =>
    page.getByText('You requested the name Ada King.').waitFor(),
  )

  const admin = await visitor.open(origin, '/org-settings?tab=people', {
    as: (await organization.user('tenant_admin')).email,
  })
  const approve = admin.getByRole('button', { name: 'Approve the name Ada King' })
  await expectAccessibleEverywhere(admin, 'people/name-requests', () => approve.waitFor())
  await admin.setViewportSize(WIDE_VIEWPORT)
  await approve.click()
  await admin.getByText('Name approved').waitFor()
  await approve.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByText('Ada King', { exact: true }).waitFor()
  expectNoErrors(page, { except: [/400/, /401/] })
  expectNoErrors(admin, { except: [/401/] })
})

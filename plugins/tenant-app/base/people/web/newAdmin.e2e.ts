import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { tenantApp } from '../../../plugin.ts'

const test = browserTest([tenantApp])

test('platform staff who invite an admin are asked for a reason in the same dialog, and admins read it', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const origin = platform.originOf(organization)
  const { user } = await platform.superAdmin()
  const page = await visitor.open(origin, '/org-settings?tab=people&invite=true', { as: user?.email ?? '' })
  const dialog = page.getByRole('dialog')
  const chooseAdmin = async () => {
    await dialog.getByRole('button', { name: 'Role' }).click()
    await page.getByRole('option', { name: 'Admin' }).click()
  }
  await expectAccessibleEverywhere(page, 'people/invite-admin', async () => {
    await page.goto('/org-settings?tab=people&invite=true')
    await dialog.waitFor()
    expect(await dialog.getByLabel('Reason').count()).toBe(0)
    await chooseAdmin()
    await dialog.getByLabel('Reason').waitFor()
  })
  await dialog.getByLabel('First name').fill('Mae')
  await dialog.getByLabel('Last name').fill('Jemison')
  await dialog.getByLabel('Email').fill('mae.jemison@people.example')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await dialog.getByText('Write why you need to do this').waitFor()
  await dialog.getByLabel('Reason').fill('The owner has left')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await dialog.waitFor({ state: 'detached' })
  expectNoErrors(page, { except: [/400/] })

  const its = await visitor.open(origin, '/org-settings?tab=access', { as: admin.user?.email ?? '' })
  await expectAccessibleEverywhere(its, 'people/ledger-of-admins', () => its.getByText('The owner has left').waitFor())
  await its.getByText('Mae Jemison').waitFor()
  expectNoErrors(its)
})

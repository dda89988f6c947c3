import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { tenantApp } from '../../../plugin.ts'

const test = browserTest([tenantApp])

test('an admin adds sample data from the checklist, sees it on Today, and removes it', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const { email } = await organization.user('tenant_admin', { firstName: 'Grace' })
  const page = await visitor.openHome(platform.originOf(organization), email)
  await page.getByRole('button', { name: 'Add sample data' }).click()
  await page.getByText('This organization has sample data').waitFor()
  await page.getByText('Saturday Makers (sample)').first().waitFor()
  expect(await page.getByRole('button', { name: 'Add sample data' }).count()).toBe(0)
  await page.getByText('0 of 7 done').waitFor()
  await expectAccessibleEverywhere(page, 'tenant-app/sample-data', () =>
    page.getByText('This organization has sample data').waitFor(),
  )

  await page.goto('/students')
  await page
    .getByRole('link', { name: /\(sample\)$/ })
    .first()
    .waitFor()
  await page.goto('/today')
  await page.getByRole('button', { name: 'Remove sample data' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Remove sample data?' })
  await dialog.getByText(/This deletes 8 sessions, 1 series, 1 group, 2 projects, 1\d students/).waitFor()
  await expectAccessibleEverywhere(page, 'tenant-app/sample-data-removal', () => dialog.waitFor())
  await dialog.getByRole('button', { name: 'Remove sample data' }).click()
  await page.getByText('Sample data removed').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Remove sample data' }).waitFor({ state: 'detached' })
  expectNoErrors(page, { except: [/401/] })
})

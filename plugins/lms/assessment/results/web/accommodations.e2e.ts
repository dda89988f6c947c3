import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { lms } from '../../../plugin.ts'

const test = browserTest([tenantApp, lms])

test('platform staff enter a reason before they see a learner’s accommodations', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id } = await organization.user('student', { firstName: 'Mary', lastName: 'Ward' })
  const accommodation = { timeFactor: 2, breakMinutes: 15, isUnshuffled: false, isLarger: false }
  await admin.put(`/api/tenant/accommodations/${id}`, accommodation)
  const { user } = await platform.superAdmin()
  const page = await visitor.open(platform.originOf(organization), '/accommodations?search=ward', {
    as: user?.email ?? '',
  })
  const dialog = page.getByRole('dialog', { name: 'How Mary Ward takes quizzes' })
  await expectAccessibleEverywhere(page, 'accommodation-reason', async () => {
    await page.goto('/accommodations?search=ward')
    await page.getByRole('button', { name: 'Show how Mary Ward takes quizzes' }).click()
    await dialog.getByLabel('Reason').waitFor()
  })
  expect(await page.getByText('Time: twice as much').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Show' }).click()
  await dialog.getByText('Write why you need to see this').waitFor()
  await dialog.getByLabel('Reason').fill('The admin asked support for help')
  await dialog.getByRole('button', { name: 'Show' }).click()
  await dialog.getByRole('textbox', { name: 'Minutes for breaks' }).waitFor()
  expect(await dialog.getByRole('textbox', { name: 'Minutes for breaks' }).inputValue()).toBe('15')
  await dialog.getByRole('textbox', { name: 'Minutes for breaks' }).fill('20')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Accommodations saved').waitFor()
  const [entry] = (await admin.get('/api/access-ledger')).body
  expect(entry).toMatchObject({ what: 'accommodations', personName: 'Mary Ward' })
  expectNoErrors(page, { except: [/400/] })
})

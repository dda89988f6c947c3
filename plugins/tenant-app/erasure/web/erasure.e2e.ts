import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors, openMenu } from '#core/testing/browser.ts'
import { tenantApp } from '../../server/plugin.ts'
import { addStudent } from '../../testing/families.ts'

const test = browserTest([tenantApp])

test('an admin sees what goes and what stays, erases a student by typing the name, and finds it in the list', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const guardian = await organization.user('parent', { firstName: 'Ann', lastName: 'King' })
  const { id } = await addStudent(platform, organization, {
    firstName: 'Mia',
    lastName: 'King',
    guardians: [{ userId: guardian.id, relationship: 'Mother' }],
  })
  const page = await visitor.open(platform.originOf(organization), '/auth')
  await visitor.signIn(page, (await organization.user('tenant_admin')).email)
  const dialog = page.getByRole('alertdialog', { name: 'Erase Mia King?' })
  await expectAccessibleEverywhere(page, 'erasure/outlook', async () => {
    await page.goto(`/students/${id}`)
    await openMenu(page, 'Actions for Mia King')
    await page.getByRole('menuitem', { name: 'Erase' }).click()
    await dialog.getByText('Ann King has no other child here.').waitFor()
  })
  await dialog.getByLabel('Type “Mia King” to confirm').fill('Mia King')
  await dialog.getByRole('button', { name: 'Erase for ever' }).click()
  await page.getByText('The student was erased. Nothing undoes it.').waitFor()
  await page.waitForURL('**/students')
  await expectAccessibleEverywhere(page, 'erasure/erasures', async () => {
    await page.goto('/org-settings?tab=data')
    await page.getByText('Student', { exact: true }).waitFor()
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/org-settings?tab=people')
  await openMenu(page, 'Actions for Ann King')
  await page.getByRole('menuitem', { name: 'Erase' }).click()
  await page.getByRole('alertdialog', { name: 'Erase Ann King?' }).getByText('What goes').waitFor()
  expectNoErrors(page, { except: [/401/, /404/] })
})

import type { Page } from 'playwright'
import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors, notification, openMenu } from '#core/testing/browser.ts'
import type { TestOrganization, TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildStudent } from '../../../testing/factories.ts'

const test = browserTest([tenantApp])

const rows = (page: Page) => page.getByRole('list', { name: 'Guardians' }).getByRole('listitem')

/** Creates Ada with the guardians Ann and Ben. */
async function makeFamily(platform: TestPlatform, organization: TestOrganization) {
  const ann = await organization.user('parent', { firstName: 'Ann', lastName: 'King' })
  const ben = await organization.user('parent', { firstName: 'Ben', lastName: 'Stone' })
  const student = await buildStudent(platform, organization, {
    guardians: [
      { userId: ann.id, relationship: 'Mother' },
      { userId: ben.id, relationship: 'Father' },
    ],
  })
  return { ...student, tab: `/students/${student.id}?tab=guardians` }
}

test('an admin adds, orders and removes guardians', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { tab } = await makeFamily(platform, organization)
  await organization.user('parent', { firstName: 'Cleo', lastName: 'Hill' })
  const page = await visitor.open(platform.originOf(organization), tab, {
    as: (await organization.user('tenant_admin')).email,
  })
  await expect.poll(() => rows(page).count()).toBe(2)

  const adding = page.getByRole('dialog', { name: 'Add guardian' })
  await page.getByRole('button', { name: 'Add guardian' }).click()
  await adding.getByRole('combobox', { name: 'Parent' }).fill('cleo')
  await page.getByRole('option', { name: /Cleo Hill/ }).click()
  await adding.getByRole('button', { name: 'Add guardian' }).click()
  await adding.getByText('Relationship is required').waitFor()
  await adding.getByLabel('Relationship').fill('Aunt')
  await adding.getByRole('button', { name: 'Add guardian' }).click()
  await notification(page).getByText('Guardian added').waitFor()
  await adding.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Add guardian' }).click()
  await adding.getByText('Someone new').click()
  await adding.getByLabel('First name').fill('Dan')
  await adding.getByLabel('Last name').fill('Hill')
  await adding.getByLabel('Relationship').fill('Uncle')
  await adding.getByRole('button', { name: 'Add guardian' }).click()
  await adding.getByText('An invitation needs an email address').waitFor()
  await adding.getByText('Invite by email').click()
  await adding.getByRole('button', { name: 'Add guardian' }).click()
  await expect.poll(() => rows(page).count()).toBe(4)

  await openMenu(page, 'Actions for Dan Hill')
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await expect.poll(async () => (await rows(page).allTextContents())[2]).toContain('Dan Hill')
  await openMenu(page, 'Actions for Dan Hill')
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove guardian' }).click()
  await expect.poll(() => rows(page).count()).toBe(3)
  expectNoErrors(page, { except: [/401/, /400/] })
})

test('an admin edits a guardian without overwriting others, and records and lifts a restriction', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const { id, links, tab } = await makeFamily(platform, organization)
  const page = await visitor.open(platform.originOf(organization), tab, {
    as: (await organization.user('tenant_admin', { firstName: 'Grace' })).email,
  })
  const editing = page.getByRole('dialog', { name: 'Edit guardian' })
  await openMenu(page, 'Actions for Ben Stone')
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await editing.getByLabel('Phone').fill('+1 555 0133')
  await editing.getByText('Can pick up').click()
  const other = await organization.signIn('tenant_admin')
  await other.put(`/api/students/${id}/guardians/${links[1]}`, { phone: '+1 555 0144' })
  await editing.getByRole('button', { name: 'Save changes' }).click()
  await editing.getByText('Someone else changed this guardian', { exact: true }).waitFor()
  await editing.getByRole('button', { name: 'Load their version' }).click()
  await expect.poll(() => editing.getByLabel('Phone').inputValue()).toBe('+1 555 0144')
  await editing.getByText('Can pick up').click()
  await editing.getByRole('button', { name: 'Save changes' }).click()
  await notification(page).getByText('Guardian saved').waitFor()
  await page.getByText('Ben Stone may not pick up this child').waitFor()

  await page.getByRole('button', { name: 'Restrict Ben Stone' }).click()
  const restricting = page.getByRole('dialog', { name: 'Restrict Ben Stone' })
  expect(await restricting.getByLabel('Verified by').inputValue()).toBe('Grace Lovelace')
  await restricting.getByLabel('Notes').fill('No contact')
  await restricting.getByRole('button', { name: 'Restrict guardian' }).click()
  await rows(page).getByText('Restricted', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Show restrictions of Ben Stone' }).click()
  const shown = page.getByRole('dialog', { name: 'Restrictions of Ben Stone' })
  await shown.getByText('No contact').waitFor()
  await shown.getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.getByRole('button', { name: 'Lift restriction of Ben Stone' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Lift restriction' }).click()
  await page.getByRole('button', { name: 'Restrict Ben Stone' }).waitFor()
  expectNoErrors(page, { except: [/401/, /409/] })
})

test('an instructor sees guardians and barred people, and changes only authorized pickups', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const { id, links, tab } = await makeFamily(platform, organization)
  const admin = await organization.signIn('tenant_admin')
  const order = { kind: 'court-order', verifiedBy: 'Grace Hopper' }
  await admin.post(`/api/students/${id}/guardians/${links[1]}/restrictions`, order)
  const page = await visitor.open(platform.originOf(organization), tab, {
    as: (await organization.user('instructor')).email,
  })
  await page.getByText('Ben Stone may not pick up this child').waitFor()
  await rows(page).getByText('May not pick up', { exact: true }).waitFor()
  expect(await page.getByText(/restrict/i).count()).toBe(0)
  expect(await page.getByRole('button', { name: /Add guardian|Actions for/ }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Add authorized pickup' }).count()).toBe(1)
})

test('a super admin gives a reason before a restriction is shown', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { id, links, tab } = await makeFamily(platform, organization)
  const admin = await organization.signIn('tenant_admin')
  const order = { kind: 'custody', verifiedBy: 'Grace Hopper', notes: 'Weekends only' }
  await admin.post(`/api/students/${id}/guardians/${links[1]}/restrictions`, order)
  const page = await visitor.open(platform.originOf(organization), tab, {
    as: (await platform.superAdmin()).user?.email ?? '',
  })
  await page.getByRole('button', { name: 'Show restrictions of Ben Stone' }).click()
  const reason = page.getByRole('dialog', { name: 'Show the restrictions of Ben Stone' })
  await reason.getByRole('button', { name: 'Show' }).click()
  await reason.getByText('Write why you need to see this').waitFor()
  expect(await reason.getByText(/guardians can read it/).count()).toBe(0)
  await reason.getByLabel('Reason').fill('Support case 12')
  await reason.getByRole('button', { name: 'Show' }).click()
  await page.getByText('Weekends only').waitFor()
})

test('guardians and their dialogs are accessible and fit every width', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { id, links, tab } = await makeFamily(platform, organization)
  const admin = await organization.signIn('tenant_admin')
  const at = `/api/students/${id}/guardians/${links[1]}`
  const address = 'Flat 7 behind the old mill\n12345 A Town With A Rather Long Name'
  await admin.put(at, { phone: '+1 555 0133', address, notes: 'Prefers to be called in the evening' })
  await admin.post(`${at}/restrictions`, {
    kind: 'court-order',
    verifiedBy: 'Grace Hopper',
    documentDate: '2020-05-06',
    reviewOn: '2020-06-06',
    notes: 'No contact',
  })
  await admin.post(`/api/students/${id}/collectors`, { name: 'Ben Stone', phone: '+1 555 0100' })
  const page = await visitor.open(platform.originOf(organization), tab, {
    as: (await organization.user('tenant_admin')).email,
  })
  await expectAccessibleEverywhere(page, 'tenant-app/guardians', () =>
    page.getByText('Has the name or phone of a guardian who may not pick up').waitFor(),
  )
  const dialogs: [string, () => Promise<void>][] = [
    ['add', () => page.getByRole('button', { name: 'Add guardian' }).click()],
    ['restrict', () => page.getByRole('button', { name: 'Restrict Ann King' }).click()],
    ['restrictions', () => page.getByRole('button', { name: 'Show restrictions of Ben Stone' }).click()],
    ['collector', () => page.getByRole('button', { name: 'Add authorized pickup' }).click()],
  ]
  for (const [name, open] of dialogs) {
    await open()
    await expectAccessibleEverywhere(page, `tenant-app/guardians-${name}`, () => page.getByRole('dialog').waitFor())
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  const alone = await buildStudent(platform, organization)
  await page.goto(`/students/${alone.id}?tab=guardians`)
  await expectAccessibleEverywhere(page, 'tenant-app/guardians-none', () =>
    page.getByText('No guardians yet. Add a guardian').waitFor(),
  )
  expectNoErrors(page, { except: [/401/] })
})

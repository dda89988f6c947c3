import sharp from 'sharp'
import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors, notification, openMenu } from '#core/testing/browser.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildStudent } from '../../../testing/factories.ts'
import { createGroupOf } from '../../../testing/groups.ts'

const test = browserTest([tenantApp])

const notSignedIn = { except: [/401/] }
const phone = { width: 375, height: 812 }

test('on a phone a guardian switches between children, and saves authorized pickups and own contact details', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const ada = await organization.user('parent', { firstName: 'Ann', lastName: 'King' })
  const ben = await organization.user('parent', { firstName: 'Ben', lastName: 'Stone' })
  const { id: adaId } = await buildStudent(platform, organization, {
    guardians: [
      { userId: ada.id, relationship: 'Mother' },
      { userId: ben.id, relationship: 'Father', mayCollect: false },
    ],
  })
  await createGroupOf(await organization.signIn('tenant_admin'), [adaId], { name: 'Falcons', season: 'Summer 2027' })
  await buildStudent(platform, organization, {
    firstName: 'Cleo',
    guardians: [{ userId: ada.id, mayCollect: false }],
  })
  const page = await visitor.openHome(platform.originOf(organization), ada.email, { viewport: phone })
  await page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name: 'Children' }).click()
  await page.getByRole('heading', { name: 'Ada King' }).waitFor()
  await page.getByText('Groups: Falcons, Summer 2027').waitFor()
  await page.getByText('Progress Overview').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1600)
  await page.getByRole('tab', { name: 'People and pickup' }).click()
  await page.waitForURL('**/parent-portal?tab=people')

  const guardians = page.getByRole('list', { name: 'Guardians of Ada' }).getByRole('listitem')
  await expect.poll(() => guardians.allTextContents()).toHaveLength(2)
  const [own, other] = await guardians.allTextContents()
  expect(own).toMatch(/Ann King\s*You\s*Mother\s*May pick up Ada/)
  expect(other).toMatch(/Ben Stone\s*Father\s*May not pick up Ada/)

  await page.getByRole('button', { name: 'Add authorized pickup' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add authorized pickup' })
  await dialog.getByRole('button', { name: 'Add person' }).click()
  await dialog.getByText('Phone is required').waitFor()
  await dialog.getByLabel('Name').fill('Rosa Lee')
  await dialog.getByLabel('Relationship').fill('Grandmother')
  await dialog.getByLabel('Phone').fill('+1 555 0100')
  await dialog.getByRole('button', { name: 'Add person' }).click()
  await notification(page).getByText('Person added').waitFor()
  const rosa = page.getByRole('list', { name: 'Authorized pickups' }).getByRole('listitem')
  await rosa.getByRole('link', { name: '+1 555 0100' }).waitFor()

  await openMenu(page, 'Actions for Rosa Lee')
  await page.getByRole('menuitem', { name: 'Photo' }).click()
  const photos = page.getByRole('dialog', { name: 'Photo of Rosa Lee' })
  const choosing = page.waitForEvent('filechooser')
  await photos.getByRole('button', { name: 'Choose image' }).click()
  const picture = sharp({ create: { width: 80, height: 80, channels: 3, background: '#0f766e' } })
  await (await choosing).setFiles({ name: 'rosa.png', mimeType: 'image/png', buffer: await picture.png().toBuffer() })
  await photos.getByRole('img', { name: 'The present photo' }).waitFor()
  await photos.getByRole('button', { name: 'Done' }).click()
  await photos.waitFor({ state: 'hidden' })
  expect(await rosa.locator('img').getAttribute('src')).toMatch(/^\/api\/files\//)

  await openMenu(page, 'Actions for Rosa Lee')
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove person' }).click()
  await page.getByText('None yet. Add the people who come instead of a guardian.').waitFor()

  await page.getByRole('tab', { name: 'Account' }).click()
  const details = page.getByRole('form', { name: 'Your contact details' })
  await details.getByLabel('Phone').fill('+1 555 0199')
  await details.getByRole('button', { name: 'Save contact details' }).click()
  await notification(page).getByText('Contact details saved').waitFor()

  await page.getByRole('tab', { name: 'Cleo' }).click()
  await page.getByRole('heading', { name: 'Cleo King' }).waitFor()
  await page.getByRole('form', { name: 'Your contact details' }).waitFor()
  await page.getByRole('tab', { name: 'People and pickup' }).click()
  await page.getByText('None yet. Guardians who can pick up add the people here.').waitFor()
  expect(await page.getByRole('button', { name: 'Add authorized pickup' }).count()).toBe(0)
  await page.reload()
  await page.getByRole('heading', { name: 'Cleo King' }).waitFor()
  await page.getByText('None yet. Guardians who can pick up add the people here.').waitFor()
  await page.getByRole('tab', { name: 'People and pickup' }).press('ArrowRight')
  expect(await page.getByLabel('Phone').inputValue()).toBe('+1 555 0199')
  expectNoErrors(page, notSignedIn)
})

test('a super admin picks a child, staff have no portal, and a parent without children reads what to do', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const parent = await organization.user('parent')
  await buildStudent(platform, organization, { guardians: [(await organization.user('parent')).id] })
  const origin = platform.originOf(organization)
  const open = async (email: string) => {
    const page = await visitor.open(origin, '/parent-portal', { as: email })
    return page
  }
  const alone = await open(parent.email)
  await expectAccessibleEverywhere(alone, 'tenant-app/portal-empty', () =>
    alone.getByText(/Ask North Star Robotics to add you as a guardian/).waitFor(),
  )
  const instructor = await open((await organization.user('instructor')).email)
  await instructor.getByText('Insufficient Permissions').waitFor()

  const admin = await open((await platform.superAdmin()).user?.email ?? '')
  await admin.getByRole('combobox', { name: 'Child' }).fill('ada')
  await admin.getByRole('option', { name: 'Ada King' }).click()
  await admin.getByRole('heading', { name: 'Ada King' }).waitFor()
  await admin.getByRole('tab', { name: 'People and pickup' }).click()
  await admin.getByRole('list', { name: 'Guardians of Ada' }).waitFor()
  expect(await admin.getByRole('form', { name: 'Your contact details' }).count()).toBe(0)
})

test('the portal is accessible and fits every width, also while loading and after an error', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const parent = await organization.user('parent', { firstName: 'Ann', lastName: 'King' })
  const { id } = await buildStudent(platform, organization, {
    guardians: [parent.id, (await organization.user('parent')).id],
  })
  await buildStudent(platform, organization, { firstName: 'Cleo', guardians: [parent.id] })
  const admin = await organization.signIn('tenant_admin')
  const rosa = { name: 'Rosa Lee', relationship: 'Grandmother', phone: '+1 555 0100', validUntil: '2020-06-30' }
  await admin.post(`/api/students/${id}/collectors`, rosa)
  await admin.post(`/api/students/${id}/collectors`, {
    ...rosa,
    name: 'A neighbour with a name that goes on and on',
    validUntil: null,
  })
  const page = await visitor.open(platform.originOf(organization), '/parent-portal?tab=people', {
    as: parent.email,
    viewport: phone,
  })
  await expectAccessibleEverywhere(page, 'tenant-app/portal', () => page.getByText('Rosa Lee').first().waitFor())
  expectNoErrors(page, notSignedIn)

  await page.route('**/api/children/*/contacts', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'It broke' } }),
  )
  await page.route('**/collectors', () => undefined)
  await page.reload()
  await expectAccessibleEverywhere(page, 'tenant-app/portal-failed', () =>
    page.getByRole('button', { name: 'Try again' }).first().waitFor(),
  )
})

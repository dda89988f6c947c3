import sharp from 'sharp'
import { expect } from 'vitest'
import { expectAccessible, expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { tenantApp } from '../../../plugin.ts'

const test = browserTest([tenantApp])
/** Error that is expected before sign-in: 401. */
const anonymous = [/401/]

test('an admin renames the organization and moves it with its sessions to another zone; without billing there is no plan tab', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization({ name: 'Old Name' })
  const admin = await organization.signIn('tenant_admin')
  const chess = { name: 'Chess', startDate: '2094-07-01T20:00:00Z', endDate: '2094-07-01T21:00:00Z' }
  const { body: session } = await admin.post('/api/sessions', chess)
  const page = await visitor.openHome(platform.originOf(organization), (await organization.user('tenant_admin')).email)
  await page.getByRole('link', { name: 'Organization Settings' }).click()
  await page.getByLabel('Organization name').fill('New Name')
  const settings = page.getByRole('navigation', { name: 'Organization settings' })
  const tabs = await settings.getByRole('link').allTextContents()
  expect(tabs.slice(0, 2)).toEqual(['General', 'Branding'])
  expect(tabs.filter((tab) => /plan|invoice/i.test(tab))).toEqual([])
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo')
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click()
  await page.getByRole('form', { name: 'General' }).getByRole('button', { name: 'Save changes' }).click()
  const asked = page.getByRole('dialog', { name: 'Move upcoming sessions?' })
  await asked.getByText(/^1 session will move/).waitFor()
  await asked.getByText(/Chess takes place Thu, Jul 1, 2094, 4:00 PM in Asia\/Tokyo/).waitFor()
  await asked.getByRole('radio', { name: 'Keep the exact time' }).press('Space')
  await asked.getByText(/^1 session will take place at the same moment as before/).waitFor()
  await asked.getByRole('button', { name: 'Back' }).click()
  await page.getByText('Nothing has been saved yet.').waitFor()
  await expectAccessibleEverywhere(page, 'tenant-app/settings-zone', async () => {
    await page.getByRole('form', { name: 'General' }).getByRole('button', { name: 'Save changes' }).click()
    await asked.getByText(/^1 session will move/).waitFor()
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  await asked.getByRole('button', { name: 'Move sessions' }).click()
  await page.getByText('Settings Saved').waitFor()
  expect((await admin.get(`/api/sessions/${session.id}`)).body.startDate).toBe('2094-07-01T07:00:00.000Z')
  await page.getByRole('complementary').getByText('New Name').waitFor()
  await page.getByRole('link', { name: 'Sessions' }).click()
  await page.getByText('Times are in Asia/Tokyo.').waitFor()
  expectNoErrors(page, { except: anonymous })
})

test('an admin whose change conflicts with another admin’s sees a message and can load the other version', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization({ name: 'Old Name' })
  const page = await visitor.openHome(platform.originOf(organization), (await organization.user('tenant_admin')).email)
  await page.getByRole('link', { name: 'Organization Settings' }).click()
  await page.getByLabel('Organization name').fill('My Name')
  const other = await organization.signIn('tenant_admin')
  expect((await other.put('/api/tenant/settings', { name: 'Their Name' })).status).toBe(200)
  await page.getByRole('form', { name: 'General' }).getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Someone else changed these settings', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Load their version' }).click()
  await expect.poll(() => page.getByLabel('Organization name').inputValue()).toBe('Their Name')
  await page.getByLabel('Organization name').fill('Our Name')
  await page.getByRole('form', { name: 'General' }).getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Settings Saved').waitFor()
})

test('the page previews an accent color, keeps it once saved, and an admin uploads a logo', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const page = await visitor.openHome(platform.originOf(organization), (await organization.user('tenant_admin')).email)
  const accent = () => page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--trellis-accent').trim())
  await page.goto('/org-settings?tab=branding')
  const field = page.getByLabel('Accent color', { exact: true })
  await field.fill('#0f766e')
  await expect.poll(accent).toBe('#0f766e')
  await page
    .getByText(/Contrast \d+\.\d:1 on buttons/)
    .first()
    .waitFor()
  await expectAccessible(page)
  await field.fill('teal')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Use a color like #4f46e5').waitFor()
  await field.fill('#0f766e')

  const logo = await sharp({ create: { width: 32, height: 32, channels: 3, background: '#0f766e' } })
    .png()
    .toBuffer()
  const choose = async () => {
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose image' }).press('Enter')
    await (await choosing).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
  }
  await page.route('**/api/upload-image', () => undefined)
  await choose()
  await page.getByRole('progressbar', { name: 'Sending logo.png' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Stop sending logo.png' }).press('Enter')
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Choose image')
  expect(await page.getByRole('alert').count()).toBe(0)
  await page.unroute('**/api/upload-image')
  await choose()
  await page.getByRole('img', { name: 'The present logo' }).waitFor()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Settings Saved').waitFor()
  await page.reload()
  await expect.poll(accent).toBe('#0f766e')
  expect(await page.getByRole('complementary').locator('img').getAttribute('src')).toMatch(/^\/api\/images\//)
  expectNoErrors(page, { except: anonymous })
})

test('one press restores the platform’s own color', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const page = await visitor.openHome(platform.originOf(organization), (await organization.user('tenant_admin')).email)
  const accent = () => page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--trellis-accent').trim())
  const before = await accent()
  await page.goto('/org-settings?tab=branding')
  await page.getByLabel('Accent color', { exact: true }).fill('#b45309')
  await expect.poll(accent).not.toBe(before)
  await page.getByRole('button', { name: 'Use the platform’s color' }).click()
  await expect.poll(accent).toBe(before)
})

import { expect } from 'vitest'
import { expectAccessible, expectNoErrors, screenshot, waitForFocus } from '#core/testing/browser.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { tenants } from '../../plugin.ts'

const test = browserTest([tenants])
/** GET /api/user answers 401 to visitors who are not signed in. */
const anonymous = [/401/]

test('super admins find organizations in the command palette and go to them', async ({ platform, visitor }) => {
  for (let number = 1; number <= 7; number++) await platform.organization({ name: `Lighthouse ${number}` })
  await platform.organization({ name: 'Harbour Makers', subdomain: 'quay' })
  const { user } = await platform.superAdmin()
  const page = await visitor.openHome(platform.origin, user?.email ?? '')
  const asked: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/api/tenants' && url.searchParams.get('limit') === '5') asked.push(url.search)
  })
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.keyboard.press('Control+k')
  await waitForFocus(page.getByRole('searchbox'))
  await page.keyboard.type('lighthouse', { delay: 20 })
  const found = page.getByRole('menuitem', { name: /^Lighthouse/ })
  await expect.poll(() => found.count()).toBe(5)
  await page.getByRole('group', { name: 'Organizations' }).waitFor()
  // Once typing has paused, not for each key.
  expect(asked).toEqual(['?search=lighthouse&limit=5'])
  await expectAccessible(page)
  await screenshot(page, 'palette-organizations')

  await page.getByRole('searchbox').fill('harbour')
  await page.getByRole('menuitem', { name: 'Harbour Makers quay' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Harbour Makers', level: 1 }).waitFor()

  await page.keyboard.press('Control+k')
  await waitForFocus(page.getByRole('searchbox'))
  await page.keyboard.type('nothing-like-this')
  await page.getByText('Nothing with that name').waitFor()
  expectNoErrors(page, { except: anonymous })
})

test('people of an organization search no organizations', async ({ platform, visitor }) => {
  const organization = await platform.organization({ name: 'Lighthouse Alone' })
  const { email } = await organization.user('tenant_admin')
  const page = await visitor.openHome(platform.originOf(organization), email)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  await page.keyboard.press('Control+k')
  await waitForFocus(page.getByRole('searchbox'))
  await page.keyboard.type('lighthouse')
  await page.getByText('Nothing with that name').waitFor()
  expect(asked).not.toContain('/api/tenants')
})

test('super admins find people by name or address, the first one chosen already', async ({ platform, visitor }) => {
  const organization = await platform.organization({ name: 'Harbour Makers' })
  const { email } = await organization.user('instructor')
  const { user } = await platform.superAdmin()
  const page = await visitor.openHome(platform.origin, user?.email ?? '')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.keyboard.press('Control+k')
  await waitForFocus(page.getByRole('searchbox'))
  await page.keyboard.type(email)
  const found = page.getByRole('group', { name: 'People' }).getByRole('menuitem')
  await found.waitFor()
  const id = await found.getAttribute('id')
  // The option announced by screen readers, without an arrow key.
  await expect.poll(() => page.getByRole('searchbox').getAttribute('aria-activedescendant')).toBe(id)
  await expectAccessible(page)
  await screenshot(page, 'palette-people')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/users?search=*')
  // The address is there before its page.
  await page.getByRole('heading', { name: 'User Administration' }).waitFor()
  await page.getByText('Showing 1–1 of 1').waitFor()
  expect(await page.getByRole('searchbox', { name: 'Search users' }).inputValue()).toBe(email)
  expectNoErrors(page, { except: anonymous })
})

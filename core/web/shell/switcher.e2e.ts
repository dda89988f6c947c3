import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere } from '#core/testing/browser.ts'

const test = browserTest([])

test('a guardian of two organizations switches to the other one without a password, and back', async ({
  platform,
  visitor,
}) => {
  const [home, other] = [await platform.organization(), await platform.organization()]
  const { email } = await home.user('parent', { firstName: 'Ann' })
  await other.user('parent', { email, firstName: 'Anna' })
  const page = await visitor.openHome(platform.originOf(home), email)
  await page.getByRole('heading', { name: 'Welcome back, Ann', exact: true }).waitFor()
  const button = page.getByRole('button', { name: 'Switch organization' }).locator('visible=true')
  await expectAccessibleEverywhere(page, 'switcher', () => button.first().waitFor())
  await button.first().click()
  await page.getByRole('menuitem').click()
  await page.waitForURL(`${platform.originOf(other)}/**`)
  await page.getByRole('heading', { name: 'Welcome back, Anna', exact: true }).waitFor()
  await button.first().click()
  await page.getByRole('menuitem').click()
  await page.getByRole('heading', { name: 'Welcome back, Ann', exact: true }).waitFor()
  expect(new URL(page.url()).origin).toBe(platform.originOf(home))
})

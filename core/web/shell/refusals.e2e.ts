import { expectAccessible, expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { browserTest } from '#core/testing/browser-harness.ts'

const PER_ADDRESS = 20
const test = browserTest([], { rateLimit: { perAddress: PER_ADDRESS } })

test('a refused navigation shows a page, and the app shows refusals with a way to retry', async ({
  platform,
  visitor,
}) => {
  const admin = await platform.superAdmin()
  for (let count = 0; count < PER_ADDRESS; count++) await platform.client().get('/api/platform')

  const page = await visitor.open(platform.origin, '/api/platform')
  await expectAccessibleEverywhere(page, 'refused', async () => {
    await page.getByRole('heading', { name: 'Too many requests' }).waitFor()
    await page.getByText(/Please try again in \d+ seconds?\./).waitFor()
  })
  expectNoErrors(page, { except: [/429/] })

  const app = await visitor.open(platform.origin, '/')
  await app.getByRole('heading', { name: 'This page could not be loaded' }).waitFor()
  await app.getByText(/^Too many requests. Please try again in \d+ seconds?\.$/).waitFor()
  await expectAccessible(app)
  const [name = '', value = ''] = (admin.cookie ?? '').split(/=(.*)/)
  for (const one of [page, app]) await one.context().addCookies([{ name, value, url: platform.origin }])
  await app.getByRole('button', { name: 'Try again' }).click()
  await app.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached' })
  await app.getByRole('navigation').first().waitFor()
  expectNoErrors(app, { except: [/429/] })

  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByText('"platformName"').waitFor()
})

import type { Page } from 'playwright'
import { expect } from 'vitest'
import { expectAccessible, expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { startSmtpServer, type TestSmtpServer } from '#core/testing/smtp.ts'
import { tenants } from '../../plugin.ts'

const test = browserTest([tenants], { work: true })
/** Console errors expected of a visitor, an unverified user and a used link. */
const refused = [/401/, /403/, /400/]
const password = 'my-own-choice-1'

async function fillIn(page: Page, organization: string, email: string): Promise<void> {
  await page.getByRole('tab', { name: 'Create Account' }).click()
  await page.getByLabel('Organization').fill(organization)
  await page.getByLabel('First name').fill('Mina')
  await page.getByLabel('Last name').fill('Park')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** The path of the newest emailed link, on the host that it names. */
async function mailedLink(
  smtp: TestSmtpServer,
  email: string,
  count = 1,
): Promise<{ subdomain: string; path: string }> {
  const links = () =>
    smtp.messages
      .filter(({ to }) => to.includes(email))
      .map(({ text }) => /http:\/\/(\w+)\.localhost\S*(\/verify-email\?token=\S+)/.exec(text))
  await expect.poll(() => links().length).toBe(count)
  const [, subdomain = '', path = ''] = links()[count - 1] ?? []
  return { subdomain, path }
}

test('a super admin requires verification, and a registered user gets in only through the emailed link', async ({
  platform,
  visitor,
}) => {
  await using smtp = await startSmtpServer()
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', {
    mailHost: smtp.host,
    mailPort: smtp.port,
    mailUseTls: false,
    allowTenantSelfRegistration: true,
  })
  const settings = await visitor.open(platform.origin, '/settings/security', { as: admin.user?.email ?? '' })
  const form = settings.getByRole('form', { name: 'Registration' })
  await form.getByText('Require email verification').click()
  await form.getByRole('button', { name: 'Save changes' }).click()
  await settings.getByText('Settings saved').waitFor()
  await expectAccessible(settings)

  const email = 'mina@garage.example'
  const page = await visitor.open(platform.origin, '/auth')
  await fillIn(page, 'Garage Inventors', email)
  await page.getByRole('button', { name: 'Create Account' }).click()
  const notice = page.getByRole('region', { name: 'Verify your email address' })
  await notice.getByText(email).waitFor()
  await expectAccessible(page)
  const { subdomain, path } = await mailedLink(smtp, email)

  await notice.getByRole('button', { name: 'Back to sign-in' }).click()
  await signIn(page, email)
  await notice.getByText(email).waitFor()
  platform.clock.forward(61_000)
  await notice.getByRole('button', { name: 'Send the link again' }).click()
  await notice.getByText('If this address still has to be verified, a link is on its way.').waitFor()
  await expectAccessible(page)
  const renewed = await mailedLink(smtp, email, 2)

  const origin = platform.originOf({ subdomain })
  const late = await visitor.open(origin, path)
  await late.getByRole('button', { name: 'Verify email address' }).click()
  await late.getByText('This link is no longer valid. Use the newest one, or ask for another.').waitFor()
  await expectAccessible(late)

  const [first, second] = [await visitor.open(origin, renewed.path), await visitor.open(origin, renewed.path)]
  await Promise.all([first, second].map((tab) => tab.getByRole('button', { name: 'Verify email address' }).click()))
  const outcomes = await Promise.all(
    [first, second].map(async (tab) => {
      const verified = tab.getByText('Your email address is verified. You can sign in now.')
      const used = tab.getByText('This link has been used already: the address is verified, and you can sign in.')
      await verified.or(used).waitFor()
      return verified.isVisible()
    }),
  )
  expect(outcomes[0]).toBe(!outcomes[1])
  const done = outcomes[0] ? first : second
  await expectAccessible(done)
  await done.getByRole('link', { name: 'Sign In' }).click()
  await signIn(done, email)
  await done.getByText('You have successfully logged in.').waitFor()
  for (const tab of [settings, page, late, first, second]) expectNoErrors(tab, { except: refused })
})

test('an expired link says so and offers a new one', async ({ platform, visitor }) => {
  await using smtp = await startSmtpServer()
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', {
    mailHost: smtp.host,
    mailPort: smtp.port,
    mailUseTls: false,
    allowTenantSelfRegistration: true,
    requireEmailVerification: true,
  })
  const email = 'late@garage.example'
  const page = await visitor.open(platform.origin, '/auth')
  await fillIn(page, 'Late Inventors', email)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.getByText(email).waitFor()
  const { path } = await mailedLink(smtp, email)
  platform.clock.forward(25 * 3600_000)
  await page.goto(path)
  await page.getByRole('button', { name: 'Verify email address' }).click()
  await page.getByText('This link has expired. Ask for a new one.').waitFor()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link again' }).click()
  await page.getByText('a link is on its way').waitFor()
  const renewed = await mailedLink(smtp, email, 2)
  await page.goto(renewed.path)
  await page.getByRole('button', { name: 'Verify email address' }).click()
  await page.getByText('Your email address is verified.').waitFor()
  expectNoErrors(page, { except: refused })
})

test('registering and verifying are accessible', async ({ platform, visitor }) => {
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', { allowTenantSelfRegistration: true, requireEmailVerification: true })
  const page = await visitor.open(platform.origin, '/auth')
  await expectAccessibleEverywhere(page, 'register/form', () =>
    fillIn(page, 'Garage Inventors', 'ada@a-rather-long-name-of-a-host.garage.example'),
  )
  await expectAccessibleEverywhere(page, 'register/sent', async () => {
    await page.getByRole('button', { name: 'Create Account' }).click()
    await page.getByRole('button', { name: 'Send the link again' }).waitFor()
  })
  await expectAccessibleEverywhere(page, 'register/verify', async () => {
    await page.goto('/verify-email?token=guessed')
    await page.getByRole('button', { name: 'Verify email address' }).waitFor()
  })
  await expectAccessibleEverywhere(page, 'register/refused', async () => {
    await page.getByRole('button', { name: 'Verify email address' }).click()
    await page.getByRole('button', { name: 'Send the link again' }).waitFor()
  })
  expectNoErrors(page, { except: refused })
})

import type { Page } from 'playwright'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { secretLine } from '#core/server/mail/body.ts'
import { sendMail } from '#core/server/mail/mail.ts'
import { VERSION } from '#core/server/version.ts'
import { expectAccessible, expectAccessibleEverywhere, expectNoErrors, waitForSettled } from '#core/testing/browser.ts'
import { browserTest, type BrowserPlatform, type Visitor } from '#core/testing/browser-harness.ts'
import { openAnew } from '#core/testing/screen-walk.ts'
import { startSmtpServer } from '#core/testing/smtp.ts'
import { sections } from './sections.ts'

const test = browserTest([], { work: true })
/** GET /api/user answers 401 to visitors who are not signed in. */
const anonymous = /401/

async function openSettings(platform: BrowserPlatform, visitor: Visitor, path: string, options = {}): Promise<Page> {
  const { user } = await platform.superAdmin()
  const page = await visitor.open(platform.origin, path, { as: user?.email ?? '', ...options })
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

// A number field's buttons have its label in their names too.
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click()

test('the hub welcomes the super admin, counts live and leads to the settings', async ({ platform, visitor }) => {
  const page = await openSettings(platform, visitor, '/super-admin')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Global Settings' }).click()
  await page.getByText('Welcome, Ada.').waitFor()
  await page.getByRole('main').getByText('Super Admin', { exact: true }).waitFor()
  await page.getByText('Full Permissions').waitFor()
  const overview = page.getByRole('region', { name: 'System overview' })
  await overview.getByText(VERSION).waitFor()
  await overview.getByText(/^Reachable, PostgreSQL \d+/).waitFor()
  await page.getByRole('link', { name: /^Limits/ }).click()
  await page.getByRole('heading', { name: 'Limits', level: 1 }).waitFor()
  expectNoErrors(page, { except: [anonymous] })
})

test('settings are saved with what changed alone, and invalid ones are refused at their fields', async ({
  platform,
  visitor,
}) => {
  const page = await openSettings(platform, visitor, '/settings/limits')
  await field(page, 'Users of an organization').fill('')
  await field(page, 'Storage of an organization').fill('0')
  await save(page)
  await page.getByText('Not a number').waitFor()
  await page.getByText('At least 1').waitFor()
  await field(page, 'Users of an organization').fill('100')
  await field(page, 'Storage of an organization').fill('75')
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await save(page)
  expect(Object.keys((await sent).postDataJSON() as object).toSorted()).toEqual(['maxStoragePerTenantMB', 'updatedAt'])
  await page.getByText('Settings saved').waitFor()
  expect((await platform.core.settings.current()).maxStoragePerTenantMB).toBe(75)
  expectNoErrors(page, { except: [anonymous] })
})

test('an admin who saves over another’s change is refused and can load that version', async ({ platform, visitor }) => {
  const page = await openSettings(platform, visitor, '/settings/limits')
  await field(page, 'Users of an organization').fill('250')
  await (await platform.superAdmin()).put('/api/settings', { maxUsersPerTenant: 300 })
  await save(page)
  await page.getByText('Someone else changed the settings').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Load their version' }).click()
  await expect.poll(() => field(page, 'Users of an organization').inputValue()).toBe('300')
  await field(page, 'Users of an organization').fill('350')
  await save(page)
  await page.getByText('Settings saved').waitFor()
})

test('changes that are not saved are not left without asking', async ({ platform, visitor }) => {
  const page = await openSettings(platform, visitor, '/settings/general')
  await page.getByLabel('Platform name').fill('Another name')
  await page.getByRole('link', { name: 'Security', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('heading', { name: 'Security settings' }).waitFor()
})

test('the mail server is set up and tried out, and its password is never shown', async ({ platform, visitor }) => {
  await using smtp = await startSmtpServer()
  const page = await openSettings(platform, visitor, '/settings/email')
  const form = page.getByRole('form', { name: 'Mail server' })
  await form.getByLabel('Host').fill(smtp.host)
  await field(page, 'Port').fill(String(smtp.port))
  await form.getByText('Require TLS').click()
  await form.getByLabel('User name').fill('mailer')
  await form.getByLabel(/^Password/).fill('top-secret-1')
  await save(page)
  await page.getByText('A password is set').waitFor()
  await expect.poll(() => form.getByLabel(/^Password/).inputValue()).toBe('')
  await page.getByLabel('Send to').fill('ana@north.example')
  await page.getByRole('button', { name: 'Send test message' }).click()
  await page.getByText('Message accepted by the mail server').waitFor()
  expect(smtp.users).toEqual(['mailer'])
  smtp.refuse({ code: 550, message: 'no such mailbox' })
  await page.getByRole('button', { name: 'Send test message' }).click()
  await page.getByText(/refused the recipient\. It answered with the code 550/).waitFor()
  await page.getByRole('button', { name: 'Remove password' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove password' }).click()
  await page.getByText('No password is set').waitFor()
  await (await platform.superAdmin()).put('/api/settings', { mailHost: '', mailUsername: '' })
})

test('maintenance asks first, shows markup as text and reminds super admins everywhere', async ({
  platform,
  visitor,
}) => {
  const page = await openSettings(platform, visitor, '/settings/maintenance')
  await page.getByLabel('What people read meanwhile').fill('Back at <b>noon</b>')
  await page.getByRole('figure', { name: 'Preview' }).getByText('Back at <b>noon</b>').waitFor()
  await save(page)
  await page.getByText('Settings saved').waitFor()
  await page.getByRole('button', { name: 'Turn on maintenance mode' }).click()
  const question = page.getByRole('alertdialog', { name: 'Turn on maintenance mode?' })
  await question.getByText('“Back at <b>noon</b>”').waitFor()
  await question.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('Maintenance mode is on').first().waitFor()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByText('Everyone except super admins sees').waitFor()
  await expectAccessible(page)
  const visitorPage = await visitor.open(platform.origin, '/reset-password')
  await visitorPage.getByText('Back at <b>noon</b>').waitFor()
  await page.getByRole('link', { name: 'Maintenance settings' }).click()
  await page.getByRole('button', { name: 'Turn off maintenance mode' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  await page.getByText('Everyone can work as usual.').waitFor()
})

const held = async ({ core }: BrowserPlatform, to: string) =>
  core.db.platform(systemActor, (scope) =>
    sendMail(scope, { to, subject: 'Your password', body: [secretLine('Sign in with ', 'Blue-Horse-7')] }),
  )

test('held messages are found, read without their secret, and released', async ({ platform, visitor }) => {
  await held(platform, 'one@held.example')
  await held(platform, 'two@held.example')
  const page = await openSettings(platform, visitor, '/settings/messages?status=held')
  await page.getByText('2 messages are held').waitFor()
  await page.getByRole('searchbox').fill('one@')
  await page.waitForURL(/search=one/)
  await page.getByRole('cell', { name: 'two@held.example', exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Your password', exact: true }).click()
  await page.getByText('Sign in with ••••••••').waitFor()
  await expectAccessible(page)
  await using smtp = await startSmtpServer()
  await (
    await platform.superAdmin()
  ).put('/api/settings', { mailHost: smtp.host, mailPort: smtp.port, mailUseTls: false, mailUsername: '' })
  await page.getByRole('button', { name: 'Send again' }).click()
  expect((await smtp.waitFor(({ to }) => to.includes('one@held.example'))).text).toContain('Blue-Horse-7')
  await page.goto('/settings/messages')
  await page.getByRole('button', { name: 'Send all held' }).click()
  await smtp.waitFor(({ to }) => to.includes('two@held.example'))
  await (await platform.superAdmin()).put('/api/settings', { mailHost: '' })
})

test('every settings page is accessible', { timeout: 720_000 }, async ({ platform, visitor }) => {
  await held(platform, 'someone.with.a.rather.long.name@elsewhere.example')
  const page = await openSettings(platform, visitor, '/settings')
  for (const path of ['/settings', ...sections.map(({ to }) => to)]) {
    await expectAccessibleEverywhere(page, `settings/${path.slice(1).replaceAll('/', '-')}`, async () => {
      await openAnew(page, path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await waitForSettled(page)
    })
  }
  expectNoErrors(page, { except: [anonymous] })
})

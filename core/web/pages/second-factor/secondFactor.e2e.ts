import type { Page } from 'playwright'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { expectAccessibleEverywhere, expectNoErrors, signOut } from '#core/testing/browser.ts'
import { browserTest, type BrowserPlatform, type Visitor } from '#core/testing/browser-harness.ts'
import { addFirstPasskey, addPasskeyDevice } from '#core/testing/browser-passkeys.ts'
import { PASSWORD } from '#core/testing/harness.ts'
import { addApp, addPasskey, appOf } from '#core/testing/second-factor.ts'

const test = browserTest([])
const refused = [/400/, /401/, /403/, /409/]

/** The sign-in page welcomes people too, so that its heading says nothing. */
const signedIn = (page: Page) => page.waitForURL(({ pathname }) => pathname === '/')

async function givePassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor()
}

test('an authenticator app is set up on the profile, and from then on its codes or a recovery code sign in', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const elsewhere = await organization.client().signIn(email)
  const page = await visitor.open(platform.originOf(organization), '/profile', { as: email })
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await dialog.getByRole('img', { name: 'QR code' }).waitFor()
  const code = appOf(platform, ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', ''))
  await dialog.getByLabel('Code', { exact: true }).fill('12345')
  await dialog.getByRole('button', { name: 'Set up' }).click()
  await dialog.getByText('Enter the six digits that your app shows').waitFor()
  expect(await dialog.getByLabel('Sign out everywhere else').isChecked()).toBe(true)
  // Kept, since half a minute later it would be another one, which was not used yet.
  const used = code()
  await dialog.getByLabel('Code', { exact: true }).fill(used)
  await dialog.getByRole('button', { name: 'Set up' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await codes.first().waitFor()
  const [recoveryCode = ''] = await codes.allTextContents()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await saving).suggestedFilename()).toBe('recovery-codes.txt')
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByText('10 of 10 left').waitFor()
  expect((await elsewhere.get('/api/user')).status).toBe(401)

  await signOut(page)
  await givePassword(page, email)
  await page.getByLabel('Code').fill(used)
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByText('This code is not right, or it was used already.').waitFor()
  await page.getByLabel('Code').fill(code(30))
  await page.getByRole('button', { name: 'Verify' }).click()
  await signedIn(page)

  await signOut(page)
  await givePassword(page, email)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recoveryCode)
  await page.getByLabel('Recovery code').press('Enter')
  await signedIn(page)
  await page.goto('/profile')
  await page.getByText('9 of 10 left').waitFor()
  expectNoErrors(page, { except: refused })
})

test('on localhost a passkey works on the host on which it was made', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const page = await visitor.openHome(platform.originOf(organization), email)
  await addFirstPasskey(page)
  await signOut(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await signedIn(page)
  expectNoErrors(page, { except: refused })
})

test('a sensitive act asks for the password after ten minutes, and continues with the typed input', async ({
  platform,
  visitor,
}) => {
  const { user } = await platform.superAdmin()
  const page = await visitor.open(platform.origin, '/settings/security', { as: user?.email ?? '' })
  await page.getByRole('textbox', { name: 'Failed attempts' }).fill('7')
  platform.clock.forward(10 * 60_000 + 1)
  const save = page.getByRole('form', { name: 'Signing in' }).getByRole('button', { name: 'Save changes' })
  await save.click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Please confirm that it is you').waitFor()
  expect(await page.getByRole('textbox', { name: 'Failed attempts' }).inputValue()).toBe('7')
  await save.click()
  await dialog.getByLabel('Your password').fill('wrong')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.getByText('This is not your password').waitFor()
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByLabel('Your password').press('Enter')
  await page.getByText('Settings saved').waitFor()
  expect((await platform.core.settings.current()).maxLoginAttempts).toBe(7)
  expectNoErrors(page, { except: refused })
})

test('the owner of an app confirms with a code beside the password before the app is removed', async ({
  platform,
  visitor,
}) => {
  const { page, owner, reload } = await onProfile(platform, visitor)
  const app = await addApp(platform, owner, { endOtherSessions: false })
  platform.clock.forward(10 * 60_000 + 1)
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expectAccessibleEverywhere(page, 'second-factor/confirmation-with-code', async () => {
    await reload()
    await page.getByRole('button', { name: 'Remove the authenticator app' }).click()
    await page.getByRole('button', { name: 'Remove app' }).click()
    await dialog.getByLabel('Code of your authenticator app').waitFor()
  })
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.getByText('Enter the six digits that your app shows').waitFor()
  await dialog.getByLabel('Code of your authenticator app').fill(app.usedCode)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await dialog.getByText('This code is not right, or it was used already.').waitFor()
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click()
  await dialog.getByLabel('Recovery code').fill(app.recoveryCodes[0] ?? '')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Authenticator app removed').waitFor()
  expectNoErrors(page, { except: refused })
})

test('a guardian who keeps the other sessions beside a new passkey stays signed in elsewhere', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const { email } = await organization.user('parent')
  const elsewhere = await organization.client().signIn(email)
  const page = await visitor.open(platform.originOf(organization), '/profile', { as: email })
  await addPasskeyDevice(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('Sign out everywhere else').click()
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  expect((await elsewhere.get('/api/user')).status).toBe(200)
})

test('a dialog that is open asks above itself, by passkey too', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const page = await visitor.openHome(platform.originOf(organization), email)
  await addFirstPasskey(page)
  platform.clock.forward(10 * 60_000 + 1)
  await page.getByRole('button', { name: 'Renew recovery codes' }).click()
  await page.getByRole('button', { name: 'Make new codes' }).click()
  await page
    .getByRole('dialog', { name: 'Confirm that it is you' })
    .getByRole('button', { name: 'Use a passkey' })
    .click()
  await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
  expectNoErrors(page, { except: refused })
})

test('super admins without a second factor are led to one as soon as it is required', async ({ platform, visitor }) => {
  const [first, second] = [await platform.superAdmin(), await platform.superAdmin()]
  await addPasskey(first)
  await first.put('/api/settings', { requireSecondFactorForSuperAdmins: true })
  const page = await visitor.open(platform.origin, '/auth')
  await page.getByLabel('Email').fill(second.user?.email ?? '')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('heading', { name: 'Set up two-step verification' }).waitFor()
  await page.goto('/settings')
  const shown = () => page.getByRole('heading', { name: 'Set up two-step verification' }).waitFor()
  await expectAccessibleEverywhere(page, 'second-factor/required', shown)
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  const code = appOf(platform, ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', ''))
  await dialog.getByLabel('Code', { exact: true }).fill(code())
  await dialog.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByRole('heading', { name: 'Global Settings' }).waitFor()
  await first.put('/api/settings', { requireSecondFactorForSuperAdmins: false })
  expectNoErrors(page, { except: refused })
})

test('a super admin without a second factor cannot require it of others, and reads why', async ({
  platform,
  visitor,
}) => {
  const { user } = await platform.superAdmin()
  const page = await visitor.open(platform.origin, '/settings/security', { as: user?.email ?? '' })
  const form = page.getByRole('form', { name: 'Two-step verification' })
  await form.getByText('Require it of super admins').click()
  await form.getByRole('button', { name: 'Save changes' }).click()
  await form.getByText('Set up two-step verification for your own account first').waitFor()
  expectNoErrors(page, { except: refused })
})

test('an organization’s admin is offered two-step verification until they decline', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { id, email } = await organization.user('tenant_admin')
  const page = await visitor.openHome(platform.originOf(organization), email)
  const offer = page.getByText('Protect your organization’s data')
  await offer.waitFor()
  await page.getByRole('button', { name: 'No, thanks' }).click()
  await offer.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
  expect(await offer.count()).toBe(0)
  const declined = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('users').where({ id }).first<{ secondFactorDeclinedAt: string }>('secondFactorDeclinedAt'),
  )
  expect(declined.secondFactorDeclinedAt).not.toBeNull()
})

test('the screens on which factors are set up are accessible', async ({ platform, visitor }) => {
  const { page, owner, reload } = await onProfile(platform, visitor)
  await expectAccessibleEverywhere(page, 'second-factor/set-up-app', async () => {
    await reload()
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
    await page.getByRole('img', { name: 'QR code' }).waitFor()
  })
  await addApp(platform, owner, { endOtherSessions: false })
  await addPasskey(owner, undefined, 'Laptop', { endOtherSessions: false })
  await expectAccessibleEverywhere(page, 'second-factor/profile', async () => {
    await reload()
    await page.getByText('10 of 10 left').waitFor()
  })
})

test('the dialogs with recovery codes and for confirming are accessible', async ({ platform, visitor }) => {
  const { page, reload } = await onProfile(platform, visitor)
  await addFirstPasskey(page)
  await expectAccessibleEverywhere(page, 'second-factor/recovery-codes', async () => {
    await reload()
    await page.getByRole('button', { name: 'Renew recovery codes' }).click()
    await page.getByRole('button', { name: 'Make new codes' }).click()
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
  })
  platform.clock.forward(10 * 60_000 + 1)
  await expectAccessibleEverywhere(page, 'second-factor/confirmation', async () => {
    await reload()
    // Over a button that waits for the answer nothing ever comes to rest: its spinner turns.
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
    await page
      .getByRole('dialog', { name: 'Confirm that it is you' })
      .getByRole('button', { name: 'Use a passkey' })
      .waitFor()
  })
})

test('the second step of signing in is accessible', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  await addApp(platform, await organization.client().signIn(email))
  const page = await visitor.open(platform.originOf(organization), '/auth')
  await expectAccessibleEverywhere(page, 'second-factor/second-step', () => givePassword(page, email))
})

async function onProfile(platform: BrowserPlatform, visitor: Visitor) {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const owner = await organization.client().signIn(email)
  const page = await visitor.open(platform.originOf(organization), '/profile', { as: email })
  const reload = async () => {
    await page.reload()
    await page.getByRole('heading', { name: 'Your profile' }).waitFor()
  }
  return { page, owner, reload }
}

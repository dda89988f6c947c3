import { expectAccessibleEverywhere, expectNoErrors, openMenu } from '#core/testing/browser.ts'
import { browserTest, type BrowserPlatform } from '#core/testing/browser-harness.ts'
import { PASSWORD } from '#core/testing/harness.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { unseal } from '#core/server/secrets.ts'
import { findOrInvite } from '../server/accounts.ts'
import { tenantApp } from '../../../plugin.ts'

const test = browserTest([tenantApp])
/** Asking who is signed in answers 401 before anybody is. */
const anonymous = [/401/]
/** So does what asks who is there, with 403. */
const expectedErrors = [...anonymous, /403/]

/** The address of the last link that was mailed there. */
const readMailedLink = ({ core }: BrowserPlatform, recipient: string) =>
  core.db.platform(systemActor, async ({ trx }) => {
    const { secret } = await trx('mail_messages')
      .where({ recipient })
      .orderBy('id', 'desc')
      .first<{ secret: Buffer }>('secret')
    return `/invitation?token=${unseal(core.env.sessionKey, secret) ?? ''}`
  })

test('an admin invites somebody, who opens the account and is in, becomes an admin, and is deactivated', async ({
  platform,
  visitor,
}) => {
  await (await platform.superAdmin()).put('/api/settings', { mailHost: '127.0.0.1' })
  const organization = await platform.organization()
  const origin = platform.originOf(organization)
  const page = await visitor.openHome(origin, (await organization.user('tenant_admin')).email)
  await page.getByRole('link', { name: 'Organization Settings' }).click()
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByLabel('First name').fill('Mae')
  await page.getByLabel('Last name').fill('Jemison')
  await page.getByLabel('Email', { exact: true }).fill('mae@people.example')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText('Invitation Sent').waitFor()
  await page
    .getByRole('row', { name: /Mae Jemison/ })
    .getByText('Invited')
    .waitFor()

  await page.goto('/sessions')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('searchbox').fill('jemis')
  await page.getByRole('menuitem', { name: /Mae Jemison/ }).click()
  await page.waitForURL(/tab=people&search=mae/)
  await page.getByRole('row', { name: /Mae Jemison/ }).waitFor()

  const guest = await visitor.open(origin, await readMailedLink(platform, 'mae@people.example'))
  await expectAccessibleEverywhere(guest, 'people/invitation', () =>
    guest.getByRole('heading', { name: `Welcome to ${organization.name}` }).waitFor(),
  )
  await guest.getByLabel('Password', { exact: true }).fill('violet-harbour-9')
  await guest.getByLabel('Confirm password').fill('violet-harbour-8')
  await guest.getByRole('button', { name: 'Open account' }).click()
  await guest.getByText("Passwords don't match").waitFor()
  await guest.getByLabel('Confirm password').fill('violet-harbour-9')
  await guest.getByRole('button', { name: 'Open account' }).click()
  await guest.getByText('Your account is open.').waitFor()
  await guest.getByRole('link', { name: 'All sessions' }).waitFor()

  await page.reload()
  await page
    .getByRole('row', { name: /Mae Jemison/ })
    .getByText('Active', { exact: true })
    .waitFor()
  await page.getByRole('button', { name: 'Mae Jemison', exact: true }).click()
  await page.getByRole('button', { name: 'Instructor Role' }).click()
  await page.getByRole('option', { name: 'Admin' }).click()
  platform.clock.forward(10 * 60_000 + 1)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('dialog', { name: 'Confirm that it is you' }).getByLabel('Your password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('Saved', { exact: true }).waitFor()
  await openMenu(page, 'Actions for Mae Jemison')
  await page.getByRole('menuitem', { name: 'Reset password' }).click()
  await page.getByRole('button', { name: 'Reset password' }).click()
  await page.getByRole('button', { name: 'Copy password' }).waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await openMenu(page, 'Actions for Mae Jemison')
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await page
    .getByRole('row', { name: /Mae Jemison/ })
    .getByText('Inactive')
    .waitFor()
  expectNoErrors(page, { except: expectedErrors })
})

test('the tab is usable at every width, filled, empty, failed, and in its dialogs; a link that is no good says so', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const origin = platform.originOf(organization)
  const admin = await organization.signIn('tenant_admin')
  for (const lastName of ['Abbott', 'Byron', 'Montgomery-Featherstonehaugh']) {
    await organization.user('parent', { firstName: 'Bartholomew', lastName })
  }
  await platform.core.db.tenant(organization.id, systemActor, (scope) =>
    findOrInvite(scope, 'student', { firstName: 'Lin', lastName: 'Chen', invite: false }),
  )
  await admin.post('/api/people', {
    role: 'instructor',
    email: 'grace.hopper.of.the.evening.classes@people.example',
    firstName: 'Grace',
    lastName: 'Hopper',
  })
  const page = await visitor.openHome(origin, admin.user?.email ?? '')
  const open = (query = '') => page.goto(`/org-settings?tab=people${query}`)
  await expectAccessibleEverywhere(page, 'people/list', async () => {
    await open()
    await page.getByRole('rowheader').first().waitFor()
  })
  await expectAccessibleEverywhere(page, 'people/menu', async () => {
    await open()
    await openMenu(page, 'Actions for Grace Hopper')
  })
  await expectAccessibleEverywhere(page, 'people/invite', async () => {
    await open('&invite=true')
    await page.getByRole('dialog').waitFor()
  })
  await expectAccessibleEverywhere(page, 'people/none', async () => {
    await open('&search=nobody')
    await page.getByText('No people match').waitFor()
  })
  await page.route('**/api/people*', (route) => route.abort())
  await expectAccessibleEverywhere(page, 'people/failed', async () => {
    await open()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
  })

  const guest = await visitor.open(origin, '/invitation?token=wrong')
  await expectAccessibleEverywhere(guest, 'people/invitation-void', () =>
    guest.getByText('This invitation is no longer valid. Use the newest one, or ask for another.').waitFor(),
  )
  expectNoErrors(guest, { except: [...anonymous, /400/] })
})

import { expect } from 'vitest'
import { browserTest, type BrowserPlatform } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors, notification, openMenu } from '#core/testing/browser.ts'
import type { Client } from '#core/testing/harness.ts'
import { query } from '#core/testing/query.ts'
import { tenantApp } from '../../../plugin.ts'

const test = browserTest([tenantApp])

/** Sets a mail server, so that the screens speak of email; nothing listens there. */
const setMailServer = async (platform: BrowserPlatform) =>
  (await platform.superAdmin()).put('/api/settings', { mailHost: '127.0.0.1', mailPort: 9 })

async function addFamily(admin: Client, firstName: string, email: string): Promise<string> {
  const guardian = { firstName: 'Pat', lastName: firstName, relationship: 'Mother', invite: false, email }
  const answer = await admin.post('/api/students', { firstName, lastName: 'Ng', guardian })
  expect(answer.status).toBe(201)
  return (answer.body as { id: string }).id
}

test('an admin invites all guardians without an account, and sees how each invitation goes', async ({
  platform,
  visitor,
}) => {
  await setMailServer(platform)
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const ada = await addFamily(admin, 'Ada', 'ada@families.example')
  await addFamily(admin, 'Ben', '')
  const page = await visitor.open(platform.originOf(organization), '/students', { as: admin.user?.email ?? '' })
  await page.getByRole('button', { name: 'Invite guardians' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Invite guardians' })
  await expectAccessibleEverywhere(page, 'tenant-app/invite-guardians', () =>
    dialog.getByText('Pat Ada, for Ada Ng').waitFor(),
  )
  await dialog.getByText('Pat Ben, for Ben Ng: No email address').waitFor()
  await dialog.getByRole('button', { name: 'Invite 1 guardian' }).click()
  await notification(page).getByText('1 guardian').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Invite guardians' }).click()
  await dialog.getByText('Pat Ada, for Ada Ng: Invited within the last 24 hours').waitFor()

  await page.goto(`/students/${ada}?tab=guardians`)
  const row = page.getByRole('list', { name: 'Guardians' }).getByRole('listitem')
  await row.getByText('Invited', { exact: true }).waitFor()
  const ofAda = `(select id from users where tenant_id = '${organization.id}' and email = 'ada@families.example')`
  await query(
    platform.databaseUrl,
    `update invitations set expires_at = now() - interval '1 day' where user_id = ${ofAda}`,
  )
  await query(
    platform.databaseUrl,
    `insert into mail_suppressions (tenant_id, address, class, reason, created_at)
     values ('${organization.id}', 'ada@families.example', 'essential', 'bounced', now())`,
  )
  await page.reload()
  await row.getByText('Invitation expired').waitFor()
  await expectAccessibleEverywhere(page, 'tenant-app/guardian-bounces', () => row.getByText('Email bounces').waitFor())
  await query(platform.databaseUrl, `delete from invitations where user_id = ${ofAda}`)
  await page.reload()
  await row.getByText('Not invited').waitFor()
  await openMenu(page, 'Actions for Pat Ada')
  await page.getByRole('menuitem', { name: 'Invite' }).waitFor()
  await page.keyboard.press('Escape')
  await query(platform.databaseUrl, `update users set password_hash = 'x' where id = ${ofAda}`)
  await page.reload()
  await row.getByText('Has an account').waitFor()
  expectNoErrors(page)
})

test('an admin asks for a reply address and takes it back; a guardian turns news off', async ({
  platform,
  visitor,
}) => {
  await setMailServer(platform)
  const organization = await platform.organization()
  const page = await visitor.open(platform.originOf(organization), '/org-settings?tab=general', {
    as: (await organization.user('tenant_admin')).email,
  })
  const form = page.getByRole('form', { name: 'Email to families and staff' })
  const save = form.getByRole('button', { name: 'Save changes' })
  await form.getByLabel('Reply address').fill('office@north.example')
  await save.click()
  await form.getByText('office@north.example is not confirmed yet').waitFor()
  await form.getByLabel('Postal address').fill('12 High St')
  await save.click()
  await notification(page).getByText('Settings saved').waitFor()
  await expectAccessibleEverywhere(page, 'tenant-app/settings-email', () =>
    form.getByText('office@north.example is not confirmed yet').waitFor(),
  )
  await form.getByRole('button', { name: 'Cancel change' }).click()
  await form.getByText('is not confirmed yet').waitFor({ state: 'hidden' })
  expectNoErrors(page)

  const parent = await organization.user('parent')
  const profile = await visitor.open(platform.originOf(organization), '/profile', { as: parent.email })
  const news = profile.getByRole('switch', { name: 'News' })
  await profile.getByText('Announcements and weekly summaries.').waitFor()
  await profile.getByText('News', { exact: true }).click()
  await notification(profile).getByText('Email preferences saved').waitFor()
  await profile.reload()
  await expect.poll(() => news.isChecked()).toBe(false)
  await expectAccessibleEverywhere(profile, 'tenant-app/email-preferences', () => news.waitFor({ state: 'attached' }))
  expectNoErrors(profile)
})

import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect, vi } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { holdPlatform, releasePlatform } from '#core/server/settings/hold.ts'
import { expectNoErrors, openMenu } from '#core/testing/browser.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import type { BrowserPlatform, Visitor } from '#core/testing/browser-harness.ts'
import { openArchive } from '../../archive/server/reader.ts'
import { backupFolder } from '../../store/server/folders.ts'
import { lockOperations } from '../../operations/server/lock.ts'
import { storeFile, list, make } from '../../testing/backups.ts'

const test = browserTest(plugins, { work: true })
vi.setConfig({ testTimeout: 360_000 })
/** GET /api/user answers 401 to visitors who are not signed in. */
const anonymous = [/401/]

async function asSuperAdmin({ platform, visitor }: { platform: BrowserPlatform; visitor: Visitor }, path = '/backup') {
  const { user } = await platform.superAdmin()
  const page = await visitor.open(platform.origin, path, { as: user?.email ?? '' })
  return page
}

const toast = (page: Page, title: string) =>
  page.getByRole('region', { name: /Notifications/ }).getByText(title, { exact: true })

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: `Actions for ${name}`, exact: true }) })

async function act(page: Page, name: string, action: string) {
  await openMenu(page, `Actions for ${name}`)
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('a backup is made, verified, looked at, downloaded and deleted', async ({ platform, visitor }) => {
  await storeFile(platform, (await platform.organization()).id, randomBytes(1000), 'page.txt')
  const page = await asSuperAdmin({ platform, visitor })
  await page.getByText('No backups yet').waitFor()
  await page.getByText('Backups run automatically daily at 2:00 AM EST.').waitFor()
  await page.getByRole('button', { name: 'Create Backup' }).click()
  await toast(page, 'Backup Created').waitFor()
  const [backup] = await list(await platform.superAdmin())
  const { name = '' } = backup ?? {}
  await row(page, name).getByText('Completed').waitFor()
  await row(page, name).getByText('Never').waitFor()

  await act(page, name, 'Verify')
  await toast(page, 'Backup Valid').waitFor()
  await row(page, name).getByText('Valid', { exact: true }).waitFor()

  await act(page, name, 'View details')
  await page.getByRole('button', { name: /^\d+ tables$/ }).click()
  await page.getByText(/audit_logs, /).waitFor()
  await page.getByText('1, beside the archive').waitFor()
  await page.getByRole('button', { name: 'Close' }).last().click()

  const download = page.waitForEvent('download')
  await act(page, name, 'Download')
  const saved = await download
  expect(saved.suggestedFilename()).toBe(name)
  expect((await readFile(await saved.path())).length).toBe(backup?.size)

  const packing = page.waitForEvent('download')
  await act(page, name, 'Download with files')
  const packed = await packing
  expect(packed.suggestedFilename()).toBe(name.replace('.tar', '-with-files.tar'))
  const archive = await openArchive(createReadStream(await packed.path()))
  expect(archive.manifest.files).toMatchObject({ where: 'inside', count: 1 })
  await archive.close()

  await act(page, name, 'Delete')
  await page.getByRole('button', { name: 'Delete backup' }).click()
  await toast(page, 'Backup Deleted').waitFor()
  await page.getByText('No backups yet').waitFor()
  expectNoErrors(page, { except: anonymous })
})

test('an archive that was changed is invalid, and the reason is shown', async ({ platform, visitor }) => {
  const { name } = await make(await platform.superAdmin())
  const path = join(backupFolder(platform.core), name)
  const bytes = await readFile(path)
  const middle = Math.floor(bytes.length / 2)
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle)
  await writeFile(path, bytes)
  const page = await asSuperAdmin({ platform, visitor })
  await act(page, name, 'Verify')
  await toast(page, 'Backup Invalid').waitFor()
  await row(page, name).getByText('Invalid', { exact: true }).waitFor()
})

test('the scheduler is stopped, started and moved to another time and zone', async ({ platform, visitor }) => {
  const page = await asSuperAdmin({ platform, visitor })
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await toast(page, 'Scheduler Stopped').waitFor()
  await page.getByText('Automatic backups are off').waitFor()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await toast(page, 'Scheduler Started').waitFor()

  await page.getByRole('button', { name: 'Change schedule' }).click()
  await page.getByRole('group', { name: 'Time', exact: true }).getByRole('spinbutton').first().click()
  await page.keyboard.type('0230p')
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Berlin')
  await page.getByRole('option', { name: 'Europe/Berlin' }).click()
  await page.getByRole('textbox', { name: 'Daily kept' }).fill('30')
  await page.getByRole('button', { name: 'Save schedule' }).click()
  await toast(page, 'Schedule changed').waitFor()
  await page.getByText('Backups run automatically daily at 2:30 PM (Europe/Berlin).').waitFor()
  await page.getByText('30 daily, 8 weekly, 12 monthly').waitFor()

  // Other users see it within five seconds.
  const admin = await platform.superAdmin()
  await admin.post('/api/admin/backup/scheduler/stop')
  await page.getByText('Automatic backups are off').waitFor()
  await admin.put('/api/admin/backup/scheduler', {
    time: '02:00',
    timeZone: 'America/New_York',
    keepDaily: 14,
    keepWeekly: 8,
    keepMonthly: 12,
  })
  await admin.post('/api/admin/backup/scheduler/start')
  await page.getByText('Backups run automatically daily at 2:00 AM EST.').waitFor()
})

test('the scheduled backup is triggered, and its end is shown', async ({ platform, visitor }) => {
  const page = await asSuperAdmin({ platform, visitor })
  await page.getByRole('button', { name: 'Trigger scheduled backup now' }).click()
  await toast(page, 'Backup Triggered').waitFor()
  await toast(page, 'Backup Created').waitFor()
  const [newest] = await list(await platform.superAdmin())
  const { name = '', trigger } = newest ?? {}
  expect(trigger).toBe('schedule')
  await row(page, name).getByText('Scheduled').waitFor()
})

test('a running operation shows its progress, another one is refused with a message, and the end is shown', async ({
  platform,
  visitor,
}) => {
  const page = await asSuperAdmin({ platform, visitor })
  // The operation waits for the holder of the common lock.
  const release = await lockOperations(platform.databaseUrl, 60_000)
  await page.getByRole('button', { name: 'Trigger scheduled backup now' }).click()
  await toast(page, 'Backup Triggered').waitFor()
  await page.getByRole('progressbar', { name: 'Waiting' }).waitFor()
  await page.getByRole('button', { name: 'Create Backup' }).click()
  await toast(page, 'Backup Failed').waitFor()
  await page.getByText(/is being made\. Please wait/).waitFor()
  await release?.()
  await toast(page, 'Backup Created').waitFor()
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
})

test('one organization is backed up alone, replaced, and made anew under another subdomain', async ({
  platform,
  visitor,
}) => {
  const { id, subdomain, name: organization, user } = await platform.organization({ name: 'Harbour School' })
  await user('instructor')
  const page = await asSuperAdmin({ platform, visitor })
  await page.getByRole('radio', { name: 'Everything' }).press('ArrowDown')
  expect(await page.getByRole('button', { name: 'Create Backup' }).isDisabled()).toBe(true)
  await page.getByRole('combobox', { name: 'Organization' }).fill('harbour')
  await page.getByRole('option', { name: /Harbour School/ }).click()
  await page.getByRole('button', { name: 'Create Backup' }).click()
  await toast(page, 'Backup Created').waitFor()
  const [newest] = await list(await platform.superAdmin())
  const { name = '', tenantName, userCount } = newest ?? {}
  expect({ tenantName, userCount }).toEqual({ tenantName: organization, userCount: 1 })

  const admin = await platform.superAdmin()
  await admin.put(`/api/tenants/${id}`, { name: 'Another Name' })
  await act(page, name, 'Restore')
  await page.getByRole('heading', { name: 'Restore Harbour School?' }).waitFor()
  await page.getByText('Other organizations are not affected').waitFor()
  await page.getByLabel(`Type “${name}” to confirm`).fill(name)
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await toast(page, 'Database Restored').waitFor()
  expect((await admin.get(`/api/tenants/${id}`)).body.name).toBe('Harbour School')

  await act(page, name, 'Restore')
  await page.getByRole('radio', { name: 'Replace the organization' }).press('ArrowDown')
  await page.getByLabel('Subdomain').fill('has space')
  await page.getByLabel(`Type “${name}” to confirm`).fill(name)
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByText('Use lowercase letters and digits').waitFor()
  await page.getByLabel('Subdomain').fill(subdomain)
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await toast(page, 'Restore Failed').waitFor()
  await page.getByLabel('Subdomain').fill('harbourtwo')
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await toast(page, 'Database Restored').waitFor()
  await page.goto('/tenants?search=harbour')
  await page.getByText('harbourtwo.localhost').first().waitFor()
})

test('restoring everything asks for the name, signs all users out and says so', async ({ platform, visitor }) => {
  await platform.organization({ name: 'Kept School' })
  const { user } = await platform.superAdmin()
  const page = await visitor.openHome(platform.origin, user?.email ?? '')
  const { name } = await make(await platform.superAdmin())
  await platform.organization({ name: 'Late School' })
  await page.goto('/backup')
  await act(page, name, 'Restore')
  await page.getByText('A safety backup of the current data is made first.').waitFor()
  await page.getByLabel(/^Type “/).fill('something else')
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByText('This is not the name of the backup').waitFor()
  await page.getByLabel(/^Type “/).fill(name)
  await page.getByRole('button', { name: 'Restore', exact: true }).click()

  await page.waitForURL(/\/auth/)
  await toast(page, 'Database Restored').waitFor()
  await page.getByLabel('Email').fill(user?.email ?? '')
  await page.getByLabel('Password', { exact: true }).fill('correct-horse-7')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL(/\/backup/)
  await page.getByText('Before a restore').waitFor()
  const names = (await (await platform.superAdmin()).get('/api/tenants')).body.map((one: { name: string }) => one.name)
  expect(names).toContain('Kept School')
  expect(names).not.toContain('Late School')
})

test('while the platform is held people read why, super admins see the backups, and all goes on by itself', async ({
  platform,
  visitor,
}) => {
  const page = await asSuperAdmin({ platform, visitor })
  const organization = await platform.organization({ name: 'Patient School' })
  const { email } = await organization.user('tenant_admin')
  const person = await visitor.openHome(platform.originOf(organization), email)
  await person.getByRole('heading', { level: 1 }).first().waitFor()
  const { core } = platform
  await core.db.platform(systemActor, (scope) => holdPlatform(scope, 'A backup is being restored. Please wait.'))

  await page.getByRole('button', { name: 'Create Backup' }).click()
  await toast(page, 'Backup Failed').waitFor()
  await page.getByText('Nothing can be changed at the moment').waitFor()
  await page.getByText('Backup history').waitFor()
  await person.clock.install()
  await person.reload()
  await person.getByRole('heading', { name: 'Maintenance' }).waitFor()
  await person.getByText('A backup is being restored. Please wait.').waitFor()

  await core.db.platform(systemActor, releasePlatform)
  await page.getByText('Nothing can be changed at the moment').waitFor({ state: 'detached' })
  await person.clock.fastForward(15_000)
  await person.getByRole('heading', { name: 'Maintenance' }).waitFor({ state: 'detached' })
  await person.getByRole('heading', { level: 1 }).first().waitFor()
})

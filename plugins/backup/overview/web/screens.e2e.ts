import { rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { expectAccessibleEverywhere, expectNoErrors, openMenu } from '#core/testing/browser.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { openAnew } from '#core/testing/screen-walk.ts'
import { backupFolder } from '../../store/server/folders.ts'
import { lockOperations } from '../../operations/server/lock.ts'
import { list, make } from '../../testing/backups.ts'

const test = browserTest(plugins, {
  work: true,
  env: { BACKUP_PASSPHRASE: 'nine-lives-of-a-cat' },
})
/** GET /api/user answers 401 to visitors who are not signed in. */
const anonymous = [/401/]

async function openDialog(page: Page, name: string, action: string) {
  await openAnew(page, '/backup')
  await openMenu(page, `Actions for ${name}`)
  await page.getByRole('menuitem', { name: action, exact: true }).click()
  await page.getByRole('button', { name: 'Close' }).first().waitFor()
}

test('the screen and its dialogs are accessible', { timeout: 960_000 }, async ({ platform, visitor }) => {
  const admin = await platform.superAdmin()
  const page = await visitor.openHome(platform.origin, admin.user?.email ?? '')
  await expectAccessibleEverywhere(page, 'backup/empty', async () => {
    await openAnew(page, '/backup')
    await page.getByText('No backups yet').waitFor()
    await page.getByText('14 daily, 8 weekly, 12 monthly').waitFor()
  })

  const folder = backupFolder(platform.core)
  const organization = await platform.organization({ name: 'Academy of Applied Robotics and Rivers' })
  const missing = await make(admin)
  await rm(join(folder, missing.name))
  const damaged = await make(admin)
  await truncate(join(folder, damaged.name), 1000)
  await admin.post(`/api/admin/backup/verify/${damaged.id}`)
  const ofOne = await make(admin, organization.id)
  const whole = await make(admin)
  await admin.post(`/api/admin/backup/verify/${whole.id}`)
  const release = await lockOperations(platform.databaseUrl, 60_000)
  expect(await admin.post('/api/admin/backup/trigger')).toMatchObject({ status: 200 })
  await expectAccessibleEverywhere(page, 'backup/history', async () => {
    await openAnew(page, '/backup')
    await page.getByRole('progressbar', { name: 'Waiting' }).waitFor()
  })
  await release?.()
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
  const [newest = whole] = await list(admin)

  await expectAccessibleEverywhere(page, 'backup/menu', async () => {
    await openAnew(page, '/backup')
    await openMenu(page, `Actions for ${newest.name}`)
    await page.getByRole('menuitem', { name: 'Restore' }).waitFor()
  })
  await expectAccessibleEverywhere(page, 'backup/schedule', async () => {
    await openAnew(page, '/backup')
    await page.getByRole('button', { name: 'Change schedule' }).click()
    await page.getByRole('textbox', { name: 'Daily kept' }).waitFor()
  })
  await expectAccessibleEverywhere(page, 'backup/organization', async () => {
    await openAnew(page, '/backup')
    await page.getByRole('radio', { name: 'Everything' }).press('ArrowDown')
    await page.getByRole('combobox', { name: 'Organization' }).waitFor()
  })
  await expectAccessibleEverywhere(page, 'backup/details', async () => {
    await openDialog(page, damaged.name, 'View details')
    await page.getByRole('button', { name: /^\d+ tables$/ }).click()
  })
  await expectAccessibleEverywhere(page, 'backup/passphrase', () =>
    openDialog(page, whole.name, 'Verify with a passphrase'),
  )
  await expectAccessibleEverywhere(page, 'backup/restore', async () => {
    await openDialog(page, whole.name, 'Restore')
    await page.getByLabel(/^Type “/).fill('another name')
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await page.getByText('This is not the name of the backup').waitFor()
  })
  await expectAccessibleEverywhere(page, 'backup/restore-organization', () => openDialog(page, ofOne.name, 'Restore'))
  await expectAccessibleEverywhere(page, 'backup/delete', () => openDialog(page, missing.name, 'Delete'))
  await expectAccessibleEverywhere(page, 'backup/hub', async () => {
    await openAnew(page, '/settings')
    await page.getByText('Last backup').waitFor()
  })
  expectNoErrors(page, { except: anonymous })
})

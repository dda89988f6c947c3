import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors, openMenu } from '#core/testing/browser.ts'
import { tenantApp } from '../../server/plugin.ts'
import { unzip } from '../../testing/exports.ts'

const test = browserTest([tenantApp], { work: true })

test('an admin exports all data with what it is needed for, watches it, downloads it and deletes it', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const page = await visitor.open(platform.originOf(organization), '/login')
  await visitor.signIn(page, (await organization.user('tenant_admin')).email)
  await page.goto('/org-settings?tab=data')
  await expectAccessibleEverywhere(page, 'tenant-app/data-empty', () =>
    page.getByText('Nothing was exported yet').waitFor(),
  )
  await page.getByRole('button', { name: 'Export all data' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('With health data').click()
  await dialog.getByRole('button', { name: 'Start export' }).click()
  await expectAccessibleEverywhere(page, 'tenant-app/data-reason', () =>
    dialog.getByText('Write what the health data is needed for').waitFor(),
  )
  await dialog.getByLabel('What these are needed for').fill('We move to another system')
  await dialog.getByRole('button', { name: 'Start export' }).click()
  await expectAccessibleEverywhere(page, 'tenant-app/data-ready', () =>
    page.getByText('Ready', { exact: true }).waitFor(),
  )
  const saving = page.waitForEvent('download')
  const menu = (await page.getByRole('button', { name: /^Actions for .*-all-data/ }).getAttribute('aria-label')) ?? ''
  await openMenu(page, menu)
  await page.getByRole('menuitem', { name: 'Download' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/-all-data-\d{4}-\d\d-\d\d\.zip$/)
  const entries = await unzip(await readFile(await saved.path()))
  expect([...entries.keys()]).toEqual(expect.arrayContaining(['README.txt', 'manifest.json', 'tables/students.csv']))
  await openMenu(page, menu)
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete export' }).click()
  await page.getByText('Nothing was exported yet').waitFor()
  expectNoErrors(page, { except: [/401/] })
})

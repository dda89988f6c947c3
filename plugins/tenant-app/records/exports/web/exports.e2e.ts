import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { create } from '#core/testing/calls.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors, openMenu } from '#core/testing/browser.ts'
import { tenantApp } from '../../../plugin.ts'
import { unzip } from '../../../testing/exports.ts'

const test = browserTest([tenantApp], { work: true })

test('an admin exports all data with a reason, watches the progress, downloads it and deletes it', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const page = await visitor.open(platform.originOf(organization), '/org-settings?tab=data', {
    as: (await organization.user('tenant_admin')).email,
  })
  await expectAccessibleEverywhere(page, 'tenant-app/data-empty', () => page.getByText('No exports yet').waitFor())
  await page.getByRole('button', { name: 'Export all data' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('With health data').click()
  await dialog.getByRole('button', { name: 'Start export' }).click()
  await expectAccessibleEverywhere(page, 'tenant-app/data-reason', () =>
    dialog.getByText('Write what the health data is needed for').waitFor(),
  )
  await dialog.getByLabel('Reason for including health data').fill('We move to another system')
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
  await page.getByText('No exports yet').waitFor()
  expectNoErrors(page, { except: [/401/] })
})

test('a guardian exports a child’s and their own data, and an admin that of another person', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const parent = await organization.user('parent', { firstName: 'Anna', lastName: 'Byron' })
  const admin = await organization.signIn('tenant_admin')
  const child = { firstName: 'Ada', lastName: 'King', parentUserId: parent.id, medicalNotes: 'Asthma' }
  const { id } = await create<{ id: string }>(admin, '/api/students', child)

  const page = await visitor.open(platform.originOf(organization), '/parent-portal?tab=account', { as: parent.email })
  await page.getByRole('button', { name: 'Download Ada’s data' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save file' }).click()
  const entries = await unzip(await readFile(await (await saving).path()))
  expect(entries.get('index.html')?.toString()).toContain('Asthma')
  await expectAccessibleEverywhere(page, 'tenant-app/data-child', () =>
    page.getByText('Health data is in it: store it').waitFor(),
  )
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Download my data' }).click()
  await expectAccessibleEverywhere(page, 'tenant-app/data-own', () => page.getByText('Ready to download').waitFor())
  expectNoErrors(page, { except: [/401/] })

  const other = await visitor.open(platform.originOf(organization), `/students/${id}?tab=data`, {
    as: admin.user?.email ?? '',
  })
  await other.getByRole('button', { name: 'Export data' }).click()
  await other.getByRole('dialog').getByText('With health data and emergency contacts').click()
  await expectAccessibleEverywhere(other, 'tenant-app/data-student', () =>
    other.getByLabel('Reason for including health data').waitFor(),
  )
  await other.getByLabel('Reason for including health data').fill('Her mother asked')
  await other.getByRole('button', { name: 'Start export' }).click()
  await other.getByText('Ready to download').waitFor()
  await other.setViewportSize({ width: 1440, height: 900 })
  await other.goto('/org-settings?tab=data')
  await other.getByRole('combobox', { name: 'Person' }).fill('Byron')
  await other.getByRole('option', { name: /Anna Byron/ }).click()
  await other.getByRole('button', { name: 'Export data' }).click()
  await expectAccessibleEverywhere(other, 'tenant-app/data-person', () =>
    other.getByText('Ready to download').waitFor(),
  )
  expectNoErrors(other, { except: [/401/] })
})

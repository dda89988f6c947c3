import type { Page } from 'playwright'
import { expect } from 'vitest'
import { browserTest, type BrowserPlatform, type Visitor } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { tenantApp } from '../../../plugin.ts'
import { packRoster, smallRoster } from '../../../testing/oneroster.ts'

const test = browserTest([tenantApp], { work: true })

const STUDENT_LIST = `Kid first,Last Name,DOB,Grade,Parent 1 first name,Parent 1 last name,Parent 1 email
Ada,King,2016-05-06,3,Annabella,Byron,anna@example.org
Ben,King,2999-01-01,5,Annabella,Byron,anna@example.org
Cleo,Ash,2015-01-02,K,,,
`

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(label) }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

const chooseFile = (page: Page, content: string) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name: 'families.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })

async function openImports(platform: BrowserPlatform, visitor: Visitor): Promise<Page> {
  const organization = await platform.organization()
  const { email } = await organization.user('tenant_admin')
  const page = await visitor.open(platform.originOf(organization), '/students', { as: email })
  await page.getByRole('link', { name: 'Import' }).click()
  await page.getByRole('heading', { name: 'Import Students' }).waitFor()
  return page
}

test('a file without a list is refused with a reason', async ({ platform, visitor }) => {
  const page = await openImports(platform, visitor)
  await chooseFile(page, 'a,b\n')
  await expectAccessibleEverywhere(page, 'tenant-app/import-refused', () =>
    page.getByText('The file has a row of headers and nothing below it').waitFor(),
  )
  expectNoErrors(page, { except: [/401/, /400/] })
})

test("an admin answers the questions about a file's letters and dates before importing it", async ({
  platform,
  visitor,
}) => {
  const page = await openImports(platform, visitor)
  const file = Buffer.concat([
    Buffer.from('First name;Last name;DOB;Bus\n'),
    Buffer.from([0xa3]),
    Buffer.from('ukasz;Dvo'),
    Buffer.from([0xf8, 0xe1]),
    Buffer.from('k;03/04/2012;7\n'),
  ])
  await page.locator('input[type=file]').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: file })
  await page.getByText('Which of these is written correctly?').waitFor()
  await page.getByText('Not imported: Bus').waitFor()
  await expectAccessibleEverywhere(page, 'tenant-app/import-questions', () =>
    page.getByText('Do dates have the day or the month first?').waitFor(),
  )
  expect(await page.getByRole('button', { name: 'Import 0 students' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: /Reading/ }).click()
  await page.getByRole('option', { name: /Łukasz/ }).click()
  await page.getByRole('button', { name: 'Use this version' }).click()
  await page.getByRole('cell', { name: 'Dvořák' }).waitFor()
  await page.getByRole('button', { name: 'Day first: 31/5/2016' }).click()
  await page.getByText('Apr 3, 2012').waitFor()
  await page.getByRole('button', { name: 'Import 1 student' }).click()
  await page.getByText('The students are imported').waitFor()
  expectNoErrors(page, { except: [/401/] })
})

test('an admin chooses a list, maps its columns, sees its errors, imports it and undoes it', async ({
  platform,
  visitor,
}) => {
  const page = await openImports(platform, visitor)
  await chooseFile(page, STUDENT_LIST)
  await page.getByRole('heading', { name: 'families.csv' }).waitFor()
  await page.getByText('3 rows have errors').waitFor()
  await page.getByRole('button', { name: 'Columns of the file' }).click()
  await choose(page, '^Not imported Kid first', 'First Name')
  await expectAccessibleEverywhere(page, 'tenant-app/import-columns', () =>
    page.getByRole('button', { name: 'Check rows again' }).waitFor(),
  )
  await page.getByRole('button', { name: 'Check rows again' }).click()
  await page.getByText('2 new, 1 wrong · read as UTF-8').waitFor()
  await choose(page, 'Outcome', 'Wrong')
  await page.getByText('A birthday cannot be in the future').waitFor()
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'Cleo' }).count()).toBe(0)
  await expectAccessibleEverywhere(page, 'tenant-app/import-wrong', () =>
    page.getByText('A birthday cannot be in the future').waitFor(),
  )
  await page.getByRole('button', { name: 'Import 2 students' }).click()
  await page.getByText('The students are imported').waitFor()
  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click()
  await page.getByText('All data is as before.').waitFor()
  await expectAccessibleEverywhere(page, 'tenant-app/import-undone', () =>
    page.getByText('All data is as before.').waitFor(),
  )
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await page.getByRole('row').filter({ hasText: 'families.csv' }).getByText('Undone').waitFor()
  expectNoErrors(page, { except: [/401/] })
})

test('a OneRoster archive is previewed, imported and undone', async ({ platform, visitor }) => {
  const page = await openImports(platform, visitor)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'roster.zip', mimeType: 'application/zip', buffer: packRoster(smallRoster()) })
  await page.getByRole('heading', { name: 'roster.zip' }).waitFor()
  await page.getByText('read as OneRoster 1.1').waitFor()
  await expectAccessibleEverywhere(page, 'tenant-app/import-roster', () =>
    page.getByText('their names are used for classes').first().waitFor(),
  )
  await choose(page, 'Kind', 'Staff of classes')
  await page.getByText('No staff member has this email address').waitFor()
  await page.getByRole('button', { name: 'Import 6 changes' }).click()
  await page.getByText('The roster is imported').waitFor()
  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click()
  await page.getByText('All data is as before.').waitFor()
  expectNoErrors(page, { except: [/401/] })
})

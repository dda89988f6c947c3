import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessible, expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { readWorkbook } from '#core/server/xlsx.ts'
import { reportWorld } from '../../../testing/reports.ts'
import { tenantApp } from '../../../plugin.ts'

const test = browserTest([tenantApp])

test('an admin reads the four reports, filters them in the address, opens the entries behind a number and exports them', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const origin = platform.originOf(organization)
  const admin = await organization.user('tenant_admin')
  const page = await visitor.openHome(origin, admin.email)
  await page.getByRole('link', { name: 'Reports', exact: true }).click()
  await page.getByText('No data in this period').waitFor()
  await expectAccessibleEverywhere(page, 'tenant-app/reports-empty', async () => {
    await page.goto('/reports')
    await page.getByText('No data in this period').waitFor()
  })

  const { ids } = await reportWorld(platform, organization)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/reports')
  const table = page.getByRole('table', { name: 'Attendance by student' })
  await table.getByRole('link', { name: 'Ada King' }).waitFor()
  expect(await table.getByRole('row').count()).toBe(4)
  await page.getByRole('img', { name: /^Attendance by week/ }).waitFor()
  await page.getByRole('button', { name: 'Hours', exact: true }).click()
  const counted = page.getByRole('dialog', { name: 'Hours' })
  await expect.poll(() => counted.getByRole('row').count()).toBe(4)
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.getByRole('combobox', { name: 'Student' }).fill('ben')
  await page.getByRole('option', { name: /Ben King/ }).click()
  await page.waitForURL(new RegExp(`studentId=${ids.ben}`))
  await expect.poll(() => table.getByRole('row').count()).toBe(2)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => table.getByRole('row').count()).toBe(4)

  await page.getByRole('button', { name: /^By student/ }).click()
  await page.getByRole('option', { name: 'By session' }).click()
  await page.waitForURL(/by=session/)
  await page.getByRole('table', { name: 'Attendance by session' }).getByRole('link', { name: 'Robots' }).waitFor()
  const save = async (format: 'CSV' | 'Excel') => {
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: format }).click(),
    ])
    return download
  }
  const csv = await save('CSV')
  expect(csv.suggestedFilename()).toMatch(/^attendance-by-session-.*\.csv$/)
  expect((await readFile(await csv.path(), 'utf8')).trimEnd().split('\r\n')).toHaveLength(3)
  const workbook = await save('Excel')
  expect(workbook.suggestedFilename()).toMatch(/^attendance-by-session-.*\.xlsx$/)
  expect(await readWorkbook(await readFile(await workbook.path()), 10)).toHaveLength(3)

  for (const [name, heading] of [
    ['Progress', 'Progress by student'],
    ['Scores', 'Scores by challenge'],
    ['Participation', 'Participation by session'],
  ] as const) {
    await page.goto(`/reports?report=${name.toLowerCase()}`)
    await page.getByRole('tab', { name, selected: true }).waitFor()
    await page.getByRole('table', { name: heading }).getByRole('row').nth(1).waitFor()
    await page
      .getByRole('img', { name: /of the report/ })
      .first()
      .waitFor()
    await expectAccessible(page)
  }
  await page.getByRole('tab', { name: 'Participation' }).press('Home')
  await page.getByRole('tab', { name: 'Attendance', selected: true }).waitFor()

  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('tablist').isVisible()).toBe(false)
  await table.or(page.getByRole('table')).first().waitFor()
  await page.emulateMedia({ media: 'screen' })
  await expectAccessibleEverywhere(page, 'tenant-app/reports', async () => {
    await page.goto('/reports?range=last-12-months')
    await page.getByRole('link', { name: 'Ada King' }).first().waitFor()
    await page.getByRole('img', { name: /^Attendance by month/ }).waitFor()
  })
  expectNoErrors(page, { except: [/401/] })
})

test('an instructor reads that the report covers own sessions; a failed report shows an error and is retried', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const { instructor } = await reportWorld(platform, organization)
  const page = await visitor.openHome(platform.originOf(organization), instructor.user?.email ?? '')
  await page.getByRole('link', { name: 'Reports', exact: true }).click()
  await page.getByText('Of the sessions that you lead.').waitFor()
  await page.getByRole('link', { name: 'Cleo King' }).waitFor()
  expect(await page.getByRole('combobox', { name: 'Instructor' }).count()).toBe(0)

  await page.route('**/api/reports/**', (asked) => asked.abort())
  await page.goto('/reports?report=scores')
  await page.getByText('The figures could not be loaded').waitFor()
  await expectAccessible(page)
  await page.unroute('**/api/reports/**')
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await page.getByRole('main').getByRole('link', { name: 'Students', exact: true }).waitFor()
})

import { browserTest } from '#core/testing/browser-harness.ts'
import { expectNoErrors } from '#core/testing/browser.ts'
import { translatePage } from '#core/testing/translate-page.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildStudent } from '../../../testing/factories.ts'

const test = browserTest([tenantApp])

test('staff take attendance, and guardians use the portal, on pages that the browser translates', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const parent = await organization.user('parent', { firstName: 'Ann', lastName: 'King' })
  const start = platform.clock.now().getTime()
  const dates = { startDate: new Date(start).toISOString(), endDate: new Date(start + 3_600_000).toISOString() }
  const { body } = await admin.post('/api/sessions', { name: 'Robotics', ...dates })
  const studentIds: string[] = []
  for (const firstName of ['Ada', 'Ben']) {
    studentIds.push((await buildStudent(platform, organization, { firstName, guardians: [parent.id] })).id)
  }
  await admin.post(`/api/sessions/${(body as { id: string }).id}/participants`, { studentIds })
  const page = await visitor.openHome(platform.originOf(organization), (await organization.user('tenant_admin')).email)
  await page.getByRole('link', { name: 'Sessions', exact: true }).waitFor()
  await translatePage(page)
  await page.getByRole('link', { name: 'Sessions', exact: true }).click()
  await page.getByRole('link', { name: 'Manage Students of Robotics' }).click()
  await page.getByRole('tab', { name: 'Attendance' }).click()
  await page.getByRole('group', { name: 'Ada King' }).getByRole('button', { name: 'Present' }).click()
  await page.getByText('1 of 2 marked').waitFor()
  await page.getByRole('group', { name: 'Ben King' }).getByRole('button', { name: 'Late' }).click()
  await page.getByText('2 of 2 marked').waitFor()
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('table', { name: 'History' }).waitFor()
  expectNoErrors(page, { except: [/401/] })

  const portal = await visitor.open(platform.originOf(organization), '/parent-portal', { as: parent.email })
  await portal.getByRole('heading', { name: /Ada/ }).first().waitFor()
  await translatePage(portal)
  await portal.getByRole('navigation').getByRole('link').nth(0).click()
  await portal.getByRole('heading', { level: 1 }).waitFor()
  await portal.goBack()
  await portal.getByRole('heading', { name: /Ada/ }).first().waitFor()
  expectNoErrors(portal, { except: [/401/] })
})

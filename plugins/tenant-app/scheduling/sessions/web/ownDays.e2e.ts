import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors, notification, typeDateTime } from '#core/testing/browser.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildParticipant, buildStudent } from '../../../testing/factories.ts'
import type { Meeting } from '../meetings-contract.ts'

const test = browserTest([tenantApp])

const notSignedIn = { except: [/401/] }

test('a planner chooses the days of a camp, moves one, gives it to a substitute and cancels another', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  await organization.user('instructor', { firstName: 'Grace', lastName: 'Hopper' })
  const page = await visitor.open(platform.originOf(organization), '/sessions?add=true', {
    as: (await organization.user('tenant_admin')).email,
  })
  const dialog = page.getByRole('dialog', { name: 'New Session' })
  await dialog.getByLabel('Session name').fill('Makers Week')
  await typeDateTime(dialog, 'Start', '2094-07-12T09:00')
  await typeDateTime(dialog, 'End', '2094-07-18T16:00')
  const days = dialog.getByRole('group', { name: 'Days and times' })
  await days.getByText('Each day from 9:00 AM – 4:00 PM.').waitFor()
  expect(await days.getByRole('checkbox').count()).toBe(7)
  await days.getByText('Wed, Jul 14').click()
  await expectAccessibleEverywhere(page, 'tenant-app/days-of-a-session', () => days.waitFor())
  await dialog.getByRole('button', { name: 'Create session' }).click()
  await notification(page).getByText('Session created successfully').waitFor()

  await page.getByRole('listitem').filter({ hasText: 'Makers Week' }).getByRole('link').first().click()
  const table = page.getByRole('table', { name: 'Days and times' })
  await table.getByText('Tue, Jul 13').waitFor()
  expect(await table.getByText('Wed, Jul 14').count()).toBe(0)

  await table.getByRole('button', { name: /Tue, Jul 13/ }).click()
  await page.getByRole('menuitem', { name: 'Edit day' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Tue, Jul 13' })
  await typeDateTime(edit, 'End', '2094-07-13T12:00')
  await edit.getByRole('combobox', { name: 'Instructor of this day' }).fill('Grace')
  await page.getByRole('option', { name: /Grace Hopper/ }).click()
  await edit.getByRole('button', { name: 'Save day' }).click()
  await table.getByText('9:00 AM – 12:00 PM').waitFor()
  await table.getByText('Grace Hopper').waitFor()

  await table.getByRole('button', { name: /Thu, Jul 15/ }).click()
  await page.getByRole('menuitem', { name: 'Cancel day' }).click()
  const confirm = page.getByRole('alertdialog', { name: 'Cancel Thu, Jul 15?' })
  await confirm.getByRole('button', { name: 'Cancel day' }).click()
  await table.getByText('Canceled').waitFor()
  await expectAccessibleEverywhere(page, 'tenant-app/days-and-times', () => table.waitFor())
  expectNoErrors(page, notSignedIn)
})

test('students register once for all dates of a term', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const page = await visitor.open(platform.originOf(organization), '/sessions?add=true', {
    as: (await organization.user('tenant_admin')).email,
  })
  const dialog = page.getByRole('dialog', { name: 'New Session' })
  await dialog.getByLabel('Session name').fill('Chess')
  await typeDateTime(dialog, 'Start', '2094-03-02T16:00')
  await typeDateTime(dialog, 'End', '2094-03-02T17:00')
  await dialog.getByRole('button', { name: /Repeats/ }).click()
  await page.getByRole('option', { name: 'Every week or some weeks' }).click()
  await dialog.getByText('One place for all dates').click()
  await dialog.getByRole('button', { name: 'Create session' }).click()
  await notification(page).getByText('Session created successfully').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Chess' }).getByRole('link').first().click()
  const table = page.getByRole('table', { name: 'Days and times' })
  await table.getByText('Tue, May 4').waitFor()
  expect(await table.getByRole('link').count()).toBe(10)
  expectNoErrors(page, notSignedIn)
})

test('a link opens the attendance of its day', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const admin = await organization.user('tenant_admin')
  const by = await organization.signIn('tenant_admin')
  const dates = { startDate: '2094-07-12T13:00:00Z', endDate: '2094-07-14T20:00:00Z' }
  const { id } = (await by.post('/api/sessions', { name: 'Makers Week', ...dates })).body as { id: string }
  await buildParticipant(platform, organization, {
    sessionId: id,
    studentId: (await buildStudent(platform, organization)).id,
  })
  const [, tuesday] = (await by.get(`/api/sessions/${id}/meetings`)).body as Meeting[]
  const address = `/sessions/${id}?tab=attendance&meeting=${tuesday?.id}`
  const page = await visitor.open(platform.originOf(organization), address, { as: admin.email })
  const field = page.getByRole('button', { name: /^(?!Attendance).*Day/ }).filter({ hasText: 'Tue, Jul 13' })
  await field.waitFor()
  await field.click()
  await page.getByRole('option', { name: 'Wed, Jul 14' }).click()
  await page.waitForURL((url) => url.search.includes('meeting=') && !url.search.includes(`${tuesday?.id}`))
  expectNoErrors(page, notSignedIn)
})

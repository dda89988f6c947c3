import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { lms } from '../../../plugin.ts'
import { publishLive } from '../../../testing/live.ts'

const test = browserTest([lms])

const MINUTE_MS = 60_000

test('an admin takes attendance at a live session, and it stays', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const startsAt = new Date(platform.clock.now().getTime() + MINUTE_MS).toISOString()
  const { id } = await publishLive(admin, { startsAt })
  const page = await visitor.open(platform.originOf(organization), `/courses/${id}`, { as: admin.user?.email ?? '' })
  const opened = page.getByRole('button', { name: 'Kick-off', exact: true })
  await expectAccessibleEverywhere(page, 'attendance-card', () => opened.waitFor())
  await page.setViewportSize({ width: 1440, height: 900 })
  const dialog = page.getByRole('dialog', { name: 'Who was at Kick-off?' })
  await opened.click()
  await dialog.getByText('No other learners in this course yet.').waitFor()
  await page.keyboard.press('Escape')

  const { email } = await organization.user('instructor', { firstName: 'Grace', lastName: 'Hopper' })
  const learner = await organization.client().signIn(email)
  await learner.post(`/api/tenant/courses/${id}/enroll`)
  await page.reload()
  await opened.click()
  const ticked = dialog.getByRole('checkbox', { name: /Grace Hopper/ })
  await dialog.getByText('Grace Hopper').click()
  await expectAccessibleEverywhere(page, 'attendance-dialog', () => dialog.waitFor())
  await page.setViewportSize({ width: 1440, height: 900 })
  const save = dialog.getByRole('button', { name: 'Save attendance' })
  await save.click()
  await page.getByText('The session has not begun yet.').waitFor()
  expect(await ticked.isChecked()).toBe(true)
  platform.clock.forward(2 * MINUTE_MS)
  await save.click()
  await page.getByText('Attendance saved').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await opened.click()
  await dialog.getByText('Ticked off').waitFor()
  expect(await ticked.isDisabled()).toBe(true)
  expect((await learner.get(`/api/tenant/courses/${id}`)).body).toMatchObject({ completionPercentage: 100 })
  expectNoErrors(page, { except: [/401/, /409/] })
})

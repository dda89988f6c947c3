import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import {
  dateTimeIn,
  expectAccessible,
  expectAccessibleEverywhere,
  expectNoErrors,
  notification,
  typeDateTime,
} from '#core/testing/browser.ts'
import type { Client } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import type { Session } from '../../sessions/contract.ts'

const test = browserTest([tenantApp])

const notSignedIn = { except: [/401/] }

async function sessionsOf(admin: Client): Promise<Session[]> {
  return ((await admin.get('/api/sessions')).body as Session[]).toReversed()
}

const days = (sessions: readonly Session[]) => sessions.map(({ startDate }) => startDate.slice(0, 10))

test('a planner plans a series around a holiday and a clash, and changes one session, the following ones, or all', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const chess = { name: 'Chess', startDate: '2094-03-16T20:30:00Z', endDate: '2094-03-16T21:00:00Z', location: 'Lab 2' }
  expect((await admin.post('/api/sessions', chess)).status).toBe(201)
  const page = await visitor.open(platform.originOf(organization), '/org-settings?tab=holidays', {
    as: (await organization.user('tenant_admin')).email,
  })
  await page.getByText('No holidays yet').waitFor()
  await page.getByRole('button', { name: 'Add Holiday' }).click()
  const adding = page.getByRole('dialog', { name: 'Add Holiday' })
  await adding.getByRole('textbox', { name: 'Name' }).fill('Spring break')
  const typeDay = async (label: string, day: string) => {
    await adding.getByRole('group', { name: label }).getByRole('spinbutton').first().click()
    await page.keyboard.type(day)
  }
  await typeDay('First day', '03222094')
  await typeDay('Last day', '03262094')
  await adding.getByRole('button', { name: 'Save holiday' }).click()
  await notification(page).getByText('Holiday saved successfully').waitFor()
  await page.getByRole('row', { name: /Spring break/ }).waitFor()

  await page.goto('/sessions?add=true')
  const dialog = page.getByRole('dialog', { name: 'New Session' })
  await dialog.getByLabel('Session name').fill('Robotics')
  await typeDateTime(dialog, 'Start', '2094-03-09T16:00')
  await dialog.getByRole('textbox', { name: 'Duration in minutes' }).fill('90')
  await page.keyboard.press('Tab')
  await expect.poll(() => dateTimeIn(dialog, 'End')).toBe('3/9/2094, 5:30 PM')
  await typeDateTime(dialog, 'Start', '2094-03-09T16:15')
  await expect.poll(() => dateTimeIn(dialog, 'End')).toBe('3/9/2094, 5:45 PM')
  await dialog.getByLabel('Location').fill('Lab 2')
  await dialog.getByRole('button', { name: /Repeats/ }).click()
  await page.getByRole('option', { name: 'Every week or some weeks' }).click()
  expect(await dialog.getByRole('checkbox', { name: 'Tuesday' }).isChecked()).toBe(true)
  await dialog.getByRole('textbox', { name: 'Sessions' }).fill('4')
  await page.keyboard.press('Tab')
  await dialog.getByText('3 sessions, 1 skipped').waitFor()
  await dialog.getByText(/Mar 16, 2094.*the place is taken by “Chess”/).waitFor()
  await dialog.getByText(/Mar 23, 2094.*closed for Spring break/).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create session' }).click()
  await notification(page).getByText('3 sessions created successfully').waitFor()
  const [, first, , third, fourth] = (await sessionsOf(admin)).toSorted((a, b) => (a.name < b.name ? -1 : 1))

  // Only this session.
  const edit = page.getByRole('dialog', { name: 'Edit Session' })
  const scope = page.getByRole('dialog', { name: 'Change which sessions?' })
  await page.goto(`/sessions?edit=${fourth?.id}`)
  await edit.getByLabel('Location').fill('Hall')
  await edit.getByRole('button', { name: 'Save session' }).click()
  await scope.getByRole('button', { name: 'Back' }).click()
  await edit.getByText('Nothing has been saved yet.').waitFor()
  await edit.getByRole('button', { name: 'Save session' }).click()
  await scope.getByRole('radio', { name: 'This session' }).waitFor()
  await scope.getByRole('button', { name: 'Save changes' }).click()
  await notification(page).getByText('Session updated successfully').waitFor()

  // All sessions, with another rule.
  await page.goto(`/sessions?edit=${first?.id}`)
  await edit.getByLabel('Location').fill('Lab 3')
  await edit.getByText('Thursday').click()
  await edit.getByRole('button', { name: 'Save session' }).click()
  await scope.getByText('All sessions').click()
  await scope.getByText('4 sessions will change').waitFor()
  await scope.getByText('3 sessions will be added').waitFor()
  await scope.getByText(/Mar 25, 2094.*closed for Spring break/).waitFor()
  await expectAccessible(page)
  await scope.getByRole('button', { name: 'Save changes' }).click()
  await notification(page).getByText('4 sessions updated successfully').waitFor()
  const after = (await sessionsOf(admin)).filter(({ seriesId }) => seriesId === first?.seriesId)
  expect(days(after)).toEqual([
    '2094-03-09',
    '2094-03-11',
    '2094-03-16',
    '2094-03-18',
    '2094-03-23',
    '2094-03-25',
    '2094-03-30',
  ])
  expect(after.map(({ location }) => location)).toEqual([...Array<string>(6).fill('Lab 3'), 'Hall'])

  // A session's page shows its series, links to the other sessions, and resets its own fields.
  await page.goto(`/sessions/${fourth?.id}`)
  await page
    .getByRole('region', { name: 'Series' })
    .getByText('7 of 7 in the series Robotics, every Tuesday and Thursday, 4:15 PM ET, until Mar 30, 2094')
    .waitFor()
  await page.getByRole('button', { name: 'Reset to the series' }).click()
  const reset = page.getByRole('dialog', { name: 'Reset to the series' })
  await reset.getByText('Hall becomes Lab 3').waitFor()
  await reset.getByRole('button', { name: 'Reset session' }).click()
  await notification(page).getByText('Session reset to the series').waitFor()
  await page.getByText('Changed for this session alone').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'All sessions' }).click()
  await page
    .getByRole('dialog', { name: 'Series Robotics' })
    .getByRole('link', { name: /Mar 9, 2094/ })
    .click()
  await page.getByText(/^1 of 7 in the series/).waitFor()
  await page.getByRole('link', { name: 'Next' }).click()
  await page.getByText(/^2 of 7 in the series/).waitFor()

  // A session skipped by a holiday is restored; the following ones are canceled.
  await page.goto(`/sessions?edit=${third?.id}`)
  await edit.getByRole('button', { name: 'Restore session' }).click()
  await notification(page).getByText('Robotics takes place').waitFor()
  await page.goto(`/sessions?edit=${third?.id}`)
  await edit.getByRole('button', { name: /Status/ }).click()
  await page.getByRole('option', { name: 'Cancelled' }).click()
  await edit.getByRole('button', { name: 'Save session' }).click()
  const cancelling = page.getByRole('dialog', { name: 'Cancel which sessions?' })
  await cancelling.getByText('This and following').click()
  await cancelling.getByText('3 sessions will be cancelled').waitFor()
  await cancelling.getByRole('button', { name: 'Cancel sessions' }).click()
  await notification(page).getByText('3 sessions updated successfully').waitFor()

  // A copy begins a week later, at another time than the original.
  await page.goto('/sessions')
  await page.getByRole('button', { name: 'Duplicate Chess' }).click()
  const copy = page.getByRole('dialog', { name: 'Duplicate Session' })
  await expect.poll(() => dateTimeIn(copy, 'Start')).toMatch(/^3\/23\/2094,/)
  await copy.getByText('closed for Spring break', { exact: false }).waitFor()
  await copy.getByRole('button', { name: 'Create session' }).click()
  await notification(page).getByText('Session created successfully').waitFor()
  expect((await sessionsOf(admin)).filter(({ name }) => name === 'Chess')).toHaveLength(2)
  expectNoErrors(page, notSignedIn)
})

test('every screen is accessible and fits every width', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const times = { startDate: '2094-03-09T20:00:00Z', endDate: '2094-03-09T21:00:00Z' }
  const holiday = { name: 'Spring break', firstDay: '2094-03-22', lastDay: '2094-03-26' }
  expect((await admin.post('/api/holidays', holiday)).status).toBe(201)
  const series = { name: 'Robotics', ...times, repeat: { days: ['TU', 'TH'], count: 9 } }
  expect((await admin.post('/api/series', series)).status).toBe(201)
  const [first] = await sessionsOf(admin)
  const page = await visitor.openHome(platform.originOf(organization), (await organization.user('tenant_admin')).email)
  await expectAccessibleEverywhere(page, 'tenant-app/holidays', async () => {
    await page.goto('/org-settings?tab=holidays')
    await page.getByText('Spring break').waitFor()
  })
  await expectAccessibleEverywhere(page, 'tenant-app/series', async () => {
    await page.goto(`/sessions?edit=${first?.id}`)
    await page.getByRole('dialog', { name: 'Edit Session' }).getByText('Thursday').waitFor()
  })
  await expectAccessibleEverywhere(page, 'tenant-app/series-scope', async () => {
    await page.goto(`/sessions?edit=${first?.id}`)
    const edit = page.getByRole('dialog', { name: 'Edit Session' })
    await edit.getByText('Thursday').click()
    await edit.getByRole('button', { name: 'Save session' }).click()
    await page.getByText(/sessions will go/).waitFor()
  })
  const own = { location: 'Hall', startDate: '2094-03-09T20:30:00Z' }
  expect((await admin.put(`/api/sessions/${first?.id}`, own)).status).toBe(200)
  await expectAccessibleEverywhere(page, 'tenant-app/session-in-series', async () => {
    await page.goto(`/sessions/${first?.id}`)
    await page.getByText('Changed for this session alone').waitFor()
  })
  await expectAccessibleEverywhere(page, 'tenant-app/series-reset', async () => {
    await page.getByRole('button', { name: 'Reset to the series' }).click()
    await page
      .getByRole('dialog')
      .getByText(/becomes/)
      .first()
      .waitFor()
  })
  expectNoErrors(page, notSignedIn)
})

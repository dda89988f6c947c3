import type { Page } from 'playwright'
import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import type { BrowserPlatform } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { create } from '#core/testing/calls.ts'
import type { Client, TestOrganization } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildStudent } from '../../../testing/factories.ts'

const test = browserTest([tenantApp])

const notSignedIn = { except: [/401/] }

/** Schedules an hour on a day of March or April 2094, in New York's winter time. */
const plan = (admin: Client, name: string, day: string, hour: number, given: object = {}) =>
  create<{ id: string }>(admin, '/api/sessions', {
    name,
    startDate: `2094-${day}T${hour + 5}:00:00Z`,
    endDate: `2094-${day}T${hour + 6}:00:00Z`,
    ...given,
  })

async function fill(organization: TestOrganization): Promise<Client> {
  const admin = await organization.signIn('tenant_admin')
  const { id: instructorId } = await organization.user('instructor', { firstName: 'Grace', lastName: 'Hopper' })
  for (const [index, name] of ['Robotics', 'Chess', 'Rowing', 'Painting', 'Drama'].entries()) {
    await plan(admin, name, '03-10', 8 + index, { instructorId, location: 'Lab 2' })
  }
  await plan(admin, 'Robotics with a very long name that is cut off', '03-12', 10, { status: 'cancelled' })
  await plan(admin, 'April Fools', '04-01', 10)
  const camp = { startDate: '2094-03-15T13:00:00Z', endDate: '2094-03-19T20:00:00Z', status: 'in-progress' }
  await create(admin, '/api/sessions', { name: 'Spring camp', ...camp })
  return admin
}

const focusedDay = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-day') ?? null)

test('a user pages through a month and opens a day by keyboard alone', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const admin = await fill(organization)
  const page = await visitor.open(platform.originOf(organization), '/sessions?date=2094-03-31', {
    as: admin.user?.email ?? '',
  })
  await page.getByRole('radio', { name: 'Table' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await page.waitForURL(/view=month/)
  await page.getByRole('heading', { name: 'March 2094' }).waitFor()

  // The day is one tab stop, after the buttons that turn pages.
  await page.getByRole('button', { name: 'Next month' }).focus()
  await page.keyboard.press('Tab')
  await expect.poll(() => focusedDay(page)).toBe('2094-03-31')
  const moves: [key: string, day: string][] = [
    ['ArrowRight', '2094-04-01'],
    ['ArrowUp', '2094-03-25'],
    ['Home', '2094-03-21'],
    ['End', '2094-03-27'],
    ['PageDown', '2094-04-27'],
    ['PageUp', '2094-03-27'],
    ['Shift+PageDown', '2095-03-27'],
    ['Shift+PageUp', '2094-03-27'],
    ['Home', '2094-03-21'],
    ['ArrowLeft', '2094-03-20'],
    ['ArrowUp', '2094-03-13'],
  ]
  for (const [key, day] of moves) {
    await page.keyboard.press(key)
    await expect.poll(() => focusedDay(page), { message: key }).toBe(day)
  }
  // At typing speed: no key is lost while the address changes.
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key)
  await page.waitForURL(/date=2094-03-10/)
  const day = page.getByRole('gridcell', { name: 'Wednesday, March 10, 2094, 5 sessions' })
  await day.getByRole('button', { name: '+ 2 more' }).waitFor()

  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Wednesday, March 10, 2094' })
  await dialog.getByRole('link', { name: 'Drama' }).waitFor()
  expect(await dialog.getByRole('listitem').first().textContent()).toMatch(/8:00\s–\s9:00\sAM.*Robotics.*Lab 2/)
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => focusedDay(page)).toBe('2094-03-10')

  await page.keyboard.press('Enter')
  await dialog.getByRole('link', { name: 'Chess' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Chess' }).waitFor()
  expectNoErrors(page, notSignedIn)
})

test('search, status and day survive a change of view and a reload', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const admin = await fill(organization)
  const page = await visitor.open(platform.originOf(organization), '/sessions?view=month&date=2094-03-12', {
    as: admin.user?.email ?? '',
  })
  await page.getByRole('gridcell', { name: /March 10, 2094, 5 sessions/ }).waitFor()
  await page.getByRole('searchbox', { name: 'Search sessions' }).fill('robotics')
  await page.getByRole('gridcell', { name: /March 10, 2094, 1 session / }).waitFor()
  for (const [view, shown] of [
    ['Week', 'Mar 7 – 13, 2094'],
    ['Agenda', 'Mar 12 – Apr 8, 2094'],
  ] as const) {
    await page.getByRole('radio', { name: view }).click()
    await expect
      .poll(async () => (await page.getByRole('heading', { level: 2 }).textContent())?.replaceAll(/\s/g, ' '))
      .toBe(shown)
    expect(page.url()).toContain('search=robotics')
  }
  await page.reload()
  await page.getByRole('heading', { name: 'Friday, March 12, 2094' }).waitFor()
  await page.getByRole('link', { name: /Robotics with a very long name/ }).waitFor()
  expect(await page.getByText('April Fools').count()).toBe(0)
  await page.getByRole('radio', { name: 'Cards' }).click()
  await page.getByRole('heading', { level: 2, name: 'Robotics', exact: true }).waitFor()
  expect(page.url()).toContain('date=2094-03-12')
})

async function makeFamily(platform: BrowserPlatform, organization: TestOrganization): Promise<{ email: string }> {
  const admin = await fill(organization)
  const parent = await organization.user('parent')
  const { id: studentId } = await buildStudent(platform, organization, { firstName: 'Ada', guardians: [parent.id] })
  const { id } = await plan(admin, 'Own session', '03-10', 15, { location: 'Gym' })
  await create(admin, `/api/sessions/${id}/participants`, { studentIds: [studentId] })
  return parent
}

test('a parent finds the own children’s sessions on a phone, subscribes, and revokes the URL', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const { email } = await makeFamily(platform, organization)
  const page = await visitor.openHome(platform.originOf(organization), email, { viewport: { width: 375, height: 812 } })
  await page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name: 'Calendar' }).click()
  await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor()
  await page.goto('/calendar?date=2094-03-01')
  await page.getByRole('heading', { name: 'Wednesday, March 10, 2094' }).waitFor()
  expect(await page.getByRole('grid').count()).toBe(0)
  expect(await page.locator('main').getByRole('listitem').allTextContents()).toEqual([
    expect.stringMatching(/3:00\s–\s4:00\sPM.*Own session.*Ada · Gym.*Scheduled/),
  ])

  await page.getByRole('button', { name: 'Subscribe' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subscribe to the calendar' })
  await dialog.getByRole('button', { name: 'Create calendar link' }).click()
  const address = (await dialog.locator('code').textContent()) ?? ''
  const link = await dialog.getByRole('link', { name: 'Open in calendar program' }).getAttribute('href')
  expect(link).toBe(address.replace('http:', 'webcal:'))
  const { pathname } = new URL(address)
  const answered = async () => (await organization.client().get(pathname)).status
  expect(await answered()).toBe(200)
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke address' }).click()
  await dialog.getByRole('button', { name: 'Create calendar link' }).waitFor()
  expect(await answered()).toBe(404)
  expectNoErrors(page, notSignedIn)
})

test('every view is accessible and fits every width', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { email } = await makeFamily(platform, organization)
  const admin = await organization.signIn('tenant_admin')
  const page = await visitor.openHome(platform.originOf(organization), admin.user?.email ?? '')
  for (const view of ['month', 'week', 'agenda']) {
    await expectAccessibleEverywhere(page, `tenant-app/sessions-${view}`, async () => {
      await page.goto(`/sessions?view=${view}&date=2094-03-10`)
      await page.getByText('Drama').or(page.getByText('+ 3 more')).first().waitFor()
    })
  }
  await expectAccessibleEverywhere(page, 'tenant-app/subscribe', async () => {
    await create(admin, '/api/calendar/feeds/me')
    await page.goto('/sessions?view=agenda&date=2094-06-01')
    await page.getByText('No sessions in these days').waitFor()
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByRole('button', { name: 'Copy address' }).waitFor()
  })
  const parents = await visitor.openHome(platform.originOf(organization), email)
  await expectAccessibleEverywhere(parents, 'tenant-app/calendar', async () => {
    await parents.goto('/calendar?date=2094-03-10')
    await parents.getByText('Own session').waitFor()
  })
  expectNoErrors(page, notSignedIn)
  expectNoErrors(parents, notSignedIn)
})

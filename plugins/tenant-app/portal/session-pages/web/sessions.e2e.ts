import type { Page } from 'playwright'
import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import type { BrowserPlatform } from '#core/testing/browser-harness.ts'
import {
  expectAccessible,
  expectAccessibleEverywhere,
  expectNoErrors,
  notification,
  typeDateTime,
} from '#core/testing/browser.ts'
import type { TestOrganization } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildChallenge, buildParticipant, buildSession, buildStudent } from '../../../testing/factories.ts'
import type { Session } from '../../../scheduling/sessions/contract.ts'

const test = browserTest([tenantApp])

const notSignedIn = { except: [/401/] }

/** Sessions in New York's winter of a year that is ahead of every clock, one a day from March 1 on. */
async function plan(organization: TestOrganization, names: string[], given: object = {}): Promise<Session[]> {
  const admin = await organization.signIn('tenant_admin')
  const created: Session[] = []
  for (const [index, name] of names.entries()) {
    const day = `2094-03-${String(index + 1).padStart(2, '0')}`
    const dates = { startDate: `${day}T15:00:00Z`, endDate: `${day}T16:30:00Z` }
    const { status, body } = await admin.post('/api/sessions', { name, ...dates, ...given })
    expect(status).toBe(201)
    created.push(body as Session)
  }
  return created
}

const titles = (page: Page) => page.locator('main').getByRole('heading', { level: 2 }).allTextContents()

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(label) }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function addInstructor(organization: TestOrganization) {
  return organization.user('instructor', { firstName: 'Grace', lastName: 'Hopper' })
}

test('an organization’s first session is created in the dialog and shown in the organization’s time', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  await addInstructor(organization)
  const page = await visitor.openHome(platform.originOf(organization), (await organization.user('tenant_admin')).email)
  await page.getByRole('link', { name: 'Sessions', exact: true }).click()
  await page.getByRole('heading', { name: 'Session Management' }).waitFor()
  await page.getByRole('button', { name: 'Create First Session' }).click()

  const dialog = page.getByRole('dialog', { name: 'New Session' })
  await dialog.getByRole('button', { name: 'Create session' }).click()
  await dialog.getByText('Session name is required').waitFor()
  await expectAccessible(page)

  await dialog.getByLabel('Session name').fill('Robotics')
  await typeDateTime(dialog, 'Start', '2094-03-01T10:00')
  await typeDateTime(dialog, 'End', '2094-03-01T09:00')
  await dialog.getByRole('button', { name: 'Create session' }).click()
  await dialog.getByText('End must be after the start').waitFor()
  await typeDateTime(dialog, 'End', '2094-03-01T11:30')
  await dialog.getByRole('combobox', { name: 'Instructor' }).fill('hopp')
  await page.getByRole('option', { name: /Grace Hopper/ }).click()
  await dialog.getByLabel('Location').fill('Lab 2')
  const most = dialog.getByRole('textbox', { name: 'Max participants' })
  await most.fill('')
  await dialog.getByLabel('Location').press('Tab')
  expect(await most.inputValue()).toBe('0')
  await dialog.getByRole('button', { name: 'Create session' }).click()
  await notification(page).getByText('Session created successfully').waitFor()
  await dialog.waitFor({ state: 'hidden' })

  const card = page.getByRole('listitem').filter({ hasText: 'Robotics' })
  expect(await card.textContent()).toMatch(
    /Scheduled.*Mon, Mar 1, 2094, 10:00\s–\s11:30\sAM EST.*0\/∞ participants.*Grace Hopper.*Lab 2/,
  )
  expectNoErrors(page, notSignedIn)
})

test('what the server refuses is said in a notification and at its field', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const grace = await addInstructor(organization)
  await plan(organization, ['Chess'], { instructorId: grace.id })
  const page = await visitor.open(platform.originOf(organization), '/sessions?add=true', { as: grace.email })
  const dialog = page.getByRole('dialog', { name: 'New Session' })
  await dialog.getByLabel('Session name').fill('Go')
  await typeDateTime(dialog, 'Start', '2094-03-01T11:00')
  await typeDateTime(dialog, 'End', '2094-03-01T12:00')
  await dialog.getByRole('combobox', { name: 'Instructor' }).fill('Grace')
  await page.getByRole('option', { name: /Grace Hopper/ }).click()
  await dialog.getByRole('button', { name: 'Create session' }).click()
  await notification(page).getByText('Failed to create session').waitFor()
  await dialog.getByText(/Grace Hopper teaches “Chess” at that time/).waitFor()

  // The refused field has the focus, and with it its list is open.
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByText('Discard your changes?').waitFor()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expectNoErrors(page, { except: [/401/, /409/] })
})

test('search and filters are in the address, survive a reload, and can be cleared', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  await plan(organization, ['Chess', 'Robotics'])
  await plan(organization, ['Rowing'], { status: 'completed' })
  const page = await visitor.open(platform.originOf(organization), '/sessions', {
    as: (await organization.user('tenant_admin')).email,
  })
  await page.getByRole('searchbox', { name: 'Search sessions' }).fill('ro')
  await page.waitForURL(/search=ro/)
  await choose(page, 'Status', 'Completed')
  await page.waitForURL(/status=completed/)
  await page.reload()
  await page.getByRole('heading', { name: 'Rowing' }).waitFor()
  expect(await titles(page)).toEqual(['Rowing'])
  await page.getByRole('searchbox', { name: 'Search sessions' }).fill('nothing')
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await page.getByRole('heading', { name: 'Chess' }).waitFor()
  expect(await titles(page)).toHaveLength(3)
  expectNoErrors(page, notSignedIn)
})

test('a long list is a table that goes on with Show more, until the user chooses cards', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  await plan(
    organization,
    Array.from({ length: 26 }, (_, index) => `Session ${index + 1}`),
  )
  const page = await visitor.open(platform.originOf(organization), '/sessions', {
    as: (await organization.user('tenant_admin')).email,
  })
  const table = page.getByRole('table', { name: 'Sessions' })
  await table.getByRole('link', { name: 'Session 24', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Show more' }).click()
  await table.getByRole('link', { name: 'Session 26', exact: true }).waitFor()
  await page.getByRole('radio', { name: 'Cards' }).click()
  await page.getByRole('heading', { name: 'Session 26', exact: true }).waitFor()
  expect((await titles(page)).slice(0, 2)).toEqual(['Session 1', 'Session 2'])
  expect(await titles(page)).toHaveLength(26)
  await page.reload()
  await page.getByRole('heading', { name: 'Session 24', exact: true }).waitFor()
})

test('what comes next comes first, and what is over is behind Past', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const past = { startDate: '2020-03-01T15:00:00Z', endDate: '2020-03-01T16:00:00Z' }
  expect((await admin.post('/api/sessions', { name: 'Long ago', ...past })).status).toBe(201)
  const page = await visitor.open(platform.originOf(organization), '/sessions', { as: admin.user?.email ?? '' })
  await page.getByText('No sessions ahead').waitFor()
  await page.getByRole('button', { name: 'Show past sessions' }).click()
  await page.getByRole('heading', { name: 'Long ago' }).waitFor()
  await plan(organization, ['Next', 'Later'])
  await page.goto('/sessions')
  await page.getByRole('heading', { name: 'Later' }).waitFor()
  expect(await titles(page)).toEqual(['Next', 'Later'])
  await page.getByRole('radio', { name: 'Past' }).click()
  await page.waitForURL(/when=past/)
  await page.getByRole('heading', { name: 'Long ago' }).waitFor()
  expect(await titles(page)).toEqual(['Long ago'])
})

test('a session moves to the statuses that it may have next', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  await plan(organization, ['Chess'])
  const page = await visitor.open(platform.originOf(organization), '/sessions', {
    as: (await organization.user('tenant_admin')).email,
  })
  const dialog = page.getByRole('dialog', { name: 'Edit Session' })
  const edit = () => page.getByRole('button', { name: 'Edit Chess' }).click()

  await edit()
  await dialog.getByRole('button', { name: /Status/ }).click()
  expect(await page.getByRole('option').allTextContents()).toEqual(['Scheduled', 'In progress', 'Cancelled'])
  await page.getByRole('option', { name: 'Cancelled' }).click()
  await dialog.getByText('The session will be cancelled').waitFor()
  await dialog.getByRole('button', { name: 'Save session' }).click()
  await notification(page).getByText('Session updated successfully').waitFor()
  await page.getByRole('listitem').getByText('Cancelled').waitFor()

  await edit()
  await dialog.getByText('A cancelled session stays cancelled.').waitFor()
  expect(await dialog.getByRole('button', { name: /Status/ }).isDisabled()).toBe(true)
  await expectAccessible(page)
})

test('a session that takes place opens at its attendance, asks for it, is completed, and one to come is cancelled', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const [coming] = await plan(organization, ['Chess'])
  const from = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const running = await buildSession(platform, organization, { startDate: from(-1), endDate: from(1) })
  await buildParticipant(platform, organization, { sessionId: running.id })
  const page = await visitor.open(platform.originOf(organization), `/sessions/${running.id}`, {
    as: (await organization.user('tenant_admin')).email,
  })
  await page.getByText('In progress', { exact: true }).waitFor()
  await page.getByRole('tab', { name: 'Attendance', selected: true }).waitFor()
  await page.getByRole('tab', { name: 'Roster' }).click()
  await page.getByText('Attendance is missing for 1 student').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Take attendance' }).click()
  await page.waitForURL(/tab=attendance/)
  await page.getByText('Attendance is missing for 1 student').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Complete', exact: true }).click()
  await notification(page).getByText('Session completed').waitFor()
  await page.getByText('Completed', { exact: true }).waitFor()

  await page.goto(`/sessions/${coming?.id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('dialog', { name: 'Edit Session' }).getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Cancel session' }).click()
  const question = page.getByRole('alertdialog', { name: 'Cancel “Chess”?' })
  await question.getByRole('button', { name: 'Cancel session' }).click()
  await page.getByText('Cancelled', { exact: true }).waitFor()
  expect((await (await organization.signIn('tenant_admin')).get(`/api/sessions/${coming?.id}`)).body).toMatchObject({
    status: 'cancelled',
  })
})

test('a change by another user in between is reported and nothing is overwritten', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const [session] = await plan(organization, ['Chess'])
  const page = await visitor.open(platform.originOf(organization), `/sessions?edit=${session?.id}`, {
    as: (await organization.user('tenant_admin')).email,
  })
  const dialog = page.getByRole('dialog', { name: 'Edit Session' })
  await dialog.getByLabel('Location').fill('Here')
  const other = await organization.signIn('tenant_admin')
  expect((await other.put(`/api/sessions/${session?.id}`, { location: 'There' })).status).toBe(200)
  await dialog.getByRole('button', { name: 'Save session' }).click()
  await dialog.getByText('Someone else changed this session', { exact: true }).waitFor()
  expect((await other.get(`/api/sessions/${session?.id}`)).body.location).toBe('There')
  await dialog.getByRole('button', { name: 'Load their version' }).click()
  await expect.poll(() => dialog.getByLabel('Location').inputValue()).toBe('There')
})

test('parents have no sessions screen', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const page = await visitor.openHome(platform.originOf(organization), (await organization.user('parent')).email)
  expect(await page.getByRole('link', { name: 'Sessions', exact: true }).count()).toBe(0)
  await page.goto('/sessions')
  await page.getByText('Insufficient Permissions').waitFor()
})

async function fill(platform: BrowserPlatform, organization: TestOrganization): Promise<void> {
  const grace = await addInstructor(organization)
  await plan(organization, ['Robotics with a very long name that has to wrap somewhere in the card', 'Chess'], {
    instructorId: grace.id,
    description:
      'Motors, sensors and a first program that follows a line, and a report about it at the end of the day.',
    maxParticipants: null,
  })
  await buildStudent(platform, organization)
  await buildChallenge(platform, organization, { title: 'Maze Runner' })
}

test('every screen is accessible and fits every width', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  await fill(platform, organization)
  const { email } = await organization.user('tenant_admin')
  const page = await visitor.openHome(platform.originOf(organization), email)
  await expectAccessibleEverywhere(page, 'tenant-app/home', () => page.getByText('Maze Runner').waitFor())
  await expectAccessibleEverywhere(page, 'tenant-app/sessions', async () => {
    await page.goto('/sessions')
    await page.getByRole('heading', { name: 'Chess' }).waitFor()
  })
  const onPlatform = await visitor.openHome(platform.origin, email)
  await expectAccessibleEverywhere(onPlatform, 'tenant-app/dashboard', () =>
    onPlatform.getByText('Chess was scheduled').waitFor(),
  )
  expectNoErrors(page, notSignedIn)
  expectNoErrors(onPlatform, notSignedIn)
})

import type { Page } from 'playwright'
import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildChallenge, buildParticipant, buildScore, buildSession, buildStudent } from '../../../testing/factories.ts'

const test = browserTest([tenantApp])

const notSignedIn = { except: [/401/] }

/** The figure of a stat card, once it is there. */
async function readFigure(page: Page, label: string): Promise<string> {
  const card = page.locator('main').getByText(label, { exact: true }).first().locator('xpath=ancestor::div[2]')
  const value = card.getByText(/^\d+%?$/)
  await value.waitFor()
  return (await value.textContent()) ?? ''
}

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

test('a new organization’s dashboard greets by name and says that there is nothing yet', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const page = await visitor.openHome(
    platform.originOf(organization),
    (await organization.user('tenant_admin', { firstName: 'Grace' })).email,
  )
  await page.getByRole('heading', { name: 'Welcome back, Grace' }).waitFor()
  await page.getByText('No recent sessions found').waitFor()
  await page.getByText('No active challenges found').waitFor()
  await page.goto('/dashboard')
  await page.getByRole('heading', { name: 'Welcome back, Grace' }).waitFor()
  expectNoErrors(page, notSignedIn)
})

test('a new organization’s admin finds first steps beside the four figures, goes to one, and puts them away for good', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  await organization.user('instructor')
  const page = await visitor.openHome(
    platform.originOf(organization),
    (await organization.user('tenant_admin', { firstName: 'Grace' })).email,
  )
  await page.getByText('1 of 7 done').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Invite your instructors (done)' }).waitFor()
  expect(await readFigure(page, 'Average Score')).toBe('0%')
  await expectAccessibleEverywhere(page, 'tenant-app/first-steps', () => page.getByText('1 of 7 done').waitFor())
  await page.getByRole('link', { name: 'Check the name and time zone' }).click()
  await page.getByRole('combobox', { name: 'Time zone' }).and(page.locator(':focus')).waitFor()
  await page.getByRole('button', { name: 'Keep time zone' }).click()
  await page.getByText('Time zone confirmed').waitFor()
  await page.goto('/')
  await page.getByText('2 of 7 done').waitFor()
  await page.getByRole('link', { name: 'Plan your first session or series' }).click()
  await page.getByRole('dialog', { name: 'New Session' }).waitFor()
  await page.goto('/')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByText('Checklist Dismissed').waitFor()
  expect(await readFigure(page, 'Average Score')).toBe('0%')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  await page.reload()
  expect(await readFigure(page, 'Total Students')).toBe('0')
  expect(await page.getByText('First steps').count()).toBe(0)
  expectNoErrors(page, notSignedIn)
})

test('the dashboard counts, explains each figure, and leads to the session that it shows', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  await admin.post('/api/sessions', { name: 'Chess', startDate: hoursFromNow(1), endDate: hoursFromNow(2) })
  const { id: challengeId } = await buildChallenge(platform, organization, { title: 'Maze Runner' })
  await buildScore(platform, organization, { challengeId, score: 17, maxScore: 20 })
  const page = await visitor.openHome(platform.originOf(organization), (await organization.user('instructor')).email)
  await page.getByText('Maze Runner').waitFor()
  expect(await readFigure(page, 'Total Sessions')).toBe('1')
  expect(await readFigure(page, 'Active Challenges')).toBe('1')
  expect(await readFigure(page, 'Total Students')).toBe('1')
  expect(await readFigure(page, 'Average Score')).toBe('85%')
  await page.getByRole('button', { name: 'Average Score' }).click()
  const scores = page.getByRole('dialog', { name: 'Average Score' })
  await scores.getByText('The average of all scores, each as a percentage of its maximum.').waitFor()
  await scores.getByText('17 of 20').waitFor()
  await scores.getByRole('link', { name: 'Ada King' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Chess' }).click()
  await page.getByRole('heading', { name: 'Chess', level: 1 }).waitFor()
})

test('the dashboard shows what needs attention, and leads to where it is done, at every width', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  await admin.post('/api/consents', { kind: 'photo', title: 'Photos', body: 'May we take photos?' })
  const { id: studentId } = await buildStudent(platform, organization)
  for (const [name, start] of [
    ['Robotics', -0.5],
    ['A session with a name that goes on and on, and a little further', -3],
    ['Chess', -4],
    ['Rowing', 24],
  ] as const) {
    const dates = { startDate: hoursFromNow(start), endDate: hoursFromNow(start + 2) }
    const { id: sessionId } = await buildSession(platform, organization, { name, ...dates })
    await buildParticipant(platform, organization, { sessionId, studentId })
  }
  await buildChallenge(platform, organization, { title: 'Maze Runner' })
  const page = await visitor.openHome(platform.originOf(organization), (await organization.user('tenant_admin')).email)
  await page.getByRole('button', { name: 'Show all 4' }).click()
  await page.getByRole('link', { name: 'Photos' }).waitFor()
  await page.getByRole('link', { name: 'Robotics' }).first().waitFor()
  await expectAccessibleEverywhere(page, 'tenant-app/dashboard', () => page.getByText('Maze Runner').waitFor())
  await page.getByRole('button', { name: 'Total Sessions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Total Sessions' })
  await expectAccessibleEverywhere(page, 'tenant-app/dashboard-figure', () =>
    dialog.getByText('Rowing', { exact: true }).first().waitFor(),
  )
  await page.keyboard.press('Escape')
  await page
    .getByRole('link', { name: /^A session with a name/ })
    .first()
    .click()
  await page.getByRole('tab', { name: 'Attendance', selected: true }).waitFor()
  expectNoErrors(page, notSignedIn)
})

test('a parent sees the own children’s sessions, without links that would be refused', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const create = async (name: string) =>
    (await admin.post('/api/sessions', { name, startDate: hoursFromNow(1), endDate: hoursFromNow(2) })).body as {
      id: string
    }
  const chess = await create('Chess')
  await create('Rowing')
  const parent = await organization.user('parent')
  const { id: studentId } = await buildStudent(platform, organization, { guardians: [parent.id] })
  await buildParticipant(platform, organization, { sessionId: chess.id, studentId })
  const page = await visitor.openHome(platform.originOf(organization), parent.email)
  await page.getByText('Chess').first().waitFor()
  await page.getByRole('heading', { name: 'Recent Sessions' }).waitFor()
  expect(await page.getByText('Rowing').count()).toBe(0)
  const links = await page.locator('main').getByRole('link').all()
  const targets = await Promise.all(links.map((link) => link.getAttribute('href')))
  const child = `/parent-portal?child=${studentId}`
  // Shown on the day of the session alone, which an hour from now may not be.
  const late = `/conversations/new?student=${studentId}&topic=late-drop-off`
  const others = targets.filter((target) => target !== late)
  expect(new Set(others)).toEqual(new Set(['/calendar', child, `${child}&at=pickups`, `${child}&at=codes`]))
})

test('an admin on the platform’s host sees figures and activity, and begins a new session', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  await admin.post('/api/sessions', {
    name: 'Chess',
    startDate: hoursFromNow(-1),
    endDate: hoursFromNow(2),
    status: 'in-progress',
  })
  const page = await visitor.openHome(platform.origin, (await organization.user('tenant_admin')).email)
  await page.waitForURL(/\/dashboard$/)
  await page.getByText('Chess was scheduled').waitFor()
  expect(await readFigure(page, 'Active Sessions')).toBe('1')
  expect(await readFigure(page, 'Total Students')).toBe('0')
  expect(await readFigure(page, 'Completed Challenges')).toBe('0')
  expect(await readFigure(page, 'Upcoming Sessions')).toBe('0')
  await page.getByRole('link', { name: 'New Session' }).click()
  await page.getByRole('dialog', { name: 'New Session' }).waitFor()
  await page
    .getByText(/Time zone: America\/New York/)
    .first()
    .waitFor()
  expectNoErrors(page, notSignedIn)
})

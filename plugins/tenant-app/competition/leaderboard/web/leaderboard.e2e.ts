import type { Page } from 'playwright'
import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import {
  expectAccessible,
  expectAccessibleEverywhere,
  expectNoErrors,
  notification,
  openMenu,
  screenshot,
} from '#core/testing/browser.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { addPoints } from '../../../base/points/server/points.ts'
import { tenantApp } from '../../../plugin.ts'
import { fill } from '../../../testing/leaderboard.ts'

const test = browserTest([tenantApp])

const names = [
  'Ada King',
  'Alan Turing',
  'Grace Hopper',
  'Mary Somerville',
  'Christopherus Featherstonehaugh',
  ...Array.from({ length: 25 }, (_, index) => `Student${index + 1} Lovelace`),
]

test('staff read and explain a board, put it on a display, and a guardian hides a child from it', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const origin = platform.originOf(organization)
  const [admin, parent] = [await organization.user('tenant_admin'), await organization.user('parent')]
  const page = await visitor.openHome(origin, admin.email)
  await page.getByRole('link', { name: 'Leaderboard' }).click()
  await page.getByText('No rankings yet').waitFor()
  await expectAccessibleEverywhere(page, 'tenant-app/leaderboard-empty', async () => {
    await page.goto('/leaderboard')
    await page.getByText('No rankings yet').waitFor()
  })

  const ids = await fill(
    platform,
    organization,
    names.map((name, index) => ({
      name,
      points: index === 1 ? 700 : 700 - index * 20,
      grade: index % 2 === 0 ? '4' : '9',
      ...(name === 'Grace Hopper' && { guardians: [parent.id] }),
    })),
  )
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Refresh' }).click()
  const rows = page.getByRole('listitem').filter({ hasText: /points?$/ })
  await expect.poll(() => rows.count()).toBe(25)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => rows.count()).toBe(30)
  expect(await rows.nth(1).textContent()).toMatch(
    /#1.*Alan Turing.*Grade 9.*0 sessions.*0 challenges.*Rank 1.*700 points/,
  )
  expect(await rows.nth(2).textContent()).toMatch(/#3.*Grace Hopper/)
  await page.getByRole('searchbox', { name: 'Search students' }).fill('turing')
  await page.waitForURL(/search=turing/)
  await expect.poll(() => rows.count()).toBe(1)
  await page.getByRole('button', { name: 'Total Students' }).click()
  const figure = page.getByRole('dialog', { name: 'Total Students' })
  await expect.poll(() => figure.getByRole('row').count()).toBe(2)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: /why Alan Turing/ }).click()
  await page.getByRole('dialog', { name: 'Why this number' }).getByText('Helped').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.goto('/leaderboard')
  await page.getByRole('button', { name: 'Display Mode' }).click()
  const shown = page.getByRole('dialog', { name: 'Display Mode' })
  await shown.getByText('Christopherus F.').waitFor()
  expect(await shown.getByRole('listitem').count()).toBe(15)
  await expectAccessible(page)
  await shown.getByRole('button', { name: 'Exit fullscreen' }).click()
  await shown.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Portrait' }).click()
  await page.waitForURL(/orientation=portrait/)

  await page.goto('/org-settings?tab=leaderboard')
  await page.getByText('Shown to parents').click()
  await page.getByText('Everyone', { exact: true }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await notification(page).getByText('Settings Saved').waitFor()
  await page.getByRole('button', { name: 'Add display' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Entrance hall')
  await dialog.getByRole('button', { name: 'Add display' }).click()
  const address = (await dialog.getByText(/\/display\?token=/).textContent()) ?? ''
  await expectAccessible(page)
  await screenshot(page, 'tenant-app/leaderboard-display-made')
  await dialog.getByRole('button', { name: 'Done' }).click()

  const display = await visitor.open(origin, `/display${new URL(address).search}`, {
    viewport: { width: 3840, height: 2160 },
  })
  await display.getByText('Grace H.').waitFor()
  expect(await display.locator('head meta[name=robots]').getAttribute('content')).toBe('noindex')
  expect(await display.getByRole('listitem').count()).toBe(15)
  expect(await display.evaluate(() => document.documentElement.scrollHeight <= window.innerHeight)).toBe(true)
  await screenshot(display, 'tenant-app/leaderboard-display-4k')
  await display.setViewportSize({ width: 2160, height: 3840 })
  await display.locator('[data-orientation=portrait]').waitFor()
  expect(await display.evaluate(() => document.documentElement.scrollHeight <= window.innerHeight)).toBe(true)
  await screenshot(display, 'tenant-app/leaderboard-display-4k-portrait')
  const child = await visitor.openHome(origin, parent.email)
  await child.getByRole('link', { name: 'Leaderboard' }).click()
  await child.getByText('Grace Hopper').waitFor()
  await child.getByText('Alan T.').waitFor()
  await child.goto('/parent-portal?tab=progress')
  await child.getByRole('button', { name: 'Take off' }).click()
  await notification(child).getByText('Hidden from the leaderboard').waitFor()
  await child.goto('/leaderboard')
  await child.getByText('Alan T.').waitFor()
  expect(await child.getByText('Grace').count()).toBe(0)
  await display.reload()
  await display.getByText('Mary S.').waitFor()
  expect(await display.getByText('Grace').count()).toBe(0)

  await page.reload()
  await openMenu(page, 'Actions for Entrance hall')
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke display' }).click()
  await notification(page).getByText('Display revoked').waitFor()
  await display.reload()
  await display.getByText('This display is not available').waitFor()
  expectNoErrors(page, { except: [/401/] })
  expectNoErrors(child, { except: [/401/] })
  expectNoErrors(display, { except: [/401/, /404/] })
  expect(Object.keys(ids)).toHaveLength(30)
})

const checkScreens = async (page: Page, screens: readonly [name: string, path: string, shown: string][]) => {
  for (const [name, path, shown] of screens) {
    await expectAccessibleEverywhere(page, `tenant-app/${name}`, async () => {
      await page.goto(path)
      await page.getByText(shown).first().waitFor()
    })
  }
}

const entries = (userId?: string) =>
  names.map((name, index) => ({
    name,
    points: 700 - index * 20,
    grade: index % 2 === 0 ? '4' : 'K',
    ...(name === 'Grace Hopper' && { userId }),
  }))

test('the board and its numbers’ dialogs are accessible and fit every width', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const owner = await organization.user('tenant_admin')
  const ids = await fill(platform, organization, entries())
  await platform.core.db.tenant(organization.id, systemActor, (scope) =>
    addPoints(scope, [
      { studentId: ids['Ada'] ?? '', points: 5, source: 'given', reason: 'Cleaned up after everyone' },
    ]),
  )
  const page = await visitor.openHome(platform.originOf(organization), owner.email)
  await checkScreens(page, [
    ['leaderboard', '/leaderboard', 'Christopherus Featherstonehaugh'],
    ['leaderboard-why', `/leaderboard?why=${ids['Ada']}`, 'Cleaned up after everyone'],
    ['leaderboard-standing', `/students/${ids['Ada']}?tab=leaderboard`, 'This student is on the leaderboard'],
  ])
  await page.goto('/leaderboard')
  await page.getByRole('button', { name: 'Top Score' }).click()
  await expectAccessibleEverywhere(page, 'tenant-app/leaderboard-figure', () =>
    page.getByRole('dialog', { name: 'Top Score' }).getByText('Ada King').waitFor(),
  )
  expectNoErrors(page, { except: [/401/] })
})

test('the settings and the displays are accessible and fit every width', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const [admin, owner] = [await organization.signIn('tenant_admin'), await organization.user('tenant_admin')]
  await fill(platform, organization, entries())
  const { body: made } = await admin.post('/api/leaderboard/displays', { name: 'Entrance hall' })
  const page = await visitor.openHome(platform.originOf(organization), owner.email)
  await checkScreens(page, [
    ['leaderboard-settings', '/org-settings?tab=leaderboard', 'Entrance hall'],
    ['leaderboard-display', `/display${new URL(made.url).search}`, 'Christopherus F.'],
    ['leaderboard-no-display', '/display?token=gone', 'This display is not available'],
  ])
  expectNoErrors(page, { except: [/401/, /404/] })
})

test('families’ boards are accessible and fit every width', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const [admin, student] = [await organization.signIn('tenant_admin'), await organization.user('student')]
  await fill(platform, organization, entries(student.id))
  const page = await visitor.openHome(platform.originOf(organization), student.email)
  await page.getByRole('link', { name: 'Dashboard' }).waitFor()
  expect(await page.getByRole('link', { name: 'Leaderboard' }).count()).toBe(0)
  await checkScreens(page, [['leaderboard-none', '/leaderboard', 'The leaderboard is not shown here']])
  for (const [kind, shown] of [
    ['neighbours', 'Your week'],
    ['personal-best', 'Your month'],
    ['teams', 'members'],
  ] as const) {
    await admin.put('/api/leaderboard/settings', { showsStudents: true, kind })
    await checkScreens(page, [[`leaderboard-${kind}`, '/leaderboard', shown]])
  }
  expectNoErrors(page, { except: [/401/] })
})

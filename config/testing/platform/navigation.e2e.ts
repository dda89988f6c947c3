import type { Page } from 'playwright'
import { expect, vi } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessible, waitForSettled } from '#core/testing/browser.ts'

const test = browserTest(plugins)
vi.setConfig({ testTimeout: 300_000 })

interface Navigation {
  /** Items of the sidebar by their headings, with those of its foot. */
  sidebar: Record<string, string[]>
  /** Places of a phone's bottom bar beside More; the top bar opens the navigation where there are none. */
  bar: string[]
}

/** In an organization that does not show the leaderboard to families. */
const navigation: Record<'superadmin' | 'tenant_admin' | 'instructor' | 'parent' | 'student', Navigation> = {
  superadmin: {
    sidebar: {
      '': ['Dashboard'],
      Customers: ['Organizations', 'User Administration'],
      Billing: ['Subscriptions', 'Subscription Plans', 'Subscription Automation'],
      Content: ['Course Catalog & Builder'],
      System: ['Global Settings', 'Audit Log', 'Backup', 'Embedded LMS'],
    },
    bar: [],
  },
  tenant_admin: {
    sidebar: {
      '': ['Today', 'Dashboard'],
      Program: [
        'Sessions',
        'Students',
        'Incidents',
        'Messages',
        'Challenges',
        'Projects',
        'Leaderboard',
        'Media Library',
      ],
      Learning: ['Courses & Builder', 'Grading'],
      Staff: ['Instructor Training', 'Training Progress'],
      Insight: ['Reports'],
      foot: ['Organization Settings'],
    },
    bar: ['Today', 'Sessions', 'Students', 'Reports'],
  },
  instructor: {
    sidebar: {
      '': ['Today', 'Dashboard'],
      Program: [
        'Sessions',
        'Students',
        'Incidents',
        'Messages',
        'Challenges',
        'Projects',
        'Leaderboard',
        'Media Library',
      ],
      Learning: ['Grading'],
      Staff: ['Instructor Training'],
      Insight: ['Reports'],
    },
    bar: ['Today', 'Sessions', 'Students', 'Grading'],
  },
  parent: {
    sidebar: { '': ['Dashboard', 'Parent Portal'], Program: ['Messages', 'Calendar'], Learning: ['Courses'] },
    bar: ['Home', 'Children', 'Calendar', 'Courses'],
  },
  student: {
    sidebar: { '': ['Dashboard'], Program: ['Messages', 'Calendar'], Learning: ['Courses'] },
    bar: ['Home', 'Courses', 'Calendar'],
  },
}

/** Tabs of each hub of an admin, and of a super admin. */
const hubs = {
  tenant_admin: {
    '/students': ['Students', 'Groups', 'Import'],
    '/challenges': ['Challenges', 'Score grid'],
    '/lms-management': ['Courses', 'Question banks', 'Training Builder', 'Certificates'],
    '/grading': ['To grade', 'Gradebook', 'Quiz Results', 'Discussions'],
  },
  superadmin: {
    '/subscriptions': ['Subscriptions', 'Invoices'],
    '/lms-management': ['Courses', 'Question banks', 'Training Builder'],
  },
}

const sidebarOf = (page: Page) =>
  page.evaluate(() => {
    const found: Record<string, string[]> = {}
    const root = document.querySelector('[role=dialog]') ?? document
    const main = root.querySelector('nav[aria-label=Main]')
    for (const list of root.querySelectorAll('nav[aria-label=Main] > div > ul, nav[aria-label=Main] + div > ul')) {
      const links = [...list.querySelectorAll('a')].map(({ textContent }) => textContent)
      if (links.length > 0) found[list.ariaLabel ?? (main?.contains(list) ? '' : 'foot')] = links
    }
    return found
  })

const tabsOf = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll('main > nav a')].map(({ textContent }) => textContent))

test.for(Object.entries(navigation))(
  'navigation of %s, wide and on a phone',
  async ([role, expected], { platform, visitor }) => {
    const organization = await platform.organization()
    const origin = role === 'superadmin' ? platform.origin : platform.originOf(organization)
    const email =
      role === 'superadmin'
        ? ((await platform.superAdmin()).user?.email ?? '')
        : (await organization.user(role as 'parent')).email
    const page = await visitor.openHome(origin, email)
    await expect.poll(() => sidebarOf(page)).toEqual(expected.sidebar)
    await waitForSettled(page)
    await page.getByRole('button', { name: /Your account/ }).click()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    for (const [path, tabs] of Object.entries(hubs[role as 'superadmin'] ?? {})) {
      await page.goto(path)
      await expect.poll(() => tabsOf(page), { message: path }).toEqual(tabs)
      const links = page.locator('main > nav')
      for (const tab of tabs.toReversed()) {
        await links.getByRole('link', { name: tab, exact: true }).click()
        await links.locator('[aria-current=page]').getByText(tab, { exact: true }).waitFor()
        expect(await links.locator('[aria-current]').count(), tab).toBe(1)
        const marked = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]')
        expect(await marked.getAttribute('href'), tab).toBe(path)
      }
    }

    await page.setViewportSize({ width: 375, height: 812 })
    await page.emulateMedia({ colorScheme: 'dark' })
    const bar = page.getByRole('navigation', { name: 'Shortcuts' })
    expect(await bar.getByRole('link').allTextContents()).toEqual(expected.bar)
    const hasBar = expected.bar.length > 0
    expect(await page.getByRole('button', { name: 'Open navigation' }).count()).toBe(hasBar ? 0 : 1)
    if (hasBar) {
      await bar.getByRole('link').nth(1).click()
      await bar
        .locator('[aria-current=page]')
        .getByText(expected.bar[1] ?? '')
        .waitFor()
      await waitForSettled(page)
      await expectAccessible(page)
      await page.emulateMedia({ forcedColors: 'active' })
      await expectAccessible(page)
      await page.emulateMedia({ forcedColors: 'none' })
    }
    await page.getByRole('button', { name: hasBar ? 'More' : 'Open navigation', exact: true }).click()
    await page.getByRole('dialog', { name: 'Navigation' }).waitFor()
    expect(await sidebarOf(page)).toEqual(expected.sidebar)
  },
)

test('the focused element on a phone is not behind the bottom bar', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('tenant_admin')
  const viewport = { width: 375, height: 560 }
  const page = await visitor.open(platform.originOf(organization), '/profile', { as: email, viewport })
  const isCovered = () =>
    page.evaluate(() => {
      const bar = document.querySelector('nav[aria-label=Shortcuts]')
      const focused = document.activeElement
      if (!bar || !focused || !focused.closest('main')) return false
      return focused.getBoundingClientRect().bottom > bar.getBoundingClientRect().top
    })
  await page.getByRole('heading', { name: 'Your profile' }).waitFor()
  await waitForSettled(page)
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Tab')
    await expect.poll(isCovered).toBe(false)
  }
})

import { readFile, writeFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { firstStart } from '#core/server/seed/first-start.ts'
import { waitForSettled } from '#core/testing/browser.ts'
import { type BrowserPlatform, browserTest } from '#core/testing/browser-harness.ts'
import { loadScreens, openWithin } from '#core/testing/screen-walk.ts'

const test = browserTest(plugins, { env: { DEMO: '1' }, prepare: ({ platform }) => firstStart(platform) })
const PASSWORD = 'trellis-demo'
const MINUTE_MS = 60_000
const root = new URL('../../../', import.meta.url)

/** Set by `npm run pictures`: the README's pictures are taken anew. */
const isTaking = process.env['TAKE_PICTURES'] === '1'

/** The pictures of the README, each with whose screen it shows. */
const pictures = {
  'platform-dashboard': { email: 'admin@trellis.example', path: '/super-admin' },
  'organization-dashboard': { email: 'admin@northstar.example', path: '/' },
}

const originFor = (platform: BrowserPlatform, email: string) => {
  const [, subdomain = ''] = /@(\w+)\.example$/.exec(email) ?? []
  return subdomain === 'trellis' ? platform.origin : platform.originOf({ subdomain })
}

/** Navigation, headings, labels of figures and columns: what a picture shows of the program, whatever day it is. */
async function outlineOf(page: Page): Promise<string> {
  const lines = await page.evaluate(() =>
    [...document.querySelectorAll('nav a, main :is(h1, h2, h3, thead th)')].map(({ textContent }) =>
      (textContent ?? '').replace(/\d.*$/, '').trim(),
    ),
  )
  return `${lines.join('\n')}\n`
}

// Pixels differ by machine and day; words do not. `npm run pictures` takes both anew.
test(
  'the pictures of the README are of the screens as they are',
  async ({ platform, visitor }) => {
    const readme = await readFile(new URL('README.md', root), 'utf8')
    const named = [...readme.matchAll(/web\/screenshots\/([^)]+)/g)].map(([, file]) => file)
    expect(named, 'what the README shows is taken here').toEqual(Object.keys(pictures).map((name) => `${name}.png`))
    for (const [name, { email, path }] of Object.entries(pictures)) {
      const viewport = { width: 1440, height: 900 }
      const page = await visitor.open(originFor(platform, email), path, {
        as: email,
        password: PASSWORD,
        viewport,
        colorScheme: 'light',
      })
      await waitForSettled(page)
      const outline = await outlineOf(page)
      const file = new URL(`web/screenshots/${name}.txt`, root)
      if (isTaking) {
        await writeFile(file, outline)
        const picture = await page.screenshot({ animations: 'disabled' })
        await writeFile(new URL(`web/screenshots/${name}.png`, root), picture)
      }
      expect(outline, `${name}.png is out of date: npm run pictures`).toBe(await readFile(file, 'utf8'))
    }
  },
  16 * MINUTE_MS,
)

test(
  'in a browser elsewhere every time of day names the organization’s zone',
  async ({ platform, visitor }) => {
    const email = 'admin@maplegrove.example'
    const page = await visitor.openHome(originFor(platform, email), email, {
      password: PASSWORD,
      timezoneId: 'Asia/Tokyo',
    })
    const times: string[] = []
    for (const path of ['/', '/sessions', '/moderation', '/media', '/students/import', '/org-settings?tab=data']) {
      await page.goto(path)
      await waitForSettled(page)
      const texts = await page.getByRole('main').getByRole('time').allTextContents()
      times.push(...texts.filter((text) => /\d:\d\d/.test(text)).map((text) => `${path}: ${text}`))
    }
    expect(times.length, times.join('\n')).toBeGreaterThan(5)
    expect(times.filter((text) => !/ C[DS]T$/.test(text))).toEqual([])
  },
  16 * MINUTE_MS,
)

/** The narrowest that a page has to fit, in CSS pixels: 1280 at 400 % (WCAG 1.4.10). */
const NARROWEST_VIEWPORT = { width: 320, height: 640 }
/** Maximum screens of each person: above what there is, and an end to what would lead from one to the next. */
const MAX_SCREENS = 100

/** Returns the kind of a screen: one page of two organizations is one kind, as is a list however it is narrowed. */
function kindOf(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  const parts = ['tab', 'view', 'report', 'add'].map((name) => searchParams.get(name) ?? '')
  return [pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id'), ...parts].join(' ')
}

async function linksOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .filter(({ host, pathname, download }) => host === location.host && !pathname.startsWith('/api/') && !download)
      .map(({ pathname, search }) => pathname + search),
  )
}

const excess = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

test.for(['admin@trellis.example', 'admin@northstar.example', 'instructor', 'parent', 'student'])(
  'every screen that %s is led to fits a window of 320 px',
  { timeout: 40 * MINUTE_MS },
  async (who, { platform, visitor }) => {
    const email = who.includes('@') ? who : await someone(platform, who)
    const page = await visitor.openHome(originFor(platform, email), email, {
      password: PASSWORD,
      viewport: { width: 1280, height: 800 },
    })
    await waitForSettled(page)
    const waiting = [new URL(page.url()).pathname, ...(await linksOf(page))]
    await loadScreens(page)
    await page.setViewportSize(NARROWEST_VIEWPORT)
    const seen = new Set<string>()
    const wide: string[] = []
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      if (seen.has(kindOf(address)) || seen.size === MAX_SCREENS) continue
      seen.add(kindOf(address))
      await openWithin(page, address)
      await waitForSettled(page)
      const by = await excess(page)
      if (by > 0) wide.push(`${address} by ${by} px`)
      waiting.push(...(await linksOf(page)))
    }
    expect(seen.size, 'screens that were seen').toBeGreaterThan(5)
    expect(wide).toEqual([])
    expect(seen.size).toBeLessThan(MAX_SCREENS)
  },
)

/** A demo user with this role. */
async function someone({ core }: BrowserPlatform, role: string): Promise<string> {
  return core.db.platform(systemActor, async ({ trx }) => {
    const found = (await trx.raw(
      `select u.email from users u join tenants t on t.id = u.tenant_id
        where t.subdomain = 'northstar' and u.role = ? order by u.created_at, u.id limit 1`,
      [role],
    )) as { rows: { email: string }[] }
    return found.rows[0]?.email ?? ''
  })
}

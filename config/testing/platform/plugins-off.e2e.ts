import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plugins } from '#config/plugins.ts'
import type { Role } from '#core/contract/roles.ts'
import { serveWeb } from '#core/server/http/web.ts'
import { firstStart } from '#core/server/seed/first-start.ts'
import { ensureWebBuilt } from '#core/server/web-build.ts'
import { Client, openTestPlatform, type HarnessOptions, type TestPlatform } from '#core/testing/harness.ts'
import { borrowBrowser, type TestBrowser } from '#core/testing/pages.ts'
import { query } from '#core/testing/query.ts'
import {
  forgetAnswers,
  listScreens,
  loadScreens,
  type Screen,
  walkScreens,
  watchCalls,
} from '#core/testing/screen-walk.ts'
import type { App } from '#core/web/page.ts'
import { keepsEveryWord, offWords } from './off-words.ts'

const MINUTE_MS = 60_000
const PASSWORD = 'trellis-demo'

/**
 * Combinations of plugins that are off, with a screen that is to stay. Each plugin is off in a combination that has any
 * other one which does not need it.
 */
const combinations: [name: string, off: string[], stays?: string][] = [
  ['audit, billing, automation and tenants', ['audit', 'billing', 'automation', 'tenants']],
  [
    'audit, tenant-app, training-builder and lms',
    ['audit', 'tenant-app', 'training-builder', 'lms'],
    '/org-settings?tab=invoices',
  ],
  ['backup, billing, automation and lms', ['backup', 'billing', 'automation', 'lms']],
  ['backup, tenant-app, training-builder and tenants', ['backup', 'tenant-app', 'training-builder', 'tenants']],
  ['automation and training-builder', ['automation', 'training-builder']],
  ['all but programs', ['audit', 'backup', 'billing', 'automation', 'lms', 'training-builder']],
  ['any plugin', plugins.map(({ id }) => id)],
]

interface Visit {
  role: Role
  app: App
  page: Page
  /** Calls that were refused, and errors that were thrown. */
  failed: string[]
}

type Opened = TestPlatform & { close: () => Promise<void> }

/** Has the demo data; the others run on its database. */
let whole: Opened
let browser: TestBrowser
let port = 0
const visits: Visit[] = []

const env = { DEMO: '1' }
const options = { env, web: serveWeb } satisfies HarnessOptions

/** Starts a platform without some plugins at the address that the pages were loaded from. */
async function startWithout(off: readonly string[]): Promise<Opened> {
  const platform = await openTestPlatform(plugins, {
    ...options,
    on: whole,
    env: { ...env, PLATFORM_PLUGINS_OFF: off.join() },
  })
  await platform.app.listen({ port, host: '127.0.0.1' })
  port = (platform.app.server.address() as { port: number }).port
  return platform
}

beforeAll(async () => {
  await ensureWebBuilt({ log: { info: () => undefined } })
  whole = await openTestPlatform(plugins, options)
  await firstStart(whole.platform)
  browser = await borrowBrowser()
  const served = await startWithout([])
  const people = await query<{ role: Role; email: string }>(
    whole.databaseUrl,
    `select distinct on (u.role) u.role, u.email from users u join tenants t on t.id = u.tenant_id
      where t.subdomain = 'northstar' and u.email is not null and u.is_active order by u.role, u.email`,
  )
  await openPage('superadmin', 'admin@trellis.example', 'platform', 'localhost')
  for (const { role, email } of people) await openPage(role, email, 'tenant', 'northstar.localhost')
  await served.close()
}, 10 * MINUTE_MS)

afterAll(async () => {
  await browser.close()
  await whole.close()
})

async function openPage(role: Role, email: string, app: App, host: string) {
  const { cookie = '' } = await new Client(whole.platform, host).signIn(email, PASSWORD)
  const [name = '', value = ''] = cookie.split(/=(.*)/s)
  const page = await browser.newPage({ baseURL: `http://${host}:${port}`, cookie: { name, value } })
  await watchCalls(page)
  const failed: string[] = []
  page.on('response', (response) => {
    if (response.status() < 400) return
    failed.push(`${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`)
  })
  page.on('pageerror', (error) => failed.push(error.message))
  await page.goto('/profile')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await loadScreens(page)
  visits.push({ role, app, page, failed })
}

test('each plugin is walked without each other one that it does not need', () => {
  const pairs = plugins.flatMap(({ id: off }) =>
    plugins.map(({ id: on, dependsOn = {} }) => ({
      off,
      on,
      needed: Object.values<{ id?: string }>(dependsOn).map(({ id }) => id),
    })),
  )
  const independent = pairs.filter(({ off, on, needed }) => off !== on && !needed.includes(off))
  const isWalked = (pair: { off: string; on: string }) =>
    combinations.some(([, off]) => off.includes(pair.off) && !off.includes(pair.on))
  expect(independent.length).toBeGreaterThan(plugins.length)
  expect(independent.filter((pair) => !isWalked(pair)).map(({ off, on }) => `${on} without ${off}`)).toEqual([])
})

test.for(combinations)(
  'without %s no role meets a dead link, a failing call or a word of what is off on any screen',
  { timeout: 10 * MINUTE_MS },
  async ([, off, stays = '/profile']) => {
    const platform = await startWithout(off)
    try {
      const walks = await Promise.all(visits.map((visit) => walk(visit, off, platform.core.plugins)))
      expect(walks.flatMap(({ problems }) => problems).join('\n')).toBe('')
      expect(walks.flatMap(({ screens }) => screens)).toContain(stays)
    } finally {
      await platform.close()
    }
  },
)

/** Walks every screen of a role. @returns where it was, and what is wrong there, one sentence each */
async function walk({ role, app, page, failed }: Visit, off: readonly string[], on: readonly string[]) {
  await forgetAnswers(page)
  failed.length = 0
  const { screens, answered } = await walkScreens(page, await listScreens(page, app, role, on))
  expect(screens.length, `${role} on ${app}`).toBeGreaterThan(1)
  const problems = [
    ...failed.map((call) => `a call failed: ${call}`),
    ...screens.flatMap((screen) => [...deadLinks(screen, screens), ...wordsOf(screen, off, answered)]),
  ]
  return {
    screens: screens.map(({ at }) => at),
    problems: [...new Set(problems)].map((problem) => `${role} on ${app}: ${problem}`),
  }
}

const deadLinks = ({ at, title }: Screen, screens: readonly Screen[]) =>
  /Not Found|Insufficient/.test(title)
    ? [`${at} is not there, to which ${screens.find(({ links }) => links.includes(at))?.at ?? 'a route'} leads`]
    : []

/** Names the words of plugins that are off, but for those in answers of the server: names, and what people have written. */
function wordsOf({ at, texts }: Screen, off: readonly string[], answered: readonly string[]): string[] {
  if (keepsEveryWord.test(at)) return []
  return off.flatMap((plugin) => {
    const pattern = offWords[plugin] ?? /$^/
    return texts
      .filter((text) => pattern.test(text) && pattern.test(withoutAnswers(text, answered)))
      .map((text) => `${at} says “${pattern.exec(text)?.[0]}” of ${plugin}: ${text.slice(0, 160)}`)
  })
}

const withoutAnswers = (text: string, answered: readonly string[]) =>
  answered
    .filter((answer) => text.includes(answer) || answer.includes(text))
    .reduce((left, answer) => (answer.includes(left) ? '' : left.replaceAll(answer, '…')), text)

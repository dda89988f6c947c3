import { test as base } from 'vitest'
import { serveWeb } from '#core/server/http/web.ts'
import type { AnyPlugin } from '#core/server/plugin.ts'
import { TEST_LANGUAGES } from './languages.ts'
import { ensureWebBuilt } from '#core/server/web-build.ts'
import type { Page } from 'playwright'
import { borrowBrowser, type PageOptions, type TestBrowser } from './pages.ts'
import {
  Client,
  type HarnessOptions,
  openTestPlatform,
  PASSWORD,
  type TestOrganization,
  type TestPlatform,
} from './harness.ts'

export interface BrowserPlatform extends TestPlatform {
  /** Origin of the platform: `http://localhost:40123`. */
  origin: string
  /** Returns the origin of an organization: `http://north.localhost:40123`. */
  originOf: (organization: Pick<TestOrganization, 'subdomain'>) => string
}

interface VisitOptions extends Omit<PageOptions, 'baseURL' | 'cookie'> {
  /** Email of the user to sign in; none when absent. */
  as?: string
  /** Password of that user; `PASSWORD` when absent. */
  password?: string
}

export interface Visitor {
  /** Opens a page on an origin, with cookies and storage of its own. */
  open: (origin: string, path: string, options?: VisitOptions) => Promise<Page>
  /** Opens the start page of a signed-in user, and waits for it. */
  openHome: (origin: string, as: string, options?: Omit<VisitOptions, 'as'>) => Promise<Page>
  /** Signs in with a call on a page that is open, and waits for the start page. */
  signIn: (page: Page, email: string) => Promise<void>
}

/** User agent of sessions that tests begin; lists of devices read it as Chrome. */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36'

interface BrowserTestOptions extends HarnessOptions {
  /** Makes what all tests of the file find on the platform. */
  prepare?: (platform: BrowserPlatform) => Promise<unknown>
}

/**
 * Vitest's `test` with a listening platform that serves the built web app, and a real browser; one of each for a file:
 * `const test = browserTest([tenants])`, `test('...', async ({ platform, visitor }) => ...)`. A test that is tried again
 * has another platform: names and addresses that the first try has taken are free there.
 */
export function browserTest(plugins: readonly AnyPlugin[], options: BrowserTestOptions = {}) {
  return base.extend<{ shared: BrowserPlatform; platform: BrowserPlatform; browser: TestBrowser; visitor: Visitor }>({
    shared: [
      // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures that are needed from the pattern
      async ({}, provide) => {
        const platform = await openBrowserPlatform(plugins, options)
        await provide(platform)
        await platform.close()
      },
      { scope: 'file' },
    ],
    platform: async ({ shared, task }, provide) => {
      if (!task.result?.retryCount) return provide(shared)
      const another = await openBrowserPlatform(plugins, options)
      await provide(another)
      await another.close()
    },
    browser: [
      // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures that are needed from the pattern
      async ({}, provide) => {
        const browser = await borrowBrowser()
        await provide(browser)
        await browser.close()
      },
      { scope: 'file' },
    ],
    visitor: async ({ browser, platform }, provide) => {
      const pages: Page[] = []
      const open: Visitor['open'] = async (origin, path, { as, password = PASSWORD, ...more } = {}) => {
        const cookie = as === undefined ? undefined : await sessionOf(platform, origin, as, password)
        const page = await browser.newPage({ baseURL: origin, ...more, ...(cookie ? { cookie } : {}) })
        pages.push(page)
        await page.goto(path)
        return page
      }
      await provide({
        open,
        openHome: async (origin, as, options) => {
          const page = await open(origin, '/', { as, ...options })
          await page.getByRole('heading', { level: 1 }).first().waitFor()
          return page
        },
        signIn: async (page, email) => {
          const refusal = await page.evaluate(
            async (body) => {
              const headers = { 'content-type': 'application/json' }
              const answer = await fetch('/api/login', { method: 'POST', headers, body })
              return answer.ok ? undefined : `${answer.status}: ${await answer.text()}`
            },
            JSON.stringify({ email, password: PASSWORD }),
          )
          if (refusal) throw new Error(`Signing in as ${email} answered ${refusal}`)
          await page.goto('/')
          await page.getByRole('heading', { level: 1 }).first().waitFor()
        },
      })
      await Promise.all(pages.map((page) => page.context().close()))
    },
  })
}

async function openBrowserPlatform(
  plugins: readonly AnyPlugin[],
  { prepare, ...options }: BrowserTestOptions,
): Promise<BrowserPlatform & { close: () => Promise<void> }> {
  await ensureWebBuilt({ log: { info: () => undefined }, languages: TEST_LANGUAGES })
  const opened = await openTestPlatform(plugins, { web: serveWeb, ...options })
  await opened.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = opened.app.server.address() as { port: number }
  const platform = {
    ...opened,
    origin: `http://${opened.core.env.platformDomain}:${port}`,
    originOf: ({ subdomain }: Pick<TestOrganization, 'subdomain'>) =>
      `http://${subdomain}.${opened.core.env.platformDomain}:${port}`,
  }
  await prepare?.(platform)
  return platform
}

/** Begins a session as Chromium would. @returns its cookie */
async function sessionOf({ platform }: TestPlatform, origin: string, email: string, password: string) {
  const client = new Client(platform, new URL(origin).hostname)
  await client.signIn(email, password, { 'user-agent': USER_AGENT })
  const [, name = '', value = ''] = /^([^=]+)=(.*)$/.exec(client.cookie ?? '') ?? []
  return { name, value }
}

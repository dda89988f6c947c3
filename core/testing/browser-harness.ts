import { test as base } from 'vitest'
import { serveWeb } from '#core/server/http/web.ts'
import type { AnyPlugin } from '#core/server/plugin.ts'
import { ensureWebBuilt } from '#core/server/web-build.ts'
import type { Page } from 'playwright'
import { borrowBrowser, type PageOptions, type TestBrowser } from './browser.ts'
import { type HarnessOptions, openTestPlatform, PASSWORD, type TestOrganization, type TestPlatform } from './harness.ts'

export interface BrowserPlatform extends TestPlatform {
  /** Of the platform: `http://localhost:40123`. */
  origin: string
  /** Of an organization: `http://north.localhost:40123`. */
  originOf: (organization: Pick<TestOrganization, 'subdomain'>) => string
}

export interface Visitor {
  /** Opens a page on an origin, in a browser context of its own. */
  open: (origin: string, path: string, options?: Omit<PageOptions, 'baseURL'>) => Promise<Page>
  /** Signs in with a call, as tests of the sign-in page alone need its form, and waits for the start page. */
  signIn: (page: Page, email: string, password?: string) => Promise<void>
}

/**
 * Vitest's `test` with a listening platform that serves the built web app, and a real browser; one of each for a file:
 * `const test = browserTest([tenants])`, `test('...', async ({ platform, visitor }) => ...)`.
 */
export function browserTest(plugins: readonly AnyPlugin[], options: HarnessOptions = {}) {
  return base.extend<{ platform: BrowserPlatform; browser: TestBrowser; visitor: Visitor }>({
    platform: [
      // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures that are needed from the pattern
      async ({}, provide) => {
        await ensureWebBuilt({ log: { info: () => undefined } })
        const platform = await openTestPlatform(plugins, { web: serveWeb, ...options })
        await platform.app.listen({ port: 0, host: '127.0.0.1' })
        const { port } = platform.app.server.address() as { port: number }
        await provide({
          ...platform,
          origin: `http://${platform.core.env.platformDomain}:${port}`,
          originOf: ({ subdomain }) => `http://${subdomain}.${platform.core.env.platformDomain}:${port}`,
        })
        await platform.close()
      },
      { scope: 'file' },
    ],
    browser: [
      // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures that are needed from the pattern
      async ({}, provide) => {
        const browser = await borrowBrowser()
        await provide(browser)
        await browser.close()
      },
      { scope: 'file' },
    ],
    visitor: async ({ browser }, provide) => {
      const pages: Page[] = []
      await provide({
        open: async (origin, path, more) => {
          const page = await browser.newPage({ baseURL: origin, ...more })
          pages.push(page)
          await page.goto(path)
          return page
        },
        signIn: async (page, email, password = PASSWORD) => {
          const refusal = await page.evaluate(async (body) => {
            const headers = { 'content-type': 'application/json' }
            const answer = await fetch('/api/login', { method: 'POST', headers, body })
            return answer.ok ? undefined : `${answer.status}: ${await answer.text()}`
          }, JSON.stringify({ email, password }))
          if (refusal) throw new Error(`Signing in as ${email} answered ${refusal}`)
          await page.goto('/')
          await page.getByRole('heading', { level: 1 }).first().waitFor()
        },
      })
      await Promise.all(pages.map((page) => page.context().close()))
    },
  })
}

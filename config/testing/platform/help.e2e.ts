import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import { expect, vi } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { roles, type Role } from '#core/contract/roles.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { isAbout, linksOf, parseArticles, type Article } from '#core/web/help/article.ts'
import { mayEnter, navOf, type App, type PageInfo } from '#core/web/page.ts'

const test = browserTest(plugins)
vi.setConfig({ testTimeout: 300_000 })

const root = fileURLToPath(new URL('../../../', import.meta.url))

async function readArticles(): Promise<Article[]> {
  const articles: Article[] = []
  for await (const file of glob('{core/web/help/articles,plugins/*/help}/*.md', { cwd: root })) {
    const plugin = /^plugins\/([^/]+)/.exec(file)?.[1] ?? 'core'
    articles.push(...parseArticles(plugin, { [file]: await readFile(root + file, 'utf8') }))
  }
  return articles
}

interface Routed {
  path: string
  page: PageInfo
}

const listRoutes = (page: Page): Promise<Routed[]> =>
  page.evaluate(() => {
    const { routesById } = (
      globalThis as unknown as {
        __TSR_ROUTER__: {
          routesById: Record<string, { fullPath: string; options: { staticData?: PageInfo } }>
        }
      }
    ).__TSR_ROUTER__
    return Object.values(routesById).flatMap(({ fullPath, options: { staticData } }) =>
      staticData ? [{ path: fullPath, page: JSON.parse(JSON.stringify(staticData)) as PageInfo }] : [],
    )
  })

/** Hosts on which users of a role work. */
const appsOf = (role: Role): App[] => (role === 'superadmin' ? ['platform'] : ['tenant'])

const fits = (route: string, path: string) => {
  const [parts, given] = [route.split('/'), path.split('/')]
  return parts.length === given.length && parts.every((part, index) => part.startsWith('$') || part === given[index])
}

test('each page of the navigation has an article for each of its roles, and links of articles lead to pages of theirs', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.user('tenant_admin')
  const page = await visitor.openHome(platform.originOf(organization), admin.email)
  const [routes, articles] = [await listRoutes(page), await readArticles()]
  expect(articles.length).toBeGreaterThan(30)
  const missing = roles.flatMap((role) =>
    appsOf(role).flatMap((app) =>
      routes
        .filter(({ page: info }) => {
          const nav = navOf(info, app)
          return nav && mayEnter(info, app, role) && (!nav.roles || nav.roles.includes(role))
        })
        .filter(({ path }) => !articles.some((article) => article.roles.includes(role) && isAbout(article, path)))
        .map(({ path }) => `${role}: ${path}`),
    ),
  )
  expect(missing).toEqual([])
  const dead = articles.flatMap((article) =>
    article.roles.flatMap((role) =>
      linksOf(article)
        .map((href) => href.replace(/\?.*/, ''))
        .filter(
          (path) =>
            !routes.some(
              ({ path: route, page: info }) =>
                fits(route, path) && appsOf(role).some((app) => info.apps.includes(app) && mayEnter(info, app, role)),
            ),
        )
        .map((path) => `${article.id}, ${role}: ${path}`),
    ),
  )
  expect(dead).toEqual([])
  const strange = articles.flatMap(({ id, screens }) =>
    screens.filter((screen) => !routes.some(({ path }) => path === screen)).map((screen) => `${id}: ${screen}`),
  )
  expect(strange).toEqual([])
})

test('a guardian searches the guide, reads an article, opens help by its key, and turns keys off and on', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const page = await visitor.open(platform.originOf(organization), '/help', {
    as: (await organization.user('parent')).email,
  })
  await expectAccessibleEverywhere(page, 'help', () =>
    page.getByRole('link', { name: 'For parents and guardians' }).waitFor(),
  )
  expect(await page.getByRole('link', { name: 'Import your roster' }).count()).toBe(0)
  await page.getByRole('searchbox', { name: 'Search help' }).fill('report absence')
  await page.getByRole('link', { name: 'Sessions in your own calendar' }).waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'For parents and guardians' }).click()
  await page.getByRole('heading', { level: 1, name: 'For parents and guardians' }).waitFor()
  await page.getByText(`Ask the staff of`).waitFor()
  await page.getByRole('link', { name: 'Open the Parent Portal' }).click()
  await page.waitForURL('**/parent-portal')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('body').press('?')
  const dialog = page.getByRole('dialog', { name: 'For parents and guardians' })
  await expectAccessibleEverywhere(page, 'help-key', () => dialog.getByText('is beside each session').waitFor())
  await dialog.getByRole('link', { name: 'All articles' }).click()
  await page.waitForURL('**/help')
  await page.getByRole('searchbox', { name: 'Search help' }).press('?')
  expect(await page.getByRole('dialog').count()).toBe(0)
  const goToPortal = async () => {
    await page.locator('body').press('g')
    await page.locator('body').press('p')
  }
  const keys = page.getByRole('switch', { name: 'Keys without Ctrl' })
  await keys.setChecked(false, { force: true })
  await goToPortal()
  await page.locator('body').press('?')
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(new URL(page.url()).pathname).toBe('/help')
  await keys.setChecked(true, { force: true })
  // The letter has to follow within a moment, which a busy machine may miss.
  await vi.waitFor(
    async () => {
      await goToPortal()
      expect(new URL(page.url()).pathname).toBe('/parent-portal')
    },
    { timeout: 60_000, interval: 500 },
  )
  expectNoErrors(page, { except: [/401/] })
})

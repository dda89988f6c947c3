import type { Page } from 'playwright'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { expectNoErrors } from '#core/testing/browser.ts'
import { browserTest, type BrowserPlatform } from '#core/testing/browser-harness.ts'
import { tenants } from '#plugins/tenants/plugin.ts'
import { billing } from '../../plugin.ts'
import { anonymous, asSuperAdmin, change, buildSubscribed } from '../../testing/organizations.ts'

const test = browserTest([billing, tenants])

const ROW_COUNT = 10_000

/** In one statement each: one by one they take longer than the test. Nothing where they are there from the test before. */
async function addMany({ core }: BrowserPlatform) {
  await core.db.platform(systemActor, async ({ trx }) => {
    await trx.raw(
      `with added as (
          insert into tenants (name, subdomain, admin_email, created_at)
            select 'Club ' || lpad(n::text, 5, '0'), 'club' || n, 'club' || n || '@many.example', now() - n * interval '1 second'
            from generate_series(1, ${ROW_COUNT}) n on conflict do nothing returning id
        )
        insert into subscriptions (tenant_id, plan_id, status, current_period_start, current_period_end, period_anchor, anchor_interval)
          select added.id, (select id from subscription_plans where name = 'starter'), 'active', now(), now() + interval '1 month', now(), 'monthly'
            from added`,
    )
    await trx.raw(
      `insert into users (tenant_id, email, username, first_name, last_name, role, created_at)
        select (select id from tenants where subdomain = 'club1'), 'person' || n || '@many.example', 'person' || n, 'Pat',
          'No' || lpad(n::text, 5, '0'), 'parent', now() - n * interval '1 second' from generate_series(1, ${ROW_COUNT}) n on conflict do nothing`,
    )
  })
}

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('rowheader') })
const bar = (page: Page) => page.getByRole('group', { name: 'Chosen rows' })
const expectCount = (page: Page, text: string) => bar(page).getByText(text, { exact: true }).waitFor()

/** Collects the requests for lists that a page makes, each as the number of rows that it may return. */
function listing(page: Page, path: string): string[] {
  const limits: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (request.method() === 'GET' && url.pathname === path) limits.push(url.searchParams.get('limit') ?? 'all')
  })
  return limits
}

const pagesOf = (page: Page, name: string) => page.getByRole('navigation', { name: `Pages of ${name}` })

/** A whole page and one row of the next, by keyboard; ends on the first page. */
async function chooseOverPages(page: Page, name: string) {
  const [first, next] = [/Showing 1–25 of/, /Showing 26–50 of/]
  await pagesOf(page, name).getByText(first).waitFor()
  await page.getByRole('checkbox', { name: 'Choose all on this page' }).press('Space')
  await expectCount(page, '25 chosen')
  await pagesOf(page, name).getByRole('button', { name: 'Next' }).press('Enter')
  await pagesOf(page, name).getByText(next).waitFor()
  await expectCount(page, '25 chosen, 25 of them not shown here')
  expect(await page.getByRole('checkbox', { name: 'Choose all on this page' }).isChecked()).toBe(false)
  await page
    .getByRole('checkbox', { name: /^Choose / })
    .nth(1)
    .press('Space')
  await expectCount(page, '26 chosen, 25 of them not shown here')
  await pagesOf(page, name).getByRole('button', { name: 'Previous' }).press('Enter')
  await pagesOf(page, name).getByText(first).waitFor()
  await expectCount(page, '26 chosen, 1 of them not shown here')
  expect(await page.getByRole('checkbox', { name: 'Choose all on this page' }).isChecked()).toBe(true)
  expect(await rows(page).count()).toBe(25)
}

test('among ten thousand subscriptions some of two pages are chosen, and paused together', async ({
  platform,
  visitor,
}) => {
  await addMany(platform)
  const page = await asSuperAdmin(platform, visitor, '/profile')
  const limits = listing(page, '/api/subscriptions')
  await page.goto('/subscriptions?search=Club')
  await chooseOverPages(page, 'subscriptions')
  await bar(page).getByRole('button', { name: 'Pause' }).press('Enter')
  await page.getByText('26 chosen', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Pause 26 subscriptions' }).press('Enter')
  await page.getByText('Subscriptions Paused').waitFor()
  await bar(page).waitFor({ state: 'detached' })
  // The button that was pressed is gone with its bar: the keyboard goes on in the page's content.
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  expect(new Set(limits)).toEqual(new Set(['25']))
  const owner = await platform.superAdmin()
  const paused = (await owner.get('/api/subscriptions?status=paused&limit=1000')).body as { tenantName: string }[]
  expect(paused.map(({ tenantName }) => tenantName)).toEqual(
    Array.from({ length: 26 }, (_, index) => `Club ${String(index + 1).padStart(5, '0')}`),
  )
  expectNoErrors(page, { except: anonymous })
})

test('among ten thousand users some of two pages are chosen, and deactivated together', async ({
  platform,
  visitor,
}) => {
  await addMany(platform)
  const page = await asSuperAdmin(platform, visitor, '/profile')
  const limits = listing(page, '/api/users/search')
  await page.goto('/users?search=many.example')
  await chooseOverPages(page, 'users')
  await bar(page).getByRole('button', { name: 'Deactivate' }).press('Enter')
  await page.getByRole('button', { name: 'Deactivate 26 users' }).press('Enter')
  await page.getByText('Users Deactivated').waitFor()
  await bar(page).waitFor({ state: 'detached' })
  expect(new Set(limits)).toEqual(new Set(['25']))
  const owner = await platform.superAdmin()
  const { body } = await owner.get('/api/users/search?searchTerm=many.example&status=inactive')
  expect(body).toMatchObject({ totalCount: 26 })
  expectNoErrors(page, { except: anonymous })
})

test('among ten thousand organizations those of two searches are chosen, and suspended together', async ({
  platform,
  visitor,
}) => {
  await addMany(platform)
  const page = await asSuperAdmin(platform, visitor, '/profile')
  const limits = listing(page, '/api/tenants')
  await page.goto('/tenants?search=Club 0000')
  await page.getByRole('checkbox', { name: 'Choose Club 00001' }).press('Space')
  await page.getByRole('button', { name: 'Choose all 9 on this page' }).press('Enter')
  await expectCount(page, '9 chosen')
  // Clearing the selection in the bar moves the focus back to where the selection began.
  await page.getByRole('button', { name: 'Choose none' }).press('Enter')
  await bar(page).waitFor({ state: 'detached' })
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  expect(await focused()).toBe('Choose Club 00001')
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Choose all 9 on this page' }).press('Enter')
  await expectCount(page, '9 chosen')
  await page.getByRole('searchbox').fill('Club 0777')
  await page.getByRole('checkbox', { name: 'Choose Club 07777' }).press('Space')
  await expectCount(page, '10 chosen, 9 of them not shown here')
  await bar(page).getByRole('button', { name: 'Suspend' }).press('Enter')
  await page.getByRole('textbox', { name: 'Reason' }).fill('Closed for the summer')
  await page.getByRole('button', { name: 'Suspend 10 organizations' }).press('Enter')
  await page.getByText('Organizations Suspended').waitFor()
  await bar(page).waitFor({ state: 'detached' })
  expect(new Set(limits)).toEqual(new Set(['24']))
  expectNoErrors(page, { except: anonymous })
})

test('a row selected in another search and changed meanwhile is refused by name, and stays selected', async ({
  platform,
  visitor,
}) => {
  const { owner } = await buildSubscribed(platform, 'Meanwhile East')
  await buildSubscribed(platform, 'Meanwhile West')
  const page = await asSuperAdmin(platform, visitor, '/subscriptions?search=Meanwhile East')
  await page.getByRole('checkbox', { name: 'Choose Meanwhile East' }).press('Space')
  await page.getByRole('searchbox').fill('Meanwhile West')
  await page.getByRole('checkbox', { name: 'Choose Meanwhile West' }).press('Space')
  await expectCount(page, '2 chosen, 1 of them not shown here')
  await change(owner, 'Meanwhile East', { status: 'canceled' })
  await bar(page).getByRole('button', { name: 'Pause' }).press('Enter')
  await page.getByRole('button', { name: 'Pause 2 subscriptions' }).press('Enter')
  const told = page.getByRole('alertdialog')
  await told.getByText('Done for 1 of 2 subscriptions').waitFor()
  await told
    .getByRole('listitem')
    .filter({ hasText: /^Meanwhile East, Starter, Active: .*changed/ })
    .waitFor()
  await told.getByRole('button', { name: 'Close' }).last().press('Enter')
  await expectCount(page, '1 chosen, 1 of them not shown here')
  expectNoErrors(page, { except: [...anonymous, /409/] })
})

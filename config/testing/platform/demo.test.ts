import { glob, readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { loadDemoData } from '#core/server/seed/demo.ts'
import type { Client, TestPlatform } from '#core/testing/harness.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { query } from '#core/testing/query.ts'
import type { Invoice } from '#plugins/billing/invoices/contract.ts'
import type { Subscription } from '#plugins/billing/subscriptions/contract.ts'
import type { Organization } from '#plugins/tenants/organizations/contract.ts'
import { cardsOfOther, organizationCards, platformCards, type LinkedCard } from './demo-cards.ts'
import { organizationRecounts, platformRecounts, type Recount } from './demo-figures.ts'

const test = pluginTest(plugins)

const DAY_MS = 86_400_000
const PASSWORD = 'trellis-demo'
/** Milliseconds: whichever test comes first loads everything. */
const LOADING_TIMEOUT_MS = 60_000

interface Demo {
  admin: Client
  organizations: Organization[]
  subscriptions: Subscription[]
  invoices: Invoice[]
}

/** Loads the demo once for the file, and what a super admin reads of it. */
async function demoOf({ core, platform, superAdmin }: TestPlatform): Promise<Demo> {
  await core.db.platform(systemActor, (scope) => loadDemoData(scope, platform.parts))
  const admin = await superAdmin()
  const read = async (path: string) => (await admin.get(path)).body
  return {
    admin,
    organizations: await read('/api/tenants'),
    subscriptions: await read('/api/subscriptions'),
    invoices: await read('/api/invoices'),
  }
}

const rows = <Row>({ core }: TestPlatform, sql: string): Promise<Row[]> =>
  core.db.platform(systemActor, async ({ trx }) => (await trx.raw<{ rows: Row[] }>(sql)).rows)

/** Lists what is not as it should be, and for whom. */
const wrong = (found: readonly (readonly [isWrong: boolean, what: string])[]) =>
  found.filter(([isWrong]) => isWrong).map(([, what]) => what)

test(
  'what is owed agrees with the status, its reason and the next payment',
  async ({ platform }) => {
    const { organizations, subscriptions, invoices } = await demoOf(platform)
    const isPast = (instant: string | null) => instant === null || Date.parse(instant) < Date.now()
    const found = subscriptions.flatMap(({ tenantId, tenantName, status, nextPaymentAt, price, currentPeriodEnd }) => {
      const organization = organizations.find(({ id }) => id === tenantId)
      const owed = invoices.filter((one) => one.tenantId === tenantId && one.overdue).length
      const isSuspended = organization?.status === 'suspended'
      const isOpen = organization?.status === 'active' || organization?.status === 'trial'
      return wrong([
        [status === 'active' && owed > 0, `${tenantName} is active and owes`],
        [status === 'active' && isPast(nextPaymentAt), `${tenantName} pays next in the past`],
        [status === 'active' && isPast(currentPeriodEnd), `${tenantName}'s period is over`],
        [status === 'past_due' && price > 0 && owed === 0, `${tenantName} owes nothing`],
        [status === 'canceled' && nextPaymentAt !== null, `${tenantName} left and is to pay`],
        [!isOpen && status !== 'past_due' && status !== 'canceled', `${tenantName} is closed and ${status}`],
        [isSuspended && organization.suspensionReason !== 'Two invoices unpaid', `${tenantName} has another reason`],
        [isSuspended && owed !== 2, `${tenantName} owes ${owed}`],
      ])
    })
    expect(found).toEqual([])
    expect(new Set(subscriptions.map(({ status }) => status))).toEqual(
      new Set(['active', 'trialing', 'past_due', 'canceled']),
    )
    const late = subscriptions.filter(({ status, readOnly }) => status === 'past_due' && !readOnly)
    expect(late.length, 'someone is late and may still pay').toBeGreaterThan(0)
  },
  LOADING_TIMEOUT_MS,
)

test(
  'invoices are numbered as they were issued, one for each period of a customer from its first on',
  async ({ platform }) => {
    const { organizations, subscriptions, invoices } = await demoOf(platform)
    const byDate = invoices.toSorted((a, b) => a.issuedAt.localeCompare(b.issuedAt) || a.number.localeCompare(b.number))
    const years = Map.groupBy(byDate, ({ issuedAt }) => issuedAt.slice(0, 4))
    const numbers = [...years].flatMap(([year, issued]) =>
      issued.map((_, index) => `${year}-${String(index + 1).padStart(6, '0')}`),
    )
    expect(byDate.map(({ number }) => number.replace(/^[^-]+-/, ''))).toEqual(numbers)
    const ofTenant = (id: string) => byDate.filter(({ tenantId }) => tenantId === id)
    const found = subscriptions.flatMap(({ tenantId, tenantName, price, planDisplayName, currentPeriodStart }) => {
      const createdAt = organizations.find(({ id }) => id === tenantId)?.createdAt
      const own = ofTenant(tenantId)
      if (price === 0) return wrong([[own.length > 0, `${tenantName} is invoiced for nothing`]])
      const [first] = own
      return wrong([
        [first?.periodStart !== createdAt, `${tenantName} begins late`],
        [own.at(-1)?.periodStart !== currentPeriodStart, `${tenantName} has no invoice of this period`],
        ...own.flatMap((invoice, index) => [
          [invoice.issuedAt !== invoice.periodStart, `${invoice.number} is of another day`] as const,
          [invoice.planDisplayName !== planDisplayName, `${invoice.number} is for another plan`] as const,
          [
            index > 0 && invoice.periodStart !== own[index - 1]?.periodEnd,
            `before ${invoice.number} is a gap`,
          ] as const,
        ]),
      ])
    })
    expect(found).toEqual([])
    expect(Math.max(...organizations.map(({ id }) => ofTenant(id).length)), 'a year of history').toBe(12)
    const [sums] = await rows<{ paid: string; payments: string; late: string }>(
      platform,
      `select (select sum(amount_paid) from invoices) as paid, (select sum(amount) from payments) as payments,
      (select count(*) from subscriptions s where s.last_payment_at is distinct from
        (select max(paid_at) from payments p where p.subscription_id = s.id)) as late`,
    )
    expect(sums?.payments).toBe(sums?.paid)
    expect(Number(sums?.late)).toBe(0)
  },
  LOADING_TIMEOUT_MS,
)

test(
  'the last sign-in of everybody is in the log, and nobody came before their account was there',
  async ({ platform }) => {
    const { admin } = await demoOf(platform)
    const missing = await rows(
      platform,
      `select email from users u where tenant_id is not null and last_login_at is not null and not exists (
      select from audit_logs a where a.user_id = u.id and a.tenant_id = u.tenant_id and a.action = 'auth.signed-in'
        and a.created_at = date_trunc('milliseconds', u.last_login_at))`,
    )
    expect(missing).toEqual([])
    const early = await rows(
      platform,
      `select email from users u join audit_logs a on a.user_id = u.id
      where a.created_at < u.created_at - interval '1 second' or a.created_at > u.last_login_at + interval '1 second'`,
    )
    expect(early).toEqual([])
    const [order] = await rows<{ unordered: string }>(
      platform,
      `select count(*) as unordered from (select created_at < lag(created_at) over (order by seq) as back
      from audit_logs where action = 'auth.signed-in') o where back`,
    )
    expect(Number(order?.unordered)).toBeLessThanOrEqual(0)
    const signIns = (await admin.get('/api/analytics/sign-ins?range=30d&by=day')).body as { successful: number }[]
    expect(signIns.filter(({ successful }) => successful > 0).length).toBeGreaterThan(20)
  },
  LOADING_TIMEOUT_MS,
)

test(
  'somebody outgrew a plan, some have not come back, and who has not runs no programs',
  async ({ platform }) => {
    const { admin } = await demoOf(platform)
    const idle = (await admin.get('/api/analytics/idle-organizations')).body
    expect(idle.total).toBeGreaterThanOrEqual(2)
    const ids = (idle.organizations as { id: string }[]).map(({ id }) => `'${id}'`).join(', ')
    expect(await rows(platform, `select id from sessions where tenant_id in (${ids})`)).toEqual([])
    const [log, ...others] = (await admin.get('/api/admin/subscription-upgrade-logs')).body
    expect(log).toMatchObject({ reason: 'user_limit_exceeded', toPlanName: 'Starter' })
    expect(log.activeUserCount).toBeGreaterThan(log.planUserLimit)
    expect(others).toEqual([])
    const outgrown = await platform.client().signIn('admin@lakeside.example', PASSWORD)
    expect((await outgrown.get('/api/tenant/subscription')).body.pendingUpgrade).toMatchObject({
      planDisplayName: 'Starter',
    })
    const check = (await admin.post('/api/admin/check-subscription-upgrades')).body
    expect(check, 'it was found before').toMatchObject({ upgrades: 0, withoutPlan: 0 })
  },
  LOADING_TIMEOUT_MS,
)

test(
  'nothing happened in an organization before it was there, and one that is new has all to do',
  async ({ platform }) => {
    await demoOf(platform)
    const early = await rows(
      platform,
      `select t.subdomain, 'session' as what, s.start_date as at from sessions s join tenants t on t.id = s.tenant_id
      where s.start_date < t.created_at
     union all select t.subdomain, 'score', s.completed_at from scores s join tenants t on t.id = s.tenant_id
      where s.completed_at < t.created_at
     union all select t.subdomain, 'mark', m.marked_at from attendance_marks m join tenants t on t.id = m.tenant_id
      where m.marked_at < t.created_at
     union all select t.subdomain, 'activity', a.occurred_at from organization_activity a
      join tenants t on t.id = a.tenant_id where a.occurred_at < t.created_at`,
    )
    expect(early).toEqual([])
    const fresh = await platform.client().signIn('admin@brightfutures.example', PASSWORD)
    const steps = (await fresh.get('/api/tenant/first-steps')).body as { id: string; isDone: boolean }[]
    expect(steps.filter(({ isDone }) => isDone).map(({ id }) => id)).toEqual(['people', 'families'])
    const waiting = await rows<{ subdomain: string }>(
      platform,
      `select distinct t.subdomain from lms_posts p join tenants t on t.id = p.tenant_id where p.state = 'held'`,
    )
    expect(waiting.length, 'posts wait elsewhere').toBeGreaterThan(3)
    expect(waiting).not.toContainEqual({ subdomain: 'brightfutures' })
  },
  LOADING_TIMEOUT_MS,
)

test(
  'people of the demo sign in with its password',
  async ({ platform }) => {
    await demoOf(platform)
    const { user } = await platform.client().signIn('admin@riverside.example', PASSWORD)
    expect(user).toMatchObject({ role: 'tenant_admin', mustChangePassword: false })
    const [held] = await rows<{ count: string }>(platform, 'select count(*) from mail_messages')
    expect(Number(held?.count), 'no one is emailed').toBe(0)
    const [young] = await rows<{ days: number }>(
      platform,
      'select max(extract(epoch from now() - created_at) / 86400)::float8 as days from tenants',
    )
    expect((young?.days ?? 0) * DAY_MS).toBeGreaterThan(300 * DAY_MS)
  },
  LOADING_TIMEOUT_MS,
)

test(
  'every figure that screens show is what a count of its own finds in the tables',
  async ({ platform }) => {
    const { admin, organizations } = await demoOf(platform)
    const compare = async (client: Client, whose: string, recounts: readonly Recount[], values: string[]) => {
      for (const { read, sql } of recounts) {
        const shown = (await client.get(read)).body as Record<string, unknown>
        const [counted = {}] = await query<Record<string, string | null>>(platform.databaseUrl, sql, values)
        const figures = Object.keys(counted)
        expect(figures.length, read).toBeGreaterThan(1)
        const numbers = figures.map((figure) => [figure, Number(counted[figure])])
        expect(Object.fromEntries(figures.map((figure) => [figure, shown[figure]])), `${read} of ${whose}`).toEqual(
          Object.fromEntries(numbers),
        )
      }
    }
    await compare(admin, 'the platform', platformRecounts, [])
    const { totalUsers } = (await admin.get('/api/dashboard/stats')).body as { totalUsers: number }
    const growth = (await admin.get('/api/analytics/growth?range=30d&by=day')).body as { users: number }[]
    expect(growth.at(-1)?.users, 'the chart ends with the figure').toBe(totalUsers)
    for (const subdomain of ['northstar', 'riverside', 'lakeside']) {
      const client = await platform.client().signIn(`admin@${subdomain}.example`, PASSWORD)
      const id = organizations.find((one) => one.subdomain === subdomain)?.id ?? ''
      await compare(client, subdomain, organizationRecounts, [id])
    }
  },
  LOADING_TIMEOUT_MS,
)

/** Counts the rows of a list, on all its pages. */
async function totalOf(client: Client, path: string): Promise<number> {
  const { status, body, headers } = await client.get(path)
  expect(status, path).toBe(200)
  return Number(headers['x-total-count'] ?? body.totalCount ?? body.length)
}

const figureOf = (answer: unknown, name: string) =>
  name.split('.').reduce((inner, key) => (inner as Record<string, unknown>)[key], answer)

test(
  'a stat card that leads to a list shows how many rows the list has',
  async ({ platform }) => {
    const { admin } = await demoOf(platform)
    const compare = async (client: Client, whose: string, cards: readonly LinkedCard[], student = '') => {
      for (const { card, read, figures, list } of cards) {
        const answer = (await client.get(read.replace('$student', student))).body
        const shown = figures.map((name) => figureOf(answer, name) as number).reduce((sum, one) => sum + one, 0)
        expect(await totalOf(client, list.replace('$student', student)), `${card} of ${whose}`).toBe(shown)
      }
    }
    await compare(admin, 'the platform', platformCards)
    for (const subdomain of ['northstar', 'riverside', 'lakeside']) {
      const client = await platform.client().signIn(`admin@${subdomain}.example`, PASSWORD)
      const [student] = (await client.get('/api/students?limit=1')).body as { id: string }[]
      await compare(client, subdomain, organizationCards, student?.id)
    }
  },
  LOADING_TIMEOUT_MS,
)

test('each stat card that leads to a list is compared with it, or says what else its number is', async () => {
  const root = new URL('../../../', import.meta.url)
  const found = new Set<string>()
  for await (const path of glob('{core,plugins/*}/**/web/**/*.tsx', { cwd: root })) {
    if (path.includes('/web/ui/')) continue
    const source = await readFile(new URL(path, root), 'utf8')
    const cards = source.match(/<StatCard[^]*?\/>|^ {8}\{\n {10}label:[^]*?^ {8}\},?$/gm) ?? []
    if (!/<(StatRow|StatCard|Figures)\b/.test(source)) continue
    // Explanations lead further by a link of their own, which has a label of its own.
    const links = cards.flatMap((card) => [
      ...card.matchAll(/^ +href(?:: |=\{?)(?:linkTo\()?(['"`]?)(.+?)(?:\1\)?\}?,?)$/gm),
    ])
    for (const [, , href] of links) found.add(`${path} ${href}`)
  }
  const compared = [...platformCards, ...organizationCards].map(({ card }) => card as string)
  expect([...found].toSorted()).toEqual([...new Set([...compared, ...Object.keys(cardsOfOther)])].toSorted())
})

test(
  'attended hours of a camp are those of its days, and none of its nights',
  async ({ platform }) => {
    await demoOf(platform)
    const marked = await rows<{
      place: string
      mark: string
      firstIn: string | null
      lastOut: string | null
      startsAt: string
      endsAt: string
      minutes: number
      campMinutes: number
    }>(
      platform,
      `select a.student_id || ' ' || a.session_id as place, a.mark, a.first_in as "firstIn", a.last_out as "lastOut",
          m.starts_at as "startsAt", m.ends_at as "endsAt", a.minutes,
          (extract(epoch from s.end_date - s.start_date) / 60)::int as "campMinutes"
        from meeting_attendance a join session_meetings m on m.tenant_id = a.tenant_id and m.id = a.meeting_id
          join sessions s on s.tenant_id = a.tenant_id and s.id = a.session_id
        where s.end_date - s.start_date > interval '3 days' and not s.has_own_days and a.mark in ('present', 'late')`,
    )
    expect(marked.length).toBeGreaterThan(10)
    for (const [place, days] of Map.groupBy(marked, (one) => one.place)) {
      const recounted = days.map(({ firstIn, lastOut, startsAt, endsAt }) => {
        const from = Math.max(Date.parse(firstIn ?? startsAt), Date.parse(startsAt))
        const until = Math.min(Date.parse(lastOut ?? endsAt), Date.parse(endsAt))
        return Math.max(Math.round((until - from) / 60_000), 0)
      })
      const minutes = days.reduce((sum, day) => sum + day.minutes, 0)
      expect(Math.abs(minutes - recounted.reduce((sum, one) => sum + one, 0)), place).toBeLessThanOrEqual(days.length)
      // A camp of a week by the clock has more than 100 hours, with its nights.
      expect(minutes, place).toBeLessThanOrEqual(days.length * 7 * 60)
      expect(days[0]?.campMinutes ?? 0, place).toBeGreaterThan(100 * 60)
    }
  },
  LOADING_TIMEOUT_MS,
)

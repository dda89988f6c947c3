import { DEMO_ADMIN } from '#core/server/tenancy/routes.ts'
import { ensureWebBuilt } from '#core/server/web-build.ts'
import { openBrowser } from '../../../core/testing/pages.ts'
import { report } from '../../../core/testing/report.ts'
import { call, quantile, start, stop, type Child } from './children.ts'
import { query } from './learners.ts'

/** Share of this processor that a phone of the lower middle class has. */
const SLOWDOWN = 4
const ROUNDS = 5
const CHILDREN = 24
const VIEWPORT = { width: 375, height: 667 }

/** Schedules a session that runs now, since the demo data has none on most weekends. @returns its id */
async function scheduleNow(
  { port }: Child,
  as: Record<'host' | 'cookie', string>,
  instructorId: string,
): Promise<string> {
  const now = Date.now()
  const dates = { startDate: new Date(now).toISOString(), endDate: new Date(now + 3_600_000).toISOString() }
  const { body: students } = await call(port, `/api/students?limit=${CHILDREN}`, as)
  const made = await call(port, '/api/sessions', as, { name: 'Robotics', instructorId, ...dates })
  if (made.status !== 201) throw new Error(`No session was scheduled: ${JSON.stringify(made.body)}`)
  const { id } = made.body as { id: string }
  const studentIds = (students as { id: string; isActive: boolean }[]).flatMap((one) => (one.isActive ? one.id : []))
  const registered = await call(port, `/api/sessions/${id}/participants`, as, { studentIds })
  if (registered.status >= 300) throw new Error(`No one was registered: ${JSON.stringify(registered.body)}`)
  return id
}

/**
 * Starts the app without a network on a phone whose service worker and day pack are there: milliseconds from the address to
 * the heading and the rows of Today and of the door.
 */
export async function measureOfflineStart(databaseUrl: string, dataDir: string): Promise<void> {
  await ensureWebBuilt({ log: { info: report } })
  const server = await start('platform-server.ts', ['--as-people-meet-it', '--demo'], databaseUrl, dataDir)
  await using browser = await openBrowser()
  try {
    const [staff] = await query<Record<'id' | 'email' | 'subdomain', string>>(
      databaseUrl,
      `select u.id, u.email, t.subdomain from sessions s join tenants t on t.id = s.tenant_id join users u on u.id = s.instructor_id
        where u.is_active and not u.must_change_password and t.status = 'active'
          and not exists (select from session_meetings m join sessions o on o.id = m.session_id
            where coalesce(m.instructor_id, o.instructor_id) = u.id and m.ends_at > now()
              and m.starts_at < now() + interval '2 hours')
        group by u.id, t.subdomain order by count(*) desc, u.email limit 1`,
    )
    if (!staff) throw new Error('The demo data has no instructor who is free now')
    const host = `${staff.subdomain}.localhost:${server.port}`
    const { cookie } = await call(
      server.port,
      '/api/login',
      { host },
      { email: staff.email, password: DEMO_ADMIN.password },
    )
    const session = await scheduleNow(server, { host, cookie }, staff.id)
    const [, name = '', value = ''] = /^([^=]+)=(.*)$/.exec(cookie) ?? []
    const baseURL = `http://${host}`
    const page = await browser.newPage({
      baseURL,
      viewport: VIEWPORT,
      serviceWorkers: 'allow',
      cookie: { name, value },
    })
    const context = page.context()
    const door = `/sessions/${session}/door`
    await page.goto('/today')
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
      if (!navigator.serviceWorker.controller)
        await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
    })
    await page.goto(door)
    await page.getByRole('list', { name: 'Children' }).waitFor()
    await page.waitForLoadState('networkidle')
    await page.close()
    await context.setOffline(true)
    const screens = [
      { name: 'Today', path: '/today', usable: 'main h1 ~ * a, main section li, main li' },
      { name: 'door', path: door, usable: 'ul[aria-label="Children"] li' },
    ]
    for (const screen of screens) {
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const next = await context.newPage()
        const session = await context.newCDPSession(next)
        await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
        const began = performance.now()
        await next.goto(screen.path, { waitUntil: 'commit' })
        await next.locator(screen.usable).first().waitFor()
        times.push(performance.now() - began)
        await next.close()
      }
      report(
        `${screen.name} without a network, ${SLOWDOWN}× slower: median ${quantile(times, 0.5)} ms, slowest ${quantile(times, 1)} ms`,
      )
    }
    await context.close()
  } finally {
    await stop(server)
  }
}

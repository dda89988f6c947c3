import type { Page } from 'playwright'
import { DEMO_ADMIN } from '#core/server/tenancy/routes.ts'
import { ensureWebBuilt } from '#core/server/web-build.ts'
import { openBrowser, type TestBrowser } from '../../../core/testing/pages.ts'
import { report } from '../../../core/testing/report.ts'
import { call, quantile, start, stop } from './children.ts'
import { query } from './learners.ts'

/** A phone of the lower middle class: its processor's share of this one, and its line. */
const SLOWDOWN = 4
const LATENCY_MS = 50
const BYTES_PER_SECOND = (10 * 1024 * 1024) / 8
const VIEWPORT = { width: 375, height: 812 }
const ROUNDS = 5
const TIMEOUT_MS = 15_000

interface Screen {
  name: string
  path: string
  /** User who is signed in; a guest by default. */
  email?: string
  /** Elements that all have text once the screen can be used. */
  usable: string[]
}

interface Request {
  path: string
  /** Milliseconds since the address was opened. */
  from: number
  to: number
  /** Bytes that came over the line. */
  bytes: number
}

interface Opened {
  usable: number
  /** Milliseconds of the processor, slowed down. */
  scripts: number
  longTasks: number
  requests: Request[]
}

/**
 * Opens screens by their addresses on a throttled Chromium, as links in emails do: with an empty cache and with a full one,
 * in turns. `--waterfall` prints what each screen asks for and when.
 */
export async function measurePhone(databaseUrl: string, dataDir: string, isWaterfall: boolean): Promise<void> {
  await ensureWebBuilt({ log: { info: report } })
  const server = await start('platform-server.ts', ['--as-people-meet-it', '--demo'], databaseUrl, dataDir)
  await using browser = await openBrowser()
  try {
    const { subdomain, screens } = await findScreens(databaseUrl)
    const host = `${subdomain}.localhost:${server.port}`
    const opened = new Map(screens.map(({ name }) => [name, { cold: [] as Opened[], hot: [] as Opened[] }]))
    for (let round = 0; round < ROUNDS; round++) {
      for (const screen of screens) {
        const cookie = screen.email === undefined ? undefined : await signIn(server.port, host, screen.email)
        const { cold, hot } = await openTwice(browser, `http://${host}`, screen, cookie)
        opened.get(screen.name)?.cold.push(cold)
        opened.get(screen.name)?.hot.push(hot)
      }
    }
    print(opened)
    if (isWaterfall) for (const [name, { cold, hot }] of opened) printWaterfalls(name, cold, hot)
  } finally {
    await stop(server)
  }
}

async function signIn(port: number, host: string, email: string): Promise<string> {
  const { status, cookie } = await call(port, '/api/login', { host }, { email, password: DEMO_ADMIN.password })
  if (status !== 200) throw new Error(`Signing in as ${email} answered ${status}`)
  return cookie
}

/** Chooses people of the demo data, and the lessons that one of them may open. */
async function findScreens(databaseUrl: string): Promise<{ subdomain: string; screens: Screen[] }> {
  const [learner] = await query<Record<'email' | 'subdomain' | 'course' | 'lesson' | 'quiz' | 'tenant', string>>(
    databaseUrl,
    `select u.email, t.subdomain, t.id as tenant, e.course_id as course,
            (array_agg(l.id) filter (where l.content_type = 'article'))[1] as lesson,
            (array_agg(l.id) filter (where l.content_type in ('quiz', 'assessment')))[1] as quiz
       from lms_enrollments e join users u on u.id = e.user_id join tenants t on t.id = e.tenant_id
       join lms_lessons l on l.course_id = e.course_id
      where u.role = 'student' and u.is_active and not u.must_change_password
        and exists (select from students s where s.user_id = u.id)
      group by u.email, t.subdomain, t.id, e.course_id
     having bool_or(l.content_type = 'article') and bool_or(l.content_type in ('quiz', 'assessment'))
      order by count(*) desc, u.email limit 1`,
  )
  if (!learner) throw new Error('The demo data has no student with a lesson and a quiz')
  const [staff] = await query<Record<'admin' | 'guardian' | 'session', string>>(
    databaseUrl,
    `select (select email from users where tenant_id = $1 and role = 'tenant_admin' order by id limit 1) as admin,
            (select u.email from users u join parent_students p on p.parent_id = u.id where u.tenant_id = $1 order by u.id limit 1) as guardian,
            (select session_id from session_participants where tenant_id = $1 group by 1 order by count(*) desc, 1 limit 1) as session`,
    [learner.tenant],
  )
  if (!staff) throw new Error('The demo data has no admin')
  const course = `/courses/${learner.course}`
  const { email } = learner
  const lesson = 'section[aria-label="Lesson"]'
  return {
    subdomain: learner.subdomain,
    screens: [
      { name: 'sign-in', path: '/', usable: ['form button'] },
      { name: 'mailed link', path: '/reset-password?token=1', usable: ['h1', 'form button, h1 + p'] },
      {
        name: 'lesson',
        path: `${course}?lesson=${learner.lesson}`,
        email,
        usable: [`${lesson} h2`, `${lesson} [lang] p`],
      },
      { name: 'course', path: course, email, usable: ['h1', 'section[aria-label="Course outline"] li'] },
      {
        name: 'quiz page',
        path: `${course}?lesson=${learner.quiz}`,
        email,
        usable: [`${lesson} h2`, `${lesson} [lang] p, ${lesson} dl`],
      },
      { name: 'student home', path: '/', email, usable: ['h1', 'main h2'] },
      { name: 'family home', path: '/parent-portal', email: staff.guardian, usable: ['h1', 'main h2'] },
      {
        name: 'session',
        path: `/sessions/${staff.session}`,
        email: staff.admin,
        usable: ['h1', 'main h2, main table'],
      },
    ],
  }
}

/** With an empty cache, and at once in another tab with a full one. */
async function openTwice(browser: TestBrowser, origin: string, screen: Screen, cookie?: string) {
  const [, name = '', value = ''] = /^([^=]+)=(.*)$/.exec(cookie ?? '') ?? []
  const page = await browser.newPage({
    baseURL: origin,
    viewport: VIEWPORT,
    ...(cookie && { cookie: { name, value } }),
  })
  const context = page.context()
  try {
    const cold = await open(page, screen)
    await page.close()
    return { cold, hot: await open(await context.newPage(), screen) }
  } finally {
    await context.close()
  }
}

type Watched = Window & { usableAt?: number; longTasks?: number }

async function open(page: Page, screen: Screen): Promise<Opened> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Performance.enable')
  const requests = new Map<string, { path: string; from: number; to: number; bytes: number }>()
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    if (!request.url.startsWith('http')) return
    const { pathname, search } = new URL(request.url)
    requests.set(requestId, { path: pathname + search, from: timestamp * 1000, to: 0, bytes: 0 })
  })
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = requests.get(requestId)
    if (request) Object.assign(request, { to: timestamp * 1000, bytes: encodedDataLength })
  })
  await page.addInitScript(watchUsable, screen.usable)
  const line = { latency: LATENCY_MS, downloadThroughput: BYTES_PER_SECOND, uploadThroughput: BYTES_PER_SECOND }
  await session.send('Network.emulateNetworkConditions', { offline: false, ...line })
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await page.goto(screen.path, { waitUntil: 'commit' })
  const isUsable = () => (globalThis as unknown as Watched).usableAt !== undefined
  await page.waitForFunction(isUsable, undefined, { polling: 100, timeout: TIMEOUT_MS }).catch(async () => {
    throw new Error(`${screen.name} has no text at ${screen.usable.join('; ')}: ${await page.innerText('body')}`)
  })
  await page.waitForLoadState('networkidle')
  const [usable = 0, longTasks = 0] = await page.evaluate(() => {
    const watched = globalThis as unknown as Watched
    return [watched.usableAt, watched.longTasks]
  })
  const { metrics } = await session.send('Performance.getMetrics')
  const scripts = (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000
  const all = [...requests.values()]
  const begin = Math.min(...all.map(({ from }) => from))
  return {
    usable,
    longTasks,
    scripts,
    requests: all.map(({ from, to, ...one }) => ({ ...one, from: from - begin, to: Math.max(0, to - begin) })),
  }
}

/** Runs in the page: notes when all these elements have text, and the time of tasks that held up the page. */
function watchUsable(selectors: string[]): void {
  const watched = globalThis as unknown as Watched
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.longTasks = (watched.longTasks ?? 0) + duration
  }).observe({ type: 'longtask', buffered: true })
  const hasText = (selector: string) =>
    [...document.querySelectorAll(selector)].some(({ textContent }) => (textContent ?? '').trim() !== '')
  const observer = new MutationObserver(() => {
    if (!selectors.every(hasText)) return
    observer.disconnect()
    watched.usableAt = performance.now()
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true })
}

const median = (opened: readonly Opened[], of: (one: Opened) => number) => Number(quantile(opened.map(of), 0.5))

const bytesOf = ({ requests }: Opened) => requests.reduce((sum, { bytes }) => sum + bytes, 0)

function print(opened: ReadonlyMap<string, { cold: Opened[]; hot: Opened[] }>): void {
  report(
    `\n| usable, medians of ${ROUNDS} | cold ms | hot ms | requests | hot | kB | hot | scripts ms | hot | long tasks ms | hot |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|`,
  )
  for (const [name, { cold, hot }] of opened) {
    const both = (of: (one: Opened) => number) => `${median(cold, of).toFixed(0)} | ${median(hot, of).toFixed(0)}`
    report(
      `| ${name} | ${both(({ usable }) => usable)} | ${both(({ requests }) => requests.length)} | ${both((one) => bytesOf(one) / 1000)} | ${both(({ scripts }) => scripts)} | ${both(({ longTasks }) => longTasks)} |`,
    )
  }
}

function printWaterfalls(name: string, cold: readonly Opened[], hot: readonly Opened[]): void {
  for (const [cache, opened] of [
    ['empty', cold],
    ['full', hot],
  ] as const) {
    const last = opened.at(-1)
    if (!last) continue
    report(`\n${name}, ${cache} cache, usable at ${last.usable.toFixed(0)} ms`)
    for (const { path, from, to, bytes } of last.requests) {
      report(`${from.toFixed(0).padStart(6)} ${to.toFixed(0).padStart(6)} ${String(bytes).padStart(8)}  ${path}`)
    }
  }
}

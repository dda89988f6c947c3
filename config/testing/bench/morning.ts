import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { DEMO_ADMIN } from '#core/server/tenancy/routes.ts'
import { ensureWebBuilt } from '#core/server/web-build.ts'
import { report } from '../../../core/testing/report.ts'
import { quantile, start, stop } from './children.ts'
import { recordVisit, type Asked, type Visit } from './visit.ts'

/** Number of people who sign in, and the milliseconds in which all of them begin. */
const PEOPLE = 300
const MINUTE_MS = 60_000
/** Number of people of other organizations who are already signed in, and milliseconds between two calls of each. */
const OTHER_PEOPLE = 20
const CALL_INTERVAL_MS = 500
/** Connections that a browser opens to one host. */
const CONNECTIONS = 6
/** Password of all users whom `seed` creates. */
const { password } = DEMO_ADMIN

interface Account {
  email: string
  role: string
  subdomain: string
}

/** The milliseconds until each answer was there to its end. */
interface Taken {
  signIns: number[]
  files: number[]
  calls: number[]
  others: number[]
  /** Answers that are not what a browser alone would get, by what they say. */
  refused: Map<string, number>
}

/**
 * A school in the morning: all users open the sign-in page, sign in and open the dashboard, through one address and
 * within a minute, while others are at work. The server is as `npm start` runs it, limits included. A refused user
 * anything makes the benchmark end with 1.
 */
export async function measureMorning(databaseUrl: string, dataDir: string): Promise<void> {
  await ensureWebBuilt({ log: { info: report } })
  const { school, others } = await accounts(databaseUrl)
  const server = await start('platform-server.ts', ['--as-people-meet-it'], databaseUrl, dataDir)
  try {
    const visits = await visitsByRole(server.port, school)
    const taken = await runMorning(server.port, visits, school, others)
    print(taken)
    if (taken.refused.size > 0) process.exitCode = 1
  } finally {
    await stop(server)
  }
}

async function runMorning(
  port: number,
  visits: ReadonlyMap<string, Visit>,
  school: Account[],
  others: Account[],
): Promise<Taken> {
  const taken: Taken = { signIns: [], files: [], calls: [], others: [], refused: new Map() }
  const atWork = others.map((account) => new Browser(port, account, taken.refused))
  for (const browser of atWork) await browser.signIn()
  const until = { over: false }
  const working = atWork.map((browser, index) => work(browser, taken, (index * CALL_INTERVAL_MS) / OTHER_PEOPLE, until))
  const arrivals = arrivalTimes()
  await Promise.all(school.map((account, index) => comeIn(port, account, visits, taken, arrivals[index] ?? 0)))
  until.over = true
  await Promise.all(working)
  return taken
}

async function accounts(databaseUrl: string): Promise<{ school: Account[]; others: Account[] }> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<Account>(
    `select u.email, u.role, t.subdomain from users u join tenants t on t.id = u.tenant_id
      where u.is_active and t.status = 'active' order by t.id, u.id`,
  )
  await client.end()
  const school = rows.slice(0, PEOPLE)
  const others = rows.filter(({ subdomain }) => subdomain !== rows[0]?.subdomain).slice(0, OTHER_PEOPLE)
  if (new Set(school.map(({ subdomain }) => subdomain)).size !== 1) throw new Error('The seed made no school so large')
  return { school, others }
}

/** Records what each role's start page asks for. */
async function visitsByRole(port: number, school: Account[]): Promise<ReadonlyMap<string, Visit>> {
  const visits = new Map<string, Visit>()
  report('\n| a browser asks for | to sign in | for the dashboard |\n|---|---:|---:|')
  for (const { role, email, subdomain } of school) {
    if (visits.has(role)) continue
    const visit = await recordVisit(`http://${subdomain}.localhost:${port}`, email, password)
    visits.set(role, visit)
    report(`| ${role} | ${visit.signInPage.length} | ${visit.dashboard.length} |`)
  }
  return visits
}

/** Draws pseudorandom arrival times, the same at every run: some people come alone, some together. */
function arrivalTimes(): number[] {
  let state = 9
  return Array.from({ length: PEOPLE }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state / 2 ** 32) * MINUTE_MS
  })
}

const isCall = (path: string) => path.startsWith('/api/')

/** A browser with nothing in its cache. */
class Browser {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  readonly #headers: Record<string, string>
  readonly #port: number
  readonly #email: string
  readonly #refused: Map<string, number>

  constructor(port: number, { email, subdomain }: Account, refused: Map<string, number>) {
    this.#port = port
    this.#email = email
    this.#refused = refused
    this.#headers = {
      host: `${subdomain}.localhost:${port}`,
      'accept-encoding': 'gzip, deflate, br',
      'sec-fetch-site': 'same-origin',
    }
  }

  /** @returns milliseconds, as `get` does */
  signIn(): Promise<number> {
    return this.#ask({ path: '/api/login', status: 200 }, JSON.stringify({ email: this.#email, password }))
  }

  get(asked: Asked): Promise<number> {
    return this.#ask(asked)
  }

  close(): void {
    this.#agent.destroy()
  }

  #ask({ path, status }: Asked, body?: string): Promise<number> {
    const began = performance.now()
    return new Promise((resolve, reject) => {
      const sent = request({
        host: '127.0.0.1',
        port: this.#port,
        path,
        agent: this.#agent,
        method: body ? 'POST' : 'GET',
        headers: { ...this.#headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      })
      sent.on('error', reject)
      sent.on('response', (answer) => {
        const [cookie] = answer.headers['set-cookie'] ?? []
        if (cookie) this.#headers['cookie'] = cookie.split(';')[0] ?? ''
        if (answer.statusCode !== status) this.#refuse(`${answer.statusCode} for ${isCall(path) ? path : 'files'}`)
        answer.resume().on('end', () => resolve(performance.now() - began))
      })
      sent.end(body)
    })
  }

  #refuse(what: string): void {
    this.#refused.set(what, (this.#refused.get(what) ?? 0) + 1)
  }
}

async function comeIn(
  port: number,
  account: Account,
  visits: ReadonlyMap<string, Visit>,
  taken: Taken,
  at: number,
): Promise<void> {
  const visit = visits.get(account.role) as Visit
  await pause(at)
  const browser = new Browser(port, account, taken.refused)
  await openPage(browser, visit.signInPage, taken)
  taken.signIns.push(await browser.signIn())
  await openPage(browser, visit.dashboard, taken)
  browser.close()
}

async function openPage(browser: Browser, page: Asked[], taken: Taken): Promise<void> {
  await Promise.all(
    page.map(async (asked) => {
      const took = await browser.get(asked)
      ;(isCall(asked.path) ? taken.calls : taken.files).push(took)
    }),
  )
}

async function work(browser: Browser, taken: Taken, after: number, until: { over: boolean }): Promise<void> {
  await pause(after)
  while (!until.over) {
    taken.others.push(await browser.get({ path: '/api/user', status: 200 }))
    await pause(CALL_INTERVAL_MS)
  }
  browser.close()
}

function print({ signIns, files, calls, others, refused }: Taken): void {
  const row = (name: string, times: number[]) =>
    report(`| ${name} | ${times.length} | ${quantile(times, 0.5)} | ${quantile(times, 0.95)} |`)
  report(
    `\n| ${PEOPLE} people through one address in ${MINUTE_MS / 1000} s | answers | p50 ms | p95 ms |\n|---|---:|---:|---:|`,
  )
  row('sign-ins', signIns)
  row(`\`GET /api/user\` by ${OTHER_PEOPLE} others`, others)
  row('files', files)
  row('other calls', calls)
  report(`\nRefused: ${[...refused.values()].reduce((sum, count) => sum + count, 0)}`)
  for (const [what, count] of refused) report(`- ${count} times ${what}`)
}

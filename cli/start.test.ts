import { mkdtemp, chmod, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { cloneDatabase } from '#core/testing/harness.ts'
import { ensureWebBuilt } from '#core/server/web-build.ts'
import { runAlone, Running, type Variables } from './testing/command-line.ts'
import { holdTable, query } from '#core/testing/query.ts'

// Every start is a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 360_000, hookTimeout: 720_000 })

let database: Awaited<ReturnType<typeof cloneDatabase>>
let running: Running[] = []

beforeAll(async () => {
  await ensureWebBuilt({ log: { info: () => undefined } })
})

beforeEach(async () => {
  database = await cloneDatabase()
})

afterEach(async () => {
  await Promise.all(running.map((one) => one.kill('SIGKILL')))
  running = []
  await database.drop()
})

/** The words of a shell that runs a program and does not end in it, as npm's. */
const throughShell = ['sh', '-c', '"$@"; exit $?', 'sh']

function start(variables: Variables, before: readonly string[] = []): Running {
  const started = new Running(['start'], { DATABASE_URL: database.url, ...variables }, before)
  running.push(started)
  return started
}

const startDemo = () => start({ DEMO: '1' })

/** Starts without the demo: loading it takes several times as long as everything else. */
const startPlain = (variables: Variables = {}, before: readonly string[] = []) =>
  start({ DEMO: '0', ADMIN_EMAIL: ADMIN, ...variables }, before)

const ADMIN = 'ada@example.org'

/** Waits for the temporary password of the first super admin. */
async function passwordOf(node: Running): Promise<string> {
  const [, password = ''] = await node.says(/ada@example\.org with the temporary password (\S+)/)
  return password
}

const signIn = (address: string, email: string, password: string) =>
  fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })

const contents = () =>
  query<{ users: number; tenants: number; loaded: number }>(
    database.url,
    `select (select count(*) from users) as users, (select count(*) from tenants) as tenants,
            (select count(*) from demo_data) as loaded`,
  )

test('the first start creates the super admin and the demo data, the next one nothing', async () => {
  const first = startDemo()
  const address = await first.address()
  await first.says(/sign in as admin@trellis\.example with the password trellis-demo/)
  expect((await signIn(address, 'admin@trellis.example', 'trellis-demo')).status).toBe(200)
  expect((await first.kill('SIGTERM')).status).toBe(0)
  const loaded = await contents()
  expect(loaded[0]?.loaded).toBeGreaterThan(0)
  const second = startDemo()
  await second.address()
  expect((await second.kill('SIGINT')).status).toBe(0)
  expect(await contents()).toEqual(loaded)
})

test('without demo mode the first start shows a temporary password once, and it works', async () => {
  const first = startPlain()
  const address = await first.address()
  const answer = await signIn(address, ADMIN, await passwordOf(first))
  expect(await answer.json()).toMatchObject({ mustChangePassword: true })
  await first.kill('SIGTERM')
  const second = startPlain()
  await second.address()
  expect((await second.kill('SIGTERM')).stdout).not.toContain('password')
})

test('a first start that is killed while it loads the demo data is made good by the next one', async () => {
  const held = await holdTable(database.url, 'demo_data')
  const first = startDemo()
  await held.waiting()
  await first.kill('SIGKILL')
  await held.release()
  const second = startDemo()
  expect((await signIn(await second.address(), 'admin@trellis.example', 'trellis-demo')).status).toBe(200)
  const [{ admins } = { admins: 0 }] = await query<{ admins: number }>(
    database.url,
    `select count(*)::int as admins from users where role = 'superadmin'`,
  )
  expect(admins).toBe(1)
})

test('a second start on the same port is refused in a sentence and leaves the first one alone', async () => {
  const first = startPlain()
  const address = await first.address()
  const second = await startPlain({ PORT: new URL(address).port }).ended
  expect(second).toMatchObject({ status: 1, stdout: '' })
  expect(second.stderr).toMatch(/^Port \d+ is taken .*\n$/)
  expect((await fetch(`${address}/api/platform`)).status).toBe(200)
})

test('stopping finishes the request that is under way', async () => {
  const node = startPlain()
  const [address, password] = [await node.address(), await passwordOf(node)]
  const held = await holdTable(database.url, 'users')
  const answer = signIn(address, ADMIN, password)
  await held.waiting()
  const ended = node.kill('SIGTERM')
  await held.release()
  expect((await answer).status).toBe(200)
  expect((await ended).status).toBe(0)
})

test('a signal that arrives twice at once, as from a terminal through npm, still stops cleanly', async () => {
  const node = startPlain()
  await node.address()
  node.process.kill('SIGINT')
  expect((await node.kill('SIGINT')).status).toBe(0)
})

test('npm is stopped, and its shell ends without the node: the node stops by itself, in order', async () => {
  const node = startPlain({ npm_lifecycle_event: 'start' }, throughShell)
  await node.address()
  expect(await query(database.url, 'select from nodes')).toHaveLength(1)
  // Its output ends with the last process that has it.
  await node.kill('SIGTERM')
  expect(await query(database.url, 'select from nodes')).toEqual([])
})

test('a node that only works on jobs and one that only serves: one of them makes the first super admin, and both stop cleanly', async () => {
  const variables = { DATABASE_URL: database.url, DEMO: '0', ADMIN_EMAIL: ADMIN }
  const worker = new Running(['work'], { ...variables, WORK_PORT: '0' })
  const server = new Running(['serve'], variables)
  running.push(worker, server)
  const [, watched = ''] = await worker.says(/Working on jobs; health and metrics at (http\S+)/)
  expect(await (await fetch(`${watched}/metrics`)).text()).toContain('trellis_queue_waiting_jobs')
  const [, address = ''] = await server.says(/Serving at (http\S+);/)
  const password = await Promise.any([worker, server].map(passwordOf))
  expect((await signIn(address, ADMIN, password)).status).toBe(200)
  const ended = await Promise.all([worker.kill('SIGTERM'), server.kill('SIGTERM')])
  expect(ended.map(({ status }) => status)).toEqual([0, 0])
})

test('synthetic data loaded beforehand does not stand in the way of the first super admin', async () => {
  await runAlone(['seed', '--organizations', '1', '--users', '10'], { DATABASE_URL: database.url })
  const node = startPlain()
  const address = await node.address()
  expect((await signIn(address, ADMIN, await passwordOf(node))).status).toBe(200)
})

test('for development the app comes from its sources, on the same port as the API', async () => {
  const node = new Running(['dev'], { DATABASE_URL: database.url })
  running.push(node)
  const address = await node.address()
  const page = await fetch(address)
  expect(await page.text()).toContain('/@vite/client')
  expect(page.headers.get('content-security-policy')).toContain(`default-src 'self'`)
  expect((await fetch(`${address}/main.tsx`)).headers.get('content-type')).toBe('text/javascript')
  expect((await fetch(`${address}/api/nothing`)).status).toBe(404)
  expect((await node.kill('SIGTERM')).status).toBe(0)
})

test('on the embedded database: two starts at once share it, a killed one is followed by one that works, and whose server is killed too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'trellis-start-'))
  await chmod(folder, 0o755)
  const variables = { DATABASE_URL: '', DATA_DIR: folder }
  try {
    const both = [startPlain(variables), startPlain(variables)]
    await Promise.all(both.map((one) => one.address()))
    // One of them has made the super admin.
    const password = await Promise.any(both.map(passwordOf))
    for (const one of both) await one.kill('SIGKILL')
    const next = startPlain(variables)
    expect((await signIn(await next.address(), ADMIN, password)).status).toBe(200)
    const server = async () =>
      Number((await readFile(join(folder, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0])
    const killed = await server()
    process.kill(killed, 'SIGKILL')
    await expect.poll(server, { timeout: 120_000 }).not.toBe(killed)
    const address = await next.address()
    const isReady = async () => (await fetch(`${address}/api/ready`)).status
    await expect.poll(isReady, { timeout: 120_000 }).toBe(200)
    expect((await signIn(address, ADMIN, password)).status).toBe(200)
    expect((await next.kill('SIGTERM')).status).toBe(0)
    await expect(readFile(join(folder, 'postgres/data/postmaster.pid'))).rejects.toThrow('ENOENT')
    const healthy = await runAlone(['doctor', '--json'], variables)
    expect(JSON.parse(healthy.stdout)).toMatchObject({ healthy: true })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

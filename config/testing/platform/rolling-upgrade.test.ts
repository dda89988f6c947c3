import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer, request as call, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished } from 'vitest'
import { Running } from '#cli/testing/command-line.ts'
import { query } from '#core/testing/query.ts'
import { plugins } from '#config/plugins.ts'
import { freePort } from '#core/server/database/ports.ts'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { temporaryFolder } from '#core/testing/temporary.ts'
import { variablesOf } from './nodes.ts'

const test = pluginTest(plugins)

const repository = fileURLToPath(new URL('../../../', import.meta.url))

const migration = (up: string, down: string) =>
  `export const up = (trx) => trx.raw(\`${up}\`)\nexport const down = (trx) => trx.raw(\`${down}\`)\n`

/** A copy of the platform that is a version further, with a migration that expands and one that contracts. */
async function nextVersion(): Promise<string> {
  const root = await temporaryFolder()
  for (const part of ['cli', 'config', 'core', 'plugins', 'web', 'tsconfig.json'])
    await cp(join(repository, part), join(root, part), { recursive: true })
  await symlink(join(repository, 'node_modules'), join(root, 'node_modules'))
  const described = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as object
  await writeFile(join(root, 'package.json'), JSON.stringify({ ...described, version: '99.0.0' }))
  await cp(join(repository, 'package-lock.json'), join(root, 'package-lock.json'))
  const migrations = join(root, 'core/server/migrations')
  await writeFile(
    join(migrations, '9000_expand_mottos.ts'),
    migration('alter table tenants add column motto text', 'alter table tenants drop column motto'),
  )
  await writeFile(
    join(migrations, '9001_contract_mottos.ts'),
    migration(
      'alter table tenants alter column motto set default 1',
      'alter table tenants alter column motto drop default',
    ),
  )
  return join(root, 'cli/main.ts')
}

interface ServingNode {
  address: string
  /** Asks it to stop as a service manager does, and waits for its end. */
  stop: () => Promise<number | null>
}

async function startNode(platform: TestPlatform, main?: string): Promise<ServingNode> {
  const port = await freePort()
  const variables = variablesOf(platform, { PORT: String(port), STOP_DELAY: '3', UPGRADE_WITHOUT_BACKUP: '1' })
  const node = new Running(['serve'], variables, [], main)
  onTestFinished(() => void node.process.kill('SIGKILL'))
  await node.says(/Serving at/)
  return { address: `http://127.0.0.1:${port}`, stop: async () => (await node.kill('SIGTERM')).status }
}

const isReady = ({ address }: ServingNode) =>
  fetch(`${address}/api/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

/** A proxy that asks each node over and over whether it is ready, and sends requests to those that are, in turn. */
async function proxyTo(nodes: ReadonlySet<ServingNode>): Promise<string> {
  let ready: ServingNode[] = []
  const ended = new AbortController()
  const look = async () => {
    const answers = await Promise.all([...nodes].map(async (node) => ((await isReady(node)) ? [node] : [])))
    ready = answers.flat()
  }
  await look()
  const looking = (async () => {
    while (!ended.signal.aborted) {
      await setTimeout(100)
      await look()
    }
  })()
  let turn = 0
  // Like a proxy, tries the next node where one refuses connections: nothing was sent by then.
  const pass = (incoming: IncomingMessage, body: Buffer, answer: ServerResponse, left: readonly ServingNode[]) => {
    const [node, ...others] = left
    const refuse = (why: string) => void answer.writeHead(502).end(why)
    if (!node) return refuse('no node is ready')
    const { method, url = '/', headers } = incoming
    const onward = call(new URL(url, node.address), { method, headers, agent: false }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    onward.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') pass(incoming, body, answer, others)
      else refuse(error.message)
    })
    onward.end(body)
  }
  const server = createServer((incoming, answer) => {
    const first = turn++ % Math.max(1, ready.length)
    void buffer(incoming).then((body) =>
      pass(incoming, body, answer, [...ready.slice(first), ...ready.slice(0, first)]),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    ended.abort()
    await looking
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}

/** People who read and write all the while, one request after the other each. */
function keepAsking(address: string, cookie: string, organization: string) {
  const failures: string[] = []
  let answered = 0
  const ended = new AbortController()
  const ask = async (path: string, body?: object) => {
    const headers = { cookie, 'content-type': 'application/json' }
    const sent = body ? { method: 'PUT', body: JSON.stringify(body) } : {}
    const outcome = await fetch(address + path, { headers, ...sent }).then(
      async (response) => (response.ok ? undefined : `${response.status} ${await response.text()}`),
      (error: Error) => error.message,
    )
    if (outcome) failures.push(`${path}: ${outcome}`)
    else answered += 1
    // Below what a session may ask within a minute, however long the upgrade takes.
    await setTimeout(400)
  }
  const reading = async () => {
    while (!ended.signal.aborted) await ask('/api/tenants')
  }
  const writing = async () => {
    for (let number = 0; !ended.signal.aborted; number++)
      await ask(`/api/tenants/${organization}`, { name: `School ${number}` })
  }
  const people = [reading(), writing()]
  return {
    answered: () => answered,
    end: async () => {
      ended.abort()
      await Promise.all(people)
      return failures
    },
  }
}

test(
  'two nodes are upgraded in turn while people work, and no request fails',
  { timeout: 600_000 },
  async ({ platform }) => {
    const main = await nextVersion()
    const admin = await platform.superAdmin()
    const [first, second] = [await startNode(platform), await startNode(platform)]
    const nodes = new Set([first, second])
    const people = keepAsking(await proxyTo(nodes), admin.cookie ?? '', (await platform.organization()).id)
    const upgrade = async (old: ServingNode) => {
      expect(await old.stop()).toBe(0)
      nodes.delete(old)
      const node = await startNode(platform, main)
      nodes.add(node)
      const before = people.answered()
      await expect.poll(people.answered, { timeout: 60_000 }).toBeGreaterThan(before + 10)
    }
    const applied = async () =>
      (
        await query<{ name: string }>(
          platform.databaseUrl,
          `select name from trellis_migrations where name like 'core/9%'`,
        )
      ).map(({ name }) => name)

    await upgrade(first)
    expect(await applied()).toEqual(['core/9000_expand_mottos'])
    expect(await isReady(second)).toBe(true)
    // One that was killed meanwhile can be started again.
    const third = await startNode(platform)
    await third.stop()
    await upgrade(second)
    expect(await applied()).toEqual(['core/9000_expand_mottos', 'core/9001_contract_mottos'])
    expect(await people.end()).toEqual([])
  },
)

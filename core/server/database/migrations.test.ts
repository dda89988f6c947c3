import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished } from 'vitest'
import { announceNode, GONE_AFTER_SECONDS } from '#core/server/nodes.ts'
import { createPlatform, migrateDatabase } from '#core/server/platform.ts'
import { definePlugin, type AnyPlugin } from '#core/server/plugin.ts'
import type { UpgradeOptions } from '#core/server/upgrade.ts'
import { RELEASE } from '#core/server/version.ts'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { query } from '#core/testing/query.ts'
import { temporaryFolder } from '#core/testing/temporary.ts'
import { hasNumber } from './processes.ts'

const test = pluginTest([])

/** Records in the database that a migration was applied, until the test ends. */
async function noteApplied({ databaseUrl }: TestPlatform, name: string): Promise<void> {
  await query(databaseUrl, `insert into trellis_migrations (name, batch, migration_time) values ($1, 9, now())`, [name])
  onTestFinished(async () => {
    await query(databaseUrl, 'delete from trellis_migrations where name = $1', [name])
  })
}

/** A plugin with one migration that the database lacks. */
async function newPlugin(): Promise<AnyPlugin> {
  const folder = await temporaryFolder()
  const text = 'export const up = async () => undefined\nexport const down = async () => undefined\n'
  await writeFile(join(folder, '0001_nothing.ts'), text)
  const id = `notes-${randomUUID()}`
  return definePlugin({ id, migrations: pathToFileURL(`${folder}/`), setup: () => ({}) })
}

const envOf = ({ core, databaseUrl }: TestPlatform) => ({ ...core.env, databaseUrl })

const migrate = async (platform: TestPlatform, options: UpgradeOptions = {}) =>
  migrateDatabase(envOf(platform), [await newPlugin()], options)

test('a version that does not know a migration of the database does not start, migrate or become ready', async ({
  platform,
}) => {
  await noteApplied(platform, 'core/9999_to_come')
  const refusal = {
    code: 'database.newer',
    message: expect.stringMatching(
      /^A newer version of the platform has changed the database: .*the migration core\/9999_to_come\. Start the newer/,
    ),
  }
  await expect(createPlatform(envOf(platform), [], { work: false })).rejects.toMatchObject(refusal)
  await expect(migrate(platform)).rejects.toMatchObject(refusal)
  expect(await platform.client().get('/api/ready')).toMatchObject({
    status: 503,
    body: { status: 'unavailable', problems: [{ part: 'migrations', message: refusal.message }] },
  })
  expect(await query(platform.databaseUrl, `select from trellis_migrations where name like 'notes-%'`)).toEqual([])
})

test('migrations of a plugin that this version does not contain are ignored', async ({ platform }) => {
  await noteApplied(platform, 'elsewhere/0001_things')
  const node = await createPlatform(envOf(platform), [], { work: false })
  await node.close()
  expect(await platform.client().get('/api/ready')).toMatchObject({ status: 200 })
})

interface SeenNode {
  host: string
  pid: number
  version: string
  /** Seconds since it was seen. */
  ago: number
}

/** Leaves the heartbeat of a node in the database, until the test ends. */
async function noteNode({ databaseUrl }: TestPlatform, node: Partial<SeenNode>): Promise<void> {
  const { host, pid, version, ago } = { host: 'web-1', pid: 4711, version: '1.0.0 (0badcafe)', ago: 3, ...node }
  const id = randomUUID()
  await query(
    databaseUrl,
    `insert into nodes (id, host, pid, version, started_at, seen_at)
     values ($1, $2, $3, $4, '2026-11-25T07:00:00Z', now() - make_interval(secs => $5))`,
    [id, host, pid, version, ago],
  )
  onTestFinished(async () => {
    await query(databaseUrl, 'delete from nodes where id = $1', [id])
  })
}

test('while a node of another version works on the database it is not migrated, unless the operator forces it', async ({
  platform,
}) => {
  await noteNode(platform, {})
  const refusal = {
    code: 'database.in-use',
    message: expect.stringMatching(
      /version 1\.0\.0 \(0badcafe\) on web-1, process 4711, started 2026-11-25 07:00 UTC, last seen \d+ s ago\. Stop them/,
    ),
  }
  await expect(migrate(platform)).rejects.toMatchObject(refusal)
  await expect(createPlatform(envOf(platform), [await newPlugin()], { work: false })).rejects.toMatchObject(refusal)
  expect(await migrate(platform, { force: true })).toHaveLength(1)
})

test('a node without missing migrations starts beside a node of another version', async ({ platform }) => {
  await noteNode(platform, {})
  const node = await createPlatform(envOf(platform), [], { work: false })
  await node.close()
})

/** A process id that no process has. */
function freeNumber(): number {
  let pid = 3_000_000
  while (hasNumber(pid)) pid += 1
  return pid
}

test.for([
  ['of the same version', { version: RELEASE }],
  ['that was seen too long ago', { ago: GONE_AFTER_SECONDS + 1 }],
  ['of this machine that was killed', { host: hostname(), pid: freeNumber() }],
] as const)('a node %s does not keep the database from being migrated', async ([, node], { platform }) => {
  await noteNode(platform, node)
  expect(await migrate(platform)).toHaveLength(1)
})

test('a node is listed in the database from start to stop, and removes nodes that have died', async ({ platform }) => {
  await noteNode(platform, { ago: GONE_AFTER_SECONDS + 1 })
  const nodes = () => query(platform.databaseUrl, 'select host, pid, version from nodes')
  const leave = await announceNode(platform.core)
  expect(await nodes()).toEqual([{ host: hostname(), pid: process.pid, version: RELEASE }])
  await leave()
  expect(await nodes()).toEqual([])
})

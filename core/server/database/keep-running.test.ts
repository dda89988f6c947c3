import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryDataDir } from '#core/testing/temporary.ts'
import { startEmbeddedPostgres } from './embedded.ts'
import { keepRunning } from './keep-running.ts'
import { withLogin } from './pool.ts'
import { isRunning } from './processes.ts'

const FAST_FLAGS = ['fsync=off']

// Every start creates or recovers a cluster, which is slow on a busy machine.
vi.setConfig({ testTimeout: 360_000 })

/** Queries a database beside the platform, as its login role. */
const query = (databaseUrl: string, text: string) =>
  withLogin(databaseUrl, async (client) => (await client.query<object>(text)).rows)

/** A server with a row in it that is kept running until the test ends, and the reported events. */
async function keptServer() {
  const directory = await temporaryDataDir()
  const server = await startEmbeddedPostgres(directory, FAST_FLAGS)
  await query(server.url, 'create table kept as select 1 as number')
  const told: string[] = []
  const failure = Promise.withResolvers<Error>()
  const keeping = {
    log: (message: string) => void told.push(message),
    failed: (error: unknown) => failure.resolve(error as Error),
  }
  const release = keepRunning(directory, server, keeping, FAST_FLAGS)
  onTestFinished(async () => {
    await release()
    await server.stop()
    await rm(directory, { recursive: true, force: true })
  })
  return { directory, server, told, failed: failure.promise, release }
}

/** Kills a server, and waits until its process is gone. */
async function kill(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => isRunning(pid)).toBe(false)
}

test('a server killed under a running platform is restarted at the same address', async () => {
  const { server, told } = await keptServer()
  const { url, pid } = server
  await kill(pid)
  await expect.poll(() => told, { timeout: 120_000 }).toHaveLength(2)
  expect(told).toEqual([
    expect.stringMatching(/^The embedded PostgreSQL has ended, see .*postgres\.log\. It is started again\.$/),
    'The embedded PostgreSQL runs again.',
  ])
  expect(server.url).toBe(url)
  expect(server.pid).not.toBe(pid)
  expect(await query(url, 'select number from kept')).toEqual([{ number: 1 }])
})

test('a server that cannot be restarted is reported as a failure with its error', async () => {
  const { directory, server, failed } = await keptServer()
  await writeFile(join(directory, 'data/global/pg_control'), '')
  await kill(server.pid)
  expect(await failed).toMatchObject({
    name: 'EmbeddedPostgresError',
    message: expect.stringContaining('pg_control'),
  })
})

test('a server that dies repeatedly is reported as failed', async () => {
  const { server, told, failed } = await keptServer()
  for (const times of [1, 2]) {
    await kill(server.pid)
    await expect.poll(() => told, { timeout: 120_000 }).toHaveLength(2 * times)
  }
  await kill(server.pid)
  expect(await failed).toMatchObject({ message: expect.stringMatching(/: 3 times within a minute\.$/) })
})

test('a server that is stopped on purpose stays stopped', async () => {
  const { server, told, release } = await keptServer()
  await release()
  await server.stop()
  await expect(query(server.url, 'select')).rejects.toThrow('ECONNREFUSED')
  expect(told).toEqual([])
})

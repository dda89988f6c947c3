import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, expect, vi } from 'vitest'
import { run, Running } from '#cli/testing/command-line.ts'
import { holdTable, query } from '#core/testing/query.ts'
import { plugins } from '#config/plugins.ts'
import {
  openTestPlatform,
  pluginTest,
  type Client,
  type TestOrganization,
  type TestPlatform,
} from '#core/testing/harness.ts'
import { leftOver, nothing, variablesOf } from '#config/testing/platform/nodes.ts'
import { temporaryFolder } from '#core/testing/temporary.ts'
import { fileForm } from '#core/testing/upload.ts'
import { list } from '../../testing/backups.ts'
import { readerOf } from './test-restores.ts'

// Takes no jobs, so that what is killed is alone with them.
const test = pluginTest(plugins)
vi.setConfig({ testTimeout: 960_000 })

const buckets = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(await temporaryFolder(), 's3'),
  configureBuckets: [
    { name: 'files', configs: [] },
    { name: 'backups', configs: [] },
  ],
})
const { port } = await buckets.run()
afterAll(() => buckets.close())

const keys = (name: string) => ({ [`${name}_ACCESS_KEY`]: 'S3RVER', [`${name}_SECRET_KEY`]: 'S3RVER' })
const inBuckets = {
  FILES_S3_URL: `http://127.0.0.1:${port}/files`,
  BACKUP_S3_URL: `http://127.0.0.1:${port}/backups/of/trellis`,
  ...keys('FILES_S3'),
  ...keys('BACKUP_S3'),
}

/** Puts a picture of a color into the library. */
async function putPicture(client: Client, filename: string, background: string): Promise<void> {
  const { default: sharp } = await import('sharp')
  const drawn = sharp({ create: { width: 90, height: 60, channels: 3, background } })
  const { status } = await client.request(
    'POST',
    '/api/media/pictures',
    fileForm(await drawn.jpeg().toBuffer(), { filename }),
  )
  expect(status).toBe(201)
}

interface Kept {
  fileName: string
  fileUrl: string
}

/** The pictures of the library by name, each with all of its bytes; nights end sessions, so it signs in. */
async function library({ app }: TestPlatform, organization: TestOrganization): Promise<Map<string, string>> {
  const client = await organization.signIn('tenant_admin')
  const { body } = await client.get('/api/media')
  const headers = { host: client.host, cookie: client.cookie ?? '' }
  const read = (body as Kept[]).map(async ({ fileName, fileUrl }) => {
    const { statusCode, rawPayload } = await app.inject({ url: fileUrl, headers })
    expect(statusCode).toBe(200)
    return [fileName, rawPayload.toString('base64')] as const
  })
  return new Map((await Promise.all(read)).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** A backup is killed, and a restore. @param more what a process has beside the variables of the platform */
async function survives(platform: TestPlatform, more: Record<string, string> = {}): Promise<void> {
  const variables = variablesOf(platform, more)
  // Without a super admin in it, a backup is not restored.
  await platform.superAdmin()
  const organization = await platform.organization()
  const client = await organization.signIn('tenant_admin')
  await putPicture(client, 'first.jpg', '#246')
  await putPicture(client, 'second.jpg', '#642')
  const before = await library(platform, organization)

  // Counted rows keep the backup from looking at the size of a table, and waiting there.
  await query(platform.databaseUrl, 'analyze')
  const held = await holdTable(platform.databaseUrl, 'media')
  const killed = new Running(['backup', 'create'], variables)
  await held.waiting()
  await killed.kill('SIGKILL')
  await held.release()
  expect(await leftOver(platform)).toEqual(nothing)
  expect(await library(platform, organization)).toEqual(before)
  const made = await run(['backup', 'create'], variables)
  expect(made.status, made.stderr).toBe(0)
  const [{ name } = { name: '' }] = await list(await platform.superAdmin())

  await query(platform.databaseUrl, `delete from media where file_name = 'first.webp'`)
  await query(platform.databaseUrl, `delete from files where filename like 'first%'`)
  await putPicture(await organization.signIn('tenant_admin'), 'third.jpg', '#426')
  const since = await library(platform, organization)
  expect([...since.keys()]).toEqual(['second.webp', 'third.webp'])

  // All is loaded and the files are in their place; what is restored is about to take the place of what is there.
  const words = ['backup', 'restore', name, '--yes', name]
  const reader = await readerOf(platform)
  const restore = new Running(words, variables)
  await expect.poll(() => reader.isWaitedFor(), { timeout: 480_000, interval: 5 }).toBe(true)
  await restore.kill('SIGKILL')
  await reader.end()
  const admin = await platform.superAdmin()
  const operation = async () => (await list(admin)).find((one) => one.name === name)?.operation?.status
  await expect.poll(operation, { timeout: 240_000 }).toBe('failed')
  expect(await library(platform, organization)).toEqual(since)
  expect(await leftOver(platform)).toEqual(nothing)

  const { status, stderr } = await run(words, variables)
  expect(status, stderr).toBe(0)
  expect(await library(platform, organization)).toEqual(before)
  expect(await leftOver(platform)).toEqual(nothing)
}

test('kill -9 of a backup and of a restore with media: no row without its bytes, and no bytes without a row', ({
  platform,
}) => survives(platform))

test('the same with files and backups in buckets', async () => {
  const platform = await openTestPlatform(plugins, { env: inBuckets })
  try {
    await survives(platform, inBuckets)
  } finally {
    await platform.close()
  }
})

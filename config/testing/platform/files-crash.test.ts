import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, expect, vi } from 'vitest'
import { holdTable, query } from '#core/testing/query.ts'
import { plugins } from '#config/plugins.ts'
import { openTestPlatform, pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { temporaryFolder } from '#core/testing/temporary.ts'
import { fileForm } from '#core/testing/upload.ts'
import { leftOver, nothing, startNode } from './nodes.ts'

vi.setConfig({ testTimeout: 720_000 })

const bucket = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(await temporaryFolder(), 's3'),
  configureBuckets: [{ name: 'files', configs: [] }],
})
const { port: bucketPort } = await bucket.run()
afterAll(() => bucket.close())

const inBucket = {
  FILES_S3_URL: `http://127.0.0.1:${bucketPort}/files`,
  FILES_S3_ACCESS_KEY: 'S3RVER',
  FILES_S3_SECRET_KEY: 'S3RVER',
}

// Each of them is one node; the one that is killed is a process of its own.
const onDisk = pluginTest(plugins)

const MB = 1024 ** 2
const tus = { 'tus-resumable': '1.0.0' }
const bytesFrom = (offset: number) => ({
  ...tus,
  'content-type': 'application/offset+octet-stream',
  'upload-offset': String(offset),
})

const pdf = (size: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size - 9)])

async function begun(client: Client, size: number): Promise<string> {
  const metadata = [
    ['kind', 'tenant-app.media'],
    ['filename', 'plan.pdf'],
  ].map(([name = '', value = '']) => `${name} ${Buffer.from(value).toString('base64')}`)
  const { status, headers } = await client.request('POST', '/api/uploads', {
    headers: { ...tus, 'upload-length': String(size), 'upload-metadata': metadata.join(',') },
  })
  expect(status).toBe(201)
  return String(headers['location'])
}

/** A call to the other node that is left alone. @param some bytes of the body that are sent; all, where left out */
function sendTo(
  port: number,
  client: Client,
  {
    method,
    path,
    headers,
    body,
    some = body.length,
  }: {
    method: string
    path: string
    headers: Record<string, string>
    body: Buffer
    some?: number
  },
): void {
  const call = request({
    port,
    host: '127.0.0.1',
    method,
    path,
    headers: { ...headers, host: client.host, cookie: client.cookie ?? '', 'content-length': String(body.length) },
  })
  // It ends with its node.
  call.on('error', () => undefined)
  call.write(body.subarray(0, some))
  if (some === body.length) call.end()
}

const offsetOf = async (client: Client, url: string) =>
  Number((await client.request('HEAD', url, { headers: tus })).headers['upload-offset'])

const send = (client: Client, url: string, offset: number, payload: Buffer) =>
  client.request('PATCH', url, { headers: bytesFrom(offset), payload })

/** A node is killed while a file comes, and again when all of it has come; the other one goes on. */
async function goesOn(platform: TestPlatform, more: Record<string, string> = {}): Promise<void> {
  const organization = await platform.organization()
  const client = await organization.signIn('tenant_admin')
  const bytes = pdf(40 * MB)
  const url = await begun(client, bytes.length)

  const first = await startNode(platform, more)
  const patch = { method: 'PATCH', path: url, headers: bytesFrom(0), body: bytes }
  sendTo(first.port, client, { ...patch, some: 24 * MB })
  // A request over HTTP would make the other one end with the bytes received so far.
  const noted = () => query<{ received: string }>(platform.databaseUrl, 'select received from uploads')
  await expect
    .poll(async () => Number((await noted())[0]?.received), { timeout: 240_000 })
    .toBeGreaterThanOrEqual(16 * MB)
  await first.kill()
  const there = await offsetOf(client, url)
  expect(there).toBeLessThan(24 * MB)
  expect((await send(client, url, there, bytes.subarray(there, 30 * MB))).status).toBe(204)

  const held = await holdTable(platform.databaseUrl, 'media')
  const second = await startNode(platform, more)
  sendTo(second.port, client, {
    ...patch,
    headers: bytesFrom(30 * MB),
    body: bytes.subarray(30 * MB),
  })
  // The file has arrived and is checked, and the library is about to be notified.
  await held.waiting()
  await second.kill()
  await held.release()
  expect((await client.get('/api/media')).body).toEqual([])
  // A client that hears that all bytes have arrived takes the file for stored, so it must be.
  expect(await offsetOf(client, url)).toBe(bytes.length)
  const [kept] = (await client.get('/api/media')).body
  expect(kept).toMatchObject({ fileName: 'plan.pdf', fileType: 'application/pdf', fileSize: bytes.length })
  const { rawPayload } = await platform.app.inject({
    url: kept.fileUrl,
    headers: { host: client.host, cookie: client.cookie ?? '' },
  })
  expect(rawPayload.equals(bytes)).toBe(true)
  expect(await leftOver(platform)).toEqual(nothing)
}

onDisk('kill -9 of a node while a large file comes: another node goes on where it stopped', ({ platform }) =>
  goesOn(platform),
)

onDisk('the same with files in a bucket', async () => {
  const platform = await openTestPlatform(plugins, { env: inBucket })
  try {
    await goesOn(platform, inBucket)
  } finally {
    await platform.close()
  }
})

onDisk(
  'kill -9 of a node while it keeps a picture: there is none, and after the nightly looks nothing of it',
  async ({ platform }) => {
    const organization = await platform.organization()
    const client = await organization.signIn('tenant_admin')
    const { default: sharp } = await import('sharp')
    const bytes = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#246' } })
      .jpeg()
      .toBuffer()
    const { headers, payload } = fileForm(bytes, { filename: 'robot.jpg' })
    const node = await startNode(platform)
    const held = await holdTable(platform.databaseUrl, 'media')
    sendTo(node.port, client, { method: 'POST', path: '/api/media/pictures', headers, body: payload })
    // Its bytes are in the store, and its row is not complete.
    await held.waiting()
    await node.kill()
    await held.release()
    expect((await client.get('/api/media')).body).toEqual([])
    expect(await leftOver(platform)).toEqual(nothing)
    const after = await organization.client().signIn(client.user?.email ?? '')
    expect((await after.request('POST', '/api/media/pictures', { headers, payload })).status).toBe(201)
  },
)

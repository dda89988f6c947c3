import { rm } from 'node:fs/promises'
import sharp from 'sharp'
import { expect } from 'vitest'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { sendImage } from '#core/testing/upload.ts'
import { systemActor } from '../identity/actor.ts'
import { cleanUpFiles } from './clean-up.ts'

const test = pluginTest([])

const DAY_MS = 86_400_000

const photograph = await sharp({
  create: {
    width: 1200,
    height: 800,
    channels: 3,
    background: '#888',
    noise: { type: 'gaussian', mean: 128, sigma: 30 },
  },
})
  .jpeg()
  .toBuffer()

async function photographOf(client: Client): Promise<{ id: string; address: string }> {
  const { body } = await sendImage(client, photograph)
  return { id: body.imageUrl.split('/').at(-1), address: body.imageUrl }
}

const read = ({ app }: TestPlatform, client: Client, url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: client.host, cookie: client.cookie ?? '', ...headers } })

/** Requests a thumbnail until it exists. */
async function thumbnail(platform: TestPlatform, client: Client, url: string) {
  const widthOf = async () => (await sharp((await read(platform, client, url)).rawPayload).metadata()).width
  const wanted = Number(new URL(url, 'http://host').searchParams.get('width'))
  await expect.poll(widthOf, { timeout: 80_000 }).toBe(wanted)
  return read(platform, client, url)
}

const rowsOf = ({ core }: TestPlatform, fileId: string) =>
  core.db.platform(systemActor, ({ trx }) => trx('thumbnails').where({ fileId }).select('width', 'sha256'))

test('the first request for a thumbnail gets the picture itself, and later ones the thumbnail', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id, address } = await photographOf(admin)
  const first = await read(platform, admin, `${address}?width=160`)
  expect(first).toMatchObject({ statusCode: 200, headers: { 'cache-control': 'private, no-cache' } })
  expect(await sharp(first.rawPayload).metadata()).toMatchObject({ width: 1200 })
  const small = await thumbnail(platform, admin, `${address}?width=160`)
  expect(small.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'private, max-age=600' })
  expect(await sharp(small.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 160, height: 107 })
  const etag = String(small.headers.etag)
  expect((await read(platform, admin, `${address}?width=160`, { 'if-none-match': etag })).statusCode).toBe(304)
  const asFile = await thumbnail(platform, admin, `/api/files/${id}?width=64`)
  expect(asFile.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'private, no-cache' })
  expect((await read(platform, admin, `/api/files/${id}?width=64`, { range: 'bytes=0-3' })).payload).toBe('RIFF')
})

test('a thumbnail is visible to users who may see its picture, in the declared widths', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id, address } = await photographOf(admin)
  await thumbnail(platform, admin, `${address}?width=64`)
  const stranger = await (await platform.organization()).signIn('tenant_admin')
  for (const client of [stranger, organization.client()]) {
    for (const url of [`${address}?width=64`, `/api/files/${id}?width=64`])
      expect((await client.get(url)).status).toBe(404)
  }
  for (const width of ['65', '-1', '1e3', '640', 'wide']) {
    expect(await admin.get(`${address}?width=${width}`)).toMatchObject({
      status: 400,
      body: { fields: { width: expect.any(String) } },
    })
  }
})

test('thumbnails cost no storage, and are deleted with their picture', async ({ platform }) => {
  const { core } = platform
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id, address } = await photographOf(admin)
  await thumbnail(platform, admin, `${address}?width=320`)
  const [row] = await rowsOf(platform, id)
  const isThere = async () => (await core.files.contents.sizeOf(row.sha256)) !== undefined
  const cleanUp = () => cleanUpFiles.perform(core, null, {})
  await cleanUp()
  platform.clock.forward(DAY_MS + 1000)
  await cleanUp()
  expect(await isThere()).toBe(true)
  await core.db.tenant(organization.id, systemActor, ({ trx }) => trx('files').where({ id }).delete())
  expect(await rowsOf(platform, id)).toEqual([])
  await cleanUp()
  platform.clock.forward(DAY_MS + 1000)
  await cleanUp()
  expect(await isThere()).toBe(false)
})

test('a picture of which no thumbnail can be made is shown as it is', async ({ platform }) => {
  const { core } = platform
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id, address } = await photographOf(admin)
  // Its source cannot be read when its turn comes.
  const [sha256] = await core.db.platform(systemActor, ({ trx }) =>
    trx('files').where({ id }).pluck<string[]>('sha256'),
  )
  const broken = Buffer.from('no picture')
  await rm(`${core.env.dataDir}/files/${sha256?.slice(0, 2)}/${sha256}`)
  await core.files.contents.put(sha256 ?? '', broken.length, async function* () {
    yield broken
  })
  for (let times = 0; times < 3; times++) {
    expect((await read(platform, admin, `${address}?width=64`)).payload).toBe('no picture')
  }
  expect(await rowsOf(platform, id)).toEqual([])
})

import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { buildOldImage } from '#core/testing/factories.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { usageOf } from '../limits.ts'
import { moveImages } from './move-images.ts'
import { deleteUnusedImage, hasImage } from './unused-images.ts'

const test = pluginTest([])

const drawn = (background: string) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()

const CREATED_AT = '2026-01-02T00:00:00.000Z'

/** @returns the address of the image */
async function keptBefore(
  platform: TestPlatform,
  organization: TestOrganization | null,
  image: { data: Buffer; uploadedBy?: string },
): Promise<string> {
  return `/api/images/${(await buildOldImage(platform, organization, { ...image, filename: 'a.png', createdAt: CREATED_AT })).id}`
}

async function shown({ app }: TestPlatform, client: Client, url: string) {
  const headers = { host: client.host, cookie: client.cookie ?? '' }
  const answer = await app.inject({ url, headers })
  if (answer.statusCode !== 200) return { status: answer.statusCode }
  const { etag, 'cache-control': cache, 'content-type': type, 'content-length': length } = answer.headers
  return { status: answer.statusCode, bytes: answer.rawPayload.toString('hex'), etag, cache, type, length }
}

const rowsOf = ({ core }: TestPlatform, table: string) =>
  core.db.platform(systemActor, ({ trx }) => trx(table).select<Record<string, unknown>[]>())

const move = ({ core }: TestPlatform) => moveImages.perform(core, null, {})

const folderOf = ({ core }: TestPlatform, data: Buffer) =>
  join(core.env.dataDir, 'files', createHash('sha256').update(data).digest('hex').slice(0, 2))

test('images in the database stay visible at any moment while two nodes move them', async ({ platform }) => {
  const { core } = platform
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const [red, blue, green] = [await drawn('red'), await drawn('blue'), await drawn('green')]
  const uploadedBy = admin.user?.id ?? ''
  const logo = await keptBefore(platform, organization, { data: red, uploadedBy })
  const more = await keptBefore(platform, organization, { data: blue })
  const ofPlatform = await keptBefore(platform, null, { data: green })
  await core.db.platform(systemActor, ({ trx }) =>
    trx('tenants')
      .where({ id: organization.id })
      .update({ branding: JSON.stringify({ logoUrl: logo }) }),
  )
  const superAdmin = await platform.superAdmin()
  const asked: [Client, string][] = [
    [organization.client(), logo],
    [organization.client(), more],
    [admin, more],
    [superAdmin, ofPlatform],
    [admin, ofPlatform],
  ]
  const look = () => Promise.all(asked.map(([client, url]) => shown(platform, client, url)))
  const used = () => core.db.platform(systemActor, (scope) => usageOf(scope, [organization.id]))
  const before = { shown: await look(), used: await used() }
  expect(before.shown.map(({ status }) => status)).toEqual([200, 404, 200, 200, 404])

  const moves = { going: true }
  const moved = Promise.all([move(platform), move(platform)]).finally(() => (moves.going = false))
  while (moves.going) {
    expect({ shown: await look(), used: await used() }).toEqual(before)
  }
  await moved
  expect({ shown: await look(), used: await used() }).toEqual(before)
  expect(await rowsOf(platform, 'images')).toEqual([])
  const files = await rowsOf(platform, 'files')
  expect(files.map(({ id }) => `/api/images/${String(id)}`).toSorted()).toEqual([logo, more, ofPlatform].toSorted())
  expect(files.find(({ id }) => logo.endsWith(String(id)))).toMatchObject({
    tenantId: organization.id,
    uploadedBy,
    createdAt: CREATED_AT,
    filename: 'a.png',
    state: 'complete',
  })
})

test('an image that cannot be moved stays in place, and a later run moves it', async ({ platform }) => {
  const superAdmin = await platform.superAdmin()
  const data = await drawn('yellow')
  const url = await keptBefore(platform, null, { data })
  const folder = folderOf(platform, data)
  await rm(folder, { recursive: true, force: true })
  await writeFile(folder, 'in the way')
  await expect(move(platform)).rejects.toThrow('EEXIST')
  expect((await shown(platform, superAdmin, url)).status).toBe(200)
  await rm(folder)
  await move(platform)
  await move(platform)
  expect(await rowsOf(platform, 'images')).toEqual([])
  expect((await shown(platform, superAdmin, url)).bytes).toBe(data.toString('hex'))
})

test('an image that is not moved yet can be set as logo and removed like any other', async ({ platform }) => {
  const { core } = platform
  const [mine, other] = [await platform.organization(), await platform.organization()]
  const url = await keptBefore(platform, mine, { data: await drawn('purple') })
  const within = (tenantId: string) => core.db.tenant(tenantId, systemActor, (scope) => hasImage(scope, url))
  expect([await within(mine.id), await within(other.id)]).toEqual([true, false])
  await core.db.tenant(other.id, systemActor, (scope) => deleteUnusedImage(scope, url))
  expect(await within(mine.id)).toBe(true)
  await core.db.tenant(mine.id, systemActor, (scope) => deleteUnusedImage(scope, url))
  expect(await within(mine.id)).toBe(false)
})

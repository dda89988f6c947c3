import sharp from 'sharp'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { sendImage } from '#core/testing/upload.ts'

const test = pluginTest([])

const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0f766e' } })
  .png()
  .toBuffer()

async function upload(client: Client): Promise<string> {
  const { status, body } = await sendImage(client, picture)
  expect(status).toBe(201)
  return body.imageUrl
}

async function change({ core }: TestPlatform, { id }: TestOrganization, fields: object): Promise<void> {
  await core.db.platform(systemActor, async (scope) => {
    await scope.trx('tenants').where({ id }).update(fields)
    await core.invalidations.announce(scope, 'tenant', id)
  })
}

const wear = (platform: TestPlatform, organization: TestOrganization, logoUrl: string | null) =>
  change(platform, organization, { branding: JSON.stringify(logoUrl === null ? {} : { logoUrl }) })

/** The same image at the general address of files. */
const asFile = (imageUrl: string) => imageUrl.replace('/images/', '/files/')

const statuses = (imageUrl: string, clients: readonly Client[]) =>
  Promise.all(clients.map(async (client) => (await client.get(imageUrl)).status))

test('an image is visible to users of its organization and super admins, and missing for all others', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const stranger = await (await platform.organization()).signIn('tenant_admin')
  const admin = await organization.signIn('tenant_admin')
  const imageUrl = await upload(admin)
  const people = [admin, await organization.signIn('student'), await platform.superAdmin()]
  expect(await statuses(imageUrl, people)).toEqual([200, 200, 200])
  const others = [stranger, organization.client(), platform.client()]
  expect(await statuses(imageUrl, others)).toEqual([404, 404, 404])
  expect(await statuses(asFile(imageUrl), [...people, ...others])).toEqual([200, 200, 200, 404, 404, 404])
  const unknown = await stranger.get('/api/images/01900000-0000-7000-8000-000000000000')
  const { requestId: _, ...refused } = (await stranger.get(imageUrl)).body
  expect(unknown).toMatchObject({ status: 404, body: refused })
  expect((await admin.get(imageUrl)).headers['cache-control']).toBe('private, max-age=600')
})

test('a logo is visible to all visitors at the address of its organization, until it is replaced', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const elsewhere = (await platform.organization()).client()
  const anyone = organization.client()
  const logoUrl = await upload(await organization.signIn('tenant_admin'))
  const before = await upload(await organization.signIn('tenant_admin'))
  await wear(platform, organization, logoUrl)
  const shown = await anyone.get(logoUrl)
  expect(shown).toMatchObject({ status: 200, headers: { 'cache-control': 'public, max-age=600' } })
  expect(await statuses(before, [anyone])).toEqual([404])
  expect(await statuses(asFile(logoUrl), [anyone, elsewhere])).toEqual([200, 404])
  expect(await statuses(logoUrl, [elsewhere])).toEqual([404])
  await wear(platform, organization, null)
  expect(await statuses(logoUrl, [anyone])).toEqual([404])
  expect(await statuses(asFile(logoUrl), [anyone])).toEqual([404])
})

test('an image of another organization cannot become a logo', async ({ platform }) => {
  const [mine, other] = [await platform.organization(), await platform.organization()]
  const imageUrl = await upload(await other.signIn('tenant_admin'))
  await wear(platform, mine, imageUrl)
  expect(await statuses(imageUrl, [mine.client(), other.client(), platform.client()])).toEqual([404, 404, 404])
})

test('images of a suspended organization are visible only to super admins, including its logo', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const [logoUrl, imageUrl] = [await upload(admin), await upload(admin)]
  await wear(platform, organization, logoUrl)
  const superAdmin = await platform.superAdmin()
  for (const status of ['suspended', 'inactive']) {
    await change(platform, organization, { status })
    for (const url of [logoUrl, imageUrl]) {
      expect(await statuses(url, [admin, organization.client(), platform.client()])).toEqual([404, 404, 404])
      expect(await statuses(url, [superAdmin])).toEqual([200])
    }
  }
  await change(platform, organization, { status: 'active' })
  expect(await statuses(logoUrl, [organization.client()])).toEqual([200])
})

test('images that super admins upload for the platform are visible only to super admins', async ({ platform }) => {
  const superAdmin = await platform.superAdmin()
  const imageUrl = await upload(superAdmin)
  const organization = await platform.organization()
  const others = [platform.client(), organization.client(), await organization.signIn('tenant_admin')]
  expect(await statuses(imageUrl, [superAdmin, ...others])).toEqual([200, 404, 404, 404])
})

test('a browser that already has an image gets 304', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const imageUrl = await upload(admin)
  const { etag } = (await admin.get(imageUrl)).headers
  const ask = (client: Client) => client.request('GET', imageUrl, { headers: { 'if-none-match': String(etag) } })
  expect(await ask(admin)).toMatchObject({
    status: 304,
    body: '',
    headers: { 'cache-control': 'private, max-age=600' },
  })
  expect((await ask(organization.client())).status).toBe(404)
})

test('an image records its uploader if that is a user of its organization, and no super admin', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const uploader = async (imageUrl: string) =>
    platform.core.db.platform(systemActor, ({ trx }) =>
      trx('files')
        .where({ id: imageUrl.slice('/api/images/'.length) })
        .first('tenantId', 'uploadedBy'),
    )
  expect(await uploader(await upload(admin))).toEqual({ tenantId: organization.id, uploadedBy: admin.user?.id })
  expect(await uploader(await upload(await platform.superAdmin()))).toEqual({ tenantId: null, uploadedBy: null })
})

test('an image cannot name a person of another organization, and loses a deleted uploader', async ({ platform }) => {
  const [mine, other] = [await platform.organization(), await platform.organization()]
  const stranger = await other.user('instructor')
  const { db } = platform.core
  const image = { tenantId: mine.id, kind: 'core.image', mimeType: 'image/png', filename: 'a.png', size: 100 }
  const insert = (more: object) =>
    db.platform(systemActor, ({ trx }) => trx('files').insert({ ...image, ...more }, ['id', 'uploadedBy']))
  await expect(insert({ uploadedBy: stranger.id })).rejects.toMatchObject({ code: '23503' })
  await expect(insert({ tenantId: null, uploadedBy: stranger.id })).rejects.toMatchObject({ code: '23514' })
  const colleague = await mine.user('instructor')
  await insert({ uploadedBy: colleague.id })
  await db.platform(systemActor, ({ trx }) => trx('users').where({ id: colleague.id }).delete())
  const left = await db.platform(systemActor, ({ trx }) =>
    trx('files').where({ tenantId: mine.id }).pluck('uploaded_by'),
  )
  expect(left).toEqual([null])
})

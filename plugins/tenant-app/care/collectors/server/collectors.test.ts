import sharp from 'sharp'
import { expect } from 'vitest'
import { create, randomText } from '#core/testing/calls.ts'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { fileForm } from '#core/testing/upload.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildStudent } from '../../../testing/factories.ts'
import type { Collector } from '../contract.ts'

const test = pluginTest([tenantApp])

/** Creates a student with a guardian. */
async function family(platform: TestPlatform) {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const parent = await organization.signIn('parent')
  const { id, links } = await buildStudent(platform, organization, { guardians: [parent.user?.id ?? ''] })
  return { organization, admin, parent, links, at: `/api/students/${id}` }
}

const rosa = { name: 'Rosa Lee', relationship: 'Grandmother', phone: '+1 555 0100', validUntil: '2020-06-30' }

test('guardians and staff add authorized pickups, change them with a version, and remove them', async ({
  platform,
}) => {
  const { organization, parent, at } = await family(platform)
  const { status, body: added } = await parent.post(`${at}/collectors`, rosa)
  expect({ status, added }).toMatchObject({
    status: 201,
    added: { ...rosa, isValid: false, isBarred: false, photoUrl: null, addedBy: 'Ada Lovelace' },
  })
  const instructor = await organization.signIn('instructor')
  const path = `${at}/collectors/${added.id}`
  const change = { validUntil: null, phone: '+1 555 0101', updatedAt: added.updatedAt }
  expect((await instructor.put(path, change)).body).toMatchObject({
    ...rosa,
    ...change,
    isValid: true,
    updatedAt: expect.any(String),
  })
  expect(await parent.put(path, { name: 'Rose', updatedAt: added.updatedAt })).toMatchObject({
    status: 409,
    body: { code: 'outdated' },
  })
  expect((await parent.delete(path)).status).toBe(204)
  expect((await parent.get(`${at}/collectors`)).body).toEqual({ collectors: [], barred: [], mayKeep: true })
})

test('the last day of an authorized pickup ends in the organization’s zone', async ({ platform }) => {
  const { admin, at } = await family(platform)
  expect((await admin.put('/api/tenant/settings', { timeZone: 'Pacific/Auckland' })).status).toBe(200)
  const dayIn = (timeZone: string, days = 0) =>
    new Intl.DateTimeFormat('en-CA', { timeZone }).format(platform.clock.now().getTime() + days * 86_400_000)
  const add = async (name: string, validUntil: string) =>
    (await admin.post(`${at}/collectors`, { name, phone: '1', validUntil })).body.isValid as boolean
  // Repeats the check if midnight falls between the two.
  await expect.poll(() => add(randomText(), dayIn('Pacific/Auckland'))).toBe(true)
  expect(await add(randomText(), dayIn('Pacific/Auckland', -2))).toBe(false)
})

test('of two users who add the same person at once one succeeds', async ({ platform }) => {
  const { admin, parent, at } = await family(platform)
  const answers = await Promise.all([admin, parent].map((client) => client.post(`${at}/collectors`, rosa)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  expect(answers.find(({ status }) => status === 409)?.body.fields).toEqual({ name: expect.any(String) })
})

test('staff are warned of guardians who may not pick up a child, and of authorized pickups with the same name', async ({
  platform,
}) => {
  const { admin, parent, at, links } = await family(platform)
  await admin.post(`${at}/collectors`, { ...rosa, name: 'ada  lovelace' })
  const shown = async (client: Client) => (await client.get(`${at}/collectors`)).body
  expect(await shown(admin)).toMatchObject({ barred: [], collectors: [{ isBarred: false }] })
  await admin.put(`${at}/guardians/${links[0]}`, { mayCollect: false })
  expect(await shown(admin)).toMatchObject({ barred: ['Ada Lovelace'], collectors: [{ isBarred: true }] })
  expect(await shown(parent)).toMatchObject({ barred: [], mayKeep: false })
  expect(await parent.post(`${at}/collectors`, rosa)).toMatchObject({
    status: 403,
    body: { message: 'Only guardians who can pick up a child may add authorized pickups' },
  })
})

test('a photo is encoded anew, shown to users who see the child, replaced, and deleted with the person', async ({
  platform,
}) => {
  const { organization, admin, parent, at } = await family(platform)
  const { id } = await create<Collector>(admin, `${at}/collectors`, rosa)
  const path = `${at}/collectors/${id}`
  const located = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#4f46e5' } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3/1' } })
    .jpeg()
    .toBuffer()
  const put = (bytes: Buffer) => parent.request('POST', `${path}/photo`, fileForm(bytes))
  const { body } = await put(located)
  const { app } = platform
  const headers = { host: parent.host, cookie: parent.cookie ?? '' }
  const served = await app.inject({ url: body.photoUrl as string, headers })
  expect(served).toMatchObject({ statusCode: 200, headers: { 'cache-control': 'private, no-store' } })
  const metadata = await sharp(served.rawPayload).metadata()
  expect(metadata).toMatchObject({ format: 'webp', width: 40 })
  expect(metadata).not.toHaveProperty('exif')
  expect((await (await organization.signIn('instructor')).get(body.photoUrl)).status).toBe(200)
  for (const role of ['student', 'parent'] as const) {
    expect((await (await organization.signIn(role)).get(body.photoUrl)).status).toBe(404)
  }
  expect((await put(Buffer.from('no picture'))).status).toBe(400)

  const second = (await put(located)).body.photoUrl as string
  expect(second).not.toBe(body.photoUrl)
  expect((await parent.get(body.photoUrl)).status).toBe(404)
  expect((await admin.delete(path)).status).toBe(204)
  expect((await parent.get(second)).status).toBe(404)
})

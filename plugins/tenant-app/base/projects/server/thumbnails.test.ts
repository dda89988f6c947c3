import sharp from 'sharp'
import { expect } from 'vitest'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { sendImage } from '#core/testing/upload.ts'
import { tenantApp } from '../../../plugin.ts'
import type { Project } from '../contract.ts'

const test = pluginTest([tenantApp])

const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0f766e' } })
  .png()
  .toBuffer()

const upload = async (by: Client): Promise<string> => (await sendImage(by, picture)).body.imageUrl

const seen = (imageUrl: string, by: readonly Client[]) =>
  Promise.all(by.map(async (client) => (await client.get(imageUrl)).status))

async function add(by: Client, given: object): Promise<Project> {
  const { status, body } = await by.post('/api/projects', { title: 'Kites', ...given })
  expect(status).toBe(201)
  return body as Project
}

test('staff of every organization see the picture of a catalog project, and no one does once it is replaced', async ({
  platform,
}) => {
  const operator = await platform.superAdmin()
  const [mine, other] = [await platform.organization(), await platform.organization()]
  const staff = [await mine.signIn('tenant_admin'), await other.signIn('instructor')]
  const [admin] = staff as [Client, Client]
  const others = [await mine.signIn('parent'), await mine.signIn('student'), mine.client(), platform.client()]
  const [first, second, unused] = [await upload(operator), await upload(operator), await upload(operator)]
  const { id } = await add(operator, { thumbnailUrl: first })
  const path = `/api/projects/${id}`
  expect((await admin.put(`${path}/adoption`, { status: 'active' })).body).toMatchObject({ thumbnailUrl: first })
  expect(await seen(first, [...staff, ...others])).toEqual([200, 200, 404, 404, 404, 404])
  expect(await seen(unused, staff)).toEqual([404, 404])
  expect((await admin.put(path, { thumbnailUrl: '' })).status).toBe(403)

  const again = await add(operator, { title: 'Kites again', thumbnailUrl: first })
  await operator.put(path, { thumbnailUrl: second })
  expect(await seen(first, staff)).toEqual([200, 200])
  expect(await seen(second, staff)).toEqual([200, 200])
  await operator.put(`/api/projects/${again.id}`, { thumbnailUrl: '' })
  expect(await seen(first, [operator, ...staff])).toEqual([404, 404, 404])
})

test('the picture of an own project stays in its organization, counts as storage used, and is deleted when removed', async ({
  platform,
}) => {
  const [mine, other] = [await platform.organization(), await platform.organization()]
  const [author, admin] = [await mine.signIn('instructor'), await mine.signIn('tenant_admin')]
  const stranger = await other.signIn('tenant_admin')
  const thumbnailUrl = await upload(author)
  const { id } = await add(author, { thumbnailUrl })
  expect(await seen(thumbnailUrl, [author, admin, stranger])).toEqual([200, 200, 404])
  const used = async () => (await admin.get('/api/media/storage')).body.used as number
  const before = await used()

  // Refuses images of another organization, unknown ones, and ones of another host.
  const missing = { status: 400, body: { fields: { thumbnailUrl: 'Upload the image again' } } }
  expect(await stranger.post('/api/projects', { title: 'Theirs', thumbnailUrl })).toMatchObject(missing)
  const unknown = '/api/images/01900000-0000-7000-8000-000000000000'
  expect(await author.put(`/api/projects/${id}`, { thumbnailUrl: unknown })).toMatchObject(missing)
  const elsewhere = await author.put(`/api/projects/${id}`, { thumbnailUrl: 'https://example.org/kite.png' })
  expect(elsewhere).toMatchObject({ status: 400, body: { fields: { thumbnailUrl: 'Upload an image' } } })
  const page = await sendImage(author, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  expect(page).toMatchObject({ status: 400, body: { fields: { image: expect.stringContaining('not a PNG') } } })

  expect((await author.put(`/api/projects/${id}`, { thumbnailUrl: '' })).body).toMatchObject({ thumbnailUrl: '' })
  expect(await seen(thumbnailUrl, [author, admin])).toEqual([404, 404])
  expect(await used()).toBeLessThan(before)
})

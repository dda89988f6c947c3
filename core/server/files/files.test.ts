import { createHash, randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id } from '#core/contract/fields.ts'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { fileForm } from '#core/testing/upload.ts'
import type { FileKind } from '../core.ts'
import { mount } from '../http/mount.ts'
import { systemActor } from '../identity/actor.ts'
import { definePlugin } from '../plugin.ts'
import { cleanUpFiles } from './clean-up.ts'
import { deleteFile, storeFile } from './files.ts'

/** A kind that instructors put and delete and all but parents see; files of a lesson are used there. */
const handout: FileKind = {
  id: 'handouts.handout',
  types: ['application/pdf', 'text/plain', 'video/mp4'],
  maxBytes: 1024 * 1024,
  belongsToChild: false,
  may: async ({ actor }, act) =>
    act === 'see' ? actor.user?.role !== 'parent' : ['instructor', 'superadmin'].includes(actor.user?.role ?? ''),
  usesOf: async ({ trx }, fileId) => {
    const found = await trx('files').where({ id: fileId }).whereNotNull('ownerId').pluck<string[]>('id')
    return found.map(() => 'the lesson Soldering')
  },
}

const contract = {
  put: endpoint({
    method: 'POST',
    path: '/api/handouts',
    status: 201,
    summary: 'Keep a handout',
    audit: 'file.uploaded',
    access: { who: 'signed-in', hosts: 'both', scope: 'none' },
    upload: { field: 'file', maxBytes: 3 * 1024 * 1024 },
    body: z.object({ lesson: id.optional() }),
    response: z.object({ id, url: z.string(), mimeType: z.string(), size: z.number() }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/handouts/{id}',
    summary: 'Delete a handout',
    audit: 'file.deleted',
    access: { who: 'signed-in', hosts: 'both', scope: 'tenant' },
    params: z.object({ id }),
    response: 'none',
  }),
} as const

const handouts = definePlugin({
  id: 'handouts',
  setup: () => ({
    files: [handout],
    routes: [
      mount(contract, {
        put: (unscoped, body, upload) =>
          storeFile(
            unscoped,
            handout,
            { field: 'file', upload, ownerId: body.lesson ?? null },
            async (_scope, file) => file,
          ),
        remove: deleteFile,
      }),
    ],
  }),
})

const test = pluginTest([handouts])

const pdf = (size = 1000) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size)])

async function put(client: Client, bytes: Buffer, fields: Record<string, string> = {}, filename = 'Löten 1.pdf') {
  return client.request('POST', '/api/handouts', fileForm(bytes, { field: 'file', filename, fields }))
}

const read = ({ app }: TestPlatform, client: Client, url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: client.host, cookie: client.cookie ?? '', ...headers } })

const contentsOf = async ({ core }: TestPlatform, sha256: string) => core.files.contents.sizeOf(sha256)

async function sha256Of({ core }: TestPlatform, fileId: string): Promise<string> {
  const [sha256] = await core.db.platform(systemActor, ({ trx }) => trx('files').where({ id: fileId }).pluck('sha256'))
  return sha256 as string
}

const cleanUp = ({ core }: TestPlatform) => cleanUpFiles.perform(core, null, {})

const DAY_MS = 86_400_000

test('a file is visible to users allowed by its owner, and missing for all others', async ({ platform }) => {
  const organization = await platform.organization()
  const instructor = await organization.signIn('instructor')
  const bytes = pdf()
  const { status, body } = await put(instructor, bytes)
  expect({ status, body }).toMatchObject({ status: 201, body: { mimeType: 'application/pdf', size: bytes.length } })
  const answer = await read(platform, await organization.signIn('student'), body.url)
  expect(answer.statusCode).toBe(200)
  expect(answer.rawPayload.equals(bytes)).toBe(true)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'x-content-type-options': 'nosniff',
    'content-disposition': "inline; filename*=UTF-8''L%C3%B6ten%201.pdf",
    'cache-control': 'private, no-cache',
    'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'self'; sandbox/),
  })
  expect((await read(platform, instructor, `${body.url}?save=1`)).headers['content-disposition']).toMatch(/^attachment/)
  expect((await read(platform, instructor, `${body.url}?save=1&as=3`)).headers['content-disposition']).toBe(
    "attachment; filename*=UTF-8''file-3.pdf",
  )
  const stranger = await (await platform.organization()).signIn('instructor')
  for (const client of [await organization.signIn('parent'), stranger, organization.client(), platform.client()]) {
    expect((await client.get(body.url)).status).toBe(404)
  }
  expect((await put(await organization.signIn('student'), bytes)).status).toBe(403)
})

test('a range of a file is answered alone, and an unchanged file with 304', async ({ platform }) => {
  const instructor = await (await platform.organization()).signIn('instructor')
  const { body } = await put(instructor, Buffer.from('0123456789 and more'), {}, 'digits.txt')
  const ask = async (headers: Record<string, string>) => {
    const { statusCode, headers: answered, payload } = await read(platform, instructor, body.url, headers)
    return [statusCode, answered['content-range'], payload]
  }
  const { etag } = (await read(platform, instructor, body.url)).headers as { etag: string }
  expect(await ask({ range: 'bytes=2-4' })).toEqual([206, 'bytes 2-4/19', '234'])
  expect(await ask({ range: 'bytes=11-' })).toEqual([206, 'bytes 11-18/19', 'and more'])
  expect(await ask({ range: 'bytes=-4' })).toEqual([206, 'bytes 15-18/19', 'more'])
  expect(await ask({ range: 'bytes=5-999' })).toEqual([206, 'bytes 5-18/19', '56789 and more'])
  expect(await ask({ range: 'bytes=19-' })).toEqual([416, 'bytes */19', ''])
  expect(await ask({ range: 'bytes=0-1', 'if-range': etag })).toEqual([206, 'bytes 0-1/19', '01'])
  const others: Record<string, string>[] = [
    { range: 'bytes=0-1', 'if-range': '"old"' },
    { range: 'bytes=0-1,4-5' },
    { range: 'x' },
  ]
  for (const headers of others) {
    expect(await ask(headers)).toEqual([200, undefined, '0123456789 and more'])
  }
  expect(await ask({ 'if-none-match': `"old", W/${etag}` })).toEqual([304, undefined, ''])
  expect(await ask({ 'if-none-match': '"old"' })).toEqual([200, undefined, '0123456789 and more'])
})

test('the type follows from the content, whatever its name', async ({ platform }) => {
  const instructor = await (await platform.organization()).signIn('instructor')
  const page = await put(instructor, Buffer.from('<html><script>alert(1)</script>'), {}, 'page.pdf')
  expect(page.body).toMatchObject({ mimeType: 'text/plain' })
  for (const bytes of [randomBytes(100), Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(0)]) {
    expect(await put(instructor, bytes)).toMatchObject({ status: 400, body: { fields: { file: expect.any(String) } } })
  }
  expect((await put(instructor, pdf(1024 * 1024))).status).toBe(413)
})

test('files count into the storage of their organization, from before they are received', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const organization = await platform.organization()
  const instructor = await organization.signIn('instructor')
  expect((await admin.put('/api/settings', { maxStoragePerTenantMB: 1 })).status).toBe(200)
  try {
    expect((await put(instructor, pdf(600_000))).status).toBe(201)
    expect(await put(instructor, pdf(600_000))).toMatchObject({ status: 403, body: { code: 'plan.limit' } })
  } finally {
    await admin.put('/api/settings', { maxStoragePerTenantMB: 1000 })
  }
})

test('a file in use is not deleted, and the refusal names where it is used', async ({ platform }) => {
  const organization = await platform.organization()
  const instructor = await organization.signIn('instructor')
  const lesson = '01900000-0000-7000-8000-00000000000a'
  const used = (await put(instructor, pdf(), { lesson })).body
  expect(await instructor.delete(`/api/handouts/${used.id}`)).toMatchObject({
    status: 409,
    body: { code: 'file.used', message: expect.stringContaining('still used in the lesson Soldering') },
  })
  const free = (await put(instructor, pdf())).body
  expect((await (await organization.signIn('student')).delete(`/api/handouts/${free.id}`)).status).toBe(403)
  const stranger = await (await platform.organization()).signIn('instructor')
  expect((await stranger.delete(`/api/handouts/${free.id}`)).status).toBe(404)
  expect((await instructor.delete(`/api/handouts/${free.id}`)).status).toBe(204)
  expect((await instructor.get(free.url)).status).toBe(404)
})

test('equal contents are stored once, until no file has referenced them for a day', async ({ platform }) => {
  const bytes = pdf()
  const people = [
    await (await platform.organization()).signIn('instructor'),
    await (await platform.organization()).signIn('instructor'),
  ] as const
  const [first, second] = [(await put(people[0], bytes)).body, (await put(people[1], bytes)).body]
  const sha256 = await sha256Of(platform, first.id)
  const stays = async () => (await contentsOf(platform, sha256)) !== undefined
  await people[0].delete(`/api/handouts/${first.id}`)
  await cleanUp(platform)
  platform.clock.forward(2 * DAY_MS)
  await cleanUp(platform)
  const reader = await people[1].signIn(people[1].user?.email ?? '')
  expect((await reader.get(second.url)).status).toBe(200)
  await reader.delete(`/api/handouts/${second.id}`)
  await cleanUp(platform)
  expect(await stays()).toBe(true)
  // Uploaded again meanwhile, it stays for at least another day.
  const third = (await put(reader, bytes)).body
  await reader.delete(`/api/handouts/${third.id}`)
  platform.clock.forward(DAY_MS + 1000)
  await cleanUp(platform)
  expect(await stays()).toBe(true)
  platform.clock.forward(DAY_MS + 1000)
  await cleanUp(platform)
  expect(await stays()).toBe(false)
})

test('a failed upload leaves nothing and uses no storage', async ({ platform }) => {
  const { core } = platform
  const organization = await platform.organization()
  const instructor = await organization.signIn('instructor')
  const bytes = pdf()
  const folder = join(core.env.dataDir, 'files', createHash('sha256').update(bytes).digest('hex').slice(0, 2))
  // A file takes the place of the content's folder.
  await rm(folder, { recursive: true, force: true })
  await writeFile(folder, 'in the way')
  expect((await put(instructor, bytes)).status).toBe(500)
  await rm(folder)
  const rows = await core.db.tenant(organization.id, systemActor, ({ trx }) => trx('files').select('id'))
  expect(rows).toEqual([])
  const lost = (await put(instructor, pdf())).body
  const sha256 = await sha256Of(platform, lost.id)
  await rm(join(core.env.dataDir, 'files', sha256.slice(0, 2), sha256))
  expect((await instructor.get(lost.url)).status).toBe(404)
})

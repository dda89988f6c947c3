import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { expect } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { fileForm } from '#core/testing/upload.ts'
import { definePlugin } from '../plugin.ts'
import { mount } from './mount.ts'
import { incomingFolder, type Upload } from './upload.ts'

const upload = { field: 'file', maxBytes: 3 * 1024 * 1024 }
const body = z.object({ title: z.string().min(1, 'Required') })
const response = z.object({ filename: z.string(), size: z.number(), sha256: z.string(), title: z.string() })
const spec = { method: 'POST', summary: 'Keeps nothing', unaudited: 'Nothing is kept', upload, body, response } as const

const uploadsContract = {
  inTenant: endpoint({
    ...spec,
    path: '/api/uploads/tenant',
    access: { who: 'signed-in', hosts: 'both', scope: 'tenant' },
  }),
  inPlatform: endpoint({
    ...spec,
    path: '/api/uploads/platform',
    access: { who: ['superadmin'], hosts: 'platform', scope: 'platform' },
  }),
  unscoped: endpoint({
    ...spec,
    path: '/api/uploads/none',
    access: { who: 'signed-in', hosts: 'both', scope: 'none' },
  }),
} as const

const received = async ({ filename, size, bytes }: Upload, { title }: z.output<typeof body>) => {
  const content = await bytes()
  return { filename, size, sha256: createHash('sha256').update(content).digest('hex'), title }
}

const uploads = definePlugin({
  id: 'uploads',
  setup: () => ({
    routes: [
      mount(uploadsContract, {
        inTenant: (_scope, text, upload) => received(upload, text),
        inPlatform: (_scope, text, upload) => received(upload, text),
        unscoped: (_unscoped, text, upload) => received(upload, text),
      }),
    ],
  }),
})

const test = pluginTest([uploads])

const bytes = randomBytes(2_000_000)
const form = (fields: Record<string, string> = { title: 'Notes' }, content: Uint8Array = bytes) =>
  fileForm(content, { field: 'file', filename: 'notes.pdf', fields })
const whole = {
  filename: 'notes.pdf',
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  title: 'Notes',
}

test('an upload reaches its handler in every kind of scope, with the texts of its form', async ({ platform }) => {
  const member = await (await platform.organization()).signIn('student')
  expect(await member.request('POST', '/api/uploads/tenant', form())).toMatchObject({ status: 200, body: whole })
  expect(await member.request('POST', '/api/uploads/none', form())).toMatchObject({ status: 200, body: whole })
  const admin = await platform.superAdmin()
  expect(await admin.request('POST', '/api/uploads/platform', form())).toMatchObject({ status: 200, body: whole })
  expect(await readdir(incomingFolder(platform.core))).toEqual([])
})

test('the texts of a form are checked and bounded like every body, and its file by its size', async ({ platform }) => {
  const member = await (await platform.organization()).signIn('student')
  const send = (...given: Parameters<typeof form>) => member.request('POST', '/api/uploads/tenant', form(...given))
  expect(await send({ title: '' })).toMatchObject({ status: 400, body: { fields: { title: 'Required' } } })
  expect(await send({ title: 'x'.repeat(40_000) })).toMatchObject({ status: 413, body: { code: 'too-large' } })
  expect(await send({ title: 'Notes' }, randomBytes(upload.maxBytes + 1))).toMatchObject({
    status: 413,
    body: { code: 'file.too-large', fields: { file: 'At most 3 MB' } },
  })
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`field${index}`, 'x']))
  expect((await send(many)).status).toBe(413)
  expect(await member.post('/api/uploads/tenant', { title: 'Notes' })).toMatchObject({ status: 400 })
  expect(await readdir(incomingFolder(platform.core))).toEqual([])
})

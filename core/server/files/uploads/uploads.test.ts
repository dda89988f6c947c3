import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { expect } from 'vitest'
import {
  ask,
  begin,
  beginFilm,
  bytesFrom,
  contentOf,
  fileOf,
  filesOf,
  film,
  storedFiles,
  mp4,
  offsetOf,
  remove,
  send,
  sendSome,
} from '#core/testing/films.ts'
import { openTestPlatform, pluginTest } from '#core/testing/harness.ts'
import type { FileKind } from '../../core.ts'
import { systemActor } from '../../identity/actor.ts'
import { definePlugin } from '../../plugin.ts'
import { cleanUpFiles } from '../clean-up.ts'

const { resumable: _, ...asWhole } = film
const poster: FileKind = { ...asWhole, id: 'films.poster' }

const films = definePlugin({ id: 'films', setup: () => ({ files: [film, poster] }) })
const test = pluginTest([films])

const DAY_MS = 86_400_000

test('a file is uploaded in parts, from any device of its sender, and is complete when all have arrived', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const first = await organization.client().signIn(email)
  const bytes = mp4(20 * 1024 ** 2)
  const url = await beginFilm(first, bytes.length)
  expect(await filesOf(platform, organization.id)).toMatchObject([{ size: 0, state: 'receiving' }])
  expect((await first.get(fileOf(url))).status).toBe(404)
  const half = 17 * 1024 ** 2
  expect((await send(first, url, 0, bytes.subarray(0, half))).headers['upload-offset']).toBe(String(half))
  expect(await filesOf(platform, organization.id)).toMatchObject([{ size: half, state: 'receiving' }])
  const second = await organization.client().signIn(email)
  expect((await ask(second, url)).headers).toMatchObject({
    'upload-offset': String(half),
    'upload-length': String(bytes.length),
    'cache-control': 'no-store',
  })
  expect((await send(second, url, 0, bytes.subarray(0, half))).status).toBe(409)
  const last = await send(second, url, half, bytes.subarray(half))
  expect(last.status).toBe(204)
  expect(last.headers['access-control-allow-origin']).toBeUndefined()
  expect((await contentOf(platform, second, url)).equals(bytes)).toBe(true)
  expect(storedFiles).toMatchObject([
    { filename: 'Löten.mp4', mimeType: 'video/mp4', size: bytes.length, ownerId: null },
  ])
  expect(await platform.core.files.contents.partNames()).toEqual([])
  // A client that missed the last answer asks for the offset, and may send the last part again.
  expect(await offsetOf(second, url)).toBe(bytes.length)
  expect((await send(second, url, bytes.length, Buffer.alloc(0))).status).toBe(204)
  expect(storedFiles).toHaveLength(1)
  expect((await remove(second, url)).status).toBe(409)
})

test('bytes received before a connection broke are kept, and the rest follows', async ({ platform }) => {
  const client = await (await platform.organization()).signIn('instructor')
  const bytes = mp4(6_000_000)
  const url = await beginFilm(client, bytes.length)
  const broken = await sendSome(platform, client, url, bytes, 3_000_000)
  broken.destroy()
  const offset = await offsetOf(client, url)
  expect(offset).toBeLessThanOrEqual(3_000_000)
  expect((await send(client, url, offset, bytes.subarray(offset))).status).toBe(204)
  expect((await contentOf(platform, client, url)).equals(bytes)).toBe(true)
})

test('of two concurrent requests the later one resumes where the earlier one was stopped', async ({ platform }) => {
  const client = await (await platform.organization()).signIn('instructor')
  const bytes = mp4(6_000_000)
  const url = await beginFilm(client, bytes.length)
  const first = await sendSome(platform, client, url, bytes, 3_000_000)
  const ended = once(first, 'response') as Promise<[IncomingMessage]>
  const offset = await offsetOf(client, url)
  const [answer] = await ended
  expect([answer.statusCode, answer.headers['upload-offset']]).toEqual([204, String(offset)])
  first.destroy()
  const rest = bytes.subarray(offset)
  const answers = await Promise.all([send(client, url, offset, rest), send(client, url, offset, rest)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409])
  // The earlier request may have been stopped by the later one before its end.
  const there = await offsetOf(client, url)
  expect((await send(client, url, there, bytes.subarray(there))).status).toBe(204)
  expect((await contentOf(platform, client, url)).equals(bytes)).toBe(true)
})

test('only its sender can see and resume an upload', async ({ platform }) => {
  const organization = await platform.organization()
  const sender = await organization.signIn('instructor')
  const bytes = mp4(1000)
  const url = await beginFilm(sender, bytes.length)
  const stranger = await (await platform.organization()).signIn('instructor')
  for (const client of [await organization.signIn('instructor'), stranger, await platform.superAdmin()]) {
    const answers = [await ask(client, url), await send(client, url, 0, bytes), await remove(client, url)]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  }
  expect((await send(organization.client(), url, 0, bytes)).status).toBe(401)
  const abroad = { headers: { ...bytesFrom(0), 'sec-fetch-site': 'cross-site' }, payload: bytes }
  expect((await sender.request('PATCH', url, abroad)).body.code).toBe('foreign-origin')
  expect((await remove(sender, url)).status).toBe(204)
  expect((await ask(sender, url)).status).toBe(404)
  expect(await filesOf(platform, organization.id)).toEqual([])
})

test('a forbidden file is refused before a byte of it is sent', async ({ platform }) => {
  const organization = await platform.organization()
  const instructor = await organization.signIn('instructor')
  expect((await begin(await organization.signIn('student'), 1000)).status).toBe(403)
  expect((await begin(instructor, 41 * 1024 ** 2)).body.code).toBe('file.too-large')
  expect((await begin(instructor, 1000, { filetype: 'text/html' })).body.fields).toHaveProperty('file')
  for (const kind of ['films.poster', 'nothing']) {
    expect((await begin(instructor, 1000, { kind })).body.fields).toHaveProperty('kind')
  }
  expect((await begin(instructor, 1000, { owner: 'me' })).body.fields).toHaveProperty('owner')
  expect((await begin(instructor, 0)).status).toBe(400)
  expect((await begin(instructor, 1000, {}, { 'upload-length': 'many' })).status).toBe(400)
  const admin = await platform.superAdmin()
  expect((await admin.put('/api/settings', { maxStoragePerTenantMB: 1 })).status).toBe(200)
  try {
    const { status, body } = await begin(instructor, 1_100_000)
    expect([status, body.code]).toEqual([403, 'plan.limit'])
  } finally {
    await admin.put('/api/settings', { maxStoragePerTenantMB: 1000 })
  }
})

test('the received content is checked again, and deleted where it differs from its declaration', async ({
  platform,
}) => {
  const { core } = platform
  const organization = await platform.organization()
  const client = await organization.signIn('instructor')
  const page = Buffer.from('<html><script>alert(1)</script>')
  const disguised = await beginFilm(client, page.length)
  expect(await send(client, disguised, 0, page)).toMatchObject({ status: 400, body: { code: 'invalid' } })
  expect((await ask(client, disguised)).status).toBe(404)
  const bytes = mp4(2_000_000)
  const tooLong = await beginFilm(client, 1000)
  expect((await send(client, tooLong, 0, bytes)).body.code).toBe('file.too-large')
  await remove(client, tooLong)
  const beyond = await beginFilm(client, bytes.length)
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', { maxStoragePerTenantMB: 1 })
  const limited = await send(client, beyond, 0, bytes)
  await admin.put('/api/settings', { maxStoragePerTenantMB: 1000 })
  expect(limited.body.code).toBe('plan.limit')
  expect(await filesOf(platform, organization.id)).toEqual([])
  expect(await core.files.contents.partNames()).toEqual([])
})

test('a stopping node does not wait for senders, and leaves the upload to other nodes', async () => {
  const platform = await openTestPlatform([films])
  const client = await (await platform.organization()).signIn('instructor')
  const bytes = mp4(1_000_000)
  await sendSome(platform, client, await beginFilm(client, bytes.length), bytes, 500_000)
  await platform.app.close()
  const leases = await platform.core.db.platform(systemActor, ({ trx }) => trx('uploads').pluck('lease'))
  expect(leases).toEqual([null])
  await platform.close()
})

test('after a day an upload cannot be resumed, and the clean-up deletes all of it', async ({ platform }) => {
  const { core, clock } = platform
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  const bytes = mp4(1000)
  const before = await organization.client().signIn(email)
  const [url, done] = [await beginFilm(before, bytes.length), await beginFilm(before, bytes.length)]
  await send(before, url, 0, bytes.subarray(0, 500))
  await send(before, done, 0, bytes)
  await cleanUpFiles.perform(core, null, {})
  expect(await offsetOf(before, url)).toBe(500)
  clock.forward(DAY_MS + 60_000)
  const client = await organization.client().signIn(email)
  expect((await send(client, url, 500, bytes.subarray(500))).status).toBe(404)
  await cleanUpFiles.perform(core, null, {})
  expect(await core.files.contents.partNames()).toEqual([])
  expect(await filesOf(platform, organization.id)).toMatchObject([{ state: 'complete' }])
  expect((await contentOf(platform, client, done)).equals(bytes)).toBe(true)
  const uploads = await core.db.platform(systemActor, ({ trx }) => trx('uploads').pluck('id'))
  expect(uploads).toEqual([])
})

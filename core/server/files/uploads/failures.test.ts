import { createHash } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { Agent, request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { expect } from 'vitest'
import {
  ask,
  beginFilm,
  bytesFrom,
  contentOf,
  filesOf,
  films,
  storedFiles,
  mp4,
  offsetOf,
  uploadMetadata,
  send,
  tus,
} from '#core/testing/films.ts'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'

const test = pluginTest([films])

/** Puts a file where the store needs a folder, so that writes fail. @returns a function that removes it */
async function blocked({ core }: TestPlatform, name: string): Promise<() => Promise<void>> {
  const path = join(core.env.dataDir, 'files', name)
  await rm(path, { recursive: true, force: true })
  await mkdir(join(core.env.dataDir, 'files'), { recursive: true })
  await writeFile(path, 'in the way')
  return () => rm(path)
}

const folderOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 2)

test('a content that failed to be stored at the end is stored when the last part is sent again', async ({
  platform,
}) => {
  const client = await (await platform.organization()).signIn('instructor')
  const bytes = mp4(1000)
  const url = await beginFilm(client, bytes.length)
  const unblock = await blocked(platform, folderOf(bytes))
  expect((await send(client, url, 0, bytes)).status).toBe(500)
  await unblock()
  expect((await send(client, url, bytes.length, Buffer.alloc(0))).status).toBe(204)
  expect((await contentOf(platform, client, url)).equals(bytes)).toBe(true)
})

test('a fully received upload is complete once it is stored, and answers 423 until then', async ({ platform }) => {
  const client = await (await platform.organization()).signIn('instructor')
  const bytes = mp4(1000)
  const url = await beginFilm(client, bytes.length)
  const unblock = await blocked(platform, folderOf(bytes))
  expect((await send(client, url, 0, bytes)).status).toBe(500)
  const before = await ask(client, url)
  expect([before.status, before.headers['upload-offset']]).toEqual([423, undefined])
  await unblock()
  expect(await offsetOf(client, url)).toBe(bytes.length)
  expect((await contentOf(platform, client, url)).equals(bytes)).toBe(true)
  expect(storedFiles.filter(({ id }) => url.endsWith(id))).toHaveLength(1)
})

test('a creation with the whole file leaves nothing behind when it cannot be stored', async ({ platform }) => {
  const organization = await platform.organization()
  const client = await organization.signIn('instructor')
  const bytes = mp4(1000)
  const unblock = await blocked(platform, folderOf(bytes))
  const all = uploadMetadata({ kind: 'films.film', filename: 'a.mp4', filetype: 'video/mp4' })
  const headers = { ...bytesFrom(0), 'upload-length': String(bytes.length), 'upload-metadata': all }
  const answer = await client.request('POST', '/api/uploads', { headers, payload: bytes })
  await unblock()
  expect(answer.status).toBe(500)
  expect(await filesOf(platform, organization.id)).toEqual([])
})

test('a part that fails early does not block the next request of its connection', async ({ platform }) => {
  const { app } = platform
  const client = await (await platform.organization()).signIn('instructor')
  // Few enough bytes to be in the buffers of the connection when the answer comes.
  const bytes = mp4(900_000)
  const url = await beginFilm(client, bytes.length)
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const answerTo = (method: string, headers: Record<string, string>, body?: Buffer) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const all = { ...headers, host: client.host, cookie: client.cookie ?? '' }
      const call = request({ port, host: '127.0.0.1', agent, method, path: url, headers: all }, (response) => {
        response.resume().once('end', () => resolve(response))
      })
      call.on('error', reject).end(body)
    })
  const unblock = await blocked(platform, '.staging')
  const failed = await answerTo('PATCH', { ...bytesFrom(0), 'content-length': String(bytes.length) }, bytes)
  expect(failed.statusCode).toBe(500)
  const next = await answerTo('HEAD', tus)
  expect([next.statusCode, next.headers['upload-offset']]).toEqual([200, '0'])
  await unblock()
  expect((await answerTo('PATCH', bytesFrom(0), bytes)).statusCode).toBe(204)
  agent.destroy()
  expect((await contentOf(platform, client, url)).equals(bytes)).toBe(true)
})

import { randomBytes } from 'node:crypto'
import { request, type ClientRequest } from 'node:http'
import { expect } from 'vitest'
import type { FileKind } from '#core/server/core.ts'
import type { KeptFile } from '#core/server/files/kept-file.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { definePlugin } from '#core/server/plugin.ts'
import type { Client, TestPlatform } from './harness.ts'

/** Films that were stored, in their order. */
export const storedFiles: KeptFile[] = []

/** Films that instructors upload and all users of the organization see. */
export const film: FileKind = {
  id: 'films.film',
  types: ['video/mp4', 'application/pdf'],
  maxBytes: 40 * 1024 ** 2,
  belongsToChild: false,
  may: async ({ actor }, act) => act === 'see' || actor.user?.role === 'instructor',
  usesOf: async () => [],
  resumable: async (_scope, file) => void storedFiles.push(file),
}

/** A plugin that has films alone. */
export const films = definePlugin({ id: 'films', setup: () => ({ files: [film] }) })

/** Headers of every call of the protocol. */
export const tus = { 'tus-resumable': '1.0.0' }

/** Begins as a film does. @param size bytes */
export const mp4 = (size: number) =>
  Buffer.concat([Buffer.from('00000018', 'hex'), Buffer.from('ftypisom'), randomBytes(size - 12)])

/** `Upload-Metadata`. */
export const uploadMetadata = (metadata: Record<string, string>) =>
  Object.entries(metadata)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')

/** Begins a film. @param size bytes */
export function begin(client: Client, size: number, metadata: Record<string, string> = {}, headers = {}) {
  const all = { kind: 'films.film', filename: 'Löten.mp4', filetype: 'video/mp4', ...metadata }
  return client.request('POST', '/api/uploads', {
    headers: { ...tus, 'upload-length': String(size), 'upload-metadata': uploadMetadata(all), ...headers },
  })
}

/** @returns where the parts of a film go that has been begun */
export async function beginFilm(client: Client, size: number): Promise<string> {
  const { status, headers } = await begin(client, size)
  expect(status).toBe(201)
  return String(headers['location'])
}

/** Headers of bytes. @param offset of the first one */
export const bytesFrom = (offset: number) => ({
  ...tus,
  'content-type': 'application/offset+octet-stream',
  'upload-offset': String(offset),
})

export const send = (client: Client, url: string, offset: number, payload: Buffer) =>
  client.request('PATCH', url, { headers: bytesFrom(offset), payload })

/** Asks how much has come. */
export const ask = (client: Client, url: string) => client.request('HEAD', url, { headers: tus })
export const remove = (client: Client, url: string) => client.request('DELETE', url, { headers: tus })
export const offsetOf = async (client: Client, url: string) => Number((await ask(client, url)).headers['upload-offset'])
/** Returns the address of the file that an upload becomes. */
export const fileOf = (url: string) => url.replace('/api/uploads/', '/api/files/')

export async function contentOf({ app }: TestPlatform, client: Client, url: string): Promise<Buffer> {
  const answer = await app.inject({ url: fileOf(url), headers: { host: client.host, cookie: client.cookie ?? '' } })
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}

export const filesOf = ({ core }: TestPlatform, tenantId: string) =>
  core.db.tenant(tenantId, systemActor, ({ trx }) => trx('files').select('id', 'size', 'state'))

/** Sends through a connection, announces all and sends a part of it. */
export async function sendSome(platform: TestPlatform, client: Client, url: string, all: Buffer, some: number) {
  const { app, core } = platform
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const headers = {
    ...bytesFrom(0),
    host: client.host,
    cookie: client.cookie ?? '',
    'content-length': String(all.length),
  }
  const call: ClientRequest = request({ port, host: '127.0.0.1', method: 'PATCH', path: url, headers })
  call.on('error', () => undefined)
  call.write(all.subarray(0, some))
  const isWriting = () =>
    core.db.platform(systemActor, ({ trx }) =>
      trx('uploads')
        .where({ id: url.split('/').at(-1) as string })
        .whereNotNull('lease')
        .pluck('id'),
    )
  await expect.poll(isWriting, { timeout: 120_000 }).toHaveLength(1)
  return call
}

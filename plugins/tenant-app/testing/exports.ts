import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import yauzl from 'yauzl'
import type { Client, TestPlatform } from '#core/testing/harness.ts'

/** Entries of an archive by path. */
export type Entries = ReadonlyMap<string, Buffer>

/** Opens an archive like other programs, which check the sum and size of each entry. */
export async function unzip(archive: Buffer): Promise<Entries> {
  const zip = await yauzl.fromBufferPromise(archive, { strictFileNames: true, lazyEntries: true })
  const entries = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    entries.set(entry.fileName, Buffer.concat(chunks))
  }
  return entries
}

export const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** Reads the whole answer of a URL as bytes. */
export async function bytesOf({ app }: TestPlatform, client: Client, url: string, headers: object = {}) {
  const answer = await app.inject({
    method: 'GET',
    url,
    headers: { host: client.host, cookie: client.cookie ?? '', ...headers },
  })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}

/** Downloads an export and unpacks it. */
export async function downloadEntries(platform: TestPlatform, client: Client, url: string): Promise<Entries> {
  const { status, bytes } = await bytesOf(platform, client, url)
  expect(status).toBe(200)
  return unzip(bytes)
}

export const jsonOf = (entries: Entries, path: string): unknown => JSON.parse(entries.get(path)?.toString() ?? 'null')

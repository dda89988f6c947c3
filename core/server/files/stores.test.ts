import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, expect, test } from 'vitest'
import { readEnv, type S3Location } from '#config/env.ts'
import { DiskStore } from './disk-store.ts'
import { BucketStore } from './bucket-store.ts'
import type { Store } from './store.ts'

const folder = await mkdtemp(join(tmpdir(), 'trellis-store-'))
const bucket = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(folder, 's3'),
  configureBuckets: [{ name: 'backups', configs: [] }],
})
const { port } = await bucket.run()

const location = (variables: Record<string, string> = {}): S3Location => {
  const { s3 } = readEnv({
    DATA_DIR: folder,
    FILES_S3_URL: `http://127.0.0.1:${port}/backups/of/trellis`,
    FILES_S3_ACCESS_KEY: 'S3RVER',
    FILES_S3_SECRET_KEY: 'S3RVER',
    ...variables,
  }).files
  return s3 as S3Location
}

const disk = join(folder, 'disk')
const stores: Store[] = [
  new DiskStore(disk, join(disk, '.staging')),
  new BucketStore(location(), ['trellis-', 'files/']),
]

afterAll(async () => {
  await bucket.close()
  await rm(folder, { recursive: true })
})

async function* pieces(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += 1_000_000) yield content.subarray(at, at + 1_000_000)
}

for (const store of stores) {
  test(`${store.location}: an archive is stored, found, read and removed`, async () => {
    // Larger than one part of a bucket upload.
    const content = randomBytes(40_000_000)
    await store.write('trellis-1.tar.zst', pieces(content))
    await store.write('trellis-2.tar.zst', pieces(Buffer.from('small')))
    expect([...(await store.names())].filter((name) => !name.startsWith('.')).toSorted()).toEqual([
      'trellis-1.tar.zst',
      'trellis-2.tar.zst',
    ])
    const { content: stored, size } = await store.open('trellis-1.tar.zst')
    expect(size).toBe(content.length)
    const chunks = await stored.toArray()
    expect(Buffer.concat(chunks as Buffer[]).equals(content)).toBe(true)
    await store.remove('trellis-1.tar.zst')
    await store.remove('trellis-1.tar.zst')
    await expect(store.open('trellis-1.tar.zst')).rejects.toThrow('The file trellis-1.tar.zst is not where it was put')
    await store.remove('trellis-2.tar.zst')
  })

  test(`${store.location}: contents of folders are listed with sizes, and any range can be read`, async () => {
    await store.write('files/plain/3f/3f2a', pieces(Buffer.from('0123456789')))
    await store.write('files/plain/4c/4c01', pieces(Buffer.from('abc')))
    expect(Object.fromEntries(await store.list('files/plain'))).toEqual({
      'files/plain/3f/3f2a': 10,
      'files/plain/4c/4c01': 3,
    })
    expect([...(await store.list('files/none'))]).toEqual([])
    expect([...(await store.names())]).not.toContain('files/plain/3f/3f2a')
    const { content, size } = await store.open('files/plain/3f/3f2a', { start: 2, end: 4 })
    expect(size).toBe(10)
    expect(Buffer.concat((await content.toArray()) as Buffer[]).toString()).toBe('234')
    expect(await Promise.all(['files/plain/4c/4c01', 'files/plain/4c/none'].map((name) => store.sizeOf(name)))).toEqual(
      [3, undefined],
    )
    for (const name of ['files/plain/3f/3f2a', 'files/plain/4c/4c01']) await store.remove(name)
  })

  test(`${store.location}: stored parts are joined into one content elsewhere in the store`, async () => {
    const [one, other] = [randomBytes(20_000_000), randomBytes(700_000)]
    await store.write('files/one', pieces(one))
    await store.write('files/other', pieces(other))
    async function* both(): AsyncGenerator<Buffer> {
      for (const name of ['files/one', 'files/other']) yield* store.pieces(name)
    }
    await store.write('files/whole', both())
    const { content } = await store.open('files/whole')
    expect(Buffer.concat((await content.toArray()) as Buffer[]).equals(Buffer.concat([one, other]))).toBe(true)
    await expect(store.pieces('files/none')[Symbol.asyncIterator]().next()).rejects.toThrow('is not where it was put')
    for (const name of ['files/one', 'files/other', 'files/whole']) await store.remove(name)
  })

  test(`${store.location}: a piece released by the store may be overwritten`, async () => {
    const content = randomBytes(20_000_000)
    let told = 0
    await store.write('files/given', pieces(Buffer.from(content)), (piece) => {
      told += piece.length
      piece.fill(0)
    })
    expect(told).toBe(store.location === 'disk' ? content.length : 0)
    const { content: stored } = await store.open('files/given')
    expect(Buffer.concat((await stored.toArray()) as Buffer[]).equals(content)).toBe(true)
    await store.remove('files/given')
  })

  test(`${store.location}: a write that fails halfway leaves nothing`, async () => {
    async function* failing(): AsyncGenerator<Buffer> {
      yield* pieces(randomBytes(20_000_000))
      throw new Error('the database has gone')
    }
    await expect(store.write('trellis-3.tar.zst', failing())).rejects.toThrow('the database has gone')
    expect([...(await store.names())]).not.toContain('trellis-3.tar.zst')
    await store.clear()
  })
}

test('on a disk no other account can read an archive', async () => {
  await stores[0]?.write('trellis-4.tar.zst', pieces(Buffer.from('secret')))
  expect((await stat(join(disk, 'trellis-4.tar.zst'))).mode & 0o077).toBe(0)
  expect(await readdir(join(disk, '.staging'))).toEqual([])
})

test('an unusable bucket reports the reason', async () => {
  const reservation = createServer().listen(0, '127.0.0.1')
  await once(reservation, 'listening')
  const { port: nobody } = reservation.address() as { port: number }
  reservation.close()
  const away = new BucketStore(location({ FILES_S3_URL: `http://127.0.0.1:${nobody}/backups` }), [])
  await expect(away.names()).rejects.toThrow(/^The bucket backups cannot be used \(ECONNREFUSED/)
  await expect(away.write('x', pieces(Buffer.from('x')))).rejects.toThrow(/cannot be used/)
  const other = new BucketStore(location({ FILES_S3_URL: `http://127.0.0.1:${port}/nowhere` }), [])
  await expect(other.names()).rejects.toThrow(/^The bucket nowhere cannot be used \(NoSuchBucket/)
})

test('a bucket that accepts the connection and stays silent times out', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port: own } = silent.address() as { port: number }
  const sockets: Socket[] = []
  silent.on('connection', (socket) => sockets.push(socket))
  try {
    const store = new BucketStore(location({ FILES_S3_URL: `http://127.0.0.1:${own}/backups` }), [], 100)
    await expect(store.names()).rejects.toThrow(/^The bucket backups cannot be used \(TimeoutError/)
    expect(sockets.length).toBeGreaterThan(0)
  } finally {
    for (const socket of sockets) socket.destroy()
    silent.close()
  }
})

test('an incomplete upload of an archive is aborted', async () => {
  // s3rver cannot list unfinished uploads; this server does only that.
  const begun = new Map([
    ['upload-1', 'of/trellis/trellis-2026-11-20T070000Z.tar.zst'],
    ['upload-2', 'of/trellis/trellis-2026-11-21T070000Z.tar.zst'],
  ])
  const asked: string[] = []
  const service = createHttpServer((request, response) => {
    const { searchParams, pathname } = new URL(request.url ?? '', 'http://bucket')
    const upload = searchParams.get('uploadId')
    if (request.method === 'DELETE' && upload && pathname === `/backups/${begun.get(upload)}`) {
      begun.delete(upload)
      return response.writeHead(204).end()
    }
    asked.push(searchParams.get('prefix') ?? '')
    const uploads = [...begun].map(([id, key]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`)
    return response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(`<ListMultipartUploadsResult><Bucket>backups</Bucket>${uploads.join('')}</ListMultipartUploadsResult>`)
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  const { port: own } = service.address() as { port: number }
  try {
    await new BucketStore(location({ FILES_S3_URL: `http://127.0.0.1:${own}/backups/of/trellis` }), [
      'trellis-',
    ]).clear()
    expect(asked).toEqual(['of/trellis/trellis-'])
    expect([...begun]).toEqual([])
  } finally {
    service.closeAllConnections()
    service.close()
  }
})

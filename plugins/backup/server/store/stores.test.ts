import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, expect, test } from 'vitest'
import { readEnv, type S3Location } from '#config/env.ts'
import { DiskStore } from './disk.ts'
import { S3Store } from './s3.ts'
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
    BACKUP_S3_URL: `http://127.0.0.1:${port}/backups/of/trellis`,
    BACKUP_S3_ACCESS_KEY: 'S3RVER',
    BACKUP_S3_SECRET_KEY: 'S3RVER',
    ...variables,
  }).backup
  return s3 as S3Location
}

const disk = join(folder, 'disk')
const stores: Store[] = [new DiskStore(disk, join(disk, '.staging')), new S3Store(location())]

afterAll(async () => {
  await bucket.close()
  await rm(folder, { recursive: true })
})

async function* pieces(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += 1_000_000) yield content.subarray(at, at + 1_000_000)
}

for (const store of stores) {
  test(`${store.location}: an archive is stored, found, read and removed`, async () => {
    // Larger than what travels to a bucket in one piece.
    const content = randomBytes(40_000_000)
    expect(await store.write('trellis-1.tar.zst', pieces(content))).toBe(content.length)
    expect(await store.write('trellis-2.tar.zst', pieces(Buffer.from('small')))).toBe(5)
    expect([...(await store.names())].filter((name) => !name.startsWith('.')).toSorted()).toEqual([
      'trellis-1.tar.zst',
      'trellis-2.tar.zst',
    ])
    const chunks = await (await store.open('trellis-1.tar.zst')).toArray()
    expect(Buffer.concat(chunks as Buffer[]).equals(content)).toBe(true)
    await store.remove('trellis-1.tar.zst')
    await store.remove('trellis-1.tar.zst')
    await expect(store.open('trellis-1.tar.zst')).rejects.toThrow('The file trellis-1.tar.zst is not where it was put')
    await store.remove('trellis-2.tar.zst')
  })

  test(`${store.location}: of what fails in the middle nothing is there`, async () => {
    async function* failing(): AsyncGenerator<Buffer> {
      yield* pieces(randomBytes(20_000_000))
      throw new Error('the database has gone')
    }
    await expect(store.write('trellis-3.tar.zst', failing())).rejects.toThrow('the database has gone')
    expect([...(await store.names())]).not.toContain('trellis-3.tar.zst')
    await store.clear()
  })
}

test('on a disk nobody else can read an archive', async () => {
  await stores[0]?.write('trellis-4.tar.zst', pieces(Buffer.from('secret')))
  expect((await stat(join(disk, 'trellis-4.tar.zst'))).mode & 0o077).toBe(0)
  expect(await readdir(join(disk, '.staging'))).toEqual([])
})

test('a bucket that cannot be used says why', async () => {
  const reservation = createServer().listen(0, '127.0.0.1')
  await once(reservation, 'listening')
  const { port: nobody } = reservation.address() as { port: number }
  reservation.close()
  const away = new S3Store(location({ BACKUP_S3_URL: `http://127.0.0.1:${nobody}/backups` }))
  await expect(away.names()).rejects.toThrow(/^The bucket backups cannot be used \(ECONNREFUSED/)
  await expect(away.write('x', pieces(Buffer.from('x')))).rejects.toThrow(/cannot be used/)
  const other = new S3Store(location({ BACKUP_S3_URL: `http://127.0.0.1:${port}/nowhere` }))
  await expect(other.names()).rejects.toThrow(/^The bucket nowhere cannot be used \(NoSuchBucket/)
})

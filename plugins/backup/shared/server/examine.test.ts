import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import S3rver from 's3rver'
import { afterAll, expect, test } from 'vitest'
import { readEnv } from '#config/env.ts'
import { cloneDatabase } from '#core/testing/harness.ts'
import { examineBackups } from '../../commands/server/examine.ts'

const folder = await mkdtemp(join(tmpdir(), 'trellis-bucket-'))
const bucket = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(folder, 's3'),
  configureBuckets: [{ name: 'backups', configs: [] }],
})
const { port } = await bucket.run()

afterAll(async () => {
  await bucket.close()
  await rm(folder, { recursive: true })
})

test('doctor reports whether the bucket answers', async ({ onTestFinished }) => {
  const database = await cloneDatabase()
  const client = new pg.Client({ connectionString: database.url })
  onTestFinished(() => client.end().then(() => database.drop()))
  await client.connect()
  const examined = async (name: string) => {
    const env = readEnv({
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      BACKUP_S3_URL: `http://127.0.0.1:${port}/${name}`,
      BACKUP_S3_ACCESS_KEY: 'S3RVER',
      BACKUP_S3_SECRET_KEY: 'S3RVER',
    })
    const findings = await examineBackups({ client, env })
    return findings.find(({ check }) => check === 'bucket')
  }
  expect(await examined('backups')).toEqual({
    check: 'bucket',
    status: 'ok',
    message: expect.stringContaining('answers'),
  })
  expect(await examined('nowhere')).toEqual({
    check: 'bucket',
    status: 'broken',
    message: expect.stringMatching(/^The bucket nowhere cannot be used \(NoSuchBucket.*BACKUP_S3_URL/),
  })
})

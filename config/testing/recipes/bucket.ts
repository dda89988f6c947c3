import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { startEmbeddedPostgres } from '#core/server/database/embedded.ts'
import { fillVariables, GUIDE, type GuideBlock } from './guide.ts'
import { expectStatus, withPlatform, type Recipe, type Tried } from './recipe.ts'

const bucketBlock = {
  file: GUIDE,
  section: 'Files in a bucket (S3)',
  language: 'sh',
  examples: ['https://s3.example.org', '<access-key>', '<secret-key>'],
} as const satisfies GuideBlock

/** Uploaded files in an S3-compatible bucket. */
export const bucket: Recipe = {
  name: 'Files in a bucket (S3)',
  section: bucketBlock.section,
  blocks: [bucketBlock],
  run: async (directory) => {
    const server = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory: join(directory, 's3'),
      configureBuckets: [{ name: 'files', configs: [] }],
    })
    const { port } = await server.run()
    const variables = await fillVariables(bucketBlock, {
      'https://s3.example.org': `http://127.0.0.1:${port}`,
      '<access-key>': 'S3RVER',
      '<secret-key>': 'S3RVER',
    })
    const database = await startEmbeddedPostgres(join(directory, 'postgres'), ['fsync=off'])
    try {
      return await withPlatform(directory, { DATABASE_URL: database.url, ...variables }, (tried) =>
        tryBucket(tried, () => server.close()),
      )
    } finally {
      await database.stop()
    }
  },
}

async function tryBucket({ platform, call }: Tried, stop: () => Promise<void>): Promise<string> {
  const { contents } = platform.core.files
  const text = 'Stored in the bucket'
  await contents.putMade(
    'recipe',
    (async function* pieces() {
      yield Buffer.from(text)
    })(),
  )
  const { content } = await contents.openMade('recipe')
  if ((await buffer(content)).toString() !== text) throw new Error('The bucket answers something else than was stored')
  const readUp = async () => {
    const answer = await call('GET', '/metrics')
    expectStatus(answer, 200)
    return /^trellis_file_store_up (\d)$/m.exec(await answer.text())?.[1]
  }
  if ((await readUp()) !== '1') throw new Error('/metrics does not see the bucket')
  await stop()
  if ((await readUp()) !== '0') throw new Error('/metrics does not see that the bucket is away')
  expectStatus(await call('GET', '/api/tenants'), 200)
  return 'stored and read; /metrics tells when it is away, and the rest of the platform answers on'
}

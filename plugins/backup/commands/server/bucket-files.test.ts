import { join } from 'node:path'
import S3rver from 's3rver'
import sharp from 'sharp'
import { afterAll, expect, vi } from 'vitest'
import { plugins } from '#config/plugins.ts'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { temporaryFolder } from '#core/testing/temporary.ts'
import { fileForm } from '#core/testing/upload.ts'
import { rowsOf } from '../../restore/server/test-restores.ts'
import { create, restore, verify } from './work.ts'

vi.setConfig({ testTimeout: 720_000 })

const bucket = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(await temporaryFolder(), 's3'),
  configureBuckets: [
    { name: 'files', configs: [] },
    { name: 'backups', configs: [] },
  ],
})
const { port } = await bucket.run()
afterAll(() => bucket.close())

const keys = (name: string) => ({ [`${name}_ACCESS_KEY`]: 'S3RVER', [`${name}_SECRET_KEY`]: 'S3RVER' })

const test = pluginTest(plugins, {
  env: {
    FILES_S3_URL: `http://127.0.0.1:${port}/files`,
    BACKUP_S3_URL: `http://127.0.0.1:${port}/backups/of/trellis`,
    ...keys('FILES_S3'),
    ...keys('BACKUP_S3'),
  },
})

const drawing = (color: string) =>
  sharp({ create: { width: 120, height: 80, channels: 3, background: color } })
    .jpeg()
    .toBuffer()

async function uploadDrawing(client: Client, color: string, filename: string): Promise<void> {
  const { status } = await client.request('POST', '/api/media/pictures', fileForm(await drawing(color), { filename }))
  expect(status).toBe(201)
}

/** The names of an organization's library, and that each of its pictures is one. */
async function library({ app }: TestPlatform, client: Client): Promise<string[]> {
  const { body } = await client.get('/api/media')
  for (const { fileUrl } of body as { fileUrl: string }[]) {
    const { rawPayload } = await app.inject({
      url: fileUrl,
      headers: { host: client.host, cookie: client.cookie ?? '' },
    })
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 120, height: 80 })
  }
  return body.map(({ fileName }: { fileName: string }) => fileName).toSorted()
}

/** Deletes all libraries: their rows, and their bytes in the bucket. */
async function lose(platform: TestPlatform): Promise<void> {
  const names = await rowsOf<{ sha256: string }>(platform, 'select distinct sha256 from files')
  await rowsOf(platform, 'delete from files')
  for (const { sha256 } of names) await platform.core.files.contents.remove(sha256)
}

test('with files and backups in buckets a library comes back with everything, alone, and as a copy', async ({
  platform,
}) => {
  const { core } = platform
  // A full restore requires a user who can sign in afterwards.
  await platform.superAdmin()
  const [school, other] = [await platform.organization(), await platform.organization()]
  const { email } = await school.user('tenant_admin')
  const there = await school.client().signIn(email)
  await uploadDrawing(there, '#146', 'robots.jpg')
  const elsewhere = await other.signIn('tenant_admin')
  await uploadDrawing(elsewhere, '#641', 'theirs.jpg')

  for (const selfContained of [false, true]) {
    const { backup } = await create(core, { selfContained })
    expect(backup).toMatchObject({ isSelfContained: selfContained, fileCount: 2, location: 's3' })
    expect(await verify(core, backup.name)).toMatchObject({ valid: true })
    await lose(platform)
    await restore(core, backup.name, { yes: backup.name })
    const again = await school.client().signIn(email)
    expect(await library(platform, again)).toEqual(['robots.webp'])
  }

  for (const [selfContained, as] of [
    [false, 'haven'],
    [true, 'harbour'],
  ] as const) {
    const { backup } = await create(core, { tenant: school.subdomain, selfContained })
    expect(backup).toMatchObject({ fileCount: 1 })
    await lose(platform)
    await restore(core, backup.name, { yes: backup.name })
    expect(await library(platform, await school.client().signIn(email))).toEqual(['robots.webp'])
    await restore(core, backup.name, { yes: backup.name, as })
    const [copy] = await rowsOf<{ media: number; shared: number }>(
      platform,
      `select count(*)::int as media,
         count(*) filter (where m.id in (select id from media where tenant_id = '${school.id}'))::int as shared
       from media m join files f on f.id = m.id and f.tenant_id = m.tenant_id and f.state = 'complete'
         join tenants t on t.id = m.tenant_id where t.subdomain = '${as}'`,
    )
    expect(copy).toEqual({ media: 1, shared: 0 })
  }
})

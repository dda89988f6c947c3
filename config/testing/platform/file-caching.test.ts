import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { FileKind } from '#core/server/core.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { plugins } from '#config/plugins.ts'

const test = pluginTest(plugins)

/** Every kind of file that the platform has, by what a browser may do with its bytes. */
const caching = {
  'private, no-store': [
    'lms.answer-file',
    'lms.answer-picture',
    'lms.hand-in-file',
    'lms.hand-in-picture',
    'tenant-app.collector-photo',
    'tenant-app.conversation-file',
    'tenant-app.incident-photo',
    'tenant-app.media',
    'tenant-app.media-picture',
    'tenant-app.message-file',
  ],
  'private, no-cache': [
    'core.image',
    'lms.course-archive',
    'lms.course-captions',
    'lms.course-file',
    'lms.course-package',
    'lms.course-picture',
  ],
}

/** Stores a file of the kind, with the kind's first type. @returns its address */
async function storedFile({ core }: TestPlatform, { id: tenantId }: TestOrganization, kind: FileKind): Promise<string> {
  const bytes = Buffer.from(`Bytes of ${kind.id}`)
  const [sha256, size] = [createHash('sha256').update(bytes).digest('hex'), bytes.length]
  await core.files.contents.put(sha256, size, async function* () {
    yield bytes
  })
  const id = await core.db.tenant(tenantId, systemActor, async ({ trx }) => {
    const [mimeType] = kind.types
    const file = { kind: kind.id, filename: 'stored', mimeType, size, sha256, state: 'complete' }
    const [row] = await trx('files').insert(file, ['id'])
    return (row as { id: string }).id
  })
  return `/api/files/${id}`
}

test('a reader of any kind of file is let keep the bytes of organizations and courses, and no byte of a child', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const ask = async (url: string, more: Record<string, string> = {}) => {
    const headers = { host: admin.host, cookie: admin.cookie ?? '', ...more }
    const answer = await platform.app.inject({ url, headers })
    return [answer.statusCode, answer.headers['cache-control']]
  }
  const found: Record<string, string[]> = { 'private, no-store': [], 'private, no-cache': [] }
  // Kinds are set anew within the loop, in the places that they have.
  for (const kind of platform.core.files.kinds.values()) {
    // The gate of each kind has its own tests; here everyone passes it.
    platform.core.files.kinds.set(kind.id, { ...kind, may: async () => true })
    const url = await storedFile(platform, organization, kind)
    const [, header] = await ask(url)
    expect(await ask(`${url}?save=1`)).toEqual([200, header])
    expect(await ask(url, { range: 'bytes=0-3' })).toEqual([206, header])
    expect(await ask(url, { range: 'bytes=900-' })).toEqual([416, header])
    const etag = (await admin.get(url)).headers['etag']
    expect(await ask(url, { 'if-none-match': String(etag) })).toEqual([304, header])
    for (const width of kind.thumbnails ?? []) expect(await ask(`${url}?width=${width}`)).toEqual([200, header])
    found[String(header)]?.push(kind.id)
    platform.core.files.kinds.set(kind.id, kind)
  }
  for (const kinds of Object.values(found)) kinds.sort((a, b) => a.localeCompare(b))
  expect(found).toEqual(caching)
})

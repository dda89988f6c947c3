import { describe, expect } from 'vitest'
import { pluginTest, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { query } from '#core/testing/query.ts'
import { fileForm } from '#core/testing/upload.ts'
import { tenantApp } from '../../plugin.ts'
import { draftMessage, sendNow } from '../../testing/messages.ts'
import { buildFamily, everyone } from '../../testing/message-families.ts'
import { linkToken } from './links.ts'

const test = pluginTest([tenantApp])

/** Sends an announcement with a file. @returns paths of the file by its link */
async function sendWithFile(platform: TestPlatform) {
  const family = await buildFamily(platform)
  const { organization, admin } = family
  const { id } = await draftMessage(admin, everyone)
  const form = fileForm(Buffer.from('%PDF-1.4\n%%EOF'), { field: 'file', filename: 'map.pdf' })
  const file = (await admin.request('POST', `/api/messages/${id}/files`, form)).body as { id: string }
  await sendNow(platform, organization, admin, id)
  const [recipient] = await query<{ id: string }>(
    platform.databaseUrl,
    `select id from message_recipients where message_id = '${id}'`,
  )
  const token = linkToken(platform.core.env, recipient?.id ?? '')
  return { ...family, id, fileId: file.id, path: `/api/message-links/${token}/files/${file.id}`, token }
}

const read = (organization: TestOrganization, path: string) => organization.client().get(path)

describe('GET /api/message-links/{token}/files/{id}', () => {
  test('answers a file of the message to whom has its link, uncached and to be saved, and notes nothing', async ({
    platform,
  }) => {
    const { organization, admin, id, path } = await sendWithFile(platform)
    const answer = await read(organization, path)
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringContaining('attachment'),
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    expect((await admin.get(`/api/messages/${id}`)).body).toMatchObject({ opened: 0 })
  })

  test('refuses a file of another message, another token, another organization, and a link that has expired', async ({
    platform,
  }) => {
    const { organization, path, fileId, token } = await sendWithFile(platform)
    const other = await sendWithFile(platform)
    expect((await read(organization, `/api/message-links/${token}/files/${other.fileId}`)).status).toBe(404)
    expect((await read(organization, `/api/message-links/${token}x/files/${fileId}`)).status).toBe(404)
    expect((await read(other.organization, path)).status).toBe(404)
    expect((await read(organization, `/api/files/${fileId}`)).status).toBe(404)
    platform.clock.forward(15 * 86_400_000)
    expect((await read(organization, path)).status).toBe(404)
  })
})

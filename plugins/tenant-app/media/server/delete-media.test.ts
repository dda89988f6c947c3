import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenantApp } from '../../plugin.ts'
import { buildStudent } from '../../testing/factories.ts'
import { putPicture, share } from '../../testing/media.ts'
import { purgeMedia } from './delete-media.ts'

const test = pluginTest([audit, tenantApp])

const DAY = 86_400_000

test('a deleted file can be restored for 30 days, counts as storage used until then, and is deleted afterwards', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const [admin, mother] = [await organization.signIn('tenant_admin'), await organization.signIn('parent')]
  await buildStudent(platform, organization, { guardians: [mother.user?.id ?? ''] })
  const [kept, lost] = [await putPicture(admin), await putPicture(admin)]
  const { body: shared } = await share(admin, kept.id)
  const ids = [kept.id, lost.id]
  const storage = (await admin.get('/api/media/storage')).body
  expect(storage).toMatchObject({
    media: kept.fileSize + lost.fileSize,
    used: kept.fileSize + lost.fileSize,
    deleted: 0,
  })
  expect((await admin.post('/api/media/deletions', { ids })).body).toEqual({ changed: 2, refused: [] })
  expect((await admin.post('/api/media/deletions', { ids })).body).toMatchObject({ changed: 0 })
  expect((await mother.get(kept.fileUrl)).status).toBe(404)
  expect((await admin.get('/api/media')).body).toEqual([])
  expect((await admin.get('/api/media?deleted=true')).body).toHaveLength(2)
  expect((await admin.put(`/api/media/${kept.id}`, { caption: 'Late' })).status).toBe(409)
  expect((await admin.get('/api/media/storage')).body).toEqual({ ...storage, deleted: storage.media })

  const again = async (by: Client) => by.signIn(by.user?.email ?? '')
  platform.clock.forward(30 * DAY - 60_000)
  await purgeMedia.perform(platform.core, null, {})
  await again(admin)
  expect((await admin.post('/api/media/restorations', { ids: [kept.id] })).body).toMatchObject({ changed: 1 })
  expect((await admin.get(`/api/media/${kept.id}`)).body).toMatchObject({
    altText: shared.altText,
    isPublic: true,
    state: 'ready',
    deletedUntil: null,
  })
  expect((await (await again(mother)).get(kept.fileUrl)).status).toBe(200)
  platform.clock.forward(120_000)
  await purgeMedia.perform(platform.core, null, {})
  expect((await admin.post('/api/media/restorations', { ids: [lost.id] })).status).toBe(404)
  const left = await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('files').pluck<string[]>('id'),
  )
  expect(left).toEqual([kept.id])
  expect((await admin.get('/api/media/storage')).body).toMatchObject({ used: kept.fileSize, deleted: 0 })
})

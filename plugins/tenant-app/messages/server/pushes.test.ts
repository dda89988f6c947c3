import { describe, expect } from 'vitest'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { startPushService, workPushes } from '#core/testing/push-service.ts'
import { query } from '#core/testing/query.ts'
import { tenantApp } from '../../plugin.ts'
import { newPost, startConversation, workConversations } from '../../testing/conversations.ts'
import { draftMessage, sendNow, workMessages } from '../../testing/messages.ts'
import { buildFamily, everyone, moveTo } from '../../testing/message-families.ts'

const test = pluginTest([tenantApp], { env: { PUSH_ALLOW_PRIVATE: '1' } })

/** Builds a family whose guardian has notifications on a phone. */
async function buildNotified(platform: TestPlatform, moment?: string) {
  const service = await startPushService()
  const family = await buildFamily(platform, moment)
  await family.parent.get('/api/push/key')
  expect((await family.parent.post('/api/push/subscription', service.subscribe('phone'))).status).toBe(204)
  const work = async () => {
    await workMessages(platform, family.organization)
    await workPushes(platform, family.organization)
  }
  return { ...family, service, work }
}

describe('notifications of messages', () => {
  test('say what came and from whom, never a name or a text, and lead to the message', async ({ platform }) => {
    const { organization, admin, service, work } = await buildNotified(platform)
    const { id } = await draftMessage(admin, everyone)
    await sendNow(platform, organization, admin, id)
    await work()
    expect(service.received.map(({ shown }) => shown)).toEqual([
      { title: 'Harbour Makers', body: 'New announcement', path: `/messages/${id}`, tag: `/messages/${id}` },
    ])
    expect((await admin.get(`/api/messages/${id}`)).body).toMatchObject({
      status: 'sent',
      pushes: { sent: 1, waiting: 0, failed: 0 },
      emails: { sent: 0, waiting: 1, failed: 0 },
    })
  })

  test('wait for the morning, where they are not urgent', async ({ platform }) => {
    // 10 PM in New York.
    const tomorrow = new Date(platform.clock.now().getTime() + 2 * 86_400_000).toISOString().slice(0, 10)
    const { organization, admin, service, work } = await buildNotified(platform, `${tomorrow}T03:30:00Z`)
    const { id } = await draftMessage(admin, everyone)
    await sendNow(platform, organization, admin, id)
    await work()
    expect(service.received).toEqual([])
    const now = await draftMessage(admin, everyone, { kind: 'urgent', subject: 'School closes', body: 'Come now.' })
    const sent = await admin.post(`/api/messages/${now.id}/sending`, { confirmedCount: 1 })
    expect(sent.status).toBe(200)
    await work()
    expect(service.received.map(({ shown }) => shown.body)).toEqual(['Urgent message'])
    moveTo(platform, `${tomorrow}T15:00:00Z`)
    await work()
    expect(service.received.map(({ shown }) => shown.body)).toEqual(['Urgent message', 'New announcement'])
  })

  test('do not leave for a stopped message, or to a guardian who was restricted meanwhile', async ({ platform }) => {
    const { organization, admin, parent, service, ava, ben, work } = await buildNotified(platform)
    await parent.put('/api/email/preferences/announcements', { timing: 'evening' })
    const { id } = await draftMessage(admin, everyone)
    await sendNow(platform, organization, admin, id)
    const links = [...ava.links, ...ben.links].map((one) => `'${one}'`).join()
    await query(platform.databaseUrl, `update parent_students set is_restricted = true where id in (${links})`)
    moveTo(platform, new Date(platform.clock.now().getTime() + 86_400_000).toISOString())
    await work()
    expect(service.asked).toEqual([])
  })

  test('wait for the evening, and do not leave where announcements were turned off before', async ({ platform }) => {
    const { organization, admin, parent, service, work } = await buildNotified(platform)
    const choose = async (timing: string) =>
      expect((await parent.put('/api/email/preferences/announcements', { timing })).status).toBe(200)
    await choose('evening')
    const { id } = await draftMessage(admin, everyone)
    await sendNow(platform, organization, admin, id)
    await choose('off')
    moveTo(platform, new Date(platform.clock.now().getTime() + 86_400_000).toISOString())
    await work()
    expect(service.asked).toEqual([])
  })

  test('do not show a message that is stopped before they leave', async ({ platform }) => {
    const { organization, admin, parent, service } = await buildNotified(platform)
    const { id } = await draftMessage(admin, everyone)
    await sendNow(platform, organization, admin, id)
    expect((await parent.get('/api/inbox')).body).toMatchObject([{ id }])
    expect((await admin.post(`/api/messages/${id}/stop`)).body).toMatchObject({ status: 'cancelled' })
    await workPushes(platform, organization)
    expect(service.asked).toEqual([])
    expect((await parent.get('/api/inbox')).body).toEqual([])
  })

  test('announce a new post once, until the conversation is read', async ({ platform }) => {
    const { organization, admin, parent, ava, service } = await buildNotified(platform)
    const work = async () => {
      platform.clock.forward(61_000)
      await workConversations(platform, organization)
      await workPushes(platform, organization)
    }
    const { id } = await startConversation(parent, ava.id)
    await work()
    expect(service.asked).toEqual([])
    for (let post = 0; post < 2; post++) {
      expect((await admin.post(`/api/conversations/${id}/posts`, newPost('Ava is fine'))).status).toBe(201)
      await work()
    }
    expect(service.received.map(({ shown }) => shown)).toEqual([
      { title: 'Harbour Makers', body: 'New message', path: `/conversations/${id}`, tag: `/conversations/${id}` },
    ])
  })
})

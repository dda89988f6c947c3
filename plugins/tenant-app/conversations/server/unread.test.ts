import { describe, expect } from 'vitest'
import { changeRow } from '#core/testing/calls.ts'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { tenantApp } from '../../plugin.ts'
import { buildConversationFamily, ofSession } from '../../testing/conversation-family.ts'
import { newPost, startConversation } from '../../testing/conversations.ts'

const test = pluginTest([tenantApp])

describe('Posts', () => {
  test('stay with their name after their instructor left, or leads the session no more', async ({ platform }) => {
    const { admin, parent, instructor, ava, session } = await buildConversationFamily(platform)
    const { id } = await startConversation(parent, ava.id, ofSession(session.id))
    await instructor.post(`/api/conversations/${id}/posts`, newPost('See you there.'))
    await changeRow(platform, 'sessions', { id: session.id }, { instructorId: null })
    expect((await instructor.get(`/api/conversations/${id}`)).status).toBe(404)
    await changeRow(platform, 'users', { id: instructor.user?.id ?? '' }, { isActive: false })
    for (const reader of [parent, admin]) {
      expect((await reader.get(`/api/conversations/${id}/posts`)).body[0]).toMatchObject({
        authorName: 'Lee Ng',
        body: 'See you there.',
      })
    }
  })

  test('are unread by one rule in the list, the number beside Messages and that of other organizations', async ({
    platform,
  }) => {
    const { organization, admin, parent, ava } = await buildConversationFamily(platform)
    const { id } = await startConversation(parent, ava.id)
    const second = await organization.signIn('tenant_admin')
    const seenBy = async (by: Client) => [
      (await by.get('/api/conversations')).body[0].isUnread,
      (await by.get('/api/conversations/unread')).body.count,
      (await by.get('/api/inbox/unread')).body.count,
    ]
    expect(await Promise.all([parent, admin, second].map(seenBy))).toEqual([
      [false, 0, 0],
      [true, 1, 1],
      [true, 1, 1],
    ])
    // Assigned to one admin, it is no longer the other one's to read; answered, it waits for the family.
    await admin.put(`/api/conversations/${id}/assignment`, { userId: second.user?.id })
    expect(await Promise.all([admin, second].map(seenBy))).toEqual([
      [false, 0, 0],
      [true, 1, 1],
    ])
    await second.post(`/api/conversations/${id}/posts`, newPost('Yes.'))
    expect(await Promise.all([parent, admin, second].map(seenBy))).toEqual([
      [true, 1, 1],
      [false, 0, 0],
      [false, 0, 0],
    ])
  })
})

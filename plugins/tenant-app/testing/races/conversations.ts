import { expect } from 'vitest'
import type { World } from '#core/testing/calls.ts'
import { query } from '#core/testing/query.ts'
import type { Races } from '#core/testing/races.ts'
import { MAX_DAILY_CONVERSATIONS, MAX_HOURLY_POSTS } from '../../conversations/contract.ts'
import { newConversation, newPost, startConversation, workConversations } from '../conversations.ts'
import { buildGuardian, buildStudent } from '../factories.ts'
import { refusesSecond, rowsOf } from './outcomes.ts'

/** Starts a conversation of a guardian, with a post of its own. */
async function makePost({ platform, organization }: World) {
  const admin = await organization.signIn('tenant_admin')
  const parent = await organization.signIn('parent')
  const { id: studentId } = await buildStudent(platform, organization, { guardians: [parent.user?.id ?? ''] })
  const post = newPost()
  const { id } = await startConversation(parent, studentId, { post })
  return { admin, parent, studentId, id, postId: post.id }
}

const tooMany = (code: string): [number, object] => [201, { status: 409, body: { code } }]

export const conversationRaces: Races = {
  'plugins/tenant-app/conversations/server/policies.ts lockSeenConversation': async (world) => {
    const { parent, postId } = await makePost(world)
    return refusesSecond(
      () => parent.post(`/api/conversation-posts/${postId}/withdrawal`),
      () => parent.put(`/api/conversation-posts/${postId}`, { body: 'B' }),
      [204, { status: 409, body: { code: 'post.withdrawn' } }],
    )
  },
  'plugins/tenant-app/conversations/server/posts.ts lockAuthor': async (world) => {
    const { parent, studentId, id } = await makePost(world)
    const other = await startConversation(parent, studentId)
    for (let count = 3; count < MAX_HOURLY_POSTS; count++) {
      await query(
        world.platform.databaseUrl,
        `insert into conversation_posts (id, tenant_id, conversation_id, author_id, author_name, author_role, body, created_at)
          select gen_random_uuid(), tenant_id, conversation_id, author_id, author_name, author_role, body, created_at
          from conversation_posts where conversation_id = '${id}' limit 1`,
      )
    }
    const write = (to: string) => () => parent.post(`/api/conversations/${to}/posts`, newPost())
    return refusesSecond(write(id), write(other.id), tooMany('conversation.too-many'))
  },
  'plugins/tenant-app/conversations/server/start-conversation.ts lockStarter': async (world) => {
    const { parent, studentId } = await makePost(world)
    for (let count = 2; count < MAX_DAILY_CONVERSATIONS; count++) await startConversation(parent, studentId)
    const start = () => parent.post('/api/conversations', newConversation(studentId))
    return refusesSecond(start, start, tooMany('conversation.daily-limit'))
  },
  'plugins/tenant-app/conversations/server/office-hours.ts lockOrganization': async (world) => {
    const by = await world.organization.signIn('tenant_admin')
    const change = (urgentPhone: string) => () =>
      by.put('/api/conversations/settings', {
        answerDays: [1],
        answersFrom: '08:00',
        answersUntil: '15:00',
        urgentPhone,
        emailsText: false,
      })
    await change('0')()
    return {
      first: change('1'),
      second: change('0'),
      expect: async (one, other) => {
        expect([one.status, other.status]).toEqual([200, 200])
        expect(await rowsOf(world, 'conversation_settings')).toMatchObject([{ urgentPhone: '0' }])
      },
    }
  },
  'plugins/tenant-app/conversations/server/manage-conversations.ts lockLinks': async (world) => {
    const { admin, studentId, id } = await makePost(world)
    const { platform, organization } = world
    const { id: guardianId } = await organization.user('parent')
    const { id: link } = await buildGuardian(platform, organization, { studentId, userId: guardianId })
    return {
      first: () => admin.post(`/api/conversations/${id}/guardians`, { guardianId }),
      second: () => query(platform.databaseUrl, `update parent_students set is_restricted = true where id = '${link}'`),
      expect: (added, _, waited) => {
        expect(added).toMatchObject({ status: 204 })
        expect(waited).toBe(true)
      },
    }
  },
  'plugins/tenant-app/conversations/server/notify.ts lockSending': async (world) => {
    const { platform, organization } = world
    await makePost(world)
    platform.clock.forward(86_400_000)
    const run = () => workConversations(platform, organization)
    return {
      first: run,
      second: run,
      expect: async () => expect(await rowsOf(world, 'mail_messages', { class: 'conversation' })).toHaveLength(1),
    }
  },
}

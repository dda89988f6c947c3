import { randomUUID } from 'node:crypto'
import { systemActor } from '#core/server/identity/actor.ts'
import { randomText, type Calls, type World } from '#core/testing/calls.ts'
import { newConversation, newPost, startConversation } from './conversations.ts'
import { buildStudent } from './factories.ts'
import { nameLead } from './incident-calls.ts'

/** Starts a conversation of a guardian about a child. */
async function makeConversation({ platform, organization }: World) {
  const by = await organization.signIn('tenant_admin')
  const parent = await organization.signIn('parent')
  const { id: studentId } = await buildStudent(platform, organization, { guardians: [parent.user?.id ?? ''] })
  const { id } = await startConversation(parent, studentId)
  const postId = await platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
    const found = await trx('conversation_posts').first<{ id: string }>('id')
    return found.id
  })
  const named = { resource: 'conversation', resourceId: id }
  return {
    parent,
    studentId,
    staff: { by, params: [id], ...named },
    family: { by: parent, params: [id], ...named },
    post: { by: parent, params: [postId], ...named },
  }
}

const staff = async (world: World) => (await makeConversation(world)).staff
const post = async (world: World) => (await makeConversation(world)).post

/** A call of each endpoint of conversations that changes something or takes an id. */
export const conversationCalls: Calls = {
  'PUT /api/conversations/settings': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    body: { answerDays: [1, 2], answersFrom: '08:00', answersUntil: '15:30', urgentPhone: '555', emailsText: true },
    resource: 'tenant',
    resourceId: organization.id,
  }),
  'POST /api/conversations': async ({ platform, organization }) => {
    const by = await organization.signIn('parent')
    const { id } = await buildStudent(platform, organization, { guardians: [by.user?.id ?? ''] })
    const body = newConversation(id)
    return { by, body, resource: 'conversation', resourceId: body.id }
  },
  'POST /api/conversations/questions': async ({ platform, organization }) => {
    const by = await organization.signIn('student')
    const { id: parentId } = await organization.user('parent')
    await buildStudent(platform, organization, {
      userId: by.user?.id ?? '',
      dateOfBirth: '2005-01-01',
      guardians: [parentId],
    })
    const body = { id: randomUUID(), post: newPost() }
    return { by, body, resource: 'conversation', resourceId: body.id }
  },
  'GET /api/conversations/{id}': staff,
  'GET /api/conversations/{id}/posts': staff,
  'POST /api/conversations/{id}/posts': async (world) => ({ ...(await staff(world)), body: newPost() }),
  'POST /api/conversations/{id}/reading': staff,
  'PUT /api/conversations/{id}/status': async (world) => ({ ...(await staff(world)), body: { status: 'closed' } }),
  'PUT /api/conversations/{id}/assignment': async (world) => {
    const call = await staff(world)
    return { ...call, body: { userId: call.by.user?.id } }
  },
  'POST /api/conversations/{id}/guardians': async (world) => {
    const { staff: call, studentId } = await makeConversation(world)
    const other = await world.organization.user('parent')
    const link = { userId: other.id, relationship: 'parent' }
    await call.by.post(`/api/students/${studentId}/guardians`, link)
    return { ...call, body: { guardianId: other.id } }
  },
  'PUT /api/conversation-posts/{id}': async (world) => ({ ...(await post(world)), body: { body: randomText() } }),
  'POST /api/conversation-posts/{id}/withdrawal': post,
  'POST /api/conversation-posts/{id}/reports': async (world) => {
    await nameLead(world)
    return { ...(await post(world)), body: { id: randomUUID() } }
  },
  'POST /api/conversation-posts/{id}/files': async (world) => {
    const { by, params } = await post(world)
    return { by, params, image: Buffer.from('%PDF-1.4\n%%EOF'), resource: 'file' }
  },
}

import { systemActor } from '#core/server/identity/actor.ts'
import { create, randomText, type Call, type Calls, type World } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'
import { fileForm } from '#core/testing/upload.ts'
import type { Template } from '../messages/templates-contract.ts'
import { linkToken } from '../messages/server/links.ts'
import { announcement, draftMessage, sendNow, setDaytime } from './messages.ts'
import { buildStudent } from './factories.ts'
import { scheduleSession } from './sessions.ts'

const everyone = { any: [{ kind: 'organization' as const }] }

/** Drafts a message to the guardian of one student, in the daytime of the organization. */
export async function makeDraft({ platform, organization }: World) {
  const by = await organization.signIn('tenant_admin')
  await setDaytime(platform, by)
  const parent = await organization.signIn('parent')
  await buildStudent(platform, organization, { guardians: [parent.user?.id ?? ''] })
  const { id } = await draftMessage(by, everyone, { wantsAcknowledgement: true })
  return { by, parent, id, call: { by, params: [id], resource: 'message', resourceId: id } }
}

/** Sends a message that asks for an acknowledgment. */
async function makeSent(world: World) {
  const made = await makeDraft(world)
  await sendNow(world.platform, world.organization, made.by, made.id)
  return { ...made, read: { by: made.parent, params: [made.id], resource: 'message', resourceId: made.id } }
}

async function linkOf({ platform, organization }: World): Promise<string> {
  const id = await platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
    const found = await trx('message_recipients').first<{ id: string }>('id')
    return found.id
  })
  return linkToken(platform.core.env, id)
}

const linked = async (world: World): Promise<Call> => {
  const { id } = await makeSent(world)
  const token = await linkOf(world)
  return { by: world.organization.client(), body: { token }, resource: 'message', resourceId: id }
}

const newTemplate = () => ({ name: randomText(), subject: '{session}', body: 'Bring {child}.' })

async function makeTemplate(by: Client): Promise<Call> {
  const { id } = await create<Template>(by, '/api/message-templates', newTemplate())
  return { by, params: [id], resource: 'message-template', resourceId: id }
}

/** Adds a PDF to a draft. */
async function addFile(by: Client, id: string): Promise<{ id: string }> {
  const form = fileForm(pdf, { field: 'file', filename: 'map.pdf' })
  return (await by.request('POST', `/api/messages/${id}/files`, form)).body as { id: string }
}

const pdf = Buffer.from('%PDF-1.4\n%%EOF')

/** A call of each endpoint of messages that changes data or takes an id. */
export const messageCalls: Calls = {
  'POST /api/message-audiences/preview': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    body: everyone,
  }),
  'POST /api/messages': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    body: announcement(everyone),
    resource: 'message',
  }),
  'GET /api/messages/{id}': async (world) => (await makeDraft(world)).call,
  'PUT /api/messages/{id}': async (world) => ({ ...(await makeDraft(world)).call, body: { subject: randomText() } }),
  'DELETE /api/messages/{id}': async (world) => (await makeDraft(world)).call,
  'POST /api/messages/{id}/sending': async (world) => ({ ...(await makeDraft(world)).call, body: {} }),
  'POST /api/messages/{id}/stop': async (world) => {
    const { by, id, call } = await makeDraft(world)
    await by.post(`/api/messages/${id}/sending`, {})
    return call
  },
  'POST /api/messages/{id}/nudge': async (world) => (await makeSent(world)).call,
  'GET /api/messages/{id}/recipients': async (world) => (await makeSent(world)).call,
  'POST /api/messages/{id}/files': async (world) => {
    const { by, id } = await makeDraft(world)
    return { by, params: [id], image: pdf, resource: 'file' }
  },
  'DELETE /api/messages/{id}/files/{fileId}': async (world) => {
    const { by, id, call } = await makeDraft(world)
    const { id: fileId } = await addFile(by, id)
    return { ...call, params: [id, fileId] }
  },
  'GET /api/inbox/{id}': async (world) => (await makeSent(world)).read,
  'POST /api/inbox/{id}/opening': async (world) => (await makeSent(world)).read,
  'POST /api/inbox/{id}/acknowledgement': async (world) => (await makeSent(world)).read,
  'GET /api/message-links/{token}/files/{id}': async (world) => {
    const { by, id } = await makeDraft(world)
    const file = await addFile(by, id)
    await sendNow(world.platform, world.organization, by, id)
    return { by: world.organization.client(), params: [await linkOf(world), file.id] }
  },
  'POST /api/message-links/opening': linked,
  'POST /api/message-links/acknowledgement': linked,
  'PUT /api/email/preferences/announcements': async ({ organization }) => {
    const by = await organization.signIn('parent')
    return { by, body: { timing: 'evening' }, resource: 'user', resourceId: by.user?.id ?? '' }
  },
  'POST /api/message-templates': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    body: newTemplate(),
    resource: 'message-template',
  }),
  'PUT /api/message-templates/{id}': async ({ organization }) => ({
    ...(await makeTemplate(await organization.signIn('tenant_admin'))),
    body: { subject: randomText() },
  }),
  'DELETE /api/message-templates/{id}': async ({ organization }) =>
    makeTemplate(await organization.signIn('tenant_admin')),
  'GET /api/sessions/{id}/message': async ({ platform, organization }) => {
    const by = await organization.signIn('tenant_admin')
    return { by, params: [await scheduleSession(platform, by)], query: { change: 'moved' } }
  },
}

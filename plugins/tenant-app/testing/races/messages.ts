import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { randomText, type World } from '#core/testing/calls.ts'
import { query } from '#core/testing/query.ts'
import type { Races } from '#core/testing/races.ts'
import { UNDO_SECONDS } from '../../messages/contract.ts'
import { sendMessages } from '../../messages/server/dispatch.ts'
import { resolveDueMessage } from '../../messages/server/resolve.ts'
import { makeDraft } from '../message-calls.ts'
import { buildParticipant, buildSession, buildStudent } from '../factories.ts'
import { draftMessage } from '../messages.ts'
import { refusesSecond, tellsSecond } from './outcomes.ts'

/** Makes a message due. */
async function makeDue(world: World) {
  const made = await makeDraft(world)
  await made.by.post(`/api/messages/${made.id}/sending`, {})
  world.platform.clock.forward(UNDO_SECONDS * 1000)
  const run = () => sendMessages.perform(world.platform.core, world.organization.id, {})
  return { ...made, run }
}

export const messageRaces: Races = {
  'plugins/tenant-app/messages/server/policies.ts lockSeenMessage': async (world) => {
    const { by, id } = await makeDraft(world)
    const send = () => by.post(`/api/messages/${id}/sending`, {})
    return refusesSecond(send, send, [200, { status: 409, body: { code: 'message.not-draft' } }])
  },
  'plugins/tenant-app/messages/server/dispatch.ts lockSending': async (world) => {
    const { by, id, run } = await makeDue(world)
    const { platform, organization } = world
    await platform.core.db.tenant(organization.id, systemActor, resolveDueMessage)
    await query(
      platform.databaseUrl,
      `update message_deliveries set due_at = '2000-01-01' where tenant_id = '${organization.id}'`,
    )
    return {
      first: run,
      second: () => by.post(`/api/messages/${id}/stop`),
      heldBefore: /update messages m set status = 'sent'/,
      // Without the lock, each has a row that the other waits for.
      expect: (sent, stopped) => {
        expect(sent).not.toBeInstanceOf(Error)
        expect(stopped).toMatchObject({ status: 200, body: { status: 'cancelled' } })
      },
    }
  },
  'plugins/tenant-app/messages/server/send-messages.ts lockWriter': async ({ platform, organization }) => {
    const by = await organization.signIn('instructor')
    const { id: userId } = await organization.user('parent')
    const { id: studentId } = await buildStudent(platform, organization, { guardians: [userId] })
    const session = await buildSession(platform, organization, { instructorId: by.user?.id ?? '' })
    await buildParticipant(platform, organization, { sessionId: session.id, studentId })
    const audience = { any: [{ kind: 'session' as const, id: session.id, places: ['registered' as const] }] }
    const ids = []
    for (let count = 0; count < 6; count++) ids.push((await draftMessage(by, audience)).id)
    const send = (id: string | undefined) => () => by.post(`/api/messages/${id}/sending`, {})
    for (const id of ids.slice(2)) await send(id)()
    return refusesSecond(send(ids[0]), send(ids[1]), [200, { status: 409, body: { code: 'message.daily-limit' } }])
  },
  'plugins/tenant-app/messages/server/templates.ts lockTemplates': async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    const add = { name: randomText(), subject: 'A', body: 'B' }
    const { body } = await by.post('/api/message-templates', add)
    const change = () =>
      by.put(`/api/message-templates/${body.id}`, { subject: randomText(), updatedAt: body.updatedAt })
    return tellsSecond(change, change)
  },
}

import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { changeRow, create, rowOf, type World } from '#core/testing/calls.ts'
import { insertRow } from '#core/testing/rows.ts'
import { fileForm } from '#core/testing/upload.ts'
import { buildParticipant, buildSession, buildStudent } from '#plugins/tenant-app/testing/factories.ts'
import { startConversation } from '#plugins/tenant-app/testing/conversations.ts'
import { makePicture } from '#plugins/tenant-app/testing/family-calls.ts'
import { nameLead, newConcern, report } from '#plugins/tenant-app/testing/incident-calls.ts'
import { makeDraft } from '#plugins/tenant-app/testing/message-calls.ts'
import { daysAgo, looks, mailsIn, many, manyOf, type KilledJob } from './killed-job.ts'

/** Jobs of incidents, concerns and the door; see `killedJobs`. */
export const killedCareJobs: Record<string, KilledJob> = {
  'tenant-app.look-for-conversation-emails': looks,
  'tenant-app.send-conversation-emails': {
    prepare: async (world) => {
      const { platform, organization } = world
      await organization.signIn('tenant_admin')
      const parent = await organization.signIn('parent')
      const { id: studentId } = await buildStudent(platform, organization, { guardians: [parent.user?.id ?? ''] })
      const { id: conversationId } = await startConversation(parent, studentId)
      await changeRow(platform, 'conversation_members', { conversationId }, { emailDueAt: daysAgo(world, 1) })
      return {
        tenantId: organization.id,
        expect: async () =>
          expect(await many(world, 'mail_messages', { tenantId: organization.id, class: 'conversation' })).toBe(1),
      }
    },
  },
  'tenant-app.look-for-old-conversations': looks,
  'tenant-app.retain-conversations': {
    prepare: async (world) => {
      const parent = await world.organization.signIn('parent')
      const guardians = [parent.user?.id ?? '']
      const { id: studentId } = await buildStudent(world.platform, world.organization, { guardians })
      const { id } = await startConversation(parent, studentId)
      await changeRow(world.platform, 'conversations', { id }, { lastPostAt: daysAgo(world, 4 * 365) })
      return {
        payload: { organizationId: world.organization.id },
        expect: async () => {
          expect(await many(world, 'conversations', { id })).toBe(0)
          expect(await many(world, 'conversation_posts', { conversationId: id })).toBe(0)
        },
      }
    },
  },
  'tenant-app.look-for-messages': looks,
  'tenant-app.send-messages': {
    // The audience is resolved, and no email is written.
    heldBefore: /^update message_deliveries d set mail_id/,
    prepare: async (world) => {
      const { by, id } = await makeDraft(world)
      await by.post(`/api/messages/${id}/sending`, {})
      await changeRow(world.platform, 'messages', { id }, { sendAt: daysAgo(world, 1) })
      return {
        tenantId: world.organization.id,
        expect: async () => {
          expect(await many(world, 'message_recipients', { messageId: id })).toBe(1)
          expect(await mailsWith(world, 'Bring a lunch')).toEqual(['Bring a lunch'])
        },
      }
    },
  },
  'tenant-app.look-for-incidents': looks,
  'tenant-app.notice-incidents': {
    // Admins are emailed, and families are not.
    heldBefore: /^update incidents i set reminded_at/,
    prepare: async (world) => {
      const { platform, organization } = world
      const by = await organization.signIn('tenant_admin')
      const { id: userId } = await organization.user('parent')
      const { id: studentId } = await buildStudent(platform, organization, { guardians: [userId] })
      const write = async () => (await create<{ ids: string[] }>(by, '/api/incidents', report(studentId))).ids[0]
      const [unshared, shared] = [await write(), await write()]
      await create(by, `/api/incidents/${shared}/sharing`, { familyText: 'Scraped a knee.' })
      await changeRow(platform, 'incidents', { id: unshared }, { submittedAt: daysAgo(world, 2) })
      await changeRow(platform, 'incidents', { id: shared }, { sharedAt: daysAgo(world, 2) })
      return {
        tenantId: organization.id,
        expect: async () => {
          expect(await mailsWith(world, 'not shared yet')).toEqual(['1 incident report not shared yet'])
          expect(await mailsWith(world, 'Reminder: ')).toHaveLength(1)
        },
      }
    },
  },
  'tenant-app.look-for-old-incidents': looks,
  'tenant-app.retain-incidents': {
    // The photos are removed, and the reports are not.
    heldBefore: /^delete from incidents/,
    prepare: async (world) => {
      const { platform, organization } = world
      const by = await organization.signIn('tenant_admin')
      const { id: studentId } = await buildStudent(platform, organization, { dateOfBirth: LONG_AGO })
      const { ids } = await create<{ ids: string[] }>(by, '/api/incidents', report(studentId, { isSubmitted: false }))
      const id = ids[0]
      const photo = (await by.request('POST', `/api/incidents/${id}/photos`, fileForm(await makePicture()))).body.id
      expect(await many(world, 'files', { id: photo })).toBe(1)
      await changeRow(platform, 'incidents', { id }, { occurredAt: LONG_AGO, updatedAt: LONG_AGO })
      return {
        payload: { organizationId: organization.id },
        expect: async () => {
          expect([await many(world, 'incidents', { id }), await many(world, 'files', { id: photo })]).toEqual([0, 0])
          expect(await removals(world)).toBe(1)
        },
      }
    },
  },
  'tenant-app.look-for-old-concerns': looks,
  'tenant-app.retain-concerns': {
    // The concerns are removed, and their readings are not.
    heldBefore: /^delete from concern_views/,
    prepare: async (world) => {
      const { platform, organization } = world
      const by = await nameLead(world)
      const { id: studentId } = await buildStudent(platform, organization, { dateOfBirth: LONG_AGO })
      await create(by, '/api/concerns', newConcern({ studentId }))
      await create(by, `/api/students/${studentId}/concern-chronologies`)
      expect(await manyOf(world, 'concern_views')).toBe(1)
      await changeRow(platform, 'concerns', { studentId }, { writtenAt: LONG_AGO })
      return {
        payload: { organizationId: organization.id },
        expect: async () => {
          expect([await manyOf(world, 'concerns'), await manyOf(world, 'concern_views')]).toEqual([0, 0])
          expect(await removals(world)).toBe(1)
        },
      }
    },
  },
  'tenant-app.look-for-late-pickups': looks,
  'tenant-app.send-late-alerts': {
    // The alert is noted, and its email is not written.
    heldBefore: /^insert into "mail_messages"/,
    prepare: async (world) => {
      const { platform, organization } = world
      // Elsewhere the day might end meanwhile, and with it the child's stay.
      const timeZone = platform.clock.now().getUTCHours() < 12 ? 'Asia/Singapore' : 'America/Los_Angeles'
      await changeRow(platform, 'tenants', { id: organization.id }, { timeZone })
      await organization.user('tenant_admin')
      const { id: instructorId } = await organization.user('instructor')
      await leaveHere(world, { startDate: daysAgo(world, 2 / 24).toISOString(), instructorId })
      return {
        tenantId: organization.id,
        expect: async () => {
          expect(await mailsWith(world, 'Still here')).toEqual(Array(2).fill('Still here after Robots: 1'))
          expect(await manyOf(world, 'door_alerts')).toBe(2)
        },
      }
    },
  },
  'tenant-app.look-for-open-doors': looks,
  'tenant-app.close-doors': {
    heldBefore: /^commit$/,
    prepare: async (world) => {
      const tenantId = world.organization.id
      await leaveHere(world, { startDate: daysAgo(world, 3).toISOString() })
      return {
        tenantId,
        expect: async () => expect(await many(world, 'door_events', { tenantId, kind: 'closed' })).toBe(1),
      }
    },
  },
}

const LONG_AGO = '1990-05-06'

/** Lists the subjects of the organization's emails that contain a text. */
const mailsWith = async (world: World, text: string) =>
  (await mailsIn(world)).filter((subject) => subject.includes(text))

/** Counts entries of the audit log about data of the organization whose time was over. */
const removals = (world: World) =>
  many(world, 'audit_logs', { action: 'retention.removed', resourceId: world.organization.id })

/** Builds a session with a child who arrived at its start and of whom no departure is recorded. */
async function leaveHere(
  { platform, organization }: World,
  given: { startDate: string; instructorId?: string },
): Promise<void> {
  const { sessionId, studentId } = await buildParticipant(platform, organization, {
    sessionId: (await buildSession(platform, organization, given)).id,
  })
  const { id: meetingId } = (await rowOf(platform, 'session_meetings', { sessionId })) ?? {}
  const event = { kind: 'in', at: given.startDate, how: 'staff' }
  await insertRow(platform, organization, 'door_events', {
    id: randomUUID(),
    sessionId,
    meetingId,
    studentId,
    ...event,
  })
}

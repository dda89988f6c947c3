import { expect } from 'vitest'
import { changeRow, create, rowOf, type World } from '#core/testing/calls.ts'
import { buildOldImage } from '#core/testing/factories.ts'
import { fileForm } from '#core/testing/upload.ts'
import {
  buildGuardian,
  buildParticipant,
  buildSession,
  buildStudent,
  buildView,
} from '#plugins/tenant-app/testing/factories.ts'
import { races as tenantAppRaces } from '#plugins/tenant-app/testing/races.ts'
import { races as tenantsRaces } from '#plugins/tenants/testing/races.ts'
import { heldMail } from '../calls.ts'
import { killedCareJobs } from './care-jobs.ts'
import { killedDeviceJobs } from './device-jobs.ts'
import {
  beginBackup,
  daysAgo,
  fromRace,
  insert,
  looks,
  mailsIn,
  many,
  manyOf,
  ofOrganization,
  type KilledJob,
} from './killed-job.ts'
import { killedLmsJobs } from './lms-jobs.ts'

/** A job that looks each minute at what is due, and retries nothing: the work of a killed worker is done a minute later. */
const nextMinute: KilledJob = { isLeftToNextRun: true }

/** Every job of the platform, by its name: where its worker is killed, and what then holds. */
export const killedJobs: Record<string, KilledJob> = {
  // Handed over already, it would be sent once more.
  'mail.deliver': {
    heldBefore: /from mail_messages m/,
    prepare: async (world) => {
      const messageId = await heldMail(world)
      // Held messages are sent by `mail.release` as well.
      await changeRow(world.platform, 'mail_messages', { id: messageId }, { status: 'pending' })
      const { recipient } = (await rowOf(world.platform, 'mail_messages', { id: messageId })) ?? {}
      return {
        payload: { messageId, tenantId: world.organization.id },
        expect: async () => {
          await expect(rowOf(world.platform, 'mail_messages', { id: messageId })).resolves.toMatchObject({
            status: 'sent',
          })
          expect(world.smtp.messages.filter(({ to }) => to.includes(recipient ?? ''))).toHaveLength(1)
        },
      }
    },
  },
  'mail.release': {
    heldBefore: /^commit$/,
    prepare: async (world) => {
      const id = await heldMail(world)
      return {
        payload: { until: world.platform.clock.now().toISOString() },
        expect: async () => {
          const { recipient, status } = (await rowOf(world.platform, 'mail_messages', { id })) ?? {}
          expect(status).toBe('sent')
          expect(world.smtp.messages.filter(({ to }) => to.includes(recipient ?? ''))).toHaveLength(1)
        },
      }
    },
  },
  'identity.mail-links': {
    heldBefore: /^commit$/,
    prepare: async (world) => {
      const { email } = await world.organization.user('parent')
      const from = { ipAddress: null, userAgent: null, requestId: null }
      return {
        payload: { kind: 'password', email, subdomain: world.organization.subdomain, ...from },
        expect: async () => expect(await many(world, 'mail_messages', { recipient: email })).toBe(1),
      }
    },
  },
  'identity.clean-up': {
    prepare: async (world) => {
      const subject = 'a network of long ago'
      await insert(world, 'sign_in_pressure', { subject, failures: 1, since: daysAgo(world, 1) })
      return { expect: async () => expect(await many(world, 'sign_in_pressure', { subject })).toBe(0) }
    },
  },
  'identity.remove-expired-challenges': looks,
  'invitations.remind': {
    // The links are replaced, and the emails are not written.
    heldBefore: /^insert into "mail_messages"/,
    prepare: async (world) => {
      const { platform, organization } = world
      const by = await organization.signIn('tenant_admin')
      const { id: userId, email } = await organization.user('parent', { password: null })
      await create(by, `/api/people/${userId}/invitation`)
      await changeRow(platform, 'invitations', { userId }, { invitedAt: daysAgo(world, 5) })
      return {
        expect: async () => {
          expect(await rowOf(platform, 'invitations', { userId })).toMatchObject({ reminders: 1 })
          // The invitation and one reminder.
          expect(await many(world, 'mail_messages', { recipient: email })).toBe(2)
        },
      }
    },
  },
  'files.clean-up': looks,
  'files.move-images': {
    // The bytes lie in the store, and the row is still the old one.
    heldBefore: /^with moved as/,
    prepare: async (world) => {
      const { id } = await buildOldImage(world.platform, world.organization)
      return {
        expect: async () => {
          expect([await many(world, 'images', { id }), await many(world, 'files', { id })]).toEqual([0, 1])
        },
      }
    },
  },

  'audit.seal': { ...nextMinute, waitsFor: 'transactions' },
  // It seals what there is.
  'audit.retention': { waitsFor: 'transactions' },
  'automation.cycle': {
    heldBefore: /^commit$/,
    prepare: async (world) => ({
      expect: async () => expect(await many(world, 'audit_logs', { action: 'automation.ran' })).toBe(1),
    }),
  },
  'automation.announce': looks,
  'billing.keep-up': { heldBefore: /^commit$/ },

  'backup.operation': {
    heldBefore: /^update backup_operations set step/,
    prepare: async (world) => {
      const operation = await beginBackup(world)
      return {
        payload: { operationId: operation.id },
        expect: async () => {
          const done = await rowOf(world.platform, 'backup_operations', { id: operation.id })
          expect(done).toMatchObject({ status: 'done' })
          const made = await rowOf(world.platform, 'backups', { id: done?.['backupId'] })
          expect(made).toMatchObject({ status: 'completed', errorMessage: null })
        },
      }
    },
  },
  'backup.schedule': nextMinute,
  'backup.note-erasures': nextMinute,

  'tenants.recount-users': looks,
  'tenants.remove-unverified': {
    heldBefore: /^commit$/,
    ...fromRace(tenantsRaces, 'plugins/tenants/registration/server/unverified-organizations.ts unprovenAnd', {
      payload: {},
    }),
  },
  'tenants.erase-organization': {
    // Some tables are empty by then. It waits for whatever others have written into its organization.
    heldBefore: /^delete from "students"/,
    waitsFor: 'rows',
    prepare: async (world) => {
      const { platform, organization, admin } = world
      await buildStudent(platform, organization)
      await create(admin, `/api/tenants/${organization.id}/suspend`, { reason: 'It has ended' })
      await create(admin, `/api/tenants/${organization.id}/erasure`, { name: organization.name })
      return {
        payload: { organizationId: organization.id },
        expect: async () => {
          expect(await many(world, 'tenants', { id: organization.id })).toBe(0)
          expect(await many(world, 'audit_logs', { action: 'tenant.erased', resourceId: organization.id })).toBe(1)
        },
      }
    },
  },
  'tenants.resume-erasures': looks,

  'tenant-app.look-for-ended-sessions': looks,
  'tenant-app.complete-ended-sessions': ofOrganization,
  'tenant-app.look-for-ending-consents': looks,
  'tenant-app.ask-consents-again': ofOrganization,
  'tenant-app.ask-guardians': looks,
  'tenant-app.ask-guardians-of-organization': fromRace(
    tenantAppRaces,
    'plugins/tenant-app/care/health/server/ask-guardians.ts lock',
  ),
  'tenant-app.ledger-summaries': looks,
  'tenant-app.ledger-summary': {
    prepare: async (world) => {
      const { platform, organization } = world
      const { id: viewerId } = await organization.user('tenant_admin')
      const { id: studentId } = await buildStudent(platform, organization)
      await buildView(platform, organization, { studentId, viewerId, viewedAt: '2026-01-15T12:00:00.000Z' })
      return {
        tenantId: organization.id,
        payload: { month: '2026-01-01' },
        expect: async () => expect(await mailsIn(world)).toEqual(['Access to children’s data in January 2026']),
      }
    },
  },
  'tenant-app.import-students': {
    // The students are written, and not what undoes them.
    heldBefore: /^update student_import_rows r set student_id/,
    prepare: async (world) => {
      const by = await world.organization.signIn('tenant_admin')
      const file = Buffer.from('First Name,Last Name,Grade level\nAda,King,5\nBen,King,6\n')
      const sent = fileForm(file, { field: 'file', filename: 'students.csv' })
      const { id: importId } = (await by.request('POST', '/api/student-imports', sent)).body
      await create(by, `/api/student-imports/${importId}/start`)
      return {
        payload: { tenantId: world.organization.id, importId },
        expect: async () => {
          expect((await by.get(`/api/student-imports/${importId}`)).body).toMatchObject({ status: 'done' })
          expect(await many(world, 'students', { tenantId: world.organization.id })).toBe(2)
        },
      }
    },
  },
  'tenant-app.forget-imports': looks,
  'tenant-app.purge-letters': looks,
  'tenant-app.make-export': {
    heldBefore: /^copy \(/,
    // Jobs that look for exports hold its row.
    waitsFor: 'rows',
    prepare: async (world) => {
      const by = await world.organization.signIn('tenant_admin')
      await buildStudent(world.platform, world.organization)
      const { id } = await create<{ id: string }>(by, '/api/exports', {})
      return {
        payload: { tenantId: world.organization.id, exportId: id },
        expect: async () => {
          await expect(rowOf(world.platform, 'data_exports', { id })).resolves.toMatchObject({ status: 'ready' })
          // Too much time has passed by then since the first one signed in.
          const again = await world.organization.client().signIn(by.user?.email ?? '')
          expect((await again.get(`/api/exports/${id}/download`)).status).toBe(200)
        },
      }
    },
  },
  'tenant-app.resume-exports': looks,
  'tenant-app.clear-exports': looks,
  'tenant-app.retention': looks,
  'tenant-app.retain': fromRace(tenantAppRaces, 'plugins/tenant-app/records/erasure/server/apply-retention.ts lock', {
    expect: async (world) => expect(await manyOf(world, 'health_conditions')).toBe(0),
  }),
  'tenant-app.compare-points': {
    prepare: async (world) => {
      await differInPoints(world)
      return { expect: async () => expect(await mailsIn(world)).toEqual([POINTS_DIFFER]) }
    },
  },
  'tenant-app.report-points': {
    prepare: async (world) => {
      await differInPoints(world)
      return {
        tenantId: world.organization.id,
        // One email of this job, and one of the job that `compare-points` has sent.
        expect: async () => expect(await mailsIn(world)).toEqual([POINTS_DIFFER, POINTS_DIFFER]),
      }
    },
  },
  'tenant-app.look-at-attendance': looks,
  'tenant-app.tell-of-attendance': fromRace(
    tenantAppRaces,
    'plugins/tenant-app/scheduling/notices/server/send-notices.ts lockReported',
  ),
  'tenant-app.forget-media': {
    heldBefore: /^delete from files/,
    ...fromRace(tenantAppRaces, 'plugins/tenant-app/media/server/delete-media.ts lockOutdatedMedia', {
      expect: async (world) => expect(await manyOf(world, 'media')).toBe(0),
    }),
  },
  'tenant-app.look-for-digests': looks,
  'tenant-app.send-digests': ofOrganization,
  'tenant-app.mail-places-given': {
    prepare: async (world) => {
      const { platform, organization } = world
      const { sessionId, studentId } = await buildParticipant(platform, organization)
      const { id: userId } = await organization.user('parent')
      await buildGuardian(platform, organization, { studentId, userId })
      return {
        tenantId: organization.id,
        payload: { sessionId, studentIds: [studentId] },
        expect: async () => expect(await mailsIn(world)).toEqual([expect.stringContaining('has a spot in Robots')]),
      }
    },
  },
  'tenant-app.mail-changed-day': {
    prepare: async (world) => {
      const { platform, organization } = world
      const { id: sessionId, name, startDate, endDate } = await buildSession(platform, organization)
      const { studentId } = await buildParticipant(platform, organization, { sessionId })
      const { id: userId } = await organization.user('parent')
      await buildGuardian(platform, organization, { studentId, userId })
      const { id: meetingId } = (await rowOf(platform, 'session_meetings', { sessionId })) ?? {}
      const day = { isAhead: true, startsAt: startDate, endsAt: endDate, previousStart: null, previousEnd: null }
      return {
        tenantId: organization.id,
        payload: { tenantId: organization.id, sessionId, meetingId, name, kind: 'restored', ...day },
        expect: async () => expect(await mailsIn(world)).toEqual([expect.stringContaining('takes place after all')]),
      }
    },
  },
  'tenant-app.tell-corrections': {
    prepare: async ({ platform, organization }) => {
      const { sessionId, studentId } = await buildParticipant(platform, organization)
      return { tenantId: organization.id, payload: { sessionId, studentIds: [studentId] } }
    },
  },

  ...killedCareJobs,
  ...killedDeviceJobs,
  ...killedLmsJobs,
}

const POINTS_DIFFER = 'Points of 1 student do not add up'

/** Makes a student whose total is not the sum of the points. */
async function differInPoints({ platform, organization }: World): Promise<void> {
  await organization.user('tenant_admin')
  const { id } = await buildStudent(platform, organization)
  await changeRow(platform, 'students', { id }, { totalPoints: 7 })
}

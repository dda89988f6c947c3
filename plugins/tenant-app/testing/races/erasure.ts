import { expect } from 'vitest'
import { changeRow, create, randomText, type World } from '#core/testing/calls.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import type { Answer, Client } from '#core/testing/harness.ts'
import type { Races } from '#core/testing/races.ts'
import { applyRetention } from '../../records/erasure/server/apply-retention.ts'
import { buildStudent } from '../factories.ts'
import { scheduleSession } from '../sessions.ts'
import { endsWithSecond, mailsOf, register, rowsOf } from './outcomes.ts'

const DAY_MS = 86_400_000

/** Erases a student with the name that `buildStudent` gives. */
export const eraseStudent = (by: Client, id: string): Promise<Answer> =>
  by.post('/api/erasures', { kind: 'student', id, confirmation: 'Ada King' })

/** Erases a user with the name that the harness gives. */
export const eraseUser = (by: Client, id: string): Promise<Answer> =>
  by.post('/api/erasures', { kind: 'user', id, confirmation: 'Ada Lovelace' })

/** The last statement before people are erased, after every lock. */
const BEFORE_ERASING = /^delete from data_exports where tenant_id/

/** Creates a student who left years ago and whose health data is due for removal today. */
async function makeDueToday({ platform, organization }: World) {
  const by = await organization.signIn('tenant_admin')
  const { id } = await buildStudent(platform, organization)
  await create(by, `/api/students/${id}/health/conditions`, { kind: 'food-allergy', name: randomText(), risk: 'high' })
  await changeRow(platform, 'students', { id }, { isActive: false })
  const now = platform.clock.now().getTime()
  await changeRow(platform, 'students', { id }, { leftAt: new Date(now - 5 * 366 * DAY_MS) })
  await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('retentionRemovals').insert({
      tenantId: organization.id,
      kind: 'health',
      dueOn: new Date(now - 2 * DAY_MS).toISOString().slice(0, 10),
      months: 36,
      studentIds: [id],
      announcedAt: new Date(now - 40 * DAY_MS),
    }),
  )
  return {
    by,
    remove: () => applyRetention.perform(platform.core, null, { organizationId: organization.id }),
    hold: () => by.post('/api/retention/holds', { studentId: id, reason: randomText() }),
    conditions: async () => (await rowsOf({ platform, organization, admin: by }, 'health_conditions')).length,
  }
}

export const erasureRaces: Races = {
  'plugins/tenant-app/records/erasure/server/erase-person.ts lockUpcomingSessions': async ({
    platform,
    organization,
  }) => {
    const by = await organization.signIn('tenant_admin')
    const [placed, coming] = [await buildStudent(platform, organization), await buildStudent(platform, organization)]
    const sessionId = await scheduleSession(platform, by, { maxParticipants: 1 })
    await register(by, sessionId, placed.id)
    return {
      first: () => eraseStudent(by, placed.id),
      second: () => register(by, sessionId, coming.id),
      expect: (erased, registered) => {
        expect(erased.status).toBe(201)
        expect(registered.body).toEqual({ registered: 1, waitlisted: 0 })
      },
    }
  },
  'plugins/tenant-app/records/erasure/server/erase-person.ts lockAffectedStudents': async ({
    platform,
    organization,
  }) => {
    const by = await organization.signIn('tenant_admin')
    const { id: userId } = await organization.user('parent')
    const { id, links } = await buildStudent(platform, organization, { guardians: [userId] })
    return {
      first: () => eraseUser(by, userId),
      heldBefore: BEFORE_ERASING,
      second: () => by.put(`/api/students/${id}/guardians/${links[0]}`, { notes: randomText() }),
      // Without the lock, both would deadlock.
      expect: (erased, changed) => {
        expect(erased.status).toBe(201)
        expect(changed.status).toBeLessThan(500)
      },
    }
  },
  'plugins/tenant-app/records/erasure/server/person.ts lockQueries': async ({ platform, organization }) => {
    const by = await organization.signIn('tenant_admin')
    const { id } = await buildStudent(platform, organization)
    return endsWithSecond(
      () => eraseStudent(by, id),
      () => by.post('/api/retention/holds', { studentId: id, reason: randomText() }),
      async () => (await by.get(`/api/students/${id}`)).status,
    )
  },
  'plugins/tenant-app/records/erasure/server/apply-retention.ts lock': async (world) => {
    const { remove, hold, conditions } = await makeDueToday(world)
    return endsWithSecond(remove, hold, conditions)
  },
  'plugins/tenant-app/records/erasure/server/requests.ts found': async (world) => {
    const asking = await world.organization.signIn('instructor')
    const { id } = await create<{ id: string }>(asking, '/api/erasure-requests', {})
    const by = await world.organization.signIn('tenant_admin')
    const decline = () => by.post(`/api/erasure-requests/${id}/decline`, { answer: randomText() })
    return {
      first: decline,
      second: decline,
      expect: async (first, second) => {
        expect([first.status, second.status]).toEqual([204, 404])
        expect(await mailsOf(world, { recipient: asking.user?.email })).toHaveLength(1)
      },
    }
  },
  'plugins/tenant-app/records/erasure/server/retention.ts lock': async (world) => {
    const { remove, hold, conditions } = await makeDueToday(world)
    return {
      first: hold,
      second: remove,
      expect: async (held) => {
        expect(held.status).toBe(201)
        expect(await conditions()).toBe(1)
      },
    }
  },
}

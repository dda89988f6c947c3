import { expect } from 'vitest'
import { address, create, randomText, type World } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'
import { buildStudent } from '../factories.ts'
import { scheduleSession } from '../sessions.ts'
import { deactivate, endsWithSecond, mailsOf, rowsOf } from './outcomes.ts'

/** Makes a guardian, and an admin who changes them. */
async function makeGuardian({ platform, organization }: World) {
  const by = await organization.signIn('tenant_admin')
  const { id: userId, email } = await organization.user('parent')
  const { id, links } = await buildStudent(platform, organization, { guardians: [userId] })
  return { by, email, person: `/api/people/${userId}`, guardian: `/api/students/${id}/guardians/${links[0]}` }
}

export const peopleRaces: Races = {
  'plugins/tenant-app/base/people/server/accounts.ts lockPerson': async (world) => {
    const { platform, organization } = world
    const by = await organization.signIn('tenant_admin')
    const email = address()
    await organization.user('parent', { email, password: null })
    const [one, other] = [await buildStudent(platform, organization), await buildStudent(platform, organization)]
    const person = { email, firstName: 'Mae', lastName: 'Jemison', invite: true }
    const add = (studentId: string) => () =>
      by.post(`/api/students/${studentId}/guardians`, { person, relationship: 'aunt' })
    return {
      first: add(one.id),
      second: add(other.id),
      expect: async (first, second) => {
        expect([first.status, second.status]).toEqual([201, 201])
        const emails = await mailsOf(world, { recipient: email })
        expect(emails.filter((subject) => subject.startsWith('You are invited'))).toHaveLength(1)
      },
    }
  },
  'plugins/tenant-app/base/people/server/instructors.ts lockInstructor': async (world) => {
    const by = await world.organization.signIn('tenant_admin')
    const { id: instructorId } = await world.organization.user('instructor')
    return {
      ...endsWithSecond(
        () => scheduleSession(world.platform, by, { instructorId }),
        () => deactivate(by, instructorId),
        () => rowsOf(world, 'sessions'),
      ),
      heldBefore: /^insert into "sessions"/,
    }
  },
  'plugins/tenant-app/base/people/server/invite-people.ts lockUser': async ({ platform, organization }) => {
    const by = await organization.signIn('tenant_admin')
    const invited = { role: 'parent', email: address(), firstName: 'Mae', lastName: 'Jemison' }
    const { id: userId } = await create<{ id: string }>(by, '/api/people', invited)
    const { id } = await buildStudent(platform, organization)
    return {
      first: () => by.delete(`/api/people/${userId}/invitation`),
      heldBefore: /^delete from "users"/,
      second: () => by.post(`/api/students/${id}/guardians`, { userId, relationship: 'aunt' }),
      expect: (revoked, linked) => {
        expect(revoked).toMatchObject({ status: 200, body: { isRemoved: true } })
        expect(linked.status).toBe(400)
      },
    }
  },
  'plugins/tenant-app/base/people/server/update-people.ts lockOwnStudents': async (world) => {
    const { by, person, guardian: link } = await makeGuardian(world)
    return {
      first: () => by.put(person, { lastName: randomText() }),
      heldBefore: /^update "users"/,
      second: () => by.put(link, { notes: randomText() }),
      // Without the lock, both would deadlock.
      expect: (renamed, changed) => expect([renamed.status, changed.status]).toEqual([200, 200]),
    }
  },
  'plugins/tenant-app/base/people/server/update-people.ts held': async (world) => {
    const by = await world.organization.signIn('tenant_admin')
    const { id } = await world.organization.user('instructor')
    const close = () => deactivate(by, id)
    return {
      first: close,
      second: close,
      expect: async (first, second) => {
        expect([first.status, second.status]).toEqual([200, 200])
        expect(await rowsOf(world, 'audit_logs', { action: 'user.deactivated' })).toHaveLength(1)
      },
    }
  },
  'plugins/tenant-app/base/people/server/update-people.ts user': async (world) => {
    const { by, email, person } = await makeGuardian(world)
    return {
      ...endsWithSecond(
        () => by.post(`${person}/reset-password`),
        () => by.put(person, { email: address() }),
        // After the change, no password is emailed to the former address.
        () => mailsOf(world, { recipient: email }),
      ),
      heldBefore: /^update "users"/,
    }
  },
}

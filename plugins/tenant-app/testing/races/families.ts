import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { randomText, type World } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'
import { lockSeparatedFromCaller } from '../../base/families/server/separation.ts'
import { buildStudent } from '../factories.ts'
import { deactivate, endsWithSecond, rowsOf, tellsSecond } from './outcomes.ts'

export const familyRaces: Races = {
  'plugins/tenant-app/base/families/server/contacts.ts lockUser': async ({ organization }) => {
    const by = await organization.signIn('parent')
    const { body } = await by.put('/api/guardians/me', { phone: randomText() })
    const change = () => by.put('/api/guardians/me', { phone: randomText(), updatedAt: body.updatedAt })
    return tellsSecond(change, change)
  },
  'plugins/tenant-app/base/families/server/links.ts lockParent': async (world: World) => {
    const { platform, organization } = world
    const by = await organization.signIn('tenant_admin')
    const { id: userId } = await organization.user('parent')
    const { id } = await buildStudent(platform, organization)
    return {
      ...endsWithSecond(
        () => by.post(`/api/students/${id}/guardians`, { userId, relationship: 'aunt' }),
        () => deactivate(by, userId),
        () => rowsOf(world, 'parent_students'),
      ),
      heldBefore: /^insert into "parent_students"/,
    }
  },
  'plugins/tenant-app/base/families/server/links.ts lockStudent': async (world: World) => {
    const { platform, organization } = world
    const by = await organization.signIn('tenant_admin')
    const { id: userId } = await organization.user('parent')
    const { id, links } = await buildStudent(platform, organization, { guardians: [userId] })
    const guardian = `/api/students/${id}/guardians/${links[0]}`
    return {
      first: () => by.post(`${guardian}/restrictions`, { kind: 'court-order', verifiedBy: 'Grace Hopper' }),
      second: () => by.delete(guardian),
      expect: async (restricted, removed) => {
        expect(restricted.status).toBeLessThan(300)
        expect(removed).toMatchObject({ status: 409, body: { code: 'guardian.restricted' } })
        expect(await rowsOf(world, 'guardian_restrictions')).toHaveLength(1)
      },
    }
  },
  'plugins/tenant-app/base/families/server/separation.ts lockSeparated': async ({ platform, organization }) => {
    const by = await organization.signIn('tenant_admin')
    const [guardian, child] = [await organization.signIn('parent'), await organization.user('student')]
    const family = { userId: child.id, guardians: [guardian.user?.id ?? ''] }
    const { id, links } = await buildStudent(platform, organization, family)
    const actor = { ...systemActor, user: guardian.user ? { ...guardian.user, name: 'Ann King' } : null }
    return {
      first: () => platform.core.db.tenant(organization.id, actor, lockSeparatedFromCaller),
      second: () =>
        by.post(`/api/students/${id}/guardians/${links[0]}/restrictions`, {
          kind: 'court-order',
          verifiedBy: 'Grace Hopper',
        }),
      expect: (separated, restricted, waited) => {
        expect({ separated, status: restricted.status, waited }).toEqual({ separated: [], status: 204, waited: true })
      },
    }
  },
}

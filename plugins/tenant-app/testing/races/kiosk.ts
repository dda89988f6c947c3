import { expect } from 'vitest'
import { create } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'
import { MAX_DEVICES } from '../../scheduling/kiosk/contract.ts'
import { makeDoor } from '../door-calls.ts'
import { buildGuardian } from '../factories.ts'
import { pairTablet, visit } from '../kiosk.ts'
import { rowsOf } from './outcomes.ts'

export const kioskRaces: Races = {
  'plugins/tenant-app/scheduling/kiosk/server/devices.ts lockOrganization': async (world) => {
    const by = await world.organization.signIn('tenant_admin')
    for (let made = 1; made < MAX_DEVICES; made++) await create(by, '/api/devices', { name: `Tablet ${made}` })
    const add = () => by.post('/api/devices', { name: 'Last' })
    return {
      first: add,
      second: add,
      expect: (one, other) => expect([one.status, other.status]).toEqual([201, 409]),
    }
  },
  'plugins/tenant-app/scheduling/kiosk/server/tries.ts lock': async (world) => {
    const [one, other] = [await pairTablet(world), await pairTablet(world)]
    for (let tried = 0; tried < 18; tried++) {
      const { tablet, id } = tried % 2 === 0 ? one : other
      await visit(tablet, 'nobody')
      await one.admin.post(`/api/devices/${id}/unlock`)
    }
    const guess =
      ({ tablet }: typeof one) =>
      () =>
        tablet.post('/api/kiosk/visits', { code: 'nobody' })
    return {
      first: guess(one),
      second: guess(other),
      // Without the lock, each would count nineteen, and no admin would get an email.
      expect: async () => {
        expect(await rowsOf(world, 'kiosk_tries', { isAlerted: true })).toHaveLength(1)
      },
    }
  },
  'plugins/tenant-app/care/pickup-codes/server/own-codes.ts lockHolder': async (world) => {
    const { studentId } = await makeDoor(world)
    const guardian = await world.organization.signIn('parent')
    await buildGuardian(world.platform, world.organization, { studentId, userId: guardian.user?.id ?? '' })
    const make = () => guardian.post('/api/pickup-codes', { kind: 'card' })
    return {
      first: make,
      second: make,
      expect: async () => {
        expect(await rowsOf(world, 'pickup_codes', { kind: 'card' })).toHaveLength(1)
      },
    }
  },
}

import { expect } from 'vitest'
import { create, type World } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'
import { makeExport } from '../../records/exports/server/make-export.ts'
import { buildStudent } from '../factories.ts'
import { eraseStudent } from './erasure.ts'
import { refusesSecond, rowsOf } from './outcomes.ts'

const IS_RUNNING: [number, object] = [202, { status: 409, body: { code: 'export.running' } }]

/** Starts an export of all data of the organization. */
async function beginExport({ platform, organization }: World) {
  const by = await organization.signIn('tenant_admin')
  const { id } = await create<{ id: string }>(by, '/api/exports', {})
  const make = () => makeExport.perform(platform.core, null, { tenantId: organization.id, exportId: id })
  return { by, make, url: `/api/exports/${id}/download` }
}

/** Makes an instructor, and an admin who exports their data. */
async function makeInstructor({ organization }: World) {
  const by = await organization.signIn('tenant_admin')
  const { id: userId } = await organization.user('instructor')
  return { by, begin: () => by.post('/api/personal-exports', { userId }) }
}

export const exportRaces: Races = {
  'plugins/tenant-app/records/exports/server/download.ts lockReadyExport': async (world) => {
    const { by, make, url } = await beginExport(world)
    await make()
    return {
      first: () => by.get(url),
      // A range request of a download that is on record by then.
      second: () => by.request('GET', url, { headers: { range: 'bytes=0-9' } }),
      expect: async (whole, part) => {
        expect([whole.status, part.status]).toEqual([200, 206])
        expect(await rowsOf(world, 'audit_logs', { action: 'export.downloaded' })).toHaveLength(1)
      },
    }
  },
  'plugins/tenant-app/records/exports/server/exports.ts lock': async ({ organization }) => {
    const [one, other] = [await organization.signIn('tenant_admin'), await organization.signIn('tenant_admin')]
    return refusesSecond(
      () => one.post('/api/exports', {}),
      () => other.post('/api/exports', {}),
      IS_RUNNING,
    )
  },
  'plugins/tenant-app/records/exports/server/exports.ts lockExportsShared': async (world) => {
    const { by, begin } = await makeInstructor(world)
    const { id } = await buildStudent(world.platform, world.organization)
    return {
      first: begin,
      second: () => eraseStudent(by, id),
      expect: async (begun, erased) => {
        expect([begun.status, erased.status]).toEqual([202, 201])
        expect(await rowsOf(world, 'data_exports')).toEqual([])
      },
    }
  },
  'plugins/tenant-app/records/exports/server/person-exports.ts lock': async (world) => {
    const { begin } = await makeInstructor(world)
    return refusesSecond(begin, begin, IS_RUNNING)
  },
  'plugins/tenant-app/records/exports/server/snapshot.ts open': async (world) => {
    const { by, make, url } = await beginExport(world)
    return {
      first: make,
      heldBefore: /^set local role/,
      second: make,
      expect: async () => {
        expect(await rowsOf(world, 'data_exports')).toMatchObject([{ status: 'ready', attempts: 1 }])
        expect((await by.get(url)).status).toBe(200)
      },
    }
  },
}

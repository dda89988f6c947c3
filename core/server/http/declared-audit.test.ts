import { expect } from 'vitest'
import { endpoint } from '#core/contract/endpoint.ts'
import { definePlugin } from '#core/server/plugin.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { record } from '../audit.ts'
import type { PlatformScope } from '../core.ts'
import { systemActor } from '../identity/actor.ts'
import { mount } from './mount.ts'

const access = { who: ['superadmin'], hosts: 'platform', scope: 'platform' } as const
const ringing = { method: 'POST', summary: 'Rings', access, response: 'none' } as const

const bellsContract = {
  rung: endpoint({ ...ringing, path: '/api/bells/rung', audit: ['bell.rung', 'bell.muffled'] }),
  cracked: endpoint({ ...ringing, path: '/api/bells/cracked', audit: 'bell.rung' }),
  silent: endpoint({ ...ringing, path: '/api/bells/silent', audit: 'bell.rung' }),
  still: endpoint({ ...ringing, path: '/api/bells/still', audit: 'bell.rung', unaudited: 'At night nothing rings' }),
  hidden: endpoint({ ...ringing, path: '/api/bells/hidden', unaudited: 'No one hears it' }),
  listened: endpoint({ ...ringing, method: 'GET', path: '/api/bells/listened' }),
} as const

const rings = (scope: PlatformScope, action: string, success = true) =>
  record(scope, { action, category: 'system', description: 'Rang', success })

const bells = definePlugin({
  id: 'bells',
  setup: () => ({
    routes: [
      mount(bellsContract, {
        rung: async (scope) => {
          await rings(scope, 'bell.refused', false)
          await rings({ ...scope, actor: systemActor }, 'bell.repaired')
          await rings(scope, 'bell.muffled')
        },
        cracked: async (scope) => {
          await rings(scope, 'bell.rung')
          await rings(scope, 'bell.cracked')
        },
        silent: async () => undefined,
        still: async () => undefined,
        hidden: (scope) => rings(scope, 'bell.rung'),
        listened: (scope) => rings(scope, 'bell.rung'),
      }),
    ],
  }),
})

const test = pluginTest([bells])

test('in tests a successful call fails if its audit record is missing or differs from its endpoint’s declaration', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  const outcome = async (name: string, method: 'GET' | 'POST' = 'POST') => {
    const { status, body } = await admin.request(method, `/api/bells/${name}`)
    return [status, body.code, body.message]
  }
  expect(await outcome('rung')).toEqual([204, undefined, undefined])
  expect(await outcome('still')).toEqual([204, undefined, undefined])
  expect(await outcome('cracked')).toEqual([
    500,
    'audit.undeclared',
    'POST /api/bells/cracked has recorded bell.cracked: name it in its audit',
  ])
  expect(await outcome('silent')).toEqual([
    500,
    'audit.missing',
    'POST /api/bells/silent has recorded nothing, and says bell.rung',
  ])
  for (const undeclared of [await outcome('hidden'), await outcome('listened', 'GET')])
    expect(undeclared.slice(0, 2)).toEqual([500, 'audit.undeclared'])
})

import { expect } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { definePlugin } from '#core/server/plugin.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { mount } from './mount.ts'

const shape = z.discriminatedUnion('type', [
  z.object({ type: z.literal('circle'), radius: z.number() }),
  z.object({ type: z.literal('square'), side: z.number() }),
])

const shapesContract = {
  shapes: endpoint({
    method: 'GET',
    path: '/api/shapes',
    summary: 'Shapes',
    access: { who: ['superadmin'], hosts: 'platform', scope: 'platform' },
    response: z.object({ first: shape.nullable(), more: z.array(z.object({ shape: shape.nullable() })) }),
  }),
} as const

const answered = { first: null, more: [{ shape: null }, { shape: { type: 'circle' as const, radius: 2 } }] }

const test = pluginTest([
  definePlugin({
    id: 'shapes',
    setup: () => ({ routes: [mount(shapesContract, { shapes: async () => answered })] }),
  }),
])

test('one of several shapes may be null', async ({ platform }) => {
  const { status, body } = await (await platform.superAdmin()).get('/api/shapes')
  expect({ status, body }).toEqual({ status: 200, body: answered })
})

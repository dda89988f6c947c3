import { expect } from 'vitest'
import { endpoint } from '#core/contract/endpoint.ts'
import { roles, type Role } from '#core/contract/roles.ts'
import { mount } from '#core/server/http/mount.ts'
import { definePlugin } from '#core/server/plugin.ts'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { admitted } from '#core/testing/roles.ts'

const doors = Object.fromEntries(
  admitted.map(({ named }, index) => {
    const access = { who: named, hosts: 'both', scope: 'none' } as const
    return [
      `door${index}`,
      endpoint({ method: 'GET', path: `/api/doors/${index}`, summary: 'Opens', access, response: 'none' }),
    ]
  }),
)

const house = definePlugin({
  id: 'house',
  setup: () => ({
    routes: [mount(doors, Object.fromEntries(Object.keys(doors).map((door) => [door, async () => undefined])))],
  }),
})

const test = pluginTest([house])

test('the declared roles may call, and on an organization’s host a super admin may call whatever any role there may', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const superAdmin = await platform.superAdmin()
  const signedIn = async (role: Role, app: 'platform' | 'tenant'): Promise<Client> => {
    const email = role === 'superadmin' ? superAdmin.user?.email : (await organization.user(role)).email
    return (app === 'platform' ? platform.client() : organization.client()).signIn(email ?? '')
  }
  for (const app of ['platform', 'tenant'] as const) {
    const callers = await Promise.all(roles.map(async (role) => ({ role, client: await signedIn(role, app) })))
    for (const [index, row] of admitted.entries()) {
      const inside: Role[] = []
      for (const { role, client } of callers) {
        const { status } = await client.get(`/api/doors/${index}`)
        expect([204, 403]).toContain(status)
        if (status === 204) inside.push(role)
      }
      expect({ app, named: row.named, may: inside }).toEqual({ app, named: row.named, may: row[app] })
    }
  }
})

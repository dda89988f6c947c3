import { expect } from 'vitest'
import { buildApiToken, byToken } from '#core/testing/api-tokens.ts'
import { rowOf } from '#core/testing/calls.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { audit } from '../plugin.ts'

const test = pluginTest([audit])

test('the audit log names the token beside the person', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { token, visibleId } = await buildApiToken(platform, admin, { scopes: ['email:write'], name: 'Mail merge' })
  const program = byToken(platform, organization.client(), token)
  expect((await program.put('/api/email/sender', { postalAddress: '1 Main Street' })).status).toBe(200)
  const entry = await rowOf(platform, 'audit_logs', { userId: admin.user?.id, resource: 'tenant' })
  expect(entry).toMatchObject({
    userName: `Ada Lovelace · API token “Mail merge” (${visibleId})`,
    metadata: { program: visibleId },
  })
})

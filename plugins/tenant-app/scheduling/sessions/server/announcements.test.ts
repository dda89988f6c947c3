import { expect } from 'vitest'
import { subscribe } from '#core/server/events/events.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { definePlugin } from '#core/server/plugin.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { sessionCreated, sessionUpdated, tenantApp } from '../../../plugin.ts'

const heard: string[] = []
const listener = definePlugin({
  id: 'listener',
  dependsOn: { tenantApp },
  setup: () => ({
    subscriptions: [
      subscribe(sessionCreated, {
        runs: 'later',
        name: 'listener.session-created',
        scope: 'tenant',
        run: async (_, { sessionId }) => void heard.push(`created ${sessionId}`),
      }),
      subscribe(sessionUpdated, {
        runs: 'later',
        name: 'listener.session-updated',
        scope: 'tenant',
        run: async (_, { sessionId }) => void heard.push(`updated ${sessionId}`),
      }),
    ],
  }),
})
const test = pluginTest([audit, tenantApp, listener], { work: true })

const chess = { name: 'Chess', startDate: '2027-03-01T15:00:00Z', endDate: '2027-03-01T16:00:00Z' }

test('creating and changing a session is audited and emits events; refused and empty changes are not', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { body: session } = await admin.post('/api/sessions', chess)
  await admin.put(`/api/sessions/${session.id}`, { location: 'Lab' })
  await admin.put(`/api/sessions/${session.id}`, { location: 'Lab', startDate: '2027-03-01T10:00:00-05:00' })
  expect((await admin.put(`/api/sessions/${session.id}`, { status: 'completed' })).status).toBe(409)

  const acts = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('audit_logs').where({ tenantId: organization.id, resource: 'session' }).orderBy('createdAt').orderBy('id'),
  )
  expect(acts.map(({ action, description }: { action: string; description: string }) => [action, description])).toEqual(
    [
      ['session.created', 'Scheduled the session Chess'],
      ['session.updated', 'Changed the session Chess'],
    ],
  )
  expect(JSON.stringify(acts[1])).toContain('Lab')
  await expect
    .poll(() => heard.toSorted(), { timeout: 60_000 })
    .toEqual([`created ${session.id}`, `updated ${session.id}`])
})

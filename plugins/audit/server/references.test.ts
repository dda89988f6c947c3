import { expect } from 'vitest'
import { record, referTo } from '#core/server/audit.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { eraseInAudit } from './erasure.ts'
import { audit } from './plugin.ts'

const test = pluginTest([audit])

test('an admin reads and finds an entry by the name that a referred user has, and by none once the user is gone', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id } = await organization.user('parent', { firstName: 'Zoe', lastName: 'Quill' })
  await platform.core.db.tenant(organization.id, systemActor, (scope) =>
    record(scope, {
      action: 'thing.changed',
      category: 'account',
      description: `Changed ${referTo('user', id)}`,
      metadata: { by: { guardian: referTo('user', id) } },
    }),
  )
  const found = async (search: string) =>
    (await admin.get(`/api/tenant/audit-logs?${new URLSearchParams({ search })}`)).body
  const entry = { description: 'Changed Zoe Quill', metadata: { by: { guardian: 'Zoe Quill' } } }
  expect(await found('zoe q')).toMatchObject([entry])
  const ofPlatform = await (await platform.superAdmin()).get(`/api/audit-logs?tenantId=${organization.id}&search=Quill`)
  expect(ofPlatform.body).toMatchObject([entry])
  expect((await admin.get('/api/tenant/audit-logs/export')).body).toContain('Changed Zoe Quill')
  await platform.core.db.platform(systemActor, async ({ trx }) => {
    await trx('users').where({ id }).update({ lastName: 'Quinn' })
  })
  expect(await found('zoe quill')).toEqual([])
  expect(await found('zoe quinn')).toMatchObject([{ description: 'Changed Zoe Quinn' }])
  await platform.core.db.platform(systemActor, async ({ trx }) => {
    await trx('users').where({ id }).delete()
  })
  expect(await found('zoe')).toEqual([])
  expect(await found('Changed')).toMatchObject([{ description: 'Changed a former user' }])
})

test('an admin reads no name of a user of another organization', async ({ platform }) => {
  const [own, other] = [await platform.organization(), await platform.organization()]
  const { id } = await other.user('parent', { firstName: 'Zoe', lastName: 'Quill' })
  const admin = await own.signIn('tenant_admin')
  await platform.core.db.tenant(own.id, systemActor, (scope) =>
    record(scope, { action: 'thing.changed', category: 'account', description: `Changed ${referTo('user', id)}` }),
  )
  const { body } = await admin.get('/api/tenant/audit-logs?search=Changed')
  expect(body).toMatchObject([{ description: 'Changed a former user' }])
})

test('an erasure leaves entries that only refer to the person, and blanks those that have words about the person', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const person = crypto.randomUUID()
  const description = `Changed ${referTo('user', person)}`
  const of = { resource: 'user', resourceId: person }
  const kept = [
    { ...of, description },
    {
      description,
      metadata: { studentId: crypto.randomUUID(), until: '2026-09-01' },
      after: { maySee: true, order: 2 },
    },
  ]
  const blanked = [
    { ...of, description: 'Changed Zoe Quill' },
    { ...of, description, after: { firstName: 'Zoe' } },
    { description, metadata: { reason: 'Zoe moved' } },
    { description, errorMessage: 'Zoe has no account' },
    { description: 'Changed Zoe', metadata: { userId: person } },
  ]
  await platform.core.db.platform(systemActor, async (scope) => {
    for (const entry of [...kept, ...blanked]) {
      await record(scope, { action: 'thing.erased', category: 'account', tenantId: organization.id, ...entry })
    }
    await eraseInAudit(scope, person)
  })
  const left = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('audit_logs').where({ action: 'thing.erased' }).orderBy('seq').pluck<string[]>('description'),
  )
  expect(left).toEqual([...kept.map(() => description), ...blanked.map(() => '[erased]')])
})

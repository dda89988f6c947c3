import { expect } from 'vitest'
import { record, referTo } from '#core/server/audit.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { eraseInAudit } from './erasure.ts'
import { audit } from '../plugin.ts'

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

test('an admin reads names of people in changed fields that hold their ids, and other ids as they are', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id } = await organization.user('instructor', { firstName: 'Zoe', lastName: 'Quill' })
  const projectId = crypto.randomUUID()
  await platform.core.db.tenant(organization.id, systemActor, (scope) =>
    record(scope, {
      action: 'thing.changed',
      category: 'account',
      description: 'Changed a thing',
      before: { instructorId: null },
      after: { instructorId: id, judgeIds: [id], projectId },
      metadata: { userId: id },
    }),
  )
  const { body } = await admin.get('/api/tenant/audit-logs?search=Changed a thing')
  expect(body[0].metadata).toMatchObject({
    before: { instructorId: null },
    after: { instructorId: 'Zoe Quill', judgeIds: ['Zoe Quill'], projectId },
    userId: id,
  })
})

test('an admin reads all entries about a person, page by page, and narrows them by text and time', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const { id } = await organization.user('parent', { firstName: 'Zoe', lastName: 'Quill' })
  const other = await organization.user('parent')
  const happened = (description: string, resourceId?: string) =>
    platform.core.db.tenant(organization.id, systemActor, (scope) =>
      record(scope, { action: 'thing.changed', category: 'account', description, resource: 'user', resourceId }),
    )
  await happened('Named as what was acted on', id)
  platform.clock.forward(20 * 86_400_000)
  await happened(`Welcomed ${referTo('user', id)}`)
  await happened(`Welcomed ${referTo('user', other.id)}`)
  const admin = await organization.signIn('tenant_admin')
  const about = async (query: string) => {
    const { status, body, headers } = await admin.get(`/api/tenant/audit-logs?about=${id}&${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return { said: (body as { description: string }[]).map(({ description }) => description), headers }
  }
  const first = await about('limit=1')
  expect(first.said).toEqual(['Welcomed Zoe Quill'])
  const next = new URL(/<([^>]+)>/.exec(String(first.headers['link']))?.[1] ?? '', 'http://host').search
  expect((await admin.get(`/api/tenant/audit-logs${next}`)).body).toMatchObject([
    { description: 'Named as what was acted on' },
  ])
  expect((await about('range=7d')).said).toEqual(['Welcomed Zoe Quill'])
  expect((await about('search=acted')).said).toEqual(['Named as what was acted on'])
  expect((await admin.get('/api/tenant/audit-logs?about=zoe')).body.fields).toHaveProperty('about')
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

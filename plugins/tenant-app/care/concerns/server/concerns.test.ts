import { expect } from 'vitest'
import { changeRow } from '#core/testing/calls.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { addApp } from '#core/testing/second-factor.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildStudent } from '../../../testing/factories.ts'
import { nameLead, newConcern } from '../../../testing/incident-calls.ts'
import { retainConcerns } from './retain-concerns.ts'

const test = pluginTest([tenantApp])

const words = {
  said: 'saidcanary',
  seen: 'seencanary',
  informed: 'informedcanary',
  done: 'donecanary',
}

const countConcerns = ({ core }: TestPlatform, { id }: TestOrganization): Promise<number> =>
  core.db.platform(systemActor, async ({ trx }) => (await trx('concerns').where({ tenantId: id })).length)

test('only safeguarding leads read a concern, each view is recorded, and entries are only added', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const lead = await nameLead({ platform, organization })
  const { id: studentId } = await buildStudent(platform, organization, { firstName: 'Ava', lastName: 'King' })
  const instructor = await organization.signIn('instructor')
  const sent = newConcern({ studentId, ...words })
  const { status, body } = await instructor.post('/api/concerns', sent)
  expect({ status, body }).toMatchObject({ status: 201, body: { receipt: { number: expect.any(Number) } } })
  expect((await instructor.post('/api/concerns', sent)).body.receipt).toEqual(body.receipt)
  expect((await instructor.get('/api/concerns/own')).body).toEqual([body.receipt])

  const [admin, parent, student, superAdmin] = [
    await organization.signIn('tenant_admin'),
    await organization.signIn('parent'),
    await organization.signIn('student'),
    await organization.client().signIn((await platform.superAdmin()).user?.email ?? ''),
  ]
  for (const client of [admin, instructor, parent, student, superAdmin]) {
    expect((await client.get('/api/concerns')).status).toBe(403)
    expect((await client.post(`/api/concerns/${sent.id}/views`)).status).toBe(403)
    expect((await client.post(`/api/concerns/${sent.id}/entries`, { kind: 'action', words: 'x' })).status).toBe(403)
    expect((await client.post(`/api/students/${studentId}/concern-chronologies`)).status).toBe(403)
    expect((await client.get(`/api/students/${studentId}/concern-chronology`)).status).toBe(403)
  }
  for (const client of [parent, student, superAdmin]) {
    expect((await client.post('/api/concerns', newConcern())).status).toBe(403)
    expect((await client.get('/api/safeguarding')).status).toBe(403)
  }
  expect((await superAdmin.put('/api/safeguarding', { leadIds: [], outsideContact: '' })).status).toBe(403)

  expect((await lead.get('/api/concerns')).body).toMatchObject([
    { id: sent.id, ...body.receipt, studentName: 'Ava King' },
  ])
  const entry = { kind: 'decision', words: 'Referred to the county.', reason: 'Two signs in a week.' }
  expect((await lead.post(`/api/concerns/${sent.id}/entries`, { ...entry, reason: '' })).status).toBe(400)
  expect((await lead.post(`/api/concerns/${sent.id}/entries`, entry)).status).toBe(201)
  expect((await lead.post(`/api/concerns/${sent.id}/views`)).body).toMatchObject({
    ...words,
    studentName: 'Ava King',
    entries: [entry],
    views: [{ kind: 'read', viewerName: lead.user && `${lead.user.firstName} ${lead.user.lastName}` }],
  })
  expect((await lead.post(`/api/students/${studentId}/concern-chronologies`)).body).toMatchObject([{ ...words }])
  expect((await lead.get(`/api/students/${studentId}/concern-chronology`)).status).toBe(200)
  const { views } = (await lead.post(`/api/concerns/${sent.id}/views`)).body
  expect(views.map(({ kind }: { kind: string }) => kind)).toEqual(['read', 'export', 'chronology', 'read'])
  for (const change of ['update concerns set number = 9', 'delete from concerns', 'delete from concern_views']) {
    await expect(platform.core.db.tenant(organization.id, systemActor, ({ trx }) => trx.raw(change))).rejects.toThrow(
      'permission denied',
    )
  }
})

test('without a lead, or about the only one, no concern is stored and the outside contact is named', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const instructor = await organization.signIn('instructor')
  const none = { receipt: null, outsideContact: '' }
  expect((await instructor.post('/api/concerns', newConcern())).body).toEqual(none)
  const lead = await nameLead({ platform, organization })
  expect((await instructor.get('/api/safeguarding')).body).toMatchObject({ isOn: true, isLead: false })
  const about = newConcern({ aboutUserId: lead.user?.id })
  const outside = { receipt: null, outsideContact: 'County line, 555 0199' }
  expect((await instructor.post('/api/concerns', about)).body).toEqual(outside)
  expect(await countConcerns(platform, organization)).toBe(0)

  const second = await organization.signIn('instructor')
  const name = (...leads: Client[]) =>
    lead.put('/api/safeguarding', { leadIds: leads.map(({ user }) => user?.id), outsideContact: 'County line' })
  expect((await name(lead, second)).body.fields).toMatchObject({ leadIds: expect.stringContaining('two-step') })
  await addApp(platform, second)
  expect((await name(lead, second)).status).toBe(200)
  const { receipt } = (await instructor.post('/api/concerns', about)).body
  // A sequential number would reveal a hidden concern to the lead.
  expect(receipt.number).toBeGreaterThanOrEqual(100_000)
  expect((await lead.get('/api/concerns')).body).toEqual([])
  expect((await lead.post(`/api/concerns/${about.id}/views`)).status).toBe(404)
  expect((await second.post(`/api/concerns/${about.id}/views`)).status).toBe(200)
  const { id: studentId } = await buildStudent(platform, organization)
  await instructor.post('/api/concerns', newConcern({ studentId, aboutUserId: lead.user?.id }))
  expect((await lead.post(`/api/students/${studentId}/concern-chronologies`)).body).toEqual([])
  expect((await second.post(`/api/students/${studentId}/concern-chronologies`)).body).toHaveLength(1)
  // A lead is notified of their removal, even after the account was deactivated.
  await changeRow(platform, 'users', { id: second.user?.id ?? '' }, { isActive: false })
  await name(lead)
  const emails = (await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('mail_messages').where({ tenantId: organization.id, recipient: second.user?.email ?? '' }),
  )) as { subject: string }[]
  // One email for the naming, and one for the removal.
  expect(emails.filter(({ subject }) => subject.startsWith('Safeguarding leads'))).toHaveLength(2)
})

test('a lead without two-step verification, or deactivated, reads nothing', async ({ platform }) => {
  const organization = await platform.organization()
  const lead = await nameLead({ platform, organization })
  const sent = newConcern()
  await lead.post('/api/concerns', sent)
  expect((await lead.get('/api/concerns')).status).toBe(200)
  await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('authenticator_apps')
      .where({ userId: lead.user?.id ?? '' })
      .delete(),
  )
  expect((await lead.get('/api/concerns')).status).toBe(403)
  expect((await lead.post(`/api/concerns/${sent.id}/views`)).status).toBe(403)
  await addApp(platform, lead)
  expect((await lead.get('/api/concerns')).status).toBe(200)
  await changeRow(platform, 'users', { id: lead.user?.id ?? '' }, { isActive: false })
  expect((await lead.post(`/api/concerns/${sent.id}/views`)).status).toBeGreaterThanOrEqual(401)
})

test('concerns are deleted after their retention period, with the views of chronologies', async ({ platform }) => {
  const organization = await platform.organization()
  const lead = await nameLead({ platform, organization })
  const { id: studentId } = await buildStudent(platform, organization)
  await lead.post('/api/concerns', newConcern({ studentId }))
  await lead.post(`/api/students/${studentId}/concern-chronologies`)
  const retain = () => retainConcerns.perform(platform.core, null, { organizationId: organization.id })
  await retain()
  expect(await countConcerns(platform, organization)).toBe(1)
  await changeRow(platform, 'concerns', { studentId }, { writtenAt: new Date('1990-05-06') })
  await changeRow(platform, 'students', { id: studentId }, { dateOfBirth: '1990-05-06' })
  await retain()
  const left = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('concern_views').where({ tenantId: organization.id }),
  )
  expect([await countConcerns(platform, organization), left]).toEqual([0, []])
})

test('no word of a concern is in any table, log, email or job', async ({ platform }) => {
  const organization = await platform.organization()
  const lead = await nameLead({ platform, organization })
  const { id: studentId } = await buildStudent(platform, organization, { firstName: 'Zebedee', lastName: 'King' })
  const instructor = await organization.signIn('instructor')
  const sent = newConcern({ studentId, ...words })
  await instructor.post('/api/concerns', sent)
  await lead.post(`/api/concerns/${sent.id}/entries`, { kind: 'action', words: 'entrycanary' })
  await lead.post(`/api/concerns/${sent.id}/views`)
  const { tables, audit } = await platform.core.db.platform(systemActor, async ({ trx }) => {
    const { rows } = (await trx.raw(
      `select table_schema || '.' || quote_ident(table_name) as name from information_schema.tables
        where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'
          and has_table_privilege(table_schema || '.' || quote_ident(table_name), 'select')`,
    )) as { rows: { name: string }[] }
    const hits: string[] = []
    for (const { name } of rows) {
      const found = (await trx.raw(`select count(*)::int as n from ${name} r where r::text ~* 'canary'`)) as {
        rows: { n: number }[]
      }
      if ((found.rows[0]?.n ?? 0) > 0) hits.push(name)
    }
    const emails = (await trx('mail_messages').where({ tenantId: organization.id })) as Record<string, unknown>[]
    return { tables: hits, audit: JSON.stringify(emails) }
  })
  expect(tables).toEqual([])
  expect(audit).not.toMatch(/Zebedee|concern(?!s")/i)
})

test('the database closes concerns to transactions without a named user, and to those of platform staff', async ({
  platform,
}) => {
  const organization = await platform.organization()
  await nameLead({ platform, organization })
  const instructor = await organization.signIn('instructor')
  const parent = await organization.user('parent')
  const superAdmin = await platform.superAdmin()
  const sent = newConcern(words)
  expect((await instructor.post('/api/concerns', sent)).status).toBe(201)
  const countAs = (userId: string | undefined) =>
    platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
      if (userId) await trx.raw(`select set_config('app.concerns_by', ?, true)`, [userId])
      return (await trx('concerns')).length
    })
  expect(await countAs(undefined)).toBe(0)
  expect(await countAs(superAdmin.user?.id)).toBe(0)
  expect(await countAs(parent.id)).toBe(0)
  expect(await countAs(instructor.user?.id)).toBe(1)
})

import { expect } from 'vitest'
import { NAME_WITH_ADDRESS } from '#core/contract/names.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildStudent } from '../../../testing/factories.ts'

const test = pluginTest([tenantApp])

test('an admin approves the name that an instructor asks for, and another one is not decided unseen', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const [admin, person] = [await organization.signIn('tenant_admin'), await organization.signIn('instructor')]
  const path = `/api/name-requests/${person.user?.id}`
  const ask = (lastName: string) => person.put('/api/user', { firstName: 'Ada', lastName })
  await ask('King')
  const waiting = { firstName: 'Ada', lastName: 'Lovelace', requestedFirstName: 'Ada', requestedLastName: 'King' }
  expect((await admin.get('/api/name-requests')).body).toMatchObject([{ ...waiting, role: 'instructor' }])
  const { body: attention } = await admin.get('/api/tenant/dashboard/attention')
  expect(attention).toContainEqual(expect.objectContaining({ kind: 'name', name: 'Ada Lovelace', count: 1 }))
  await ask('Byron')
  const decide = (lastName: string, isApproved: boolean) => admin.put(path, { firstName: 'Ada', lastName, isApproved })
  expect(await decide('King', true)).toMatchObject({ status: 409, body: { code: 'people.no-name-request' } })
  expect((await person.put(path, { firstName: 'Ada', lastName: 'Byron', isApproved: true })).status).toBe(403)
  expect((await decide('Byron', true)).status).toBe(204)
  expect((await person.get('/api/user')).body).toMatchObject({ lastName: 'Byron', nameRequest: null })
  await ask('Noel')
  expect((await decide('Noel', false)).status).toBe(204)
  expect((await person.get('/api/user')).body).toMatchObject({ lastName: 'Byron', nameRequest: null })
  expect((await decide('Noel', false)).status).toBe(409)
  expect((await admin.get('/api/name-requests')).body).toEqual([])
})

test('an account of a student bears the name of the student’s record, however that is changed', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const [admin, person] = [await organization.signIn('tenant_admin'), await organization.signIn('student')]
  const named = async () => {
    const { firstName, lastName } = (await person.get('/api/user')).body
    return `${firstName} ${lastName}`
  }
  const { id } = await buildStudent(platform, organization, {
    firstName: 'Mary',
    lastName: 'King',
    userId: person.user?.id,
  })
  const record = async () => (await admin.get(`/api/students/${id}`)).body
  await person.put('/api/user', { firstName: 'Queen', lastName: 'Mary' })
  const { updatedAt } = await record()
  expect((await admin.put(`/api/students/${id}`, { lastName: 'Byron', updatedAt })).status).toBe(200)
  expect(await named()).toBe('Mary Byron')
  const decision = { firstName: 'Queen', lastName: 'Mary', isApproved: true }
  expect((await admin.put(`/api/name-requests/${person.user?.id}`, decision)).status).toBe(204)
  expect(await record()).toMatchObject({ firstName: 'Queen', lastName: 'Mary' })
  expect(await named()).toBe('Queen Mary')
  const [audited] = await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('students').where({ id }).select('firstName'),
  )
  expect(audited).toEqual({ firstName: 'Queen' })
})

test('an admin who changes the name of a student’s account changes it in the student’s record', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const [admin, person] = [await organization.signIn('tenant_admin'), await organization.signIn('student')]
  const { id } = await buildStudent(platform, organization, { userId: person.user?.id })
  expect((await admin.put(`/api/people/${person.user?.id}`, { lastName: 'Byron' })).status).toBe(200)
  expect((await admin.get(`/api/students/${id}`)).body).toMatchObject({ firstName: 'Ada', lastName: 'Byron' })
})

test('names with an address in them are refused at the field, wherever staff write one', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const name = { firstName: 'Visit evil.com', lastName: 'King' }
  const invitation = { ...name, role: 'parent', email: 'mae@people.example' }
  for (const [path, body] of Object.entries({ '/api/people': invitation, '/api/students': name })) {
    expect((await admin.post(path, body)).body.fields, path).toEqual({ firstName: NAME_WITH_ADDRESS })
  }
  const { status, body } = await admin.put('/api/tenant/settings', { name: 'Win at evil.com' })
  expect({ status, fields: body.fields }).toEqual({ status: 400, fields: { name: NAME_WITH_ADDRESS } })
})

import { expect } from 'vitest'
import { NAME_WITH_ADDRESS, NAME_WITH_ROLE } from '#core/contract/names.ts'
import { pluginTest } from '#core/testing/harness.ts'

const test = pluginTest([])

test('an instructor changes the preferred name, and requests another name on record, which waits for approval', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const person = await organization.signIn('instructor')
  const { body } = await person.put('/api/user', { calledName: 'Addie' })
  expect(body).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace', calledName: 'Addie', nameRequest: null })
  const asked = await person.put('/api/user', { firstName: 'Ada', lastName: 'King' })
  expect(asked.body).toMatchObject({ lastName: 'Lovelace', nameRequest: { firstName: 'Ada', lastName: 'King' } })
  expect((await person.get('/api/user')).body).toMatchObject({ calledName: 'Addie', nameRequest: { lastName: 'King' } })
  const { body: withdrawn } = await person.put('/api/user', { firstName: 'Ada', lastName: 'Lovelace' })
  expect(withdrawn.nameRequest).toBeNull()
  expect((await person.put('/api/user', { calledName: '' })).body.calledName).toBeNull()
})

test('an admin and a super admin change their own name on record', async ({ platform }) => {
  const organization = await platform.organization()
  for (const by of [await organization.signIn('tenant_admin'), await platform.superAdmin()]) {
    const { body } = await by.put('/api/user', { lastName: 'King' })
    expect(body, by.user?.role).toMatchObject({ lastName: 'King', nameRequest: null })
  }
})

test('only staff can use a role as a name, and no name may contain a link, wherever users set one', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const { body: settings } = await (
    await platform.superAdmin()
  ).put('/api/settings', { platformName: 'Harbour Learning' })
  expect(settings.platformName).toBe('Harbour Learning')
  for (const role of ['parent', 'student'] as const) {
    const by = await organization.signIn(role)
    const refused = async (body: object) => (await by.put('/api/user', body)).body.fields
    for (const name of ['Admin', 'Trellis Support', 'Harbour Learning', 'Schulleitung']) {
      expect(await refused({ calledName: name }), name).toEqual({ calledName: NAME_WITH_ROLE })
    }
    expect(await refused({ firstName: 'Help', lastName: 'Desk' })).toEqual({ lastName: NAME_WITH_ROLE })
    expect(await refused({ firstName: 'Instructor' })).toEqual({ firstName: NAME_WITH_ROLE })
    expect(await refused({ calledName: 'see evil.com' })).toEqual({ calledName: NAME_WITH_ADDRESS })
    expect(await refused({ firstName: 'ada@evil.com' })).toEqual({ firstName: NAME_WITH_ADDRESS })
    expect(await refused({ calledName: 'Ada\u202e' })).toHaveProperty('calledName')
    expect(await refused({ calledName: 'A'.repeat(101) })).toHaveProperty('calledName')
    expect((await by.get('/api/user')).body).toMatchObject({ calledName: null, nameRequest: null })
  }
  const instructor = await organization.signIn('instructor')
  expect((await instructor.put('/api/user', { calledName: 'Instructor Ada' })).status).toBe(200)
  expect((await instructor.put('/api/user', { calledName: 'www.evil' })).status).toBe(400)
})

test('a temporary password is replaced without changing a name that is on record', async ({ platform }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('parent', { temporary: true })
  const by = await organization.client().signIn(email)
  const password = 'violet-harbour-9'
  const body = { firstName: 'Principal', lastName: 'Skinner', password, confirmPassword: password }
  const answer = await by.post('/api/user/password/first', body)
  expect(answer).toMatchObject({ status: 200, body: { firstName: 'Ada', lastName: 'Lovelace' } })
})

import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import type { Client, TestOrganization } from '#core/testing/harness.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { tenantApp } from '../../../plugin.ts'
import type { Student } from '../contract.ts'

const test = pluginTest([tenantApp])

const ada = { firstName: 'Ada', lastName: 'King', dateOfBirth: '2016-05-06', grade: '3' }

async function add(client: Client, given: object = {}): Promise<Student> {
  const answer = await client.post('/api/students', { ...ada, ...given })
  expect(answer).toMatchObject({ status: 201 })
  return answer.body as Student
}

const names = ({ body }: { body: unknown }) =>
  (body as Student[]).map(({ firstName, lastName }) => `${firstName} ${lastName}`)

test('an admin adds a student with a guardian and reads it back, and no answer has health and emergency data', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const parent = await organization.user('parent', { firstName: 'Annabella', lastName: 'Byron' })
  const instructor = await organization.signIn('instructor')
  const kept = { medicalNotes: 'Peanuts', emergencyContact: 'Grandmother', emergencyPhone: '555 0100' }
  const created = await add(instructor, { parentUserId: parent.id, ...kept })
  expect(created).toEqual({
    id: expect.any(String),
    ...ada,
    parentUserId: parent.id,
    parentUser: { firstName: 'Annabella', lastName: 'Byron', email: parent.email },
    emergencyContact: null,
    emergencyPhone: null,
    medicalNotes: null,
    hasHealth: true,
    hasEmergency: true,
    isActive: true,
    totalPoints: 0,
    avatar: null,
    updatedAt: expect.any(String),
  })
  expect((await instructor.get(`/api/students/${created.id}`)).body).toEqual(created)
  expect((await instructor.get('/api/students')).body).toEqual([created])
  expect((await instructor.get('/api/tenant/activity')).body).toMatchObject([
    { kind: 'student-added', summary: 'Ada King joined' },
  ])
})

test('names, birthdays and grades have limits, and a guardian belongs to this organization', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const refused = async (given: object) => {
    const answer = await admin.post('/api/students', { ...ada, ...given })
    expect(answer.status).toBe(400)
    return Object.keys(answer.body.fields as object)
  }
  expect(await refused({ firstName: ' ', lastName: 'x'.repeat(101) })).toEqual(['firstName', 'lastName'])
  expect(await refused({ grade: 'x'.repeat(21) })).toEqual(['grade'])
  for (const dateOfBirth of ['1899-12-31', '2016-02-30', '9999-01-01']) {
    expect(await refused({ dateOfBirth })).toEqual(['dateOfBirth'])
  }
  const stranger = await (await platform.organization()).user('parent')
  const instructor = await organization.user('instructor')
  for (const { id } of [stranger, instructor]) expect(await refused({ parentUserId: id })).toEqual(['parentUserId'])
  expect(await add(admin, { grade: '', dateOfBirth: null })).toMatchObject({ grade: null, dateOfBirth: null })
})

test('a birthday is at most today in the organization’s zone, even where tomorrow has begun elsewhere', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const today = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(platform.core.clock.now())
  const inZone = (timeZone: string) => admin.put('/api/tenant/settings', { timeZone })
  expect((await inZone('Pacific/Kiritimati')).status).toBe(200)
  const born = today('Pacific/Kiritimati')
  await add(admin, { dateOfBirth: born })
  expect((await inZone('Pacific/Pago_Pago')).status).toBe(200)
  const answer = await admin.post('/api/students', { ...ada, firstName: 'Ben', dateOfBirth: born })
  expect(answer).toMatchObject({ status: 400, body: { fields: { dateOfBirth: expect.any(String) } } })
})

async function family(organization: TestOrganization, client: Client) {
  const byron = await organization.user('parent', { firstName: 'Annabella', lastName: 'Byron' })
  await add(client, { firstName: 'Ada', lastName: 'King', parentUserId: byron.id, grade: '10' })
  await add(client, { firstName: 'Charles', lastName: 'Babbage', grade: '9' })
  await add(client, { firstName: '100%', lastName: 'Real_ly', grade: 'Pre-K' })
  await add(client, { firstName: 'Mary', lastName: 'Somerville', grade: 'Advanced' })
  await add(client, { firstName: 'Alan', lastName: 'King', grade: '1st', parentUserId: byron.id })
  return byron
}

test('the list is by last and first name, paged with the total, searched and filtered', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const byron = await family(organization, admin)
  const all = await admin.get('/api/students')
  expect(names(all)).toEqual(['Charles Babbage', 'Ada King', 'Alan King', '100% Real_ly', 'Mary Somerville'])
  expect(all.headers).toMatchObject({ 'x-total-count': '5' })
  expect(all.headers).not.toHaveProperty('link')
  const page = await admin.get('/api/students?limit=2&offset=1')
  expect(names(page)).toEqual(['Ada King', 'Alan King'])
  expect(page.headers).toMatchObject({ 'x-total-count': '5', link: '</api/students?limit=2&offset=3>; rel="next"' })
  expect(names(await admin.get('/api/students?offset=9'))).toEqual([])

  const search = async (text: string) =>
    names(await admin.get(`/api/students?search=${encodeURIComponent(text)}&limit=9`))
  expect(await search('aDa K')).toEqual(['Ada King'])
  expect(await search('annabella BYRON')).toEqual(['Ada King', 'Alan King'])
  expect(await search(byron.email.slice(2))).toEqual(['Ada King', 'Alan King'])
  expect(await search('0%')).toEqual(['100% Real_ly'])
  expect(await search('l_l')).toEqual(['100% Real_ly'])
  expect(await search('%')).toEqual(['100% Real_ly'])
  expect(await search('b_r')).toEqual([])

  expect(names(await admin.get('/api/students?grade=10'))).toEqual(['Ada King'])
  const [charles] = all.body as Student[]
  expect((await admin.put(`/api/students/${charles?.id}`, { isActive: false })).status).toBe(200)
  expect(names(await admin.get('/api/students?status=inactive'))).toEqual(['Charles Babbage'])
  expect(names(await admin.get('/api/students?status=active&search=king&grade=1st&limit=5'))).toEqual(['Alan King'])
  expect((await admin.get('/api/students?status=gone')).status).toBe(400)
  expect((await admin.get('/api/students/grades')).body).toEqual(['Pre-K', '1st', '9', '10', 'Advanced'])
  expect((await admin.get('/api/students/figures')).body).toEqual({
    totalStudents: 5,
    activeStudents: 4,
    gradeLevels: 5,
    familyAccounts: 1,
  })
})

test('a search finds a guardian’s present name, and nothing by a removed guardian', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const byron = await organization.user('parent', { firstName: 'Annabella', lastName: 'Byron' })
  await add(admin, { parentUserId: byron.id })
  const search = async (text: string) => names(await admin.get(`/api/students?search=${text}`))
  const change = (work: object | 'delete') =>
    platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
      work === 'delete'
        ? trx('users').where({ id: byron.id }).delete()
        : trx('users').where({ id: byron.id }).update(work),
    )
  await change({ lastName: 'Wentworth' })
  expect(await search('byron')).toEqual([])
  expect(await search('wentworth')).toEqual(['Ada King'])
  await change('delete')
  expect(await search('wentworth')).toEqual([])
  expect(await search('ada')).toEqual(['Ada King'])
})

test('a likely duplicate is shown, and added anyway on request', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const first = await add(admin)
  const again = { ...ada, firstName: ' ada ', lastName: 'KING' }
  const answer = await admin.post('/api/students', again)
  expect(answer).toMatchObject({ status: 409, body: { code: 'student.duplicate' } })
  expect(answer.body.details).toEqual([
    { id: first.id, firstName: 'Ada', lastName: 'King', dateOfBirth: ada.dateOfBirth, grade: '3', isActive: true },
  ])
  expect((await admin.post('/api/students', { ...again, dateOfBirth: null })).status).toBe(409)
  await add(admin, { dateOfBirth: '2016-05-07' })
  await add(admin, { ...again, saveAnyway: true })
})

test('the guardian comes with the student: found by email address, invited, or saved as a contact', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const byron = { firstName: 'Annabella', lastName: 'Byron', email: 'byron@example.org', relationship: 'mother' }
  const invited = await add(admin, { guardian: { ...byron, invite: true } })
  expect(invited.parentUser).toEqual({ firstName: 'Annabella', lastName: 'Byron', email: 'byron@example.org' })
  const sibling = await add(admin, { firstName: 'Ralph', guardian: { ...byron, email: 'BYRON@example.org' } })
  expect(sibling.parentUserId).toBe(invited.parentUserId)
  const contact = await add(admin, { firstName: 'Alan', guardian: { firstName: 'Ethel', lastName: 'Turing' } })
  expect(contact.parentUser).toEqual({ firstName: 'Ethel', lastName: 'Turing', email: null })

  const refused = async (client: Client, given: object) => {
    const { status, body } = await client.post('/api/students', { ...ada, firstName: 'Mary', ...given })
    return { status, fields: Object.keys((body.fields as object | undefined) ?? {}) }
  }
  const instructor = await organization.signIn('instructor')
  const both = { guardian: byron, parentUserId: invited.parentUserId }
  expect(await refused(admin, both)).toEqual({ status: 400, fields: ['parentUserId'] })
  expect(await refused(admin, { guardian: { ...byron, email: '', invite: true } })).toEqual({
    status: 400,
    fields: ['guardian.email'],
  })
  const staff = { ...byron, email: instructor.user?.email }
  expect(await refused(admin, { guardian: staff })).toEqual({ status: 409, fields: ['guardian.email'] })
  expect(await refused(instructor, { guardian: { ...byron, invite: true } })).toEqual({ status: 403, fields: [] })
  expect(names(await admin.get('/api/students?search=mary'))).toEqual([])
  await add(instructor, { firstName: 'Mary', guardian: byron })
})

test('thirty students added at once with one guardian are each found by the guardian', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const byron = await organization.user('parent', { lastName: 'Byron' })
  await Promise.all(
    Array.from({ length: 30 }, (_, index) => add(admin, { firstName: `Child ${index}`, parentUserId: byron.id })),
  )
  const found = await admin.get('/api/students?search=byron&limit=100')
  expect(found.headers).toMatchObject({ 'x-total-count': '30' })
})

test('ten students added at once with the same new guardian have one guardian, invited once', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const guardian = { firstName: 'Annabella', lastName: 'Byron', email: 'byron@example.org', invite: true }
  const added = await Promise.all(
    Array.from({ length: 10 }, (_, index) => add(admin, { firstName: `Child ${index}`, guardian })),
  )
  expect(new Set(added.map(({ parentUserId }) => parentUserId)).size).toBe(1)
  expect((await admin.get('/api/students?search=byron')).body).toHaveLength(10)
})

test('only given fields change, and a concurrent change by another user is a conflict', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const created = await add(admin, { medicalNotes: 'Peanuts' })
  const put = (change: object) => admin.put(`/api/students/${created.id}`, change)
  const changed = await put({ lastName: 'Lovelace', updatedAt: created.updatedAt })
  expect(changed).toMatchObject({
    status: 200,
    body: { ...created, lastName: 'Lovelace', updatedAt: expect.any(String) },
  })
  expect(await put({ lastName: 'Byron', updatedAt: created.updatedAt })).toMatchObject({
    status: 409,
    body: { code: 'outdated' },
  })
  expect(await put({ dateOfBirth: '9999-01-01' })).toMatchObject({
    status: 400,
    body: { fields: { dateOfBirth: expect.any(String) } },
  })
  expect((await put({ dateOfBirth: null })).body).toMatchObject({ dateOfBirth: null, grade: '3' })
})

test('only admins change health and emergency data, and no answer or record contains it', async ({ platform }) => {
  const organization = await platform.organization()
  const instructor = await organization.signIn('instructor')
  const { id } = await add(instructor)
  const kept = { medicalNotes: 'Peanuts', emergencyPhone: '555 0100' }
  expect((await instructor.put(`/api/students/${id}`, kept)).status).toBe(403)
  const admin = await organization.signIn('tenant_admin')
  expect((await admin.put(`/api/students/${id}`, kept)).body).toMatchObject({
    medicalNotes: null,
    emergencyPhone: null,
    hasHealth: true,
    hasEmergency: true,
  })
  expect((await admin.put(`/api/students/${id}`, { medicalNotes: '' })).body).toMatchObject({ hasHealth: false })
})

test('instructors change students, and only admins deactivate and reactivate them', async ({ platform }) => {
  const organization = await platform.organization()
  const instructor = await organization.signIn('instructor')
  const { id } = await add(instructor)
  expect((await instructor.put(`/api/students/${id}`, { grade: '4', isActive: true })).status).toBe(200)
  expect((await instructor.put(`/api/students/${id}`, { isActive: false })).status).toBe(403)
  const superAdmin = await organization.client().signIn((await platform.superAdmin()).user?.email ?? '')
  expect((await superAdmin.put(`/api/students/${id}`, { isActive: false })).body).toMatchObject({ isActive: false })
})

test('users other than staff, and users of other organizations, get no answer', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const parent = await organization.signIn('parent')
  const { id } = await add(admin, { parentUserId: parent.user?.id })
  const paths = ['/api/students', '/api/students/grades', '/api/students/figures', `/api/students/${id}`]
  for (const path of paths) {
    expect((await organization.client().get(path)).status).toBe(401)
    for (const client of [parent, await organization.signIn('student')]) {
      expect((await client.get(path)).status).toBe(403)
      expect((await client.post('/api/students', ada)).status).toBe(403)
      expect((await client.put(`/api/students/${id}`, { grade: '1' })).status).toBe(403)
    }
  }
  const other = await (await platform.organization()).signIn('tenant_admin')
  expect((await other.get(`/api/students/${id}`)).status).toBe(404)
  expect((await other.get('/api/students')).body).toEqual([])
  expect((await other.get('/api/students/grades')).body).toEqual([])
})

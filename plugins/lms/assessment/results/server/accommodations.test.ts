import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { buildStudent } from '#plugins/tenant-app/testing/factories.ts'
import { lms } from '../../../plugin.ts'

const test = pluginTest([tenantApp, lms])

const ACCOMMODATIONS_PATH = '/api/tenant/accommodations'
const HOUR_MS = 3_600_000
const twice = { timeFactor: 2, breakMinutes: 0, isUnshuffled: false, isLarger: false }
const accessReason = { words: 'The admin asked support for help' }

const signInStaff = async (platform: TestPlatform, organization: TestOrganization) =>
  organization.client().signIn((await platform.superAdmin()).user?.email ?? '')

async function createSchool(platform: TestPlatform) {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const guardian = await organization.signIn('parent')
  const learner = await organization.user('student', { firstName: 'Ada', lastName: 'King' })
  const student = await buildStudent(platform, organization, {
    userId: learner.id,
    guardians: [guardian.user?.id ?? ''],
  })
  expect((await admin.put(`${ACCOMMODATIONS_PATH}/${learner.id}`, twice)).status).toBe(200)
  return { organization, admin, guardian, learner, student, staff: await signInStaff(platform, organization) }
}

const listEmails = ({ core }: TestPlatform, recipient: string) =>
  core.db.platform(systemActor, ({ trx }) =>
    trx('mail_messages').where({ recipient }).orderBy('id').select<{ subject: string; body: string }[]>(),
  )

test('platform staff list names alone, and open the accommodations of one learner with a reason', async ({
  platform,
}) => {
  const { admin, learner, staff, guardian, student } = await createSchool(platform)
  const listed = (await staff.get(ACCOMMODATIONS_PATH)).body as { accommodation: unknown; isHidden: boolean }[]
  expect(listed.length).toBeGreaterThan(1)
  for (const one of listed) expect(one).toMatchObject({ accommodation: null, isHidden: true })
  expect((await staff.get(`${ACCOMMODATIONS_PATH}?granted=true`)).status).toBe(403)
  const open = (body: object) => staff.post(`${ACCOMMODATIONS_PATH}/${learner.id}/views`, body)
  expect((await open({})).body.fields).toEqual({ words: 'Write why you need to see this' })
  expect((await admin.get('/api/access-ledger')).body).toEqual([])
  expect((await open(accessReason)).body).toMatchObject({ accommodation: { timeFactor: 2 }, isHidden: false })

  const entry = { what: 'accommodations', viewerRole: 'superadmin', ...accessReason }
  expect((await admin.get('/api/access-ledger')).body).toMatchObject([
    { ...entry, studentId: student.id, personName: 'Ada King' },
  ])
  expect((await guardian.get(`/api/students/${student.id}/views`)).body).toMatchObject([entry])
  const [sent, ...others] = await listEmails(platform, admin.user?.email ?? '')
  expect(others).toEqual([])
  expect(sent?.body).toContain('opened the accommodations of ')
  expect(sent?.body).not.toContain(accessReason.words)
})

test('platform staff change accommodations within an hour after opening them, and not those of another learner', async ({
  platform,
}) => {
  const { organization, learner, staff } = await createSchool(platform)
  const other = await organization.user('student')
  expect((await staff.put(`${ACCOMMODATIONS_PATH}/${learner.id}`, twice)).status).toBe(403)
  expect((await staff.delete(`${ACCOMMODATIONS_PATH}/${learner.id}`)).status).toBe(403)
  await staff.post(`${ACCOMMODATIONS_PATH}/${learner.id}/views`, accessReason)
  expect((await staff.put(`${ACCOMMODATIONS_PATH}/${learner.id}`, { ...twice, isLarger: true })).status).toBe(200)
  expect((await staff.put(`${ACCOMMODATIONS_PATH}/${other.id}`, twice)).status).toBe(403)
  platform.clock.forward(HOUR_MS + 1000)
  expect((await staff.delete(`${ACCOMMODATIONS_PATH}/${learner.id}`)).status).toBe(403)
})

test('admins open and list accommodations without a reason and without an entry', async ({ platform }) => {
  const { admin, learner } = await createSchool(platform)
  expect((await admin.get(`${ACCOMMODATIONS_PATH}?granted=true`)).body).toMatchObject([
    { accommodation: { timeFactor: 2 } },
  ])
  expect((await admin.post(`${ACCOMMODATIONS_PATH}/${learner.id}/views`, {})).body).toMatchObject({
    accommodation: { timeFactor: 2 },
  })
  expect((await admin.get('/api/access-ledger')).body).toEqual([])
})

test('an instructor’s accommodations are logged under the user’s name, and the ledger is searchable by it', async ({
  platform,
}) => {
  const { organization, admin, staff } = await createSchool(platform)
  const instructor = await organization.user('instructor', { firstName: 'Mary', lastName: 'Ward' })
  await staff.post(`${ACCOMMODATIONS_PATH}/${instructor.id}/views`, accessReason)
  const entry = { what: 'accommodations', studentId: null, studentName: null, personName: 'Mary Ward' }
  expect((await admin.get('/api/access-ledger?search=ward')).body).toMatchObject([entry])
  expect((await admin.get('/api/access-ledger?search=hopper')).body).toEqual([])
})

const alone = pluginTest([lms])

alone('without a ledger, platform staff open no accommodations', async ({ platform }) => {
  const organization = await platform.organization()
  const { id } = await organization.user('student')
  const staff = await signInStaff(platform, organization)
  expect((await staff.post(`${ACCOMMODATIONS_PATH}/${id}/views`, accessReason)).status).toBe(403)
  expect((await staff.put(`${ACCOMMODATIONS_PATH}/${id}`, twice)).status).toBe(403)
})

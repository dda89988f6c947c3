import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { fileForm } from '#core/testing/upload.ts'
import { tenantApp } from '../../../plugin.ts'
import { ask, makeFamily, type Family } from '../../../testing/consents.ts'
import type { ImportRow, StudentImport } from '../contract.ts'
import { importStudents } from './import-students.ts'
import { purgeImports } from './purge-imports.ts'

const test = pluginTest([tenantApp])

const ALLERGY = 'Peanuts c4n4ry'
const MEDICATION = 'EpiPen c4n4ry'

async function read(by: Client, text: string): Promise<StudentImport & { rows: ImportRow[] }> {
  const form = fileForm(Buffer.from(text), { field: 'file', filename: 'list.csv' })
  const { body } = await by.request('POST', '/api/student-imports', form)
  const { id } = body as StudentImport
  return { ...(body as StudentImport), rows: (await by.get(`/api/student-imports/${id}/rows`)).body as ImportRow[] }
}

async function write({ core }: TestPlatform, { admin, organization }: Family, { id }: { id: string }): Promise<void> {
  expect((await admin.post(`/api/student-imports/${id}/start`)).status).toBe(202)
  await importStudents.perform(core, null, { tenantId: organization.id, importId: id })
  expect((await admin.get(`/api/student-imports/${id}`)).body).toMatchObject({ status: 'done' })
}

async function allowTreatment({ admin, mother, father, answer }: Family): Promise<void> {
  const { id } = await ask(admin, { title: 'Treatment', body: 'We may call a doctor.', kind: 'medical-treatment' })
  for (const by of [mother, father]) await answer(by, id, 'given')
}

const listOf = async ({ admin, mia }: Family, more = '') => {
  const { firstName, lastName } = (await admin.get(`/api/students/${mia}`)).body as Record<string, string>
  return `First Name,Last Name,Allergies,Medication\n${firstName},${lastName},${ALLERGY},${MEDICATION}\n${more}`
}

const openHealth = async ({ admin, mia }: Family) => (await admin.post(`/api/students/${mia}/health-views`, {})).body

test('health data of a list becomes proposals where guardians consented, once, and undoing takes them back', async ({
  platform,
}) => {
  const family = await makeFamily(platform)
  const { admin, mia } = family
  await allowTreatment(family)
  const list = await listOf(family, `Leo,New,${ALLERGY},\n`)
  const made = await read(admin, list)
  expect(made).toMatchObject({ mapping: { allergies: 2, medication: 3 }, counts: { new: 1, changed: 1 } })
  expect(made.samples.slice(2)).toEqual([[], []])
  expect(made.rows).toMatchObject([
    { outcome: 'changed', note: expect.stringMatching(/needs your approval/), values: { allergies: 'Hidden' } },
    { outcome: 'new', note: expect.stringMatching(/no consent to medical treatment/) },
  ])
  await write(platform, family, made)
  const { proposals } = await openHealth(family)
  expect(proposals).toMatchObject([
    { part: 'notes', change: { medicalNotes: `Allergies: ${ALLERGY}` }, status: 'pending' },
    { part: 'medication', change: { medication: MEDICATION } },
  ])
  // The import stores none of it, and no other answer or log shows it.
  const kept = await platform.core.db.tenant(family.organization.id, systemActor, async ({ trx }) => [
    await trx('student_import_rows'),
    await trx('student_imports'),
    await trx('student_import_sources'),
    await trx('students'),
    await trx('organization_activity'),
  ])
  expect(JSON.stringify(kept)).not.toContain('c4n4ry')
  expect(JSON.stringify((await admin.get('/api/tenant/audit-logs')).body ?? '')).not.toContain('c4n4ry')

  expect((await read(admin, list)).rows[0]).toMatchObject({ outcome: 'same' })
  const decision = `/api/students/${mia}/health/proposals/${proposals[0].id}/decision`
  expect((await admin.post(decision, { isApproved: true })).status).toBe(204)
  expect((await read(admin, list)).rows[0]).toMatchObject({ outcome: 'same' })
  await admin.post(`/api/student-imports/${made.id}/undo`)
  expect(await openHealth(family)).toMatchObject({ medicalNotes: `Allergies: ${ALLERGY}`, proposals: [] })
})

test('without consent, health data is left out and no proposal is created', async ({ platform }) => {
  const family = await makeFamily(platform)
  const made = await read(family.admin, await listOf(family))
  expect(made.rows).toMatchObject([{ outcome: 'same', note: expect.stringMatching(/no consent/) }])
  expect((await openHealth(family)).proposals).toEqual([])
})

test('a column mapped to health is hidden, and a text that is too long is an error, never cut', async ({
  platform,
}) => {
  const family = await makeFamily(platform)
  const { admin } = family
  const made = await read(admin, `First Name,Last Name,Notes\nAna,Lopez,${'x'.repeat(1200)}\n`)
  expect(made.samples[2]).not.toEqual([])
  const mapping = { ...made.mapping, medicalNotes: 2 }
  const { body } = await admin.put(`/api/student-imports/${made.id}/mapping`, { mapping })
  expect(body).toMatchObject({ samples: [['Ana'], ['Lopez'], []], counts: { wrong: 1 } })
})

test('an unwritten list with health data is deleted after two days', async ({ platform }) => {
  const family = await makeFamily(platform)
  const { admin, organization } = family
  const [ill, well] = [await read(admin, await listOf(family)), await read(admin, 'First Name,Last Name\nAna,Lopez\n')]
  await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('student_imports').update({ createdAt: new Date(platform.core.clock.now().getTime() - 4 * 86_400_000) }),
  )
  await purgeImports.perform(platform.core, null, {})
  expect((await admin.get(`/api/student-imports/${ill.id}`)).status).toBe(404)
  expect((await admin.get(`/api/student-imports/${well.id}`)).status).toBe(200)
})

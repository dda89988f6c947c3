import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { sampleNames } from '#core/testing/names.ts'
import { fileForm } from '#core/testing/upload.ts'
import { tenantApp } from '../../../plugin.ts'
import type { StudentImport } from '../contract.ts'
import { importStudents } from './import-students.ts'

const test = pluginTest([tenantApp])

const NAMES = 500
/** Number of concurrent searches. */
const BATCH_SIZE = 25

test('500 students with names of every script are imported from a roster, found by name, and exported unchanged', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const all = sampleNames(2 * NAMES)
  const students = Array.from({ length: NAMES }, (_, at) => ({
    firstName: all[2 * at] ?? '',
    lastName: all[2 * at + 1] ?? '',
  }))
  const lines = students.map(({ firstName, lastName }) => `${firstName},${lastName}\n`)
  const file = Buffer.from(`First name,Last name\n${lines.join('')}`)
  const form = fileForm(file, { field: 'file', filename: 'students.csv' })
  const { body } = await admin.request('POST', '/api/student-imports', form)
  const { id: importId, counts } = body as StudentImport
  expect(counts).toEqual({ new: NAMES, changed: 0, same: 0, wrong: 0 })
  await admin.post(`/api/student-imports/${importId}/start`)
  await importStudents.perform(platform.core, null, { tenantId: organization.id, importId })

  const find = async ({ firstName, lastName }: (typeof students)[number]) => {
    const search = encodeURIComponent(`${firstName} ${lastName}`)
    const found = (await admin.get(`/api/students?search=${search}`)).body as typeof students
    return found.some((one) => one.firstName === firstName && one.lastName === lastName)
  }
  for (let at = 0; at < NAMES; at += BATCH_SIZE) {
    const batch = students.slice(at, at + BATCH_SIZE)
    const found = await Promise.all(batch.map(find))
    expect(batch.filter((_, index) => !found[index])).toEqual([])
  }

  const { body: exported } = await admin.get('/api/students/export')
  const again = fileForm(Buffer.from(exported as string), { field: 'file', filename: 'students.csv' })
  const reread = (await admin.request('POST', '/api/student-imports', again)).body as StudentImport
  expect(reread.counts).toEqual({ new: 0, changed: 0, same: NAMES, wrong: 0 })
})

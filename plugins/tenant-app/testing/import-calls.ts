import type { Calls, World } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'
import { fileForm } from '#core/testing/upload.ts'
import { randomText } from '#core/testing/calls.ts'
import { importStudents } from '../admissions/imports/server/import-students.ts'

const file = () => Buffer.from(`First Name,Last Name\n${randomText()},${randomText()}\n`)

async function readImport({ organization }: World): Promise<{ by: Client; id: string }> {
  const by = await organization.signIn('tenant_admin')
  const form = fileForm(file(), { field: 'file', filename: 'students.csv' })
  const { body } = await by.request('POST', '/api/student-imports', form)
  return { by, id: (body as { id: string }).id }
}

async function makeImported(world: World): Promise<{ by: Client; id: string }> {
  const { by, id } = await readImport(world)
  await by.post(`/api/student-imports/${id}/start`)
  await importStudents.perform(world.platform.core, null, { tenantId: world.organization.id, importId: id })
  return { by, id }
}

const resource = 'student-import'

export const importCalls: Calls = {
  'GET /api/students/export': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    resource: 'student',
  }),
  'POST /api/student-imports': async ({ organization }) => ({
    by: await organization.signIn('tenant_admin'),
    image: file(),
  }),
  'GET /api/student-imports/{id}': async (world) => {
    const { by, id } = await readImport(world)
    return { by, params: [id] }
  },
  'PUT /api/student-imports/{id}/mapping': async (world) => {
    const { by, id } = await readImport(world)
    return { by, params: [id], body: { mapping: { firstName: 1, lastName: 0 }, dateOrder: 'day-first' } }
  },
  'GET /api/student-imports/template': async ({ organization }) => ({ by: await organization.signIn('tenant_admin') }),
  'PUT /api/student-imports/{id}/reading': async (world) => {
    const { by, id } = await readImport(world)
    return { by, params: [id], body: { headerRow: 1 } }
  },
  'GET /api/student-imports/{id}/rows': async (world) => {
    const { by, id } = await readImport(world)
    return { by, params: [id] }
  },
  'POST /api/student-imports/{id}/start': async (world) => {
    const { by, id } = await readImport(world)
    return { by, params: [id], resource, resourceId: id }
  },
  'POST /api/student-imports/{id}/undo': async (world) => {
    const { by, id } = await makeImported(world)
    return { by, params: [id], resource, resourceId: id }
  },
}

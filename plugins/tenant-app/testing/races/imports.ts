import { expect } from 'vitest'
import type { World } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'
import type { Races } from '#core/testing/races.ts'
import { fileForm } from '#core/testing/upload.ts'
import { MAX_UNWRITTEN_IMPORTS } from '../../admissions/imports/contract.ts'
import { importStudents } from '../../admissions/imports/server/import-students.ts'
import { buildStudent } from '../factories.ts'
import { scheduleSession } from '../sessions.ts'
import { refusesSecond, register, rowsOf } from './outcomes.ts'

const file = Buffer.from('First Name,Last Name,Grade level\nAda,King,5\n')

const upload = (by: Client) =>
  by.request('POST', '/api/student-imports', fileForm(file, { field: 'file', filename: 'students.csv' }))

/** Uploads a file with one student. */
async function readImport({ platform, organization }: World, by: Client) {
  const { body } = await upload(by)
  const path = `/api/student-imports/${(body as { id: string }).id}`
  return {
    start: () => by.post(`${path}/start`),
    undo: () => by.post(`${path}/undo`),
    write: () => importStudents.perform(platform.core, null, { tenantId: organization.id, importId: body.id }),
  }
}

/** Imports a file with one student. */
async function makeImported(world: World) {
  const by = await world.organization.signIn('tenant_admin')
  const { start, write, undo } = await readImport(world, by)
  await start()
  await write()
  return { by, undo, students: () => rowsOf(world, 'students') }
}

export const importRaces: Races = {
  'plugins/tenant-app/admissions/imports/server/import-students.ts lockStudents': async (world) => {
    const by = await world.organization.signIn('tenant_admin')
    const { id } = await buildStudent(world.platform, world.organization)
    const { start, write } = await readImport(world, by)
    await start()
    return {
      first: write,
      heldBefore: /^update students s/,
      second: () => by.put(`/api/students/${id}`, { dateOfBirth: '2016-05-06' }),
      expect: async (_, changed) => {
        expect(changed.status).toBe(200)
        const { body } = await by.get(`/api/students/${id}`)
        expect(body).toMatchObject({ grade: '5', dateOfBirth: '2016-05-06' })
      },
    }
  },
  'plugins/tenant-app/admissions/imports/server/import-students.ts lockImporting': async (world) => {
    const by = await world.organization.signIn('tenant_admin')
    const [one, other] = [await readImport(world, by), await readImport(world, by)]
    for (const { start } of [one, other]) await start()
    return {
      first: one.write,
      second: other.write,
      expect: async () => expect(await rowsOf(world, 'students')).toHaveLength(1),
    }
  },
  'plugins/tenant-app/admissions/imports/server/imports.ts lockImport': async (world) => {
    const { start } = await readImport(world, await world.organization.signIn('tenant_admin'))
    return refusesSecond(start, start, [202, { status: 409 }])
  },
  'plugins/tenant-app/admissions/imports/server/imports.ts lockImportList': async (world) => {
    const by = await world.organization.signIn('tenant_admin')
    for (let kept = 0; kept < MAX_UNWRITTEN_IMPORTS; kept += 1) await upload(by)
    return {
      first: () => upload(by),
      second: () => upload(by),
      expect: async (first, second) => {
        expect([first.status, second.status]).toEqual([201, 201])
        expect(await rowsOf(world, 'student_imports')).toHaveLength(MAX_UNWRITTEN_IMPORTS)
      },
    }
  },
  'plugins/tenant-app/admissions/imports/server/undo-import.ts lockStudents': async (world) => {
    const { by, undo, students } = await makeImported(world)
    const sessionId = await scheduleSession(world.platform, by)
    const [student] = await students()
    return {
      first: undo,
      heldBefore: /^delete from students/,
      second: () => register(by, sessionId, student?.['id'] ?? ''),
      expect: async (undone, registered) => {
        expect(undone.status).toBe(200)
        expect(registered.status).toBeGreaterThanOrEqual(400)
        expect(await students()).toEqual([])
      },
    }
  },
  'plugins/tenant-app/admissions/imports/server/undo-import.ts undoImport': async (world) => {
    const { undo } = await makeImported(world)
    return refusesSecond(undo, undo, [200, { status: 409 }])
  },
}

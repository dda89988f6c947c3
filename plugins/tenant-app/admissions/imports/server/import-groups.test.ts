import { describe, expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { fileForm } from '#core/testing/upload.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildStudent } from '../../../testing/factories.ts'
import { createGroupOf } from '../../../testing/groups.ts'
import type { Group } from '../../../base/groups/contract.ts'
import type { ImportRow } from '../contract.ts'
import { importStudents } from './import-students.ts'

const test = pluginTest([audit, tenantApp])

const FILE = `First Name,Last Name,Group
Ada,King,falcons
Ben,Ash,Falcons; Blue cabin
Cleo,Elm,Blue cabin
Dan,Oak,
`

describe('the group column of an import', () => {
  test('joins and creates groups, previews that, is exported again, and is undone', async ({ platform }) => {
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    const { id: ada } = await buildStudent(platform, organization)
    await createGroupOf(admin, [], { name: 'Falcons' })
    const form = fileForm(Buffer.from(FILE), { field: 'file', filename: 'students.csv' })
    const { body: made } = await admin.request('POST', '/api/student-imports', form)
    expect(made).toMatchObject({ mapping: { group: 2 }, counts: { new: 3, changed: 1, wrong: 0 } })
    const { body: rows } = await admin.get(`/api/student-imports/${made.id}/rows`)
    expect((rows as ImportRow[]).map(({ note }) => note)).toEqual([
      'Joins the group falcons',
      'Joins the group Falcons; Joins the new group Blue cabin',
      'Joins the new group Blue cabin',
      null,
    ])
    const groups = async () =>
      ((await admin.get('/api/groups')).body as Group[]).map(({ name, memberCount }) => [name, memberCount])
    expect(await groups()).toEqual([['Falcons', 0]])

    expect((await admin.post(`/api/student-imports/${made.id}/start`)).status).toBe(202)
    await importStudents.perform(platform.core, null, { tenantId: organization.id, importId: made.id as string })
    expect(await groups()).toEqual([
      ['Blue cabin', 2],
      ['Falcons', 2],
    ])
    const written = await platform.core.db.platform(systemActor, ({ trx }) =>
      trx('audit_logs').where({ action: 'students.import-grouped' }).pluck<string[]>('description'),
    )
    expect(written).toEqual([
      'An import of students added 4 memberships, 1 group, 0 staff members, and changed 0 memberships',
    ])
    const falcons = ((await admin.get('/api/groups?search=falcons')).body as Group[])[0]?.id
    const listed = await admin.get(`/api/students?groupId=${falcons}&limit=9`)
    expect((listed.body as { firstName: string }[]).map(({ firstName }) => firstName)).toEqual(['Ben', 'Ada'])
    const { body: csv } = await admin.get(`/api/students/export?groupId=${falcons}&format=csv`)
    expect(String(csv)).toContain('Blue cabin; Falcons')
    expect(String(csv)).not.toContain('Cleo')

    expect((await admin.post(`/api/student-imports/${made.id}/undo`)).body).toMatchObject({ status: 'undone' })
    expect(await groups()).toEqual([
      ['Blue cabin', 0],
      ['Falcons', 0],
    ])
    expect((await admin.get(`/api/students/${ada}`)).status).toBe(200)
  })

  test('keeps a student whom staff added to another group since, when it is undone', async ({ platform }) => {
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    const form = fileForm(Buffer.from(FILE), { field: 'file', filename: 'students.csv' })
    const { body: made } = await admin.request('POST', '/api/student-imports', form)
    await admin.post(`/api/student-imports/${made.id}/start`)
    await importStudents.perform(platform.core, null, { tenantId: organization.id, importId: made.id as string })
    const students = (await admin.get('/api/students')).body as { id: string; firstName: string }[]
    const dan = students.find(({ firstName }) => firstName === 'Dan')?.id ?? ''
    await createGroupOf(admin, [dan])

    expect((await admin.post(`/api/student-imports/${made.id}/undo`)).body).toMatchObject({ keptCount: 1 })
    const { body: kept } = await admin.get(`/api/student-imports/${made.id}/rows?kept=1`)
    expect(kept).toMatchObject([{ studentId: dan, keptReason: 'The student is in groups' }])
    expect((await admin.get('/api/students')).body).toMatchObject([{ id: dan }])
  })
})

import { expect } from 'vitest'
import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildStudent } from '../../../testing/factories.ts'
import { hasEmergency, hasHealth, saveHealth } from './save-health.ts'

const test = pluginTest([tenantApp])

const selectFlags = statement(
  z.object({ hasHealth: z.boolean(), hasEmergency: z.boolean() }),
  `select ${hasHealth} as "hasHealth", ${hasEmergency} as "hasEmergency" from students s where s.id = $id`,
)

test('saved health data shows in the student’s flags only, and omitted fields stay unchanged', async ({ platform }) => {
  const organization = await platform.organization()
  const { id: student } = await buildStudent(platform, organization)
  const { id: other } = await buildStudent(platform, organization)
  await platform.core.db.tenant(organization.id, systemActor, async (scope) => {
    const flagsOf = async (one: string) => (await scope.rows(selectFlags, { id: one }))[0]
    expect(await saveHealth(scope, student, {})).toBe(false)
    expect(await saveHealth(scope, student, { medicalNotes: null })).toBe(false)
    expect(await flagsOf(student)).toEqual({ hasHealth: false, hasEmergency: false })

    expect(await saveHealth(scope, student, { emergencyPhone: '555 0100' })).toBe(true)
    expect(await flagsOf(student)).toEqual({ hasHealth: false, hasEmergency: true })
    expect(await saveHealth(scope, student, { medicalNotes: 'Asthma', emergencyPhone: undefined })).toBe(true)
    expect(await saveHealth(scope, student, { medicalNotes: 'Asthma' })).toBe(false)
    expect(await flagsOf(student)).toEqual({ hasHealth: true, hasEmergency: true })
    expect(await scope.trx('studentHealth').where({ studentId: student }).first()).toMatchObject({
      medicalNotes: 'Asthma',
      emergencyPhone: '555 0100',
      notesCheckedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      doctorCheckedOn: null,
    })
    expect(await flagsOf(other)).toEqual({ hasHealth: false, hasEmergency: false })

    await saveHealth(scope, student, { medicalNotes: '', emergencyPhone: null })
    expect(await flagsOf(student)).toEqual({ hasHealth: false, hasEmergency: false })
    await scope.trx('healthConditions').insert({ studentId: student, kind: 'condition', name: 'Asthma', risk: 'high' })
    expect(await flagsOf(student)).toEqual({ hasHealth: true, hasEmergency: false })
  })
})

test('two users who save a student’s first health data at once make one row with both', async ({ platform }) => {
  const organization = await platform.organization()
  const within = <T>(work: (scope: TenantScope) => Promise<T>) =>
    platform.core.db.tenant(organization.id, systemActor, work)
  const { id: student } = await buildStudent(platform, organization)
  await Promise.all([
    within((scope) => saveHealth(scope, student, { medicalNotes: 'Asthma' })),
    within((scope) => saveHealth(scope, student, { emergencyContact: 'Grandmother' })),
  ])
  expect(await within(({ trx }) => trx('studentHealth').where({ studentId: student }))).toMatchObject([
    { medicalNotes: 'Asthma', emergencyContact: 'Grandmother' },
  ])
})

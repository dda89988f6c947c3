import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import type { Client } from '#core/testing/harness.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { countRows } from '#core/testing/rows.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenantApp } from '../../../plugin.ts'
import { openDoor } from '../../../testing/door.ts'
import type { DoorLogEntry } from '../contract.ts'
import type { FlaggedEvent } from '../flags-contract.ts'

const test = pluginTest([audit, tenantApp])

const LIST = '/api/door/flagged-events'

describe('POST /api/door/flagged-events/{id}/check', () => {
  test('an admin works off flagged entries, oldest first; each is checked once, with a note, and stays in the log', async ({
    platform,
  }) => {
    const { organization, admin, instructor, path, at, byMother, byOther, outcome } = await openDoor(platform)
    const fact = (kind: 'in' | 'out', more: object) => outcome(instructor, kind, { isFact: true, at: at(4), ...more })
    const { id: barred } = await fact('out', byOther('Ken Ortiz'))
    platform.clock.forward(1000)
    const { id: alone } = await fact('out', { by: { kind: 'alone' } })
    const { id: fine } = await fact('out', byMother)
    const list = async (by: Client = admin): Promise<FlaggedEvent[]> => (await by.get(LIST)).body
    expect(await list()).toMatchObject([
      { id: barred, flag: 'barred', kind: 'out', byName: 'Ken Ortiz', studentName: 'Ada King', isUndone: false },
      { id: alone, flag: 'not-allowed', byKind: 'alone' },
    ])
    const page = await admin.get(`${LIST}?limit=1`)
    expect([page.headers['x-total-count'], page.body.length]).toEqual(['2', 1])

    const check = (by: Client, id: string, note = 'Spoke with the mother') => by.post(`${LIST}/${id}/check`, { note })
    for (const by of [instructor, await organization.signIn('parent'), await organization.signIn('student')]) {
      expect([(await by.get(LIST)).status, (await check(by, barred)).status]).toEqual([403, 403])
    }
    const elsewhere = await (await platform.organization()).signIn('tenant_admin')
    expect([await list(elsewhere), (await check(elsewhere, barred)).status]).toEqual([[], 404])
    for (const id of [fine, randomUUID()]) expect((await check(admin, id)).status).toBe(404)
    expect((await check(admin, barred, 'x'.repeat(501))).status).toBe(400)

    expect((await check(admin, barred)).status).toBe(204)
    expect(await check(admin, barred)).toMatchObject({
      status: 409,
      body: { fields: { note: 'Another admin has checked this already' } },
    })
    expect((await list()).map(({ id }) => id)).toEqual([alone])
    const log: DoorLogEntry[] = (await admin.get(`${path}/log`)).body
    const { firstName, lastName } = admin.user ?? {}
    expect(log.find(({ id }) => id === barred)).toMatchObject({
      flag: 'barred',
      check: { byName: `${firstName} ${lastName}`, note: 'Spoke with the mother' },
    })
    expect(log.find(({ id }) => id === alone)).toMatchObject({ flag: 'not-allowed', check: null })
    expect(await countRows(platform, 'audit_logs', { tenantId: organization.id, action: 'pickup.checked' })).toBe(1)
  })

  test('refuses the second of two admins who check one entry at once', async ({ platform }) => {
    const { organization, admin, instructor, at, outcome } = await openDoor(platform)
    const { id } = await outcome(instructor, 'out', { isFact: true, at: at(4), by: { kind: 'alone' } })
    const second = await organization.signIn('tenant_admin')
    const answers = await Promise.all([admin, second].map((by) => by.post(`${LIST}/${id}/check`, { note: '' })))
    expect(answers.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([204, 409])
  })
})

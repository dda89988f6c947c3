import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenantApp } from '../../../plugin.ts'
import { mailsOf, openDoor } from '../../../testing/door.ts'

const test = pluginTest([audit, tenantApp])

describe('head counts and roll calls', () => {
  test('a head count is compared with who is here, and a roll call has everyone of the place', async ({ platform }) => {
    const { organization, instructor, other, session, bo, outcome, path } = await openDoor(platform)
    await outcome(instructor, 'in')
    await outcome(instructor, 'in', { studentId: bo.id })
    const at = `/api/sessions/${session.id}`
    const { body: count } = await instructor.post(`${at}/head-counts`, { id: randomUUID(), counted: 1 })
    expect(count).toMatchObject({ counted: 1, hereNow: 2, children: [{ name: 'Ada King' }, { name: 'Bo King' }] })
    const call = { id: randomUUID(), kind: 'evacuation', isDrill: true }
    for (const _ of ['first', 'again']) {
      const { body } = await instructor.post(`${at}/roll-calls`, call)
      expect(body).toMatchObject({ ...call, children: [{ start: null }, { start: null }] })
    }
    const mark = { id: randomUUID(), studentId: bo.id, point: 'site', isSafe: true }
    // Any staff member helps.
    expect((await other.post(`/api/roll-calls/${call.id}/marks`, { marks: [mark] })).body).toMatchObject({
      children: [
        { name: 'Ada King', site: null },
        { name: 'Bo King', site: true, return: null },
      ],
    })
    expect((await other.get(`${at}/roll-calls`)).body).toMatchObject([{ id: call.id }])
    expect((await other.post(`${at}/roll-calls`, call)).status).toBe(403)
    expect(await mailsOf(platform, organization.id)).toEqual([])
    const sheet = await instructor.get(`${path}/sign-in-sheet`)
    expect(sheet).toMatchObject({ status: 200, headers: { 'content-type': 'application/pdf' } })
  })
})

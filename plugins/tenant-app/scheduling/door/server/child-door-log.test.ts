import { expect } from 'vitest'
import { PASSWORD, pluginTest, type Client } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { openDoor } from '../../../testing/door.ts'

const test = pluginTest([tenantApp])

test('GET /api/students/{id}/door-log gives guardians arrivals and departures of own children, without barred attempts', async ({
  platform,
}) => {
  const { organization, instructor, admin, mother, ada, path, at, outcome, byMother, byOther } =
    await openDoor(platform)
  const maria = await organization.client().signIn(mother.email, PASSWORD)
  const log = async (by: Client) => {
    const { status, body } = await by.get(`/api/students/${ada.id}/door-log`)
    return status === 200 ? body.map(({ kind, byName }: { kind: string; byName: string }) => [kind, byName]) : status
  }
  expect(await log(maria)).toEqual([])
  const wrong = await outcome(instructor, 'in', { at: at(1) })
  await instructor.post(`${path}/undo`, { id: crypto.randomUUID(), eventId: wrong.id })
  await outcome(instructor, 'in', { at: at(2), ...byMother })
  expect(await outcome(instructor, 'out', { at: at(3), ...byOther('Ken Ortiz') })).toMatchObject({ isBarred: true })
  await outcome(instructor, 'out', { at: at(4), ...byMother })
  expect(await log(maria)).toEqual([
    ['out', 'Maria Ortiz'],
    ['in', 'Maria Ortiz'],
  ])
  expect(await log(await organization.signIn('parent'))).toBe(404)
  expect(await log(admin)).toBe(403)
  expect(await log(await organization.signIn('student'))).toBe(403)
})

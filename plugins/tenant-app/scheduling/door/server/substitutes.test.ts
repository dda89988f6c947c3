import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenantApp } from '../../../plugin.ts'
import { openDoor } from '../../../testing/door.ts'

const test = pluginTest([audit, tenantApp])

test('the instructor who stands in on a day works at its door, and the session’s takes it over', async ({
  platform,
}) => {
  const { organization, instructor, other, session, path, outcome, send, byOther } = await openDoor(platform)
  await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('sessionMeetings').where({ sessionId: session.id }).update({ instructorId: other.user?.id }),
  )
  expect(await outcome(other, 'in')).toMatchObject({ outcome: 'saved' })
  expect((await send(instructor, 'in')).status).toBe(403)
  expect((await instructor.get(`${path}/log`)).status).toBe(200)
  const release = { isIdSeen: true, calledName: 'Ken Ortiz', reason: 'He said so' }
  expect(await outcome(other, 'out', { ...byOther('Rosa Lee'), release })).toMatchObject({
    refusal: 'Ken Ortiz may not decide who picks up Ada. Call another guardian.',
  })
  expect((await instructor.post(`${path}/cover`)).status).toBe(204)
  expect(await outcome(instructor, 'in')).toMatchObject({ outcome: 'note' })
})

test('GET /api/sessions/{id}/door/emergency-sheet notes each print for each child', async ({ platform }) => {
  const { organization, instructor, other, path, ada } = await openDoor(platform)
  expect((await other.get(`${path}/emergency-sheet`)).status).toBe(403)
  for (const _ of [1, 2]) expect((await instructor.get(`${path}/emergency-sheet`)).status).toBe(200)
  const entries = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('access_ledger').where({ tenantId: organization.id, studentId: ada.id, what: 'emergency' }).pluck('reason'),
  )
  expect(entries).toEqual(['session', 'session'])
})

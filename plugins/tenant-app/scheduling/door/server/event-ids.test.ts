import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { openDoor } from '../../../testing/door.ts'
import { MAX_CALLS, SHOWN_CALLS } from '../contract.ts'

const test = pluginTest([tenantApp])

test('an id that belongs to another session’s event, call or roll call is refused in words, and nothing is written', async ({
  platform,
}) => {
  const first = await openDoor(platform)
  const second = await openDoor(platform)
  const at = platform.clock.now().toISOString()
  const id = randomUUID()
  const event = { id, studentId: first.ada.id, kind: 'in', at }
  expect((await first.admin.post(`${first.path}/events`, { events: [event] })).status).toBe(200)
  // The second door is that of another organization, whose ids are not seen here.
  const taken = { status: 409, body: { fields: { id: 'This id belongs to something else already. Try again.' } } }
  const events = [
    { ...event, studentId: second.ada.id },
    { id: randomUUID(), studentId: second.bo.id, kind: 'in', at },
  ]
  expect(await second.admin.post(`${second.path}/events`, { events })).toMatchObject(taken)
  expect((await second.admin.get(`${second.path}/log`)).body).toEqual([])
  const arrived = await second.outcome(second.admin, 'in')
  expect(await second.admin.post(`${second.path}/undo`, { id, eventId: arrived.id })).toMatchObject(taken)

  const call = { id, studentId: first.ada.id, calledName: 'Maria', outcome: 'reached' }
  for (const _ of [1, 2]) expect((await first.admin.post(`${first.path}/calls`, call)).status).toBe(204)
  expect(await first.admin.post(`${first.path}/calls`, { ...call, studentId: first.bo.id })).toMatchObject(taken)
  expect(await second.admin.post(`${second.path}/calls`, { ...call, studentId: second.ada.id })).toMatchObject(taken)
  const rolled = { id, kind: 'evacuation', isDrill: true }
  const rollCalls = ({ session }: typeof first) => `/api/sessions/${session.id}/roll-calls`
  for (const _ of [1, 2]) expect((await first.admin.post(rollCalls(first), rolled)).status).toBe(200)
  expect(await second.admin.post(rollCalls(second), rolled)).toMatchObject(taken)
})

test('the door shows the latest calls about a child, a list all of them, and there is a most', async ({ platform }) => {
  const { admin, other, ada, path, child } = await openDoor(platform)
  const call = () =>
    admin.post(`${path}/calls`, { id: randomUUID(), studentId: ada.id, calledName: 'Maria', outcome: 'no-answer' })
  for (let made = 0; made < MAX_CALLS; made++) expect((await call()).status).toBe(204)
  expect((await call()).body.fields.calledName).toContain(`There are ${MAX_CALLS} calls already`)
  const { calls, callCount } = await child()
  expect([calls.length, callCount]).toEqual([SHOWN_CALLS, MAX_CALLS])
  const list = `${path}/children/${ada.id}/calls`
  const page = await admin.get(`${list}?limit=30&offset=90`)
  expect([page.status, page.body.length]).toEqual([200, 10])
  expect((await other.get(list)).status).toBe(403)
})

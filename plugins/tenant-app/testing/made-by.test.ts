import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { MAKER_HEADER, OTHER_USER_CODE } from '#core/contract/identity.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { tenantApp } from '../plugin.ts'
import { openDoor } from './door.ts'

const test = pluginTest([tenantApp])

test('entries of one user are refused in the session of another, of every kind, and nothing is written', async ({
  platform,
}) => {
  const { admin, instructor, ada, session, path } = await openDoor(platform)
  const at = platform.clock.now().toISOString()
  const id = randomUUID()
  const sessions = `/api/sessions/${session.id}`
  const entries: [url: string, payload: object][] = [
    [`${sessions}/attendance`, { marks: [{ id, studentId: ada.id, mark: 'present', seen: 0 }] }],
    [`${path}/events`, { events: [{ id, studentId: ada.id, kind: 'in', at }] }],
    [`${path}/undo`, { id, eventId: id, madeAt: at }],
    [`${path}/calls`, { id, studentId: ada.id, calledName: 'Maria', outcome: 'reached' }],
    [`${sessions}/head-counts`, { id, counted: 1 }],
    [`${sessions}/roll-calls`, { id, kind: 'other', isDrill: true }],
    [`${sessions}/points`, { awards: [{ id, studentId: ada.id, points: 5 }] }],
    ['/api/scores', { cells: [] }],
    ['/api/incidents', {}],
  ]
  const send = (url: string, payload: object, madeBy: string) =>
    admin.request('POST', url, { payload, headers: { [MAKER_HEADER]: madeBy } })
  for (const [url, payload] of entries) {
    const answer = await send(url, payload, instructor.user?.id ?? '')
    expect([url, answer.status, answer.body.code]).toEqual([url, 409, OTHER_USER_CODE])
  }
  expect((await admin.get(`${path}/log`)).body).toEqual([])
  expect((await admin.get(path)).body.children).toMatchObject([{ attendance: null }, { attendance: null }])
  const [url, payload] = entries[1] ?? ['', {}]
  expect((await send(url, payload, admin.user?.id ?? '')).status).toBe(200)
  // Without a session it is the usual answer, after which its user signs in again.
  const guest = { payload, headers: { [MAKER_HEADER]: id, cookie: '' } }
  expect((await admin.request('POST', url, guest)).status).toBe(401)
})

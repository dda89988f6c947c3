import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { create } from '#core/testing/calls.ts'
import { PASSWORD, pluginTest, type Answer, type Client } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { openDoor } from '../../../testing/door.ts'
import { makePin, pairTablet, visit } from '../../../testing/kiosk.ts'

const test = pluginTest([tenantApp])

/** Status of an answer, or the outcome of the only event in it. */
const cell = ({ status, body }: Answer) =>
  status === 200 && Array.isArray(body) && body[0]?.outcome ? (body[0].outcome as string) : status

test('admins, instructors, kiosks and parents do at the door what the table of rights says, in each cell', async ({
  platform,
}) => {
  const { organization, admin, instructor, other, mother, ada, session, path, send, byMother, byOther } =
    await openDoor(platform)
  const parent = await organization.client().signIn(mother.email, PASSWORD)
  const pin = await makePin(parent)
  const { tablet } = await pairTablet({ organization })
  const rosa = await create<{ id: string }>(admin, `/api/students/${ada.id}/collectors`, {
    name: 'Rosa Lee',
    phone: '1',
  })
  const unlisted = { release: { isIdSeen: true, calledName: 'Maria Ortiz', reason: 'Her car broke down' } }
  const barred = { release: { isIdSeen: true, calledName: '', reason: 'The court lifted the order today.' } }
  const addDevice = (by: Client) => by.post('/api/devices', { name: 'Gym' })
  const rows: Record<string, (by: Client) => Promise<Answer>> = {
    in: (by) => send(by, 'in'),
    out: (by) => send(by, 'out', byMother),
    'head count': (by) => by.post(`/api/sessions/${session.id}/head-counts`, { id: randomUUID(), counted: 1 }),
    'roll call': (by) =>
      by.post(`/api/sessions/${session.id}/roll-calls`, { id: randomUUID(), kind: 'other', isDrill: true }),
    'release off the list': async (by) => {
      await send(admin, 'in')
      return send(by, 'out', { ...byOther('Sam Poe'), ...unlisted })
    },
    'release to barred': async (by) => {
      await send(admin, 'in')
      return send(by, 'out', { ...byOther('Ken Ortiz'), ...barred })
    },
    'add a device': addDevice,
    'revoke a device': async (by) => by.delete(`/api/devices/${(await addDevice(admin)).body.id}`),
    'PIN slip of another': (by) => by.post(`${path}/slips`, { studentId: ada.id, personId: rosa.id }),
    'own PIN': (by) => by.post('/api/pickup-codes', { kind: 'pin' }),
    'own card': (by) => by.post('/api/pickup-codes', { kind: 'card' }),
    'door log': (by) => by.get(`${path}/log`),
    'door log of the child': (by) => by.get(`/api/students/${ada.id}/door-log`),
  }
  const columns: Record<string, { by: Client; cells: unknown[] }> = {
    admin: {
      by: admin,
      cells: ['saved', 'saved', 200, 200, 'saved', 'saved', 201, 204, 201, 403, 403, 200, 403],
    },
    instructor: {
      by: instructor,
      cells: ['saved', 'saved', 200, 200, 'saved', 'refused', 403, 403, 201, 403, 403, 200, 403],
    },
    'other instructor': { by: other, cells: [403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403] },
    parent: { by: parent, cells: [403, 403, 403, 403, 403, 403, 403, 403, 403, 201, 201, 403, 200] },
    kiosk: { by: tablet, cells: [401, 401, 401, 401, 401, 401, 401, 401, 401, 401, 401, 401, 401] },
  }
  for (const [who, { by, cells }] of Object.entries(columns)) {
    const found: unknown[] = []
    for (const row of Object.values(rows)) {
      // No child is here when a column begins, and at each row the outcome is that of the act alone.
      await send(admin, 'out', byMother)
      if (row === rows.out) await send(admin, 'in')
      platform.clock.forward(1000)
      found.push(cell(await row(by)))
    }
    expect([who, Object.fromEntries(Object.keys(rows).map((name, index) => [name, found[index]]))]).toEqual([
      who,
      Object.fromEntries(Object.keys(rows).map((name, index) => [name, cells[index]])),
    ])
  }

  // While the cover of today is taken: in and out, and the list alone.
  expect((await other.post(`${path}/cover`)).status).toBe(204)
  const covering: unknown[] = []
  for (const row of Object.values(rows)) {
    await send(admin, 'out', byMother)
    if (row === rows.out) await send(admin, 'in')
    platform.clock.forward(1000)
    covering.push(cell(await row(other)))
  }
  expect(covering).toEqual(['saved', 'saved', 200, 200, 'refused', 'refused', 403, 403, 403, 403, 403, 200, 403])

  // A kiosk checks in, and asks out.
  await send(admin, 'out', byMother)
  const pinNow = await makePin(parent)
  expect((await visit(tablet, pin)).children).toEqual([])
  const ofAda = (await visit(tablet, pinNow)).children.filter(({ studentId }) => studentId === ada.id)
  const atKiosk = async (kind: 'in' | 'out') =>
    cell(
      await tablet.post('/api/kiosk/acts', {
        code: pinNow,
        acts: ofAda.map(({ studentId, meetingId }) => ({ id: randomUUID(), studentId, meetingId, kind })),
      }),
    )
  expect([await atKiosk('in'), await atKiosk('out')]).toEqual(['saved', 'asked'])
})

test('of many guesses at once a tablet answers four, and is locked then', async ({ platform }) => {
  const organization = await platform.organization()
  const { tablet } = await pairTablet({ organization })
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => visit(tablet, String(index).padStart(6, '0'))),
  )
  expect(answers.filter(({ isLocked }) => !isLocked)).toHaveLength(4)
})

test('a kiosk that is revoked while it acts has done so before, or does nothing', async ({ platform }) => {
  const { organization, admin, mother, child } = await openDoor(platform)
  const pin = await makePin(await organization.client().signIn(mother.email, PASSWORD))
  const { tablet, id } = await pairTablet({ organization })
  const acts = (await visit(tablet, pin)).children.map(({ studentId, meetingId }) => ({
    id: randomUUID(),
    studentId,
    meetingId,
    kind: 'in',
  }))
  const [acted, revoked] = await Promise.all([
    tablet.post('/api/kiosk/acts', { code: pin, acts }),
    admin.delete(`/api/devices/${id}`),
  ])
  expect(revoked.status).toBe(204)
  expect([200, 401]).toContain(acted.status)
  expect((await child()).state).toBe(acted.status === 200 ? 'in' : 'expected')
  expect((await tablet.get('/api/kiosk')).status).toBe(401)
})

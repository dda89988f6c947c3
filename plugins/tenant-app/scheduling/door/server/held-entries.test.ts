import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Client } from '#core/testing/harness.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { makeLeftEntries } from '../../../testing/door-calls.ts'
import type { Door, DoorLogEntry } from '../contract.ts'
import type { HeldDoorEntry } from '../held-contract.ts'

const test = pluginTest([tenantApp])

test('acts at the door that a deactivated account left on a device are held once, and an admin applies or discards each', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const left = await makeLeftEntries({ platform, organization })
  const { by: admin, id: sessionId, meetingId, studentId, makerId, madeAt } = left
  const instructor = await organization.signIn('instructor')
  const at = { sessionId, meetingId, madeAt }
  const rollCall = randomUUID()
  const made = (entry: object) => ({ id: randomUUID(), ...at, entry })
  const alone = { id: randomUUID(), studentId, kind: 'out', at: madeAt, by: { kind: 'alone' } }
  const entries = [
    ...left.entries,
    made({ act: 'head-count', counted: 4 }),
    made({ act: 'call', studentId, call: { calledName: 'Maria', outcome: 'reached' } }),
    { ...made({ act: 'roll-call', kind: 'evacuation', isDrill: true, studentIds: [studentId] }), id: rollCall },
    {
      id: randomUUID(),
      madeAt,
      entry: { act: 'roll-mark', rollCallId: rollCall, studentId, point: 'site', isSafe: true },
    },
    { id: randomUUID(), madeAt, entry: { act: 'contacts', rollCallId: rollCall, studentId } },
    { ...made({ act: 'event', event: alone }), id: alone.id },
  ]
  const hold = (by: Client, maker = makerId) => by.post('/api/held-door-entries', { makerId: maker, entries })
  const held = async (by: Client = admin): Promise<HeldDoorEntry[]> => (await by.get('/api/held-door-entries')).body
  const active = await organization.user('instructor')
  expect((await hold(instructor, active.id)).status).toBe(409)
  expect((await hold(await organization.signIn('parent'))).status).toBe(403)
  expect((await hold(await (await platform.organization()).signIn('instructor'))).status).toBe(404)
  expect((await hold(instructor)).status).toBe(204)
  expect((await Promise.all([hold(instructor), hold(admin)])).map(({ status }) => status)).toEqual([204, 204])
  const list = await held()
  expect(list.map(({ id }) => id).toSorted()).toEqual(entries.map(({ id }) => id).toSorted())
  expect(list[0]).toMatchObject({ makerName: 'Mara Lind', sessionId })
  expect((await instructor.get('/api/held-door-entries')).status).toBe(403)

  const decide = (id: string | undefined, decision = 'applied') =>
    admin.post(`/api/held-door-entries/${id}/decision`, { decision })
  expect((await instructor.post(`/api/held-door-entries/${alone.id}/decision`, { decision: 'applied' })).status).toBe(
    403,
  )
  for (const { id } of entries.filter(({ id }) => id !== alone.id))
    expect([id, (await decide(id)).status]).toEqual([id, 204])
  const door = `/api/sessions/${sessionId}/door`
  const { children } = (await admin.get(door)).body as Door
  expect(children).toMatchObject([{ studentId, state: 'in', since: madeAt, callCount: 1 }])
  const log = async (): Promise<DoorLogEntry[]> => (await admin.get(`${door}/log`)).body
  expect(await log()).toMatchObject([{ kind: 'in', userName: 'Mara Lind', at: madeAt, flag: null }])
  expect((await admin.get(`/api/roll-calls/${rollCall}`)).body.children).toMatchObject([{ studentId, site: true }])
  expect((await admin.get('/api/access-ledger?what=emergency')).body).toMatchObject([
    { studentId, viewerName: 'Mara Lind' },
  ])

  // A release is judged like other late ones: it is recorded, and admins check it.
  expect((await decide(alone.id)).status).toBe(204)
  expect((await log()).find(({ id }) => id === alone.id)).toMatchObject({ flag: 'not-allowed', userName: 'Mara Lind' })
  expect((await admin.get('/api/door/flagged-events')).body).toMatchObject([{ id: alone.id }])
  expect(await held()).toEqual([])
  expect((await decide(alone.id, 'discarded')).status).toBe(404)
  // The log has them by now.
  expect((await hold(instructor)).status).toBe(204)
  expect(await held()).toEqual([])
})

test('a discarded act changes nothing, and of two decisions at once one is refused', async ({ platform }) => {
  const organization = await platform.organization()
  const { by: admin, id: sessionId, makerId, entries } = await makeLeftEntries({ platform, organization })
  await admin.post('/api/held-door-entries', { makerId, entries })
  const decide = (decision: string) => admin.post(`/api/held-door-entries/${entries[0]?.id}/decision`, { decision })
  const answers = await Promise.all([decide('discarded'), decide('discarded')])
  expect(answers.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([204, 404])
  expect((await admin.get(`/api/sessions/${sessionId}/door/log`)).body).toEqual([])
})

test('an entry that belongs to another one waits for it, in words, and is discarded where that one was', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const left = await makeLeftEntries({ platform, organization })
  const { by: admin, id: sessionId, meetingId, studentId, makerId, madeAt } = left
  const made = (entry: object, id = randomUUID()) => ({ id, sessionId, meetingId, madeAt, entry })
  const call = () => made({ act: 'roll-call', kind: 'evacuation', isDrill: true, studentIds: [studentId] })
  const mark = (rollCallId: string) => ({ act: 'roll-mark', rollCallId, studentId, point: 'site', isSafe: true })
  const contacts = (rollCallId: string) => ({ act: 'contacts', rollCallId, studentId })
  const rows = [
    { name: 'roll call', of: call(), acts: [mark, contacts] },
    { name: 'roll call', of: call(), acts: [mark, contacts], isDiscarded: true },
    {
      name: 'arrival or departure',
      of: left.entries[0],
      acts: [(eventId: string) => ({ act: 'undo', studentId, eventId })],
    },
  ]
  const belonging = rows.map(({ of, acts }) => acts.map((act) => made(act(of?.id ?? ''))))
  const entries = [...rows.flatMap(({ of }) => of ?? []), ...belonging.flat()]
  expect((await admin.post('/api/held-door-entries', { makerId, entries })).status).toBe(204)
  const decide = (id: string | undefined, decision: string) =>
    admin.post(`/api/held-door-entries/${id}/decision`, { decision })
  for (const [row, { name, of, isDiscarded }] of rows.entries()) {
    for (const { id } of belonging[row] ?? []) {
      const early = await decide(id, 'applied')
      const message = `Apply the ${name} first: this entry belongs to it.`
      expect(early).toMatchObject({ status: 409, body: { fields: { decision: message } } })
    }
    expect((await decide(of?.id, isDiscarded ? 'discarded' : 'applied')).status).toBe(204)
    for (const { id } of belonging[row] ?? []) {
      const message = `The ${name} that this entry belongs to was discarded. Discard this one too.`
      const refused = { status: 409, body: { fields: { decision: message } } }
      expect(await decide(id, 'applied')).toMatchObject(isDiscarded ? refused : { status: 204 })
      const discarded = isDiscarded ? (await decide(id, 'discarded')).status : 204
      expect(discarded).toBe(204)
    }
  }
  expect((await admin.get('/api/held-door-entries')).body).toEqual([])
})

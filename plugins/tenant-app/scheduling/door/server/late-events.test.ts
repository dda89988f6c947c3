import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { create } from '#core/testing/calls.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { countRows } from '#core/testing/rows.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenantApp } from '../../../plugin.ts'
import { MINUTE_MS, mailsOf, openDoor } from '../../../testing/door.ts'
import { NO_EVENT_CODE, type Door, type DoorLogEntry } from '../contract.ts'

const test = pluginTest([audit, tenantApp])

const DAY_MS = 86_400_000

describe('POST /api/sessions/{id}/door/events of a device without a connection', () => {
  test('a release that has happened is recorded whatever is the case now, and flagged and emailed where it would be refused', async ({
    platform,
  }) => {
    const door = await openDoor(platform)
    const { organization, admin, instructor, ada, bo, session, path, at, byMother, byOther, send } = door
    const logged = async (): Promise<DoorLogEntry[]> => (await admin.get(`${path}/log`)).body
    const flagOf = async (id: string) => (await logged()).find((entry) => entry.id === id)?.flag
    const fact = async (kind: 'in' | 'out', more: object = {}) => {
      const id = randomUUID()
      const { status, body } = await send(instructor, kind, { id, at: at(4), isFact: true, ...more })
      expect([status, body]).toMatchObject([200, [{ refusal: null }]])
      return flagOf(id)
    }
    expect(await fact('in', { at: at(1) })).toBeNull()
    expect(await fact('out', { at: at(2), ...byMother })).toBeNull()
    expect(await fact('in', { at: at(3) })).toBeNull()
    const restriction = { kind: 'court-order', verifiedBy: 'Grace Hopper' }
    const restricted = await admin.post(`/api/students/${ada.id}/guardians/${ada.links[0]}/restrictions`, restriction)
    expect([201, 204]).toContain(restricted.status)
    expect((await send(instructor, 'out', { ...byMother })).body).toMatchObject([
      { outcome: 'refused', isBarred: true },
    ])
    const mother = { by: { ...byMother.by, name: 'Maria Ortiz' } }
    expect(await fact('out', mother)).toBe('barred')
    expect(await fact('out', byOther('Ken Ortiz'))).toBe('barred')
    expect(await fact('out', byOther('Zoe Park'))).toBe('not-allowed')
    expect(await fact('out', { by: { kind: 'alone' } })).toBe('not-allowed')
    const mails = await mailsOf(platform, organization.id)
    expect(mails.find(({ subject }) => subject === 'Check the door: Ada')?.body).toContain('Maria Ortiz')
    // Admins have the email about the flag; the guardian who is not restricted is notified as of any pickup by another adult.
    expect(
      mails.filter(({ subject }) => subject.startsWith('Ada was picked up')).map(({ recipient }) => recipient),
    ).toEqual([door.father.email])
    const flaggedPickups = { tenantId: organization.id, action: 'pickup.flagged' }
    expect(await countRows(platform, 'audit_logs', flaggedPickups)).toBe(4)

    expect(await fact('in', { at: new Date(Date.parse(at(0)) - DAY_MS).toISOString() })).toBe('clock')
    expect((await admin.delete(`/api/sessions/${session.id}/participants/${bo.id}`)).status).toBeLessThan(300)
    expect((await send(instructor, 'in', { studentId: bo.id })).body).toMatchObject([{ outcome: 'refused' }])
    expect(await fact('in', { studentId: bo.id })).toBe('removed')
    expect((await admin.put(`/api/sessions/${session.id}`, { status: 'cancelled' })).status).toBe(200)
    expect((await send(instructor, 'in')).status).toBe(409)
    expect(await fact('in', { at: at(4.5) })).toBe('canceled')
  })

  test('an adult whose authorization ended at midnight, and a child who left after the day was closed, count by their day', async ({
    platform,
  }) => {
    const { organization, admin, instructor, ada, path, outcome } = await openDoor(platform)
    const { body: door } = await admin.get(path)
    const rosa = { name: 'Rosa Diaz', relationship: 'Aunt', phone: '555-0199', validUntil: door.meeting.day }
    const { id: personId } = await create<{ id: string }>(admin, `/api/students/${ada.id}/collectors`, rosa)
    expect(await outcome(instructor, 'in')).toMatchObject({ outcome: 'saved' })
    const at = new Date(platform.clock.now().getTime() + MINUTE_MS).toISOString()
    platform.clock.forward(2 * DAY_MS)
    const by = { kind: 'authorized', personId, name: 'Rosa Diaz' }
    const meeting = door.meeting.id as string
    const late = { id: randomUUID(), studentId: ada.id, kind: 'out', at, by, isFact: true }
    const later = await organization.signIn('tenant_admin')
    const send = async (event: object) =>
      (await later.post(`${path}/events?meeting=${meeting}`, { events: [event] })).body
    expect(await send({ ...late, isFact: false })).toMatchObject([{ outcome: 'refused' }])
    expect(await send(late)).toMatchObject([{ outcome: 'saved' }])
    const log = (await later.get(`${path}/log`)).body as DoorLogEntry[]
    expect(log.find(({ id }) => id === late.id)).toMatchObject({ flag: null, byName: 'Rosa Diaz', at })
    const { children } = (await later.get(`${path}?meeting=${meeting}`)).body as Door
    expect(children.find(({ studentId }) => studentId === ada.id)).toMatchObject({ state: 'out', since: at })
  })

  test('a call, a head count and a roll call keep the time of the device, and children whom it called are in it', async ({
    platform,
  }) => {
    const { admin, instructor, ada, bo, path, session, outcome, at } = await openDoor(platform)
    await outcome(instructor, 'in', { at: at(1) })
    const made = platform.clock.now().toISOString()
    platform.clock.forward(30 * MINUTE_MS)
    const count = { id: randomUUID(), counted: 1, madeAt: made }
    expect((await instructor.post(`/api/sessions/${session.id}/head-counts`, count)).body).toMatchObject({
      hereNow: 1,
      at: made,
    })
    const roll = { id: randomUUID(), kind: 'evacuation', isDrill: true, madeAt: made, studentIds: [ada.id, bo.id] }
    const { body } = await instructor.post(`/api/sessions/${session.id}/roll-calls`, roll)
    expect(body).toMatchObject({ startedAt: made, children: [{ start: null }, { start: null }] })
    const mark = { id: randomUUID(), studentId: bo.id, point: 'site', isSafe: true, madeAt: made }
    const marked = await instructor.post(`/api/roll-calls/${roll.id}/marks`, { marks: [mark] })
    expect(marked.body.children).toContainEqual(expect.objectContaining({ studentId: bo.id, site: true }))
    const view = { id: randomUUID(), studentId: bo.id, madeAt: made }
    for (const _ of ['first', 'again']) {
      expect((await instructor.post(`/api/roll-calls/${roll.id}/contact-views`, view)).status).toBe(204)
    }
    expect((await admin.get('/api/access-ledger?what=emergency')).body).toMatchObject([
      { studentId: bo.id, reason: 'session', viewedAt: made },
    ])
    const call = { id: randomUUID(), studentId: ada.id, calledName: 'Maria', outcome: 'reached', madeAt: made }
    expect((await instructor.post(`${path}/calls`, call)).status).toBe(204)
    expect((await admin.get(`${path}/children/${ada.id}/calls`)).body).toMatchObject([{ at: made }])
  })

  test('an undo needs no reason if it was made within two minutes of the event and arrives within two minutes of it', async ({
    platform,
  }) => {
    const { instructor, path, outcome, child } = await openDoor(platform)
    const later = (time: string, minutes: number) => new Date(Date.parse(time) + minutes * MINUTE_MS).toISOString()
    /** Records an arrival that was made some minutes ago, and takes it back. @returns the answer of the undo */
    const undo = async (lateBy: number, arrivesAfter: number, madeAfter?: number) => {
      const at = later(platform.clock.now().toISOString(), -lateBy)
      const { id: eventId } = await outcome(instructor, 'in', { at, isFact: true })
      platform.clock.forward(arrivesAfter * MINUTE_MS)
      const madeAt = madeAfter === undefined ? {} : { madeAt: later(at, madeAfter) }
      const body = { id: randomUUID(), eventId, ...madeAt }
      const answer = await instructor.post(`${path}/undo`, body)
      if (answer.status === 204) return answer
      // It stays as it was, and is taken back with a reason.
      expect(await child()).toMatchObject({ lastEventId: eventId, state: 'in' })
      expect((await instructor.post(`${path}/undo`, { ...body, reason: 'Wrong child' })).status).toBe(204)
      return answer
    }
    const refused = { status: 400, body: { fields: { reason: 'Write why this is corrected' } } }
    // Both without a connection: they arrive together, half an hour later.
    expect(await undo(30, 0, 1)).toMatchObject({ status: 204 })
    expect(await undo(30, 0, 25)).toMatchObject(refused)
    // The event was on the server all the while: what the device says of the time of the undo is not enough.
    expect(await undo(0, 30, 1)).toMatchObject(refused)
    expect(await undo(0, 1, 1)).toMatchObject({ status: 204 })
    expect(await undo(0, 1, 30)).toMatchObject({ status: 204 })
    // An app of an earlier release names no time.
    expect(await undo(1, 1)).toMatchObject({ status: 204 })
    expect(await undo(0, 3)).toMatchObject(refused)
    expect(await child()).toMatchObject({ state: 'expected' })
  })

  test('an undo of an event that the server does not have differs from one at a session that is not seen', async ({
    platform,
  }) => {
    const { instructor, path } = await openDoor(platform)
    const undo = (door: string) => instructor.post(`${door}/undo`, { id: randomUUID(), eventId: randomUUID() })
    expect(await undo(path)).toMatchObject({ status: 404, body: { code: NO_EVENT_CODE } })
    const elsewhere = await openDoor(platform)
    const { id: eventId } = await elsewhere.outcome(elsewhere.admin, 'in')
    const foreign = await instructor.post(`${elsewhere.path}/undo`, { id: randomUUID(), eventId })
    expect(foreign).toMatchObject({ status: 404, body: { code: 'not-found' } })
    expect(await elsewhere.child()).toMatchObject({ state: 'in' })
  })

  test('a roll call that is sent again, since its answer was lost, adds the children whom the device called', async ({
    platform,
  }) => {
    const { instructor, ada, bo, session, outcome } = await openDoor(platform)
    await outcome(instructor, 'in')
    const roll = { id: randomUUID(), kind: 'evacuation', isDrill: true }
    const start = async (more: object = {}) =>
      (await instructor.post(`/api/sessions/${session.id}/roll-calls`, { ...roll, ...more })).body
    expect(await start()).toMatchObject({ children: [{ studentId: ada.id }] })
    const madeAt = platform.clock.now().toISOString()
    for (const _ of ['first', 'again']) {
      const { children } = await start({ madeAt, studentIds: [ada.id, bo.id] })
      expect(children).toMatchObject([{ studentId: ada.id }, { studentId: bo.id }])
    }
  })
})

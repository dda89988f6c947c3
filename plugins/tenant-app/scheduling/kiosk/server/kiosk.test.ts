import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { create } from '#core/testing/calls.ts'
import { PASSWORD, pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { mailsOf, MINUTE_MS, openDoor } from '../../../testing/door.ts'
import { act, makePin, pairTablet, visit } from '../../../testing/kiosk.ts'
import { MAX_UNUSED_DAYS } from '../contract.ts'
import { MAX_TRIES } from './tries.ts'

const test = pluginTest([tenantApp])

/** The door with a tablet beside it; Maria, the mother, has a PIN. */
async function openKiosk(platform: TestPlatform) {
  const door = await openDoor(platform)
  const { organization, mother, father } = door
  const maria = await organization.client().signIn(mother.email, PASSWORD)
  const ken = await organization.client().signIn(father.email, PASSWORD)
  return { ...door, maria, ken, pin: await makePin(maria), ...(await pairTablet({ organization })) }
}

const rows = ({ core }: TestPlatform, table: string, tenantId: string) =>
  core.db.platform(systemActor, ({ trx }) => trx(table).where({ tenantId }).select<Record<string, unknown>[]>())

describe('a tablet', () => {
  test('is set up once, within ten minutes, by a code; its cookie opens five endpoints, and the admin is signed out there', async ({
    platform,
  }) => {
    const organization = await platform.organization()
    const { tablet, setupCode, admin } = await pairTablet({ organization })
    expect((await tablet.get('/api/kiosk')).body).toMatchObject({ isLocked: false, organization: organization.name })
    for (const path of ['/api/user', '/api/students', '/api/devices', '/api/pickup-codes']) {
      expect((await tablet.get(path)).status).toBe(401)
    }
    expect((await organization.client().post('/api/kiosk/pair', { code: setupCode })).status).toBe(400)
    const late = await create<{ setupCode: string }>(admin, '/api/devices', { name: 'Late' })
    platform.clock.forward(11 * MINUTE_MS)
    expect((await organization.client().post('/api/kiosk/pair', { code: late.setupCode })).status).toBe(400)
    const made = await create<{ setupCode: string }>(admin, '/api/devices', { name: 'Gym' })
    expect((await admin.post('/api/kiosk/pair', { code: made.setupCode.toLowerCase() })).status).toBe(204)
    expect((await organization.client().get('/api/kiosk')).status).toBe(401)
    const stranger = (await platform.organization()).client()
    stranger.cookie = tablet.cookie
    expect((await stranger.get('/api/kiosk')).status).toBe(401)
  })

  test('ends at once when it is revoked, after 90 unused days, and when staff leave it', async ({ platform }) => {
    const organization = await platform.organization()
    const [one, two, three] = [
      await pairTablet({ organization }),
      await pairTablet({ organization }),
      await pairTablet({ organization }),
    ]
    expect((await one.admin.delete(`/api/devices/${one.id}`)).status).toBe(204)
    expect((await one.tablet.get('/api/kiosk')).status).toBe(401)
    const staff = await organization.signIn('instructor')
    expect((await two.tablet.post('/api/kiosk/leave')).status).toBe(401)
    staff.cookie = `${staff.cookie}; ${two.tablet.cookie}`
    expect((await staff.post('/api/kiosk/leave')).status).toBe(204)
    expect((await two.tablet.get('/api/kiosk')).status).toBe(401)
    platform.clock.forward((MAX_UNUSED_DAYS + 1) * 24 * 60 * MINUTE_MS)
    expect((await three.tablet.get('/api/kiosk')).status).toBe(401)
  })
})

test('a guardian checks children in by PIN and asks to leave; staff release with one tap', async ({ platform }) => {
  const { organization, instructor, tablet, pin, child, attendance, outcome, id } = await openKiosk(platform)
  const seen = await visit(tablet, pin)
  expect(seen).toEqual({
    name: 'Maria',
    isLocked: false,
    children: [
      expect.objectContaining({ firstName: 'Ada', initial: 'K', state: 'expected', isWaiting: false }),
      expect.objectContaining({ firstName: 'Bo', initial: 'K', state: 'expected', isWaiting: false }),
    ],
  })
  expect(JSON.stringify(seen)).not.toContain('King')
  expect(await act(tablet, pin, 'in', seen)).toEqual(['saved', 'saved'])
  expect(await attendance()).toMatchObject({ attendance: 'present' })
  expect(await child()).toMatchObject({ state: 'in', byName: 'Maria Ortiz', leaving: null })
  const [event] = await rows(platform, 'door_events', organization.id)
  expect(event).toMatchObject({ how: 'pin', deviceId: id, userId: null })

  expect(await act(tablet, pin, 'out', await visit(tablet, pin))).toEqual(['asked', 'asked'])
  const { state, leaving } = await child()
  expect({ state, leaving }).toMatchObject({ state: 'in', leaving: { kind: 'guardian', name: 'Maria Ortiz' } })
  expect((await visit(tablet, pin)).children).toMatchObject([{ isWaiting: true }, { isWaiting: true }])
  const by = { kind: leaving?.kind, personId: leaving?.personId }
  expect(await outcome(instructor, 'out', { by })).toMatchObject({ outcome: 'saved' })
  expect(await child()).toMatchObject({ state: 'out', byName: 'Maria Ortiz', leaving: null })
})

test('guardians leave by themselves where the organization lets them, authorized pickups never', async ({
  platform,
}) => {
  const { admin, tablet, pin, maria, ada, child } = await openKiosk(platform)
  const rosa = await create<{ id: string }>(maria, `/api/students/${ada.id}/collectors`, {
    name: 'Rosa Lee',
    phone: '1',
  })
  const card = await create<{ code: string }>(maria, '/api/pickup-codes', { kind: 'card', collectorId: rosa.id })
  expect(card.code).toMatch(/^trl1\.[\w-]{22}$/)
  expect((await admin.put('/api/door/settings', { kioskChecksOut: true })).status).toBe(200)
  expect(await act(tablet, card.code, 'in', await visit(tablet, card.code))).toEqual(['saved'])
  expect(await act(tablet, card.code, 'out', await visit(tablet, card.code))).toEqual(['asked'])
  expect(await child()).toMatchObject({ state: 'in' })
  expect(await act(tablet, pin, 'out', await visit(tablet, pin))).toEqual(['saved', 'saved'])
  expect(await child()).toMatchObject({ state: 'out', byName: 'Maria Ortiz' })
})

test('an unknown, a barred and an ended person are answered alike, and so is one without an expected child', async ({
  platform,
}) => {
  const { organization, admin, maria, ken, tablet, ada, mother, pin } = await openKiosk(platform)
  expect((await ken.post('/api/pickup-codes', { kind: 'pin' })).status).toBe(404)
  const rosa = await create<{ id: string }>(maria, `/api/students/${ada.id}/collectors`, {
    name: 'Rosa Lee',
    phone: '1',
  })
  const ended = await makePin(maria, { collectorId: rosa.id })
  expect((await visit(tablet, ended)).children).toHaveLength(1)
  await admin.put(`/api/students/${ada.id}/collectors/${rosa.id}`, { validUntil: '2026-01-01' })
  const unknown = await visit(tablet, 'trl1.unknown')
  expect(unknown).toEqual({ name: '', children: [], isLocked: false })
  expect(await visit(tablet, ended)).toEqual(unknown)
  await create(admin, `/api/students/${ada.id}/guardians/${ada.links[0]}/restrictions`, {
    kind: 'protection-order',
    verifiedBy: 'Grace Hopper',
  })
  // Bo is still hers.
  expect((await visit(tablet, pin)).children).toMatchObject([{ firstName: 'Bo' }])
  await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('parentStudents').where({ parentId: mother.id }).update({ mayCollect: false }),
  )
  expect(await visit(tablet, pin)).toEqual(unknown)
})

test('five wrong codes in ten minutes lock the tablet until staff unlock it, and the twentieth in an hour is emailed once', async ({
  platform,
}) => {
  const { organization, admin, instructor, tablet, pin, id } = await openKiosk(platform)
  const guess = () => visit(tablet, 'trl1.guess')
  for (let tried = 1; tried < MAX_TRIES; tried++) expect((await guess()).isLocked).toBe(false)
  expect((await guess()).isLocked).toBe(true)
  expect(await visit(tablet, pin)).toEqual({ name: '', children: [], isLocked: true })
  expect((await admin.get('/api/devices')).body).toMatchObject([{ id, state: 'locked' }])
  expect((await instructor.post(`/api/devices/${id}/unlock`)).status).toBe(204)
  expect((await visit(tablet, pin)).children).toHaveLength(2)
  for (let tried = MAX_TRIES; tried < 25; tried++) {
    await guess()
    await admin.post(`/api/devices/${id}/unlock`)
  }
  const mails = await mailsOf(platform, organization.id)
  expect(new Set(mails.map(({ recipient }) => recipient)).size).toBe(mails.length)
  expect(mails[0]?.subject).toContain('20 wrong PINs')
})

test('a person who comes too early reads the same words, and the tablet is not locked by it', async ({ platform }) => {
  const { tablet, pin } = await openKiosk(platform)
  platform.clock.forward(24 * 60 * MINUTE_MS)
  for (let tried = 0; tried <= MAX_TRIES; tried++) {
    expect(await visit(tablet, pin)).toEqual({ name: '', children: [], isLocked: false })
  }
})

test('an authorized pickup sees siblings at once, with one PIN, where the same guardians decide on them', async ({
  platform,
}) => {
  const { organization, maria, father, tablet, ada, bo } = await openKiosk(platform)
  const addRosa = (studentId: string, phone: string) =>
    create<{ id: string }>(maria, `/api/students/${studentId}/collectors`, { name: 'Rosa Lee', phone })
  const ofAda = await makePin(maria, { collectorId: (await addRosa(ada.id, '555 0100')).id })
  const other = await addRosa(bo.id, '555 0199')
  const namesOf = async (pin: string) => (await visit(tablet, pin)).children.map(({ firstName }) => firstName)
  expect(await namesOf(ofAda)).toEqual(['Ada'])
  expect((await maria.delete(`/api/students/${bo.id}/collectors/${other.id}`)).status).toBe(204)
  const ofBo = await makePin(maria, { collectorId: (await addRosa(bo.id, '(555) 0100')).id })
  expect(await namesOf(ofAda)).toEqual(['Ada', 'Bo'])
  expect(await act(tablet, ofAda, 'in', await visit(tablet, ofAda))).toEqual(['saved', 'saved'])
  // Ken decides on Ada, and on Bo he does not: he may know the PIN for her.
  await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('parentStudents').where({ parentId: father.id }).update({ mayCollect: true }),
  )
  expect(await namesOf(ofAda)).toEqual(['Ada'])
  expect(await namesOf(ofBo)).toEqual(['Ada', 'Bo'])
})

test('a PIN of an authorized pickup ends when a guardian, who may know it, is restricted', async ({ platform }) => {
  const { organization, admin, maria, ken, father, tablet, ada } = await openKiosk(platform)
  await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
    trx('parentStudents').where({ parentId: father.id }).update({ mayCollect: true }),
  )
  const path = `/api/students/${ada.id}/collectors`
  const rosa = await create<{ id: string }>(ken, path, { name: 'Rosa Lee', phone: '1' })
  const known = await makePin(ken, { collectorId: rosa.id })
  expect((await visit(tablet, known)).children).toHaveLength(1)
  await create(admin, `/api/students/${ada.id}/guardians/${ada.links[1]}/restrictions`, {
    kind: 'protection-order',
    verifiedBy: 'Grace Hopper',
  })
  expect((await visit(tablet, known)).children).toEqual([])
  const [, listed] = (await maria.get('/api/pickup-codes')).body
  expect(listed).toMatchObject({ collectorId: rosa.id, codes: [] })
  const next = await makePin(maria, { collectorId: rosa.id })
  expect((await visit(tablet, next)).children).toHaveLength(1)
})

test('a PIN that a guardian made for another adult ends when the guardian loses the right to pick up, or the child', async ({
  platform,
}) => {
  const { organization, admin, ken, father, maria, tablet, ada } = await openKiosk(platform)
  const mayCollect = (value: boolean) =>
    platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
      trx('parentStudents').where({ parentId: father.id }).update({ mayCollect: value }),
    )
  await mayCollect(true)
  const rosa = await create<{ id: string }>(ken, `/api/students/${ada.id}/collectors`, { name: 'Rosa Lee', phone: '1' })
  const made = await makePin(ken, { collectorId: rosa.id })
  expect((await visit(tablet, made)).children).toHaveLength(1)
  await mayCollect(false)
  expect((await visit(tablet, made)).children).toEqual([])
  await mayCollect(true)
  expect((await visit(tablet, made)).children).toHaveLength(1)
  expect((await admin.delete(`/api/students/${ada.id}/guardians/${ada.links[1]}`)).status).toBeLessThan(300)
  expect((await visit(tablet, made)).children).toEqual([])
  const next = await makePin(maria, { collectorId: rosa.id })
  expect((await visit(tablet, next)).children).toHaveLength(1)
})

test('a slip from staff works once, until midnight, for a person who picks the child up', async ({ platform }) => {
  const { organization, instructor, other, path, tablet, ada } = await openKiosk(platform)
  const slip = (by: typeof other, personId: string | undefined) =>
    by.post(`${path}/slips`, { studentId: ada.id, personId })
  expect((await slip(instructor, ada.links[1])).status).toBe(404)
  const { status, body } = await slip(instructor, ada.links[0])
  expect([status, body.code]).toEqual([201, expect.stringMatching(/^\d{6}$/)])
  const seen = await visit(tablet, body.code)
  expect(seen.children).toHaveLength(2)
  expect(await act(tablet, body.code, 'in', seen)).toEqual(['saved', 'saved'])
  expect((await visit(tablet, body.code)).children).toEqual([])
  const { tablet: beside } = await pairTablet({ organization })
  const shared = (await slip(instructor, ada.links[0])).body.code
  const out = await visit(tablet, shared)
  const refused = { children: out.children.map((one) => ({ ...one, meetingId: randomUUID() })) }
  expect(await act(tablet, shared, 'out', { ...out, ...refused })).toEqual(['refused', 'refused'])
  const both = await Promise.all([tablet, beside].map((one) => act(one, shared, 'out', out)))
  expect(both.filter(([outcome]) => outcome === 'asked')).toHaveLength(1)
  const second = (await slip(instructor, ada.links[0])).body
  platform.clock.forward(Date.parse(second.expiresAt) - platform.clock.now().getTime())
  expect((await visit(tablet, second.code)).children).toEqual([])
})

test('a new PIN ends the one before, and none is readable in the database', async ({ platform }) => {
  const { organization, maria, tablet, pin } = await openKiosk(platform)
  const next = await makePin(maria)
  expect((await visit(tablet, pin)).children).toEqual([])
  expect((await visit(tablet, next)).children).toHaveLength(2)
  const stored = await rows(platform, 'pickup_codes', organization.id)
  expect(stored).toHaveLength(1)
  expect(Buffer.from(stored[0]?.codeHash as Buffer).includes(next)).toBe(false)
  const [holder] = (await maria.get('/api/pickup-codes')).body
  expect(holder).toMatchObject({ kind: 'guardian', children: ['Ada', 'Bo'], codes: [{ kind: 'pin' }] })
  expect((await maria.delete(`/api/pickup-codes/${holder.codes[0].id}`)).status).toBe(204)
  expect((await visit(tablet, next)).children).toEqual([])
})

test('a kiosk shows and takes the children of its projects or groups alone', async ({ platform }) => {
  const { organization, pin, ada, maria } = await openKiosk(platform)
  const admin = await organization.signIn('tenant_admin')
  const group = await create<{ id: string }>(admin, '/api/groups', { name: 'Owls', kind: 'class' })
  const { tablet } = await pairTablet({ organization }, { scope: 'groups', scopeIds: [group.id] })
  expect((await visit(tablet, pin)).children).toEqual([])
  expect((await admin.post(`/api/groups/${group.id}/members`, { studentIds: [ada.id] })).status).toBeLessThan(300)
  const seen = await visit(tablet, pin)
  expect(seen.children).toMatchObject([{ firstName: 'Ada' }])
  const { tablet: open } = await pairTablet({ organization })
  expect(await act(tablet, pin, 'in', await visit(open, await makePin(maria)))).toEqual(['refused', 'refused'])
})

test('two tablets in the same second leave one arrival, and a revoked one does nothing', async ({ platform }) => {
  const { organization, tablet, pin, admin, id, path } = await openKiosk(platform)
  const { tablet: second } = await pairTablet({ organization })
  const seen = await visit(tablet, pin)
  const outcomes = await Promise.all([tablet, second].map((one) => act(one, pin, 'in', seen)))
  expect(outcomes.flat().toSorted()).toEqual(['note', 'note', 'saved', 'saved'])
  const acts = seen.children.map(({ studentId, meetingId }) => ({
    id: randomUUID(),
    studentId,
    meetingId,
    kind: 'out',
  }))
  await admin.delete(`/api/devices/${id}`)
  expect((await tablet.post('/api/kiosk/acts', { code: pin, acts })).status).toBe(401)
  expect((await admin.get(path)).body.children).toMatchObject([{ leaving: null }, { leaving: null }])
})

test('a person who is restricted while ‘Waiting to leave’ is open is refused at the release', async ({ platform }) => {
  const { admin, instructor, tablet, pin, ada, child, outcome } = await openKiosk(platform)
  await act(tablet, pin, 'in', await visit(tablet, pin))
  await act(tablet, pin, 'out', await visit(tablet, pin))
  const { leaving } = await child()
  await create(admin, `/api/students/${ada.id}/guardians/${ada.links[0]}/restrictions`, {
    kind: 'protection-order',
    verifiedBy: 'Grace Hopper',
  })
  const by = { kind: leaving?.kind, personId: leaving?.personId }
  expect(await outcome(instructor, 'out', { by })).toMatchObject({ outcome: 'refused', isBarred: true })
  expect(await child()).toMatchObject({ state: 'in' })
})

test('requests to leave of a child at a meeting are limited: the next person is sent to staff', async ({
  platform,
}) => {
  const { tablet, pin } = await openKiosk(platform)
  await act(tablet, pin, 'in', await visit(tablet, pin))
  const seen = await visit(tablet, pin)
  const asked = Array.from({ length: 20 }, () => 'asked')
  const outcomes: (string | undefined)[] = []
  for (let made = 0; made < 21; made++) outcomes.push((await act(tablet, pin, 'out', seen))[0])
  expect(outcomes).toEqual([...asked, 'refused'])
})

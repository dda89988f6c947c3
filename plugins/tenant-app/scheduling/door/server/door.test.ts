import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { create } from '#core/testing/calls.ts'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenantApp } from '../../../plugin.ts'
import { MINUTE_MS, mailsOf, openDoor } from '../../../testing/door.ts'
import { buildConsentAnswer } from '../../../testing/factories.ts'
import type { EventOutcome } from '../contract.ts'

const test = pluginTest([audit, tenantApp])

const entriesOf = (platform: TestPlatform, tenantId: string) =>
  platform.core.db.platform(systemActor, ({ trx }) =>
    trx('auditLogs').where('action', 'like', 'pickup.%').where({ tenantId }).orderBy('seq').pluck('action'),
  ) as Promise<string[]>

describe('POST /api/sessions/{id}/door/events', () => {
  test('an arrival marks present, or late after the limit, and a departure keeps the mark and its times', async ({
    platform,
  }) => {
    const { instructor, at, outcome, child, attendance, byMother, bo, admin, session } = await openDoor(platform)
    expect(await outcome(instructor, 'in', { at: at(2), ...byMother })).toMatchObject({ outcome: 'saved' })
    expect(await attendance()).toMatchObject({ attendance: 'present', arrivedAt: at(2), leftAt: null })
    expect(await child()).toMatchObject({ state: 'in', since: at(2), broughtBy: 'Maria Ortiz' })
    expect(await outcome(instructor, 'out', { at: at(4), ...byMother })).toMatchObject({ outcome: 'saved' })
    expect(await attendance()).toMatchObject({
      attendance: 'present',
      arrivedAt: at(2),
      leftAt: at(4),
      collectedBy: 'Maria Ortiz',
    })
    const [entry] = (await admin.get(`/api/sessions/${session.id}/attendance`)).body
    expect(entry).toMatchObject({ source: 'door', mark: 'present' })
    platform.clock.forward(10 * MINUTE_MS)
    expect(await outcome(instructor, 'in', { studentId: bo.id })).toMatchObject({ outcome: 'saved' })
    const roster = (await admin.get(`/api/sessions/${session.id}/participants`)).body
    expect(roster.find(({ studentId }: { studentId: string }) => studentId === bo.id)).toMatchObject({
      attendance: 'late',
    })
  })

  test('an event that is sent again counts once; of two check-outs the first stands, in any order of arrival', async ({
    platform,
  }) => {
    const { instructor, admin, at, outcome, child, attendance, byMother, path } = await openDoor(platform)
    const event = { id: randomUUID(), at: at(1) }
    expect(await outcome(instructor, 'in', event)).toMatchObject({ outcome: 'saved' })
    expect(await outcome(instructor, 'in', event)).toMatchObject({ outcome: 'saved' })
    expect(await outcome(admin, 'in', { at: at(2) })).toMatchObject({ outcome: 'note' })
    expect(await outcome(admin, 'out', { at: at(4), ...byMother })).toMatchObject({ outcome: 'saved' })
    // A tablet without a connection sends an earlier one later.
    expect(await outcome(instructor, 'out', { at: at(3), ...byMother })).toMatchObject({ outcome: 'saved' })
    expect(await child()).toMatchObject({ state: 'out', since: at(3) })
    expect(await attendance()).toMatchObject({ arrivedAt: at(1), leftAt: at(3) })
    const log = (await admin.get(`${path}/log`)).body
    expect(log.map(({ kind, isNote }: { kind: string; isNote: boolean }) => [kind, isNote])).toEqual([
      ['out', false],
      ['out', true],
      ['in', true],
      ['in', false],
    ])
  })

  test('who is here follows from the times of events, in whatever order they arrive', async ({ platform }) => {
    const { organization, admin, path, at, ada, byMother } = await openDoor(platform)
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    for (let round = 0; round < 5; round++) {
      const events = Array.from({ length: 200 }, (_, index) => ({
        id: randomUUID(),
        studentId: ada.id,
        kind: random(2) === 0 ? 'in' : 'out',
        // Each time is another one.
        at: new Date(Date.parse(at(-200)) + (round * 200 + index) * 10_000).toISOString(),
        ...byMother,
      }))
      const last = events.at(-1)
      const shuffled = events.toSorted(() => random(3) - 1)
      const { body } = await admin.post(`${path}/events`, { events: shuffled })
      const notes = events.filter((event, index) => index > 0 && events[index - 1]?.kind === event.kind)
      const outcomes = new Map(body.map(({ id, outcome }: EventOutcome) => [id, outcome]))
      expect(notes.every(({ id }) => outcomes.get(id) === 'note')).toBe(true)
      const [child] = (await admin.get(path)).body.children
      expect(child.state).toBe(last?.kind)
    }
    expect(await mailsOf(platform, organization.id)).toEqual([])
  })

  test('two tablets in the same second leave one departure', async ({ platform }) => {
    const { instructor, admin, at, outcome, send, byMother, path } = await openDoor(platform)
    await outcome(instructor, 'in', { at: at(1) })
    const answers = await Promise.all(
      [instructor, admin].map((client) => send(client, 'out', { at: at(4), ...byMother })),
    )
    expect(new Set(answers.map(({ body }) => body[0].outcome))).toEqual(new Set(['note', 'saved']))
    const log = (await admin.get(`${path}/log`)).body
    expect(log.filter(({ kind }: { kind: string }) => kind === 'out')).toHaveLength(2)
  })

  test('a child that leaves before it arrived is in the log, and no attendance is invented', async ({ platform }) => {
    const { instructor, at, outcome, child, attendance, byMother } = await openDoor(platform)
    expect(await outcome(instructor, 'out', { at: at(1), ...byMother })).toMatchObject({ outcome: 'saved' })
    expect(await child()).toMatchObject({ state: 'out' })
    expect(await attendance()).toMatchObject({ attendance: null, leftAt: null })
    expect(await outcome(instructor, 'in', { at: at(2) })).toMatchObject({ outcome: 'saved' })
    expect(await attendance()).toMatchObject({ attendance: 'present', arrivedAt: at(2), leftAt: null })
  })

  test('a barred person is refused by every way, and released by an admin with a reason, of which admins are mailed', async ({
    platform,
  }) => {
    const { organization, instructor, admin, ada, outcome, byOther, child } = await openDoor(platform)
    await outcome(instructor, 'in')
    const refusal = 'Ken Ortiz may not pick up Ada. Do not release Ada.'
    const complete = { release: { isIdSeen: true, calledName: 'Maria', reason: 'The court lifted the order today.' } }
    for (const typed of ['Ken Ortiz', 'kén  ortis', 'Ortiz, Ken', 'K. Ortiz']) {
      expect(await outcome(instructor, 'out', { ...byOther(typed), ...complete })).toMatchObject({
        outcome: 'refused',
        refusal,
        isBarred: true,
      })
    }
    const link = { by: { kind: 'guardian', personId: ada.links[1] } }
    expect(await outcome(admin, 'out', link)).toMatchObject({ outcome: 'refused', refusal })
    const short = { release: { reason: 'He asked.' } }
    expect(await outcome(admin, 'out', { ...byOther('Ken Ortiz'), ...short })).toMatchObject({ outcome: 'refused' })
    expect(await child()).toMatchObject({ state: 'in', barred: [{ name: 'Ken Ortiz' }] })
    expect(await mailsOf(platform, organization.id)).toEqual([])
    expect(await outcome(admin, 'out', { ...byOther('Ken Ortiz'), ...complete })).toMatchObject({ outcome: 'saved' })
    expect(await entriesOf(platform, organization.id)).toEqual([
      ...Array.from({ length: 6 }, () => 'pickup.refused'),
      'pickup.overridden',
    ])
    const mails = await mailsOf(platform, organization.id)
    expect(mails.map(({ recipient }) => recipient)).toEqual([admin.user?.email])
  })

  test('a person who is barred while the release is open is refused', async ({ platform }) => {
    const { instructor, admin, ada, outcome, byMother, child } = await openDoor(platform)
    await outcome(instructor, 'in')
    expect((await child()).allowed).toMatchObject([{ name: 'Maria Ortiz' }])
    await create(admin, `/api/students/${ada.id}/guardians/${ada.links[0]}/restrictions`, {
      kind: 'protection-order',
      verifiedBy: 'Grace Hopper',
    })
    expect(await outcome(instructor, 'out', byMother)).toMatchObject({ outcome: 'refused', isBarred: true })
    expect(await outcome(instructor, 'out', { by: { kind: 'other', name: 'Maria Ortiz' } })).toMatchObject({
      refusal: 'Maria Ortiz may not pick up Ada. Do not release Ada. Protection order: call 911.',
    })
  })

  test('an authorized pickup counts until the end of its last day', async ({ platform }) => {
    const { organization, instructor, admin, ada, outcome, path } = await openDoor(platform)
    await outcome(instructor, 'in')
    const timeZone = (await admin.get('/api/tenant/settings')).body.timeZone as string
    const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format(platform.clock.now())
    const rosa = await create<{ id: string }>(admin, `/api/students/${ada.id}/collectors`, {
      name: 'Rosa Lee',
      phone: '1',
      validUntil: day,
    })
    const byRosa = { by: { kind: 'authorized', personId: rosa.id } }
    expect(await outcome(instructor, 'out', byRosa)).toMatchObject({ outcome: 'saved' })
    platform.clock.forward(24 * 60 * MINUTE_MS)
    const late = await organization.signIn('tenant_admin')
    const meeting = (await late.get(path)).body.meeting.id as string
    const { body } = await late.post(`${path}/events?meeting=${meeting}`, {
      events: [{ id: randomUUID(), studentId: ada.id, kind: 'out', at: platform.clock.now().toISOString(), ...byRosa }],
    })
    expect(body).toMatchObject([{ outcome: 'refused', refusal: expect.stringContaining('may no longer pick up Ada') }])
  })

  test('an adult who is not on the list needs an ID, a reason and a call, or an admin; the family is mailed', async ({
    platform,
  }) => {
    const { organization, instructor, admin, mother, father, outcome, byOther, attendance } = await openDoor(platform)
    await outcome(instructor, 'in')
    const release = { isIdSeen: true, calledName: 'Maria Ortiz', reason: 'Her car broke down' }
    const ask = (by: Client, more: object) =>
      outcome(by, 'out', { ...byOther('Rosa Lee'), release: { ...release, ...more } })
    expect(await ask(instructor, { calledName: '' })).toMatchObject({
      refusal: 'Rosa Lee is not on the list of Ada. Call a guardian first.',
    })
    expect(await ask(instructor, { isIdSeen: false })).toMatchObject({ outcome: 'refused' })
    expect(await ask(admin, { reason: '' })).toMatchObject({ outcome: 'refused' })
    expect((await admin.put('/api/door/settings', { releasesAfterCall: false })).status).toBe(200)
    expect(await ask(instructor, {})).toMatchObject({ refusal: 'Rosa Lee is not on the list of Ada. Ask an admin.' })
    await admin.put('/api/door/settings', { releasesAfterCall: true })
    expect(await ask(instructor, {})).toMatchObject({ outcome: 'saved' })
    expect(await attendance()).toMatchObject({ collectedBy: 'Rosa Lee' })
    const mails = await mailsOf(platform, organization.id)
    expect(new Set(mails.map(({ recipient }) => recipient))).toEqual(
      new Set([admin.user?.email, mother.email, father.email]),
    )
  })

  test('a child leaves alone with the consent alone, and not before its hour', async ({ platform }) => {
    const { organization, instructor, admin, mother, ada, session, outcome, child } = await openDoor(platform)
    await outcome(instructor, 'in')
    const alone = { by: { kind: 'alone' } }
    expect(await outcome(instructor, 'out', alone)).toMatchObject({
      refusal: 'No guardian has agreed that Ada leaves alone.',
    })
    const consent = await create<{ id: string; version: number }>(admin, '/api/consents', {
      kind: 'leave-alone',
      title: 'Leaving alone',
      body: 'May your child leave alone?',
    })
    await buildConsentAnswer(platform, organization, {
      consentId: consent.id,
      studentId: ada.id,
      guardianId: mother.id,
    })
    expect(Date.parse((await child()).aloneFrom ?? '')).toBe(Date.parse(session.endDate))
    expect(await outcome(instructor, 'out', alone)).toMatchObject({ refusal: 'Ada may not leave alone yet.' })
    platform.clock.forward(60 * MINUTE_MS)
    expect(await outcome(instructor, 'out', alone)).toMatchObject({ outcome: 'saved' })
    expect(await child()).toMatchObject({ state: 'out', byName: 'Left alone' })
  })
})

test('who works at the door, by role and act', async ({ platform }) => {
  const { organization, admin, instructor, other, path, send, byMother, byOther } = await openDoor(platform)
  const parent = await organization.signIn('parent')
  const release = { release: { isIdSeen: true, calledName: 'Maria', reason: 'Her car broke down today' } }
  const acts = {
    see: async (by: Client) => (await by.get(path)).status,
    in: async (by: Client) => (await send(by, 'in')).status,
    out: async (by: Client) => (await send(by, 'out', byMother)).status,
    log: async (by: Client) => (await by.get(`${path}/log`)).status,
    unlisted: async (by: Client) => {
      const { status, body } = await send(by, 'out', { ...byOther('Rosa Lee'), ...release })
      return status === 200 ? body[0].outcome : status
    },
    barred: async (by: Client) => {
      const { status, body } = await send(by, 'out', { ...byOther('Ken Ortiz'), ...release })
      return status === 200 ? body[0].outcome : status
    },
    settings: async (by: Client) => (await by.put('/api/door/settings', { graceMinutes: 10 })).status,
  }
  const outcomes = async (by: Client) => {
    const found: Record<string, unknown> = {}
    for (const [name, act] of Object.entries(acts)) found[name] = await act(by)
    return found
  }
  const works = { see: 200, in: 200, out: 200, log: 200 }
  const none = { see: 200, in: 403, out: 403, log: 403, unlisted: 403, barred: 403, settings: 403 }
  expect(await outcomes(other)).toEqual(none)
  expect(await outcomes(parent)).toEqual({ ...none, see: 403 })
  expect((await parent.post(`${path}/cover`)).status).toBe(403)
  expect((await other.post(`${path}/cover`)).status).toBe(204)
  expect(await outcomes(other)).toEqual({ ...works, unlisted: 'refused', barred: 'refused', settings: 403 })
  expect(await outcomes(instructor)).toEqual({ ...works, unlisted: 'note', barred: 'refused', settings: 403 })
  expect(await outcomes(admin)).toEqual({ ...works, unlisted: 'note', barred: 'note', settings: 200 })
})

describe('POST /api/sessions/{id}/door/undo', () => {
  test('an arrival is taken back without a reason for two minutes, with one later, and attendance follows', async ({
    platform,
  }) => {
    const { instructor, admin, path, at, outcome, child, attendance, byMother } = await openDoor(platform)
    const undo = (by: Client, eventId: string, reason = '') =>
      by.post(`${path}/undo`, { id: randomUUID(), eventId, reason })
    const first = await outcome(instructor, 'in', { at: at(1) })
    expect((await undo(instructor, first.id)).status).toBe(204)
    expect((await undo(instructor, first.id)).status).toBe(204)
    expect(await child()).toMatchObject({ state: 'expected', since: null })
    expect(await attendance()).toMatchObject({ attendance: null, arrivedAt: null })
    await outcome(instructor, 'in', { at: at(2) })
    const left = await outcome(instructor, 'out', { at: at(3), ...byMother })
    platform.clock.forward(3 * MINUTE_MS)
    expect((await undo(instructor, left.id)).body.fields).toEqual({ reason: 'Write why this is corrected' })
    expect((await undo(instructor, left.id, 'It was her sister')).status).toBe(204)
    expect(await child()).toMatchObject({ state: 'in', since: at(2) })
    expect(await attendance()).toMatchObject({ attendance: 'present', arrivedAt: at(2), leftAt: null, collectedBy: '' })
    const log = (await admin.get(`${path}/log`)).body
    expect(log.map(({ kind, isUndone }: { kind: string; isUndone: boolean }) => [kind, isUndone])).toEqual([
      ['undo', false],
      ['out', true],
      ['in', false],
      ['undo', false],
      ['in', true],
    ])
  })
})

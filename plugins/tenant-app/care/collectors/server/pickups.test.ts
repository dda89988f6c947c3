import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { create } from '#core/testing/calls.ts'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildParticipant, buildSession, buildStudent } from '../../../testing/factories.ts'

const test = pluginTest([audit, tenantApp])

/** Creates Ada, whose father Ken Ortiz is restricted, in a session of today with a friend of the same mother. */
async function restrictedFamily(platform: TestPlatform) {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const instructor = await organization.signIn('instructor')
  const father = await organization.user('parent', { firstName: 'Ken', lastName: 'Ortiz' })
  const mother = await organization.user('parent', { firstName: 'Maria', lastName: 'Ortiz' })
  const ada = await buildStudent(platform, organization, { guardians: [mother.id, father.id] })
  const friend = await buildStudent(platform, organization, { firstName: 'Bo', guardians: [father.id] })
  await create(admin, `/api/students/${ada.id}/guardians/${ada.links[1]}/restrictions`, {
    kind: 'court-order',
    verifiedBy: 'Grace Hopper',
  })
  const session = await buildSession(platform, organization, {
    startDate: platform.clock.now().toISOString(),
    instructorId: instructor.user?.id ?? null,
  })
  for (const { id: studentId } of [ada, friend]) {
    await buildParticipant(platform, organization, { sessionId: session.id, studentId })
  }
  const pickUp = async (by: Client, collectedBy: string, more: object = {}, studentId = ada.id) => {
    const roster = await by.get(`/api/sessions/${session.id}/participants`)
    const { attendanceNumber: seen } = roster.body.find((one: { studentId: string }) => one.studentId === studentId)
    const mark = { id: randomUUID(), studentId, mark: 'present', collectedBy, seen, ...more }
    return by.post(`/api/sessions/${session.id}/attendance`, { marks: [mark] })
  }
  const entries = () =>
    platform.core.db.platform(systemActor, ({ trx }) =>
      trx('auditLogs').where('action', 'like', 'pickup.%').where({ tenantId: organization.id }).orderBy('seq'),
    ) as Promise<{ action: string; description: string; resourceId: string; metadata: object }[]>
  return { organization, admin, instructor, mother, ada, friend, session, pickUp, entries }
}

const REFUSAL = 'Ken Ortiz may not pick up Ada. Do not release Ada.'

test('a restricted guardian picks up no child, however staff type the name, and each attempt leaves an entry', async ({
  platform,
}) => {
  const { instructor, admin, ada, friend, pickUp, entries } = await restrictedFamily(platform)
  const typed = ['Ken Ortiz', 'ortiz, ken', 'Kén Ortis', 'Ken', 'K. Ortiz', 'dad']
  for (const collectedBy of typed.slice(0, -1)) {
    const { status, body } = await pickUp(instructor, collectedBy)
    expect([status, body]).toMatchObject([
      200,
      [{ isSaved: false, refusal: REFUSAL, attendance: null, collectedBy: '' }],
    ])
  }
  expect(await entries()).toMatchObject(
    typed.slice(0, -1).map(() => ({ action: 'pickup.refused', resourceId: ada.id })),
  )
  expect(JSON.stringify((await entries()).map(({ description }) => description))).not.toMatch(/Ken|Ortiz|Ada/)
  // An admin without a reason is refused too; the other child has no restriction.
  expect((await pickUp(admin, 'Ken Ortiz')).body).toMatchObject([{ isSaved: false, refusal: REFUSAL }])
  expect((await pickUp(instructor, 'Ken Ortiz', {}, friend.id)).body).toMatchObject([{ isSaved: true, refusal: null }])
})

test('a guardian and an authorized person with names like the restricted one’s pick up the child', async ({
  platform,
}) => {
  const { admin, instructor, ada, pickUp } = await restrictedFamily(platform)
  await create(admin, `/api/students/${ada.id}/collectors`, { name: 'Ben Ortiz', phone: '+1 555 0100' })
  for (const collectedBy of ['Ben Ortiz', 'Maria Ortiz']) {
    expect((await pickUp(instructor, collectedBy)).body).toMatchObject([
      { isSaved: true, refusal: null, attendance: 'present', collectedBy },
    ])
  }
  await admin.delete(`/api/students/${ada.id}/collectors/${(await idsOf(admin, ada.id))[0]}`)
  expect((await pickUp(instructor, 'Ben Ortiz ')).body).toMatchObject([{ isSaved: false, refusal: REFUSAL }])
})

const idsOf = async (by: Client, studentId: string): Promise<string[]> =>
  (await by.get(`/api/students/${studentId}/collectors`)).body.collectors.map(({ id }: { id: string }) => id)

test('only an admin overrides a refusal, with a reason that is in the attendance log', async ({ platform }) => {
  const { instructor, admin, session, pickUp, entries } = await restrictedFamily(platform)
  const override = 'The court lifted the order this morning, paper seen.'
  expect((await pickUp(instructor, 'Ken Ortiz', { override })).body).toMatchObject([{ isSaved: false }])
  expect((await pickUp(admin, 'Ken Ortiz', { override: 'He asked.' })).status).toBe(400)
  expect((await pickUp(admin, 'Ken Ortiz', { override, note: 'Tired' })).body).toMatchObject([
    { isSaved: true, refusal: null, collectedBy: 'Ken Ortiz', note: `Tired Released by an admin: ${override}` },
  ])
  // The release stays when the instructor adds a note.
  expect((await pickUp(instructor, 'Ken Ortiz', { note: 'Late' })).body).toMatchObject([
    { isSaved: true, note: 'Late' },
  ])
  const [, last] = (await admin.get(`/api/sessions/${session.id}/attendance`)).body
  expect(last.note).toContain(override)
  expect((await entries()).map(({ action }) => action)).toEqual(['pickup.refused', 'pickup.overridden'])
})

test('staff check a name or telephone number before they release a child', async ({ platform }) => {
  const { organization, admin, instructor, ada, entries } = await restrictedFamily(platform)
  const [, father] = (await admin.get(`/api/students/${ada.id}/guardians`)).body
  await admin.put(`/api/students/${ada.id}/guardians/${father.id}`, { phone: '+1 212 555 0134' })
  const ask = (by: Client, collectedBy: string) => by.post(`/api/students/${ada.id}/pickup-checks`, { collectedBy })
  for (const collectedBy of ['Ken Ortiz', 'a man with 212-555-0134']) {
    expect((await ask(instructor, collectedBy)).body).toEqual({ refusal: REFUSAL, verdict: 'barred', resembles: null })
  }
  expect((await ask(instructor, 'Maria Ortiz')).body).toEqual({
    refusal: null,
    verdict: 'allowed',
    resembles: 'Ken Ortiz',
  })
  expect((await ask(await organization.signIn('parent'), 'Maria Ortiz')).status).toBe(403)
  expect(await entries()).toHaveLength(2)
})

const seen = { otherAdult: { idKind: 'drivers-license', reason: 'Maria called, her car broke down' } }

const emailsOf = ({ core }: TestPlatform, tenantId: string) =>
  core.db.platform(systemActor, ({ trx }) =>
    trx('mail_messages').where({ tenantId }).select<{ recipient: string; body: string }[]>(),
  )

test('another adult picks up a child after staff saw an ID and gave a reason, and admins and guardians get an email', async ({
  platform,
}) => {
  const { organization, admin, instructor, mother, ada, session, pickUp, entries } = await restrictedFamily(platform)
  const refusal = 'Rosa Lee is not authorized to pick up Ada. Check an ID, and write why Ada is released.'
  expect((await pickUp(instructor, 'Rosa Lee')).body).toMatchObject([{ isSaved: false, refusal, attendance: null }])
  for (const otherAdult of [
    { ...seen.otherAdult, reason: ' ' },
    { reason: seen.otherAdult.reason },
    { ...seen.otherAdult, idKind: 'a face' },
  ]) {
    expect((await pickUp(instructor, 'Rosa Lee', { otherAdult })).status).toBe(400)
  }
  expect(await entries()).toEqual([])
  expect(await emailsOf(platform, organization.id)).toEqual([])
  const leftAt = platform.clock.now().toISOString()
  const note = 'Driver’s license seen: Maria called, her car broke down'
  expect((await pickUp(instructor, 'Rosa Lee', { ...seen, leftAt })).body).toMatchObject([
    { isSaved: true, collectedBy: 'Rosa Lee', note },
  ])
  expect(await entries()).toMatchObject([
    {
      action: 'pickup.other-adult',
      resourceId: ada.id,
      metadata: { sessionId: session.id, ...seen.otherAdult },
    },
  ])
  const emails = await emailsOf(platform, organization.id)
  expect(emails).toHaveLength(2)
  expect(new Set(emails.map(({ recipient }) => recipient))).toEqual(new Set([admin.user?.email, mother.email]))
  for (const { body } of emails) {
    expect(body).toContain('by Rosa Lee (not on the list of authorized people), released by ')
    expect(body).not.toContain(seen.otherAdult.reason)
  }
})

test('the ID of a restricted guardian permits nothing, not even under a similar name', async ({ platform }) => {
  const { organization, instructor, admin, pickUp, entries } = await restrictedFamily(platform)
  for (const collectedBy of ['Ken Ortiz', 'Ken Ortis']) {
    expect((await pickUp(instructor, collectedBy, seen)).body).toMatchObject([{ isSaved: false, refusal: REFUSAL }])
    expect((await pickUp(admin, collectedBy, seen)).body).toMatchObject([{ isSaved: false, refusal: REFUSAL }])
  }
  expect((await entries()).map(({ action }) => action)).toEqual(Array.from({ length: 4 }, () => 'pickup.refused'))
  expect(await emailsOf(platform, organization.id)).toEqual([])
})

test('a person whose authorization has ended is another adult', async ({ platform }) => {
  const { admin, instructor, ada, pickUp } = await restrictedFamily(platform)
  await create(admin, `/api/students/${ada.id}/collectors`, {
    name: 'Rosa Lee',
    phone: '+1 555 0100',
    validUntil: '2020-06-30',
  })
  expect((await pickUp(instructor, 'Rosa Lee')).body).toMatchObject([{ isSaved: false }])
  expect((await pickUp(instructor, 'Rosa Lee', seen)).body).toMatchObject([{ isSaved: true }])
})

test('every admin, and no guardian, gets an email when an admin releases a child to a restricted guardian', async ({
  platform,
}) => {
  const { organization, admin, pickUp } = await restrictedFamily(platform)
  const other = await organization.user('tenant_admin')
  const override = 'The court lifted the order this morning, paper seen.'
  await pickUp(admin, 'Ken Ortiz', { override })
  const recipients = (await emailsOf(platform, organization.id)).map(({ recipient }) => recipient)
  expect(recipients).toHaveLength(2)
  expect(new Set(recipients)).toEqual(new Set([admin.user?.email, other.email]))
})

test('GET /api/students/{id}/pickup-people lists each person once, as allowed or barred, on the requested day', async ({
  platform,
}) => {
  const { organization, admin, instructor, ada, friend } = await restrictedFamily(platform)
  const add = (name: string, validUntil: string | null) =>
    create(admin, `/api/students/${ada.id}/collectors`, {
      name,
      phone: '+1 555 0100',
      relationship: 'Aunt',
      validUntil,
    })
  await add('Rosa Lee', null)
  await add('Ines Cole', '2090-06-30')
  await add('Ken ORTIZ', null)
  const ask = async (by: Client, day?: string) =>
    (await by.get(`/api/students/${ada.id}/pickup-people${day ? `?day=${day}` : ''}`)).body
  expect(await ask(instructor)).toEqual({
    allowed: [
      expect.objectContaining({ id: ada.links[0], kind: 'guardian', name: 'Maria Ortiz' }),
      expect.objectContaining({ kind: 'authorized', name: 'Ines Cole', relationship: 'Aunt', photoUrl: null }),
      expect.objectContaining({ kind: 'authorized', name: 'Rosa Lee' }),
    ],
    barred: [{ id: ada.links[1], name: 'Ken Ortiz', relationship: 'parent', hasProtectionOrder: false }],
  })
  expect((await ask(admin, '2091-01-01')).allowed.map(({ name }: { name: string }) => name)).toEqual([
    'Maria Ortiz',
    'Rosa Lee',
  ])
  expect((await instructor.get(`/api/students/${friend.id}/pickup-people`)).body).toMatchObject({
    allowed: [{ name: 'Ken Ortiz' }],
    barred: [],
  })
  expect((await (await organization.signIn('parent')).get(`/api/students/${ada.id}/pickup-people`)).status).toBe(403)
})

import { afterEach, expect, vi } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { create } from '#core/testing/calls.ts'
import { pluginTest, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { plugins } from '#config/plugins.ts'
import { ask } from '../../../testing/consents.ts'
import { buildParticipant, buildSession, buildStudent } from '../../../testing/factories.ts'
import { scheduleSession } from '../../../testing/sessions.ts'
import { retainedKinds, type RetainedKind, type Retention } from '../retention-contract.ts'
import { applyRetention, lookForRetention } from './apply-retention.ts'

const test = pluginTest(plugins)

afterEach(() => {
  vi.restoreAllMocks()
})

const setTime = ({ clock }: TestPlatform, instant: string) => vi.spyOn(clock, 'now').mockReturnValue(new Date(instant))

const runRetention = ({ core }: TestPlatform, { id }: TestOrganization) =>
  applyRetention.perform(core, null, { organizationId: id })

/** Rows that retention removes, by kind and table, without the student. */
const retainedRows = (sessionId: string, consentId: string, day: string) => ({
  health: {
    student_health: {},
    health_conditions: { kind: 'condition', name: 'Asthma', risk: 'low' },
    health_proposals: { proposedByName: 'Ann King', part: 'notes', change: '{}' },
  },
  consents: {
    consent_answers: { consentId, version: 1, guardianName: 'Ann King', answer: 'given', method: 'portal' },
    consent_requests: { consentId, cause: 'expired', expiresOn: day },
    consent_students: { consentId },
  },
  attendance: {
    session_participants: { sessionId },
    attendance_marks: { sessionId, number: 1, mark: 'absent', source: 'roster' },
    absence_notices: { sessionId, number: 1 },
    absence_reports: { sessionId, reportedByName: 'Ann King', reason: 'The flu' },
  },
})

const tables = Object.values(retainedRows('', '', '')).flatMap((ofKind) => Object.keys(ofKind))

/** Creates an organization in Auckland. */
async function createOrganization(platform: TestPlatform) {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const within = platform.core.db.tenant.bind(platform.core.db, organization.id, systemActor)
  await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('tenants').where({ id: organization.id }).update({ timeZone: 'Pacific/Auckland' }),
  )
  const { id: consentId } = await ask(admin)
  /** Adds a former student with a row in each table. Takes local times. */
  const addFormerStudent = async (firstName: string, { left, attended }: { left: string; attended: string }) => {
    const { id } = await buildStudent(platform, organization, { firstName })
    const sessionId = await scheduleSession(platform, admin)
    await within(async ({ trx }) => {
      const ofDays = { studentId: id, reportedByName: 'Ann King', reason: 'The flu' }
      const day = attended.slice(0, 10)
      await trx('absence_reports').insert({ ...ofDays, fromDay: day, toDay: day })
      for (const ofKind of Object.values(retainedRows(sessionId, consentId, day))) {
        for (const [table, row] of Object.entries(ofKind)) await trx(table).insert({ ...row, studentId: id })
      }
      const local = `?::timestamp at time zone 'Pacific/Auckland'`
      const dates = `start_date = ${local}, end_date = ${local} + interval '1 hour'`
      await trx.raw(`update sessions set ${dates} where id = ?`, [attended, attended, sessionId])
      await trx.raw(`update students set is_active = false where id = ?`, [id])
      await trx.raw(`update students set left_at = ${local} where id = ?`, [left, id])
    })
    return id
  }
  /** Lists the students who still have rows, by table. */
  const listRemaining = () =>
    within(async ({ trx }) =>
      Object.fromEntries(
        await Promise.all(
          tables.map(async (table): Promise<[string, string[]]> => [
            table,
            await trx('students')
              .whereIn('id', trx(table).select('studentId'))
              .orderBy('first_name')
              .pluck<string[]>('first_name'),
          ]),
        ),
      ),
    )
  const signIn = async () => organization.client().signIn(admin.user?.email ?? '')
  return { organization, addFormerStudent, listRemaining, signIn, within }
}

/** Repeats the students of each kind for each of its tables. */
const byTable = (students: Record<RetainedKind, readonly string[]>) =>
  Object.fromEntries(
    retainedKinds.flatMap((kind) =>
      Object.keys(retainedRows('', '', '')[kind]).map((table) => [table, students[kind].toSorted()]),
    ),
  )

test('retention keeps data of students on hold and of returning ones, and removes that of all others', async ({
  platform,
}) => {
  const { organization, addFormerStudent, listRemaining, signIn } = await createOrganization(platform)
  const long = { left: '2090-05-01 12:00', attended: '2086-05-01 12:00' }
  await addFormerStudent('Free', long)
  const [before, after, released, back] = [
    await addFormerStudent('Held before', long),
    await addFormerStudent('Held after', long),
    await addFormerStudent('Released', long),
    await addFormerStudent('Back', long),
  ]
  setTime(platform, '2096-01-15T00:00:00Z')
  const placeHold = async (studentId: string) =>
    (await create<{ id: string }>(await signIn(), '/api/retention/holds', { studentId, reason: 'A claim is open' })).id
  const holds = [await placeHold(before)]
  await runRetention(platform, organization)
  const readRetention = async () => (await (await signIn()).get('/api/retention')).body as Retention
  const listAnnounced = async () =>
    Object.fromEntries((await readRetention()).removals.map(({ kind, dueOn, count }) => [kind, `${dueOn} ${count}`]))
  expect(await listAnnounced()).toEqual({
    attendance: '2096-03-01 4',
    consents: '2096-03-01 4',
    health: '2096-03-01 4',
  })
  holds.push(await placeHold(after))
  const brief = await placeHold(released)
  expect((await (await signIn()).delete(`/api/retention/holds/${brief}`)).status).toBe(204)
  expect((await (await signIn()).put(`/api/students/${back}`, { isActive: true })).status).toBe(200)
  expect(await listAnnounced()).toEqual({
    attendance: '2096-03-01 3',
    consents: '2096-03-01 2',
    health: '2096-03-01 2',
  })

  setTime(platform, '2096-03-01T00:00:00Z')
  await runRetention(platform, organization)
  const held = ['Held before', 'Held after']
  expect(await listRemaining()).toEqual(
    byTable({ health: [...held, 'Back'], consents: [...held, 'Back'], attendance: held }),
  )

  for (const id of holds) expect((await (await signIn()).delete(`/api/retention/holds/${id}`)).status).toBe(204)
  await runRetention(platform, organization)
  expect(await listAnnounced()).toEqual({
    attendance: '2096-04-01 2',
    consents: '2096-04-01 2',
    health: '2096-04-01 2',
  })
  setTime(platform, '2096-04-01T00:00:00Z')
  await runRetention(platform, organization)
  expect(await listRemaining()).toEqual(byTable({ health: ['Back'], consents: ['Back'], attendance: [] }))
})

test('retention counts whole local days, and removes data at the start of the announced day', async ({ platform }) => {
  const { organization, addFormerStudent, listRemaining } = await createOrganization(platform)
  // Last moment of the day 36 and 84 months before the removal, and first moment of the next day.
  await addFormerStudent('Over', { left: '2093-03-01 23:59:59.999', attended: '2089-03-01 23:59:59.999' })
  await addFormerStudent('Soon', { left: '2093-03-02 00:00', attended: '2089-03-02 00:00' })
  setTime(platform, '2096-01-15T00:00:00Z')
  await runRetention(platform, organization)
  const both = ['Over', 'Soon']
  for (const [instant, students] of [
    // Auckland is 13 hours ahead of UTC, and this February has 29 days.
    ['2096-02-29T10:59:59.999Z', both],
    ['2096-02-29T11:00:00.000Z', ['Soon']],
    ['2096-03-31T10:59:59.999Z', ['Soon']],
    ['2096-03-31T11:00:00.000Z', []],
  ] as const) {
    setTime(platform, instant)
    await runRetention(platform, organization)
    expect(await listRemaining(), instant).toEqual(
      byTable({ health: students, consents: students, attendance: students }),
    )
  }
})

test('retention removes absences reported by day when the student attended no session', async ({ platform }) => {
  const { organization, addFormerStudent, listRemaining, within } = await createOrganization(platform)
  await addFormerStudent('Mia', { left: '2090-05-01 12:00', attended: '2086-05-01 12:00' })
  await within(async ({ trx }) => {
    await trx('session_participants').delete()
    await trx('absence_reports').whereNotNull('sessionId').delete()
  })
  setTime(platform, '2096-01-15T00:00:00Z')
  await lookForRetention.perform(platform.core, null, {})
  await runRetention(platform, organization)
  setTime(platform, '2096-03-01T00:00:00Z')
  await runRetention(platform, organization)
  expect(await listRemaining()).toMatchObject({ absence_reports: [] })
})

test.for([
  // The first day of a month that is at least 30 days away.
  ['2095-01-01', '2095-02-01'],
  ['2095-01-02', '2095-02-01'],
  ['2095-01-03', '2095-03-01'],
  ['2095-01-30', '2095-03-01'],
  ['2095-01-31', '2095-04-01'],
  ['2096-01-30', '2096-03-01'],
  ['2096-01-31', '2096-03-01'],
  ['2096-02-01', '2096-04-01'],
])('on %s retention announces a removal on %s', async ([today, dueOn], { platform }) => {
  const organization = await platform.organization()
  const { id: studentId } = await buildStudent(platform, organization, { isActive: false })
  await platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
    await trx('students').where({ id: studentId }).update({ leftAt: '2080-01-01T00:00:00Z' })
    await trx('student_health').insert({ studentId })
  })
  await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('tenants').where({ id: organization.id }).update({ timeZone: 'UTC' }),
  )
  setTime(platform, `${today}T12:00:00Z`)
  await runRetention(platform, organization)
  const found = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('retention_removals').where({ tenantId: organization.id }).select('kind', 'dueOn'),
  )
  expect(found).toEqual([{ kind: 'health', dueOn }])
})

test('the nightly job includes organizations as soon as their first attendance can be announced', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  expect((await admin.put('/api/retention', { attendanceMonths: 36, updatedAt: null })).status).toBe(200)
  await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('tenants').where({ id: organization.id }).update({ timeZone: 'UTC' }),
  )
  const { id: sessionId } = await buildSession(platform, organization, { startDate: '2092-04-01T12:00:00Z' })
  await buildParticipant(platform, organization, { sessionId })
  const countJobs = () =>
    platform.core.db.platform(systemActor, async ({ trx }) => {
      const sent = trx('pgboss.job').whereRaw(`name = ? and data->'payload'->>'organizationId' = ?`, [
        applyRetention.name,
        organization.id,
      ])
      return (await sent).length
    })
  setTime(platform, '2094-12-31T12:00:00Z')
  await lookForRetention.perform(platform.core, null, {})
  expect(await countJobs()).toBe(0)
  // Stored until April 1, which is announced from February 1 on.
  setTime(platform, '2095-02-01T12:00:00Z')
  await lookForRetention.perform(platform.core, null, {})
  expect(await countJobs()).toBe(1)
  await runRetention(platform, organization)
  const found = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('retention_removals').where({ tenantId: organization.id }).select('kind', 'dueOn'),
  )
  expect(found).toEqual([{ kind: 'attendance', dueOn: '2095-04-01' }])
})

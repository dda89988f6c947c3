import knex from 'knex'
import { expect } from 'vitest'
import { pluginTest, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { query } from '#core/testing/query.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildMark, buildParticipant, buildSession, buildStudents } from '../../../testing/factories.ts'
import { makeOrganizationIn } from '../../../testing/series.ts'
import * as meetings from '../../../migrations/0053_expand_meetings.ts'
import * as attendance from '../../../migrations/0054_expand_meeting_attendance.ts'
import * as contract from '../../../migrations/0055_contract_meetings.ts'
import * as madeMarks from '../../../migrations/0057_expand_made_marks.ts'
import * as door from '../../../migrations/0060_expand_door.ts'
import * as rollCalls from '../../../migrations/0061_expand_roll_calls.ts'
import * as ownDays from '../../../migrations/0069_expand_own_days.ts'
import * as attended from '../../../migrations/0070_expand_session_attendance.ts'
import * as kiosk from '../../../migrations/0073_expand_kiosk.ts'
import * as runMode from '../../../migrations/0075_expand_run_mode.ts'
import * as heldMarks from '../../../migrations/0076_expand_absences_and_held_marks.ts'
import * as flags from '../../../migrations/0079_expand_door_flags.ts'
import * as checks from '../../../migrations/0083_expand_door_checks.ts'
import * as heldEntries from '../../../migrations/0084_expand_held_door_entries.ts'
import * as stays from '../../../migrations/0088_expand_hours_of_stays.ts'
import * as formerTimes from '../../../migrations/0101_expand_former_times.ts'

const test = pluginTest([tenantApp])

const HOUR_MS = 3_600_000
const marks = ['present', 'late', 'absent', 'excused'] as const

/** Minutes that 1.6.0 reported for each place in one-day sessions. */
const minutesBefore = `select p.student_id || ' ' || p.session_id as place, case when p.attendance in ('present', 'late')
      and s.status <> 'cancelled' and s.end_date <= $1 then greatest(0, date_part('epoch',
        least(coalesce(m.left_at, s.end_date), s.end_date)
        - greatest(coalesce(m.arrived_at, s.start_date), s.start_date)) / 60)::int else 0 end as minutes
    from session_participants p join sessions s on s.id = p.session_id
      left join attendance_marks m on m.session_id = p.session_id and m.student_id = p.student_id
        and m.number = p.attendance_number
    where p.tenant_id = $2 and p.attendance is not null order by 1`

const minutesAfter = `select a.student_id || ' ' || a.session_id as place, case when s.status <> 'cancelled'
      and m.ends_at <= $1 then a.minutes else 0 end as minutes
    from meeting_attendance a join session_meetings m on m.id = a.meeting_id join sessions s on s.id = a.session_id
    where a.tenant_id = $2 and a.mark is not null order by 1`

const ask = ({ databaseUrl }: TestPlatform, text: string, values: unknown[]) =>
  query<{ place: string; minutes: number }>(databaseUrl, text, values)

async function migrate({ databaseUrl }: TestPlatform, steps: readonly ((trx: knex.Knex) => Promise<void>)[]) {
  const migrating = knex({ client: 'pg', connection: databaseUrl })
  try {
    await migrating.transaction(async (trx) => {
      for (const step of steps) await step(trx)
    })
  } finally {
    await migrating.destroy()
  }
}

const steps = [
  meetings,
  attendance,
  contract,
  madeMarks,
  door,
  rollCalls,
  ownDays,
  attended,
  kiosk,
  runMode,
  heldMarks,
  flags,
  checks,
  heldEntries,
  stays,
  formerTimes,
]
const back = (platform: TestPlatform) =>
  migrate(
    platform,
    steps.toReversed().map(({ down }) => down),
  )
const forth = (platform: TestPlatform) =>
  migrate(
    platform,
    steps.map(({ up }) => up),
  )

/** Creates sessions of one day and of one night, past, running, canceled and in the next week, with all kinds of attendance. */
async function seedSessions(platform: TestPlatform, organization: TestOrganization): Promise<void> {
  const now = platform.clock.now().getTime()
  const students = await buildStudents(platform, organization, 8)
  for (let index = 0; index < 24; index += 1) {
    const start = now - (index * 37 - 60) * HOUR_MS
    const end = start + (index % 5 === 0 ? 15 : 2) * HOUR_MS
    const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString()
    const { id: sessionId } = await buildSession(platform, organization, {
      startDate: at(0),
      endDate: new Date(end).toISOString(),
      status: index % 7 === 3 ? 'cancelled' : 'scheduled',
    })
    for (const [position, studentId] of students.entries()) {
      const kind = (index + position) % 6
      const mark = marks[(index * 3 + position) % 4] ?? 'present'
      // One in six has no log, and one has a second entry as correction.
      if (kind === 0) {
        await buildParticipant(platform, organization, { sessionId, studentId, attendance: mark })
        continue
      }
      const number = kind === 1 ? 2 : 1
      await buildParticipant(platform, organization, { sessionId, studentId })
      if (number === 2) await buildMark(platform, organization, { sessionId, studentId, mark: 'absent' })
      await buildMark(platform, organization, {
        sessionId,
        studentId,
        number,
        mark,
        ...(kind > 2 && { arrivedAt: at(position * 17 - 20) }),
        ...(kind > 3 && { leftAt: at(position * 17 + 61.4) }),
      })
      await query(
        platform.databaseUrl,
        `update session_participants set attendance = $1, attendance_number = $2 where session_id = $3 and student_id = $4`,
        [mark, number, sessionId, studentId],
      )
    }
  }
}

test('one-day sessions have the same minutes after the migration, place by place, and after its rollback', async ({
  platform,
}) => {
  const organization = await makeOrganizationIn(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  await seedSessions(platform, organization)
  await back(platform)
  const values = [platform.clock.now().toISOString(), organization.id]
  const before = await ask(platform, minutesBefore, values)
  expect(before.length).toBe(24 * 8)
  await forth(platform)
  expect(await ask(platform, minutesAfter, values)).toEqual(before)
  const minutes = before.reduce((sum, one) => sum + one.minutes, 0)
  expect(minutes).toBeGreaterThan(1000)
  const { body } = await admin.get('/api/reports/attendance/figures?range=last-12-months')
  expect(body).toMatchObject({ minutes, hours: Math.round(minutes / 6) / 10 })
  await back(platform)
  expect(await ask(platform, minutesBefore, values)).toEqual(before)
  await forth(platform)
})

test('a camp’s attendance belongs to the day of the arrival, and its other days have none', async ({ platform }) => {
  const organization = await makeOrganizationIn(platform, 'America/New_York')
  const { id: sessionId } = await buildSession(platform, organization, {
    startDate: '2094-07-12T13:00:00Z',
    endDate: '2094-07-16T20:00:00Z',
  })
  const [came, marked, unlogged] = await buildStudents(platform, organization, 3)
  for (const studentId of [came, marked]) await buildParticipant(platform, organization, { sessionId, studentId })
  await buildParticipant(platform, organization, { sessionId, studentId: unlogged, attendance: 'present' })
  const late = { sessionId, markedAt: '2094-07-20T13:00:00Z', arrivedAt: '2094-07-14T14:00:00Z' }
  await buildMark(platform, organization, { ...late, studentId: came ?? '' })
  const thursday = { sessionId, studentId: marked ?? '', markedAt: '2094-07-15T13:00:00Z' }
  await buildMark(platform, organization, thursday)
  await back(platform)
  await forth(platform)
  const found = await query<{ studentId: string; day: string }>(
    platform.databaseUrl,
    `select a.student_id as "studentId", m.day::text as day from meeting_attendance a join session_meetings m on m.id = a.meeting_id
      where a.session_id = $1 order by m.day`,
    [sessionId],
  )
  expect(found).toEqual([
    { studentId: unlogged, day: '2094-07-12' },
    { studentId: came, day: '2094-07-14' },
    { studentId: marked, day: '2094-07-15' },
  ])
})

test('before the contract migration an instructor of a camp week gets one of its evenings, once', async ({
  platform,
}) => {
  const organization = await makeOrganizationIn(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  const { id: instructorId } = await organization.user('instructor')
  await migrate(platform, [contract.down])
  const week = { name: 'Makers Week', startDate: '2094-07-12T13:00:00Z', endDate: '2094-07-16T20:00:00Z' }
  expect(await admin.post('/api/sessions', { ...week, instructorId })).toMatchObject({ status: 201 })
  const evening = { startDate: '2094-07-13T22:00:00Z', endDate: '2094-07-13T23:00:00Z', instructorId }
  expect(await admin.post('/api/sessions', { name: 'Robots', ...evening })).toMatchObject({ status: 201 })
  await expect(buildSession(platform, organization, evening)).rejects.toThrow('session_meetings_instructor_free')
  await migrate(platform, [contract.up])
})

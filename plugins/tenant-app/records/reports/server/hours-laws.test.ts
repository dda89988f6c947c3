import fc from 'fast-check'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { assertDatabaseLaw } from '#core/testing/laws.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildMark, buildParticipant, buildSession, buildStudents } from '../../../testing/factories.ts'

// The model uses Temporal instants and whole seconds; it shares no code with the SQL that it verifies.

const test = pluginTest([tenantApp])

/** Monday, November 6, 2028: the day after New York's clocks went back. */
const NOW = Temporal.Instant.from('2028-11-06T17:00:00Z')

const zones = ['America/New_York', 'Europe/Berlin', 'America/Santiago', 'Australia/Lord_Howe', 'Asia/Kolkata'] as const
/** Days before clock changes in these zones, and one with meetings still to come. */
const firstDays = ['2028-03-09', '2028-03-24', '2028-03-31', '2028-09-01', '2028-10-27', '2028-11-03'] as const

interface Shape {
  /** Minute of the first day at which it begins. */
  begins: number
  days: number
  /** Minute of the last day at which it ends. */
  ends: number
}

const shapes: fc.Arbitrary<Shape> = fc.oneof(
  // One meeting.
  fc.record({ begins: minutes(480, 1000), days: fc.constant(0), ends: minutes(1010, 1200) }),
  // A camp, at the same local time each day.
  fc.record({ begins: minutes(480, 720), days: fc.integer({ min: 1, max: 10 }), ends: minutes(730, 1100) }),
  // A lock-in.
  fc.record({ begins: minutes(1080, 1380), days: fc.constant(1), ends: minutes(300, 480) }),
  // A stay.
  fc.record({ begins: minutes(800, 1200), days: fc.integer({ min: 2, max: 4 }), ends: minutes(480, 700) }),
)

function minutes(min: number, max: number) {
  return fc.integer({ min, max })
}

/** Seconds from the start of the meeting; null for no record. */
const recorded = fc.option(fc.integer({ min: -3600, max: 40_000 }))

const entry = fc.record({
  student: fc.nat(2),
  /** Index of the meeting. */
  meeting: fc.nat(11),
  mark: fc.constantFrom('present', 'late', 'absent', 'excused', null),
  arrival: recorded,
  /** Seconds from the arrival, else from the start. */
  stay: fc.option(fc.integer({ min: 0, max: 40_000 })),
  marked: fc.integer({ min: -3600, max: 40_000 }),
})
type Entry = typeof entry extends fc.Arbitrary<infer Value> ? Value : never

interface ModelMeeting {
  begin: Temporal.Instant
  end: Temporal.Instant
  /** Minutes that count per day of a stay. */
  program: number | null
}

const wall = (day: Temporal.PlainDate, minute: number, zone: string) =>
  day
    .toPlainDateTime({ hour: Math.floor(minute / 60), minute: minute % 60 })
    .toZonedDateTime(zone)
    .toInstant()

const secondsFrom = (from: Temporal.Instant, to: Temporal.Instant) => to.since(from).total('seconds')
const laterOf = (one: Temporal.Instant, other: Temporal.Instant) =>
  Temporal.Instant.compare(one, other) > 0 ? one : other
const earlierOf = (one: Temporal.Instant, other: Temporal.Instant) =>
  Temporal.Instant.compare(one, other) < 0 ? one : other

function meetingsOf(first: Temporal.PlainDate, { begins, days, ends }: Shape, zone: string): ModelMeeting[] {
  const [start, end] = [wall(first, begins, zone), wall(first.add({ days }), ends, zone)]
  if (days === 0 || secondsFrom(start, end) <= 16 * 3600) return [{ begin: start, end, program: null }]
  const all = Array.from({ length: days + 1 }, (_, index) => first.add({ days: index }))
  if (ends > begins) {
    const isLong = secondsFrom(start, end) > 7 * 86_400
    const touchesWeekend = [all[0], all[days]].some((day) => (day?.dayOfWeek ?? 1) > 5)
    const met = all.filter((day) => isLong || touchesWeekend || day.dayOfWeek < 6)
    return met.map((day) => ({ begin: wall(day, begins, zone), end: wall(day, ends, zone), program: null }))
  }
  return all.map((day) => {
    const [begin, stop] = [laterOf(start, wall(day, 0, zone)), earlierOf(end, wall(day.add({ days: 1 }), 0, zone))]
    const program = secondsFrom(laterOf(start, wall(day, ends, zone)), earlierOf(end, wall(day, begins, zone)))
    return { begin, end: stop, program: Math.max(0, program) / 60 }
  })
}

/** Rounds like the database: half a minute to the even one. */
const toMinutes = (seconds: number) => {
  const rest = seconds % 60
  const whole = (seconds - rest) / 60
  return rest === 30 ? whole + (whole % 2) : whole + (rest > 30 ? 1 : 0)
}

const atSecond = (from: Temporal.Instant, seconds: number) => from.add({ seconds })

function timesOf({ begin }: ModelMeeting, { arrival, stay, marked }: Entry) {
  return {
    arrivedAt: arrival === null ? null : atSecond(begin, arrival),
    leftAt: stay === null ? null : atSecond(begin, (arrival ?? 0) + stay),
    markedAt: atSecond(begin, marked),
  }
}

function countMinutes(meeting: ModelMeeting, given: Entry): { minutes: number; assumedMinutes: number } {
  const { begin, end, program } = meeting
  const { arrivedAt, leftAt, markedAt } = timesOf(meeting, given)
  if (given.mark !== 'present' && given.mark !== 'late') return { minutes: 0, assumedMinutes: 0 }
  if (program !== null) return { minutes: program, assumedMinutes: 0 }
  // Second by second: a student present in a second of the meeting has attended it.
  const length = secondsFrom(begin, end)
  const marked = secondsFrom(begin, markedAt)
  const isTimedByMark = given.mark === 'late' && marked >= 0 && marked <= length
  const from = arrivedAt ? secondsFrom(begin, arrivedAt) : isTimedByMark ? marked : 0
  const to = leftAt ? secondsFrom(begin, leftAt) : length
  let seconds = 0
  for (let second = 0; second < length; second++) if (second >= from && second < to) seconds += 1
  const counted = toMinutes(seconds)
  return { minutes: counted, assumedMinutes: arrivedAt && leftAt ? 0 : counted }
}

async function compare(
  platform: TestPlatform,
  organization: TestOrganization,
  admin: Client,
  { zone, firstDay, shape, entries, isCancelled, cancelledMeeting }: Case,
): Promise<void> {
  await admin.put('/api/tenant/settings', { timeZone: zone, sessionTimes: 'instant' })
  const meetings = meetingsOf(Temporal.PlainDate.from(firstDay), shape, zone)
  const { id: sessionId } = await buildSession(platform, organization, {
    startDate: String(meetings[0]?.begin),
    endDate: String(meetings.at(-1)?.end),
    status: isCancelled ? 'cancelled' : 'scheduled',
  })
  const ids = await platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
    const found = await trx('sessionMeetings').where({ sessionId }).orderBy('startsAt').select()
    expect(
      found.map(({ startsAt, endsAt, programMinutes }) => [String(startsAt), String(endsAt), programMinutes]),
    ).toEqual(meetings.map(({ begin, end, program }) => [textOf(begin), textOf(end), program]))
    const cancelled = cancelledMeeting === null ? undefined : found[cancelledMeeting]
    if (cancelled) await trx('sessionMeetings').where({ id: cancelled.id }).update({ status: 'cancelled' })
    return found.map(({ id }) => String(id))
  })
  const students = await buildStudents(platform, organization, 3)
  for (const studentId of students) await buildParticipant(platform, organization, { sessionId, studentId })

  const last = new Map<string, { meeting: number; entry: Entry }>()
  const numbers = new Map<string, number>()
  for (const one of entries) {
    const position = one.meeting % meetings.length
    const [meeting, studentId = ''] = [meetings[position] as ModelMeeting, students[one.student]]
    const number = (numbers.get(studentId) ?? 0) + 1
    numbers.set(studentId, number)
    last.set(`${studentId} ${position}`, { meeting: position, entry: one })
    const times = Object.entries(timesOf(meeting, one)).map(([name, at]) => [name, at && String(at)])
    const mark = { sessionId, studentId, number, mark: one.mark, meetingId: ids[position] }
    await buildMark(platform, organization, { ...mark, ...(Object.fromEntries(times) as object) })
  }

  const expected = { minutes: 0, assumedMinutes: 0 }
  for (const { meeting: position, entry: one } of last.values()) {
    const meeting = meetings[position] as ModelMeeting
    if (isCancelled || position === cancelledMeeting || Temporal.Instant.compare(meeting.end, NOW) > 0) continue
    const { minutes: counted, assumedMinutes } = countMinutes(meeting, one)
    expected.minutes += counted
    expected.assumedMinutes += assumedMinutes
  }
  const { body } = await admin.get(`/api/reports/attendance/figures?range=last-12-months&sessionId=${sessionId}`)
  const { minutes: counted, assumedMinutes, hours } = body
  expect({ minutes: counted, assumedMinutes, hours }).toEqual({
    ...expected,
    hours: Math.round(expected.minutes / 6) / 10,
  })
}

const textOf = (instant: Temporal.Instant) => instant.toString({ fractionalSecondDigits: 3 })

const cases = fc.record({
  zone: fc.constantFrom(...zones),
  firstDay: fc.constantFrom(...firstDays),
  shape: shapes,
  entries: fc.array(entry, { minLength: 6, maxLength: 24 }),
  isCancelled: fc.nat(4).map((one) => one === 0),
  cancelledMeeting: fc.option(fc.nat(4)),
})
type Case = typeof cases extends fc.Arbitrary<infer Value> ? Value : never

test('the minutes of a report equal those of a model that counts seconds, in every zone and across clock changes', async ({
  platform,
}) => {
  platform.clock.forward(NOW.epochMilliseconds - platform.clock.now().getTime())
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  await assertDatabaseLaw(
    fc.asyncProperty(fc.array(cases, { minLength: 4, maxLength: 4 }), async (all) => {
      for (const one of all) await compare(platform, organization, admin, one)
    }),
  )
})

import { randomUUID } from 'node:crypto'
import type { Scope } from '#core/server/core.ts'
import { ruleOf } from '../scheduling/series/server/rule.ts'
import { dayFrom, insert } from './rows.ts'
import type { Random } from './random.ts'
import { makeAttendance, makeMarks } from './sessions.ts'
import type { SeededOrganization, SeededStudent } from './rows.ts'

const SERIES_WEEKS = 8
/** Week in which the organization is closed. */
const CLOSED_WEEK = 2
const PLACES_PER_SESSION = 12

interface SeriesOptions {
  random: Random
  /** Weeks in which it has already met, with attendance and points. */
  weeksBefore: number
  /** Text at the end of its name. */
  mark: string
}

interface SeededSeries {
  id: string
  sessionIds: readonly string[]
}

/** Seeds a series on Saturdays, when no other session is, with the same children each time. */
export async function seedSeries(
  scope: Scope,
  organization: SeededOrganization,
  students: readonly SeededStudent[],
  sample?: SeriesOptions,
): Promise<SeededSeries> {
  const { id: tenantId, today, timeZone, instructors } = organization
  const { weeksBefore = 0, mark = '' } = sample ?? {}
  const weekday = new Date(`${today.slice(0, 10)}T00:00Z`).getUTCDay()
  // On a Saturday today's session of the sample is to come until its end: no student has attended it yet.
  const isToCome = sample !== undefined && weekday === 6 && today.slice(11) < '11:30'
  const firstDay = dayFrom(today, (isToCome ? 0 : 7 - ((weekday + 1) % 7)) - weeksBefore * 7)
  const days = Array.from({ length: SERIES_WEEKS }, (_, week) => dayFrom(firstDay, week * 7))
  const instant = (wall: string) => scope.trx.raw('?::timestamp at time zone ?', [wall, timeZone])
  const template = {
    tenantId,
    name: `Saturday Makers${mark}`,
    description: 'Open workshop for everyone who has an idea and wants to build it.',
    // The first instructor leads the camp.
    instructorId: instructors.length > 1 ? (instructors.at(-1) ?? null) : null,
    maxParticipants: PLACES_PER_SESSION,
    location: 'Workshop B',
  }
  const seriesId = randomUUID()
  await insert(scope, 'sessionSeries', [
    {
      ...template,
      id: seriesId,
      timeZone,
      firstDay,
      startTime: '10:00',
      durationMinutes: 90,
      rule: ruleOf({ days: ['SA'], everyWeeks: 1 }),
      sessionCount: SERIES_WEEKS,
    },
  ])
  const sessions = days.map((day, week) => ({
    id: randomUUID(),
    day,
    isOver: week < weeksBefore,
    start: `${day}T10:00`,
    end: `${day}T11:30`,
    instructorId: template.instructorId,
  }))
  const closedDay = sample ? undefined : await closeWeek(scope, tenantId, days)
  await insert(
    scope,
    'sessions',
    sessions.map(({ id, day, isOver, start, end }) => ({
      ...template,
      id,
      seriesId,
      originalStart: instant(start),
      startDate: instant(start),
      endDate: instant(end),
      status: day === closedDay ? 'cancelled' : isOver ? 'completed' : 'scheduled',
      isSkipped: day === closedDay,
    })),
  )
  const participants = sessions.flatMap(({ id: sessionId, isOver }) =>
    students.slice(0, PLACES_PER_SESSION + 2).map(({ id: studentId }, index) => ({
      tenantId,
      sessionId,
      studentId,
      status: index < PLACES_PER_SESSION ? 'registered' : 'waitlisted',
      waitingPlace: index < PLACES_PER_SESSION ? null : index - PLACES_PER_SESSION + 1,
      attendance: null,
      ...(sample && makeAttendance(sample.random, isOver && index < PLACES_PER_SESSION)),
    })),
  )
  await insert(scope, 'sessionParticipants', participants)
  await insert(scope, 'attendanceMarks', makeMarks(organization, sessions, participants, instant))
  return { id: seriesId, sessionIds: sessions.map(({ id }) => id) }
}

/** Closes the organization around one of the days. @returns the day */
async function closeWeek(scope: Scope, tenantId: string, days: readonly string[]): Promise<string | undefined> {
  const day = days[CLOSED_WEEK]
  if (day === undefined) return undefined
  await insert(scope, 'closedDays', [
    { tenantId, name: 'Building closed for repairs', firstDay: dayFrom(day, -1), lastDay: dayFrom(day, 1) },
  ])
  return day
}

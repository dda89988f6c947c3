import { randomUUID } from 'node:crypto'
import type { PlatformScope } from '#core/server/core.ts'
import { ruleOf } from '../scheduling/series/server/rule.ts'
import { dayFrom, insert } from './rows.ts'
import type { SeededOrganization, SeededStudent } from './rows.ts'

const SERIES_WEEKS = 8
/** Week in which the organization is closed. */
const CLOSED_WEEK = 2
const PLACES_PER_SESSION = 12

/** Seeds a series on Saturdays, when no other session is, with the same children each time, and a holiday that skips one. */
export async function seedSeries(
  scope: PlatformScope,
  { id: tenantId, today, timeZone, instructors }: SeededOrganization,
  students: readonly SeededStudent[],
): Promise<void> {
  const weekday = new Date(`${today.slice(0, 10)}T00:00Z`).getUTCDay()
  const firstDay = dayFrom(today, 7 - ((weekday + 1) % 7))
  const days = Array.from({ length: SERIES_WEEKS }, (_, week) => dayFrom(firstDay, week * 7))
  const instant = (wall: string) => scope.trx.raw('?::timestamp at time zone ?', [wall, timeZone])
  const template = {
    tenantId,
    name: 'Saturday Makers',
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
  const closedDay = days[CLOSED_WEEK] ?? firstDay
  await insert(scope, 'closedDays', [
    { tenantId, name: 'Building closed for repairs', firstDay: dayFrom(closedDay, -1), lastDay: dayFrom(closedDay, 1) },
  ])
  const sessions = days.map((day) => ({
    ...template,
    id: randomUUID(),
    seriesId,
    originalStart: instant(`${day}T10:00`),
    startDate: instant(`${day}T10:00`),
    endDate: instant(`${day}T11:30`),
    status: day === closedDay ? 'cancelled' : 'scheduled',
    isSkipped: day === closedDay,
  }))
  await insert(scope, 'sessions', sessions)
  const children = students.slice(0, PLACES_PER_SESSION + 2)
  await insert(
    scope,
    'sessionParticipants',
    sessions.flatMap(({ id: sessionId }) =>
      children.map(({ id: studentId }, index) => ({
        tenantId,
        sessionId,
        studentId,
        status: index < PLACES_PER_SESSION ? 'registered' : 'waitlisted',
        waitingPlace: index < PLACES_PER_SESSION ? null : index - PLACES_PER_SESSION + 1,
      })),
    ),
  )
}

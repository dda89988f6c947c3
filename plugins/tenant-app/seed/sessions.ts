import { randomUUID } from 'node:crypto'
import type { PlatformScope } from '#core/server/core.ts'
import type { SessionStatus } from '../scheduling/sessions/state-contract.ts'
import { dayFrom, hoursAgo, insert, twoDigits } from './rows.ts'
import type { SeededOrganization, SeededStudent } from './rows.ts'
import type { Random } from './random.ts'
import { camps, locations, programs, remarks } from './words.ts'

export interface SeededSession {
  id: string
  name: string
  description: string
  instructorId: string | null
  status: SessionStatus
  maxParticipants: number | null
  location: string
  /** Local time in the organization: `2026-03-29T09:30`. */
  start: string
  end: string
}

/** Seeds a running camp, and weekday sessions before and after it, each with its participants. */
export async function seedSessions(
  scope: PlatformScope,
  organization: SeededOrganization,
  students: SeededStudent[],
  random: Random,
): Promise<SeededSession[]> {
  const sessions = [makeCamp(organization, random), ...makeSessions(organization, random)]
  const instant = (wall: string) => scope.trx.raw('?::timestamp at time zone ?', [wall, organization.timeZone])
  await insert(
    scope,
    'sessions',
    sessions.map(({ start, end, ...session }) => ({
      ...session,
      tenantId: organization.id,
      startDate: instant(start),
      endDate: instant(end),
    })),
  )
  const participants = sessions.flatMap((session) => makeParticipants(organization, session, students, random))
  await insert(scope, 'sessionParticipants', participants)
  await insert(scope, 'attendanceMarks', makeMarks(organization, sessions, participants, instant))
  const planned = sessions.filter(({ status }) => status === 'scheduled').slice(0, 3)
  await insert(scope, 'organizationActivity', [
    ...planned.map(({ id, name }, index) => ({
      tenantId: organization.id,
      kind: 'session-created',
      summary: `${name} was scheduled`,
      actorName: organization.staff.at(-1) ?? null,
      sessionId: id,
      occurredAt: hoursAgo(scope, 2 + index * 27),
    })),
    ...sessions.slice(0, 1).map(({ id, name }) => ({
      tenantId: organization.id,
      kind: 'session-changed',
      summary: `${name} began`,
      actorName: organization.staff[0] ?? null,
      sessionId: id,
      occurredAt: hoursAgo(scope, 44),
    })),
  ])
  return sessions
}

function makeCamp({ today, instructors }: SeededOrganization, random: Random): SeededSession {
  return {
    id: randomUUID(),
    name: random.one(camps),
    description: 'A week of making, testing and showing: mornings in the workshop, afternoons outdoors.',
    instructorId: instructors[0] ?? null,
    status: 'in-progress',
    maxParticipants: null,
    location: 'Makerspace',
    start: `${dayFrom(today, -2)}T09:00`,
    end: `${dayFrom(today, 2)}T16:00`,
  }
}

/** Makes at most one session a day, so that no instructor is double-booked; the camp's instructor skips its days. */
function makeSessions({ today, age, instructors }: SeededOrganization, random: Random): SeededSession[] {
  const others = instructors.slice(1)
  // An organization created just now has past sessions all the same, for a demo.
  const first = age === 0 ? -40 : Math.max(-40, 1 - age)
  const days = Array.from({ length: 81 }, (_, index) => index - 40).filter(
    (day) => day >= first && isWeekday(dayFrom(today, day)) && (others.length > 0 ? day !== 0 : Math.abs(day) > 3),
  )
  const near = days.filter((day) => day > 0 && day < 4)
  const chosen = [...near, ...random.shuffled(days.filter((day) => !near.includes(day)))]
  return chosen.slice(0, random.between(6, 24)).map((day, index) => {
    const program = programs[index % programs.length] as (typeof programs)[number]
    const hour = random.one([9, 10, 14, 15, 16, 17])
    const isCancelled = index > 3 && random.chance(0.08)
    const date = dayFrom(today, day)
    return {
      id: randomUUID(),
      name: program.name,
      description: program.description,
      instructorId: (others.length > 0 ? others : instructors)[index % Math.max(others.length, 1)] ?? null,
      status: isCancelled ? 'cancelled' : day < 0 ? 'completed' : 'scheduled',
      maxParticipants: random.one([8, 12, 12, 16, 20, null]),
      location: random.one(locations),
      start: `${date}T${twoDigits(hour)}:${random.one(['00', '30'])}`,
      end: `${date}T${twoDigits(hour + random.one([1, 2]))}:45`,
    }
  })
}

interface SeededParticipant {
  sessionId: string
  studentId: string
  attendance: 'present' | 'late' | 'absent' | 'excused' | null
}

function makeParticipants(
  organization: SeededOrganization,
  session: SeededSession,
  students: SeededStudent[],
  random: Random,
): SeededParticipant[] {
  const places = Math.min(session.maxParticipants ?? 24, students.length)
  const taken = random.between(Math.ceil(places * 0.4), places)
  return random
    .shuffled(students)
    .slice(0, taken)
    .map((student) => ({
      tenantId: organization.id,
      sessionId: session.id,
      studentId: student.id,
      ...makeAttendance(random, session.status === 'completed'),
    }))
}

/** Makes a participant's mark, points and feedback, of a session that is over. */
export function makeAttendance(random: Random, isOver: boolean) {
  const attended = random.one(['present', 'present', 'present', 'present', 'late', 'absent', 'excused'] as const)
  const attendance = isOver ? attended : null
  const pointsEarned = attendance === 'present' ? random.between(5, 15) : 0
  return {
    attendance,
    attendanceNumber: attendance ? 1 : 0,
    pointsEarned,
    feedback: attendance === 'present' && random.chance(0.1) ? random.one(remarks) : '',
  }
}

/** Makes the marks of participants with an attendance, taken as their session began. */
export function makeMarks(
  organization: SeededOrganization,
  sessions: readonly Pick<SeededSession, 'id' | 'instructorId' | 'start'>[],
  participants: readonly SeededParticipant[],
  instant: (wall: string) => object,
): object[] {
  const sessionOf = new Map(sessions.map((session) => [session.id, session]))
  return participants.flatMap(({ sessionId, studentId, attendance }) => {
    const session = sessionOf.get(sessionId)
    if (!session || !attendance) return []
    return {
      id: randomUUID(),
      tenantId: organization.id,
      sessionId,
      studentId,
      number: 1,
      mark: attendance,
      source: 'roster',
      markedBy: session.instructorId,
      markedByName: organization.staff[0] ?? null,
      markedAt: instant(session.start),
    }
  })
}

function isWeekday(date: string): boolean {
  return ![0, 6].includes(new Date(`${date}T00:00Z`).getUTCDay())
}

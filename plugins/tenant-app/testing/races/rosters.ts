import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { randomText, type World } from '#core/testing/calls.ts'
import type { Races } from '#core/testing/races.ts'
import { buildStudent } from '../factories.ts'
import { plan } from '../series.ts'
import { markStudent, scheduleSession } from '../sessions.ts'
import { makeLeftMarks } from '../roster-calls.ts'
import { refusesSecond, register, rowsOf, tellsSecond } from './outcomes.ts'
import { makePlanned } from './series.ts'

/** Makes a session with one place, and two students. */
export async function makeOnePlace({ platform, organization }: World, given: object = {}) {
  const by = await organization.signIn('tenant_admin')
  const [one, other] = [await buildStudent(platform, organization), await buildStudent(platform, organization)]
  const sessionId = await scheduleSession(platform, by, { maxParticipants: 1, ...given })
  return { by, sessionId, one: one.id, other: other.id }
}

/** Makes a session that begins now, with a student in it. */
export async function makeAttended(world: World) {
  const { by, sessionId, one: studentId } = await makeOnePlace(world, { inMinutes: 0 })
  await register(by, sessionId, studentId)
  const mark = (attendance: string, seen = 0) =>
    by.post(`/api/sessions/${sessionId}/attendance`, {
      marks: [{ id: randomUUID(), studentId, mark: attendance, seen }],
    })
  return { by, sessionId, studentId, mark }
}

export const rosterRaces: Races = {
  'plugins/tenant-app/scheduling/rosters/server/held-marks.ts lockHeldMark': async (world) => {
    const { by, sessionId, meetingId, makerId, marks } = await makeLeftMarks(world)
    await by.post('/api/held-marks', { makerId, sessionId, meetingId, marks })
    const decide = (decision: string) => () => by.post(`/api/held-marks/${marks[0]?.id}/decision`, { decision })
    return refusesSecond(decide('applied'), decide('discarded'), [204, { status: 404 }])
  },
  'plugins/tenant-app/scheduling/rosters/server/attendance-settings.ts lock': async ({ organization }) => {
    const by = await organization.signIn('tenant_admin')
    const { body } = await by.put('/api/attendance/settings', { lateMinutes: 7 })
    const change = (lateMinutes: number) => () =>
      by.put('/api/attendance/settings', { lateMinutes, updatedAt: body.updatedAt })
    return tellsSecond(change(8), change(9))
  },
  'plugins/tenant-app/scheduling/rosters/server/attendance.ts lockParticipants': async (world) => {
    const { mark } = await makeAttended(world)
    return {
      first: () => mark('present'),
      second: () => mark('absent'),
      expect: async (first, other) => {
        expect(first).toMatchObject({ status: 200, body: [{ isSaved: true, attendance: 'present' }] })
        expect(other).toMatchObject({ status: 200, body: [{ isSaved: false, attendance: 'present' }] })
        // The log keeps the overruled record, without a number.
        const numbers = (await rowsOf(world, 'attendance_marks')).map(({ number }) => number)
        expect(numbers.filter((number) => number !== null)).toHaveLength(1)
      },
    }
  },
  'plugins/tenant-app/scheduling/rosters/server/attendance.ts lockSessionShared': async (world) => {
    const { by, sessions, studentId, holiday, join } = await makePlanned(world)
    await join(0)()
    const sessionId = sessions[0]?.id ?? ''
    return {
      first: () => markStudent(by, sessionId, studentId, { mark: 'excused' }),
      second: () => by.post('/api/holidays', holiday),
      // A session with attendance is not canceled.
      expect: async (_, closed) => {
        expect(closed.status).toBe(201)
        expect((await by.get(`/api/sessions/${sessionId}`)).body).toMatchObject({ status: 'scheduled' })
      },
    }
  },
  'plugins/tenant-app/scheduling/rosters/server/lock-session.ts lockSessionRow': async (world) => {
    const { by, sessionId, one, other } = await makeOnePlace(world)
    return {
      first: () => register(by, sessionId, one),
      second: () => register(by, sessionId, other),
      expect: (first, second) => {
        expect(first.body).toEqual({ registered: 1, waitlisted: 0 })
        expect(second.body).toEqual({ registered: 0, waitlisted: 1 })
      },
    }
  },
  'plugins/tenant-app/scheduling/rosters/server/participant-change.ts lockParticipant': async (world) => {
    const { by, sessionId, studentId } = await makeAttended(world)
    const points = `/api/sessions/${sessionId}/participants/${studentId}`
    const { body } = await by.put(points, { pointsEarned: 1 })
    const change = (pointsEarned: number) => () => by.put(points, { pointsEarned, updatedAt: body.updatedAt })
    return tellsSecond(change(5), change(8))
  },
  'plugins/tenant-app/scheduling/rosters/server/register-series.ts lockSeriesSessions': async ({
    platform,
    organization,
  }) => {
    const by = await organization.signIn('tenant_admin')
    const [first] = await plan(by, { name: randomText(), maxParticipants: 1 })
    const sessionId = first?.id ?? ''
    const [one, other] = [await buildStudent(platform, organization), await buildStudent(platform, organization)]
    return {
      first: () => by.post(`/api/sessions/${sessionId}/participants`, { studentIds: [one.id], isForSeries: true }),
      second: () => register(by, sessionId, other.id),
      expect: (_, registered) => expect(registered.body).toEqual({ registered: 0, waitlisted: 1 }),
    }
  },
}

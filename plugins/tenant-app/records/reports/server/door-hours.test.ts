import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildParticipant, buildSession, buildStudent } from '../../../testing/factories.ts'
import { makeOrganizationIn } from '../../../testing/series.ts'

const test = pluginTest([tenantApp])

/** Acts at the door and on the roster in turn; times of a session from 3:00 to 5:00 PM. */
type Case = readonly [acts: string, minutes: number, assumed: number]

/**
 * Counted by hand. `in 3:10` and `out 4:30` are events of the door in the order in which they arrive; `present`, `late`,
 * `absent` and `excused` are marks of the roster; `undo` takes back the event before it.
 */
const cases: readonly Case[] = [
  // One pair.
  ['in 3:00, out 5:00', 120, 0],
  ['in 3:10, out 4:30', 80, 0],
  ['in 3:30, out 5:00', 90, 0],
  ['in 2:40, out 5:00', 120, 0],
  ['in 3:00, out 5:25', 120, 0],
  ['in 2:30, out 5:45', 120, 0],
  ['in 3:01, out 3:02', 1, 0],
  ['in 2:30, out 2:50', 0, 0],
  ['in 5:10, out 5:20', 0, 0],
  ['in 2:50, out 3:05', 5, 0],
  // Out to the dentist and back: each stay counts.
  ['in 3:00, out 3:30, in 4:30, out 5:00', 60, 0],
  ['in 3:00, out 3:20, in 3:40, out 4:00, in 4:20, out 5:00', 80, 0],
  ['in 3:10, out 3:20, in 3:25, out 4:55', 100, 0],
  ['in 2:30, out 3:30, in 4:00, out 5:30', 90, 0],
  ['in 2:30, out 2:45, in 3:15, out 5:00', 105, 0],
  ['in 3:00, out 4:45, in 5:10, out 5:20', 105, 0],
  ['in 3:00, out 3:30, in 3:30, out 5:00', 120, 0],
  // Events that arrive later than others, as from a tablet without a connection.
  ['out 5:00, in 3:00', 120, 0],
  ['in 3:00, out 5:00, out 3:30, in 4:30', 60, 0],
  ['in 4:30, out 5:00, in 3:00, out 3:30', 60, 0],
  ['out 3:30, in 4:30, out 5:00, in 3:00', 60, 0],
  // Repeated ones are notes.
  ['in 3:00, in 3:20, out 4:00', 60, 0],
  ['in 3:00, out 4:00, out 4:30', 60, 0],
  ['in 3:00, out 4:00, out 4:20, in 4:30, out 5:00', 90, 0],
  // Taken back.
  ['in 3:00, out 3:30, undo', 120, 120],
  ['in 3:00, out 3:30, in 4:30, undo, in 4:00, out 5:00', 90, 0],
  ['in 3:00, out 4:00, in 4:30, out 5:00, undo', 90, 30],
  ['in 3:00, undo', 0, 0],
  // No departure: until the end, of which the last stay is assumed.
  ['in 3:00', 120, 120],
  ['in 3:45', 75, 75],
  ['in 2:45', 120, 120],
  ['in 3:00, out 3:30, in 4:30', 60, 30],
  ['in 5:30', 0, 0],
  // Marks of the roster.
  ['present', 120, 120],
  ['absent', 0, 0],
  ['excused', 0, 0],
  ['present, in 3:20, out 4:20', 60, 0],
  ['absent, in 3:20, out 4:20', 60, 0],
  ['in 3:20, out 4:20, absent', 0, 0],
  ['in 3:00, out 3:30, in 4:30, out 5:00, late', 60, 0],
]

const DAY = '2024-05-07'
const timeOf = (clock: string) => new Date(Date.parse(`${DAY}T0${clock}:00Z`) + 12 * 3_600_000).toISOString()

async function perform(platform: TestPlatform, admin: Client, organization: { id: string }, acts: string) {
  const times = { startDate: timeOf('3:00'), endDate: timeOf('5:00') }
  const { id: sessionId } = await buildSession(platform, organization, times)
  const { id: studentId } = await buildStudent(platform, organization)
  await buildParticipant(platform, organization, { sessionId, studentId })
  const door = `/api/sessions/${sessionId}/door`
  let eventId = ''
  for (const act of acts.split(', ')) {
    const [name, clock] = act.split(' ')
    let isDone: boolean
    const { body: roster } = await admin.get(`/api/sessions/${sessionId}/participants`)
    if (name === 'undo') {
      const undo = await admin.post(`${door}/undo`, { id: randomUUID(), eventId, reason: 'Wrong child' })
      isDone = undo.status === 204
    } else if (clock) {
      eventId = randomUUID()
      const by = { kind: 'other', name: 'Grandma Rosa' }
      const event = { id: eventId, studentId, kind: name, at: timeOf(clock), by, isFact: true }
      const { body } = await admin.post(`${door}/events`, { events: [event] })
      isDone = body[0]?.refusal === null
    } else {
      const { attendanceNumber: seen, arrivedAt, leftAt, collectedBy } = roster[0]
      const mark = {
        id: randomUUID(),
        studentId,
        mark: name,
        seen,
        ...(name === 'late' && { arrivedAt, leftAt, collectedBy }),
      }
      const { body } = await admin.post(`/api/sessions/${sessionId}/attendance`, { marks: [mark] })
      isDone = body[0]?.isSaved === true
    }
    expect([acts, act, isDone]).toEqual([acts, act, true])
  }
  return sessionId
}

test(`the report of attendance counts ${cases.length} days at the door as by hand`, async ({ platform }) => {
  expect(cases.length).toBeGreaterThanOrEqual(40)
  const organization = await makeOrganizationIn(platform, 'UTC')
  platform.clock.forward(Date.parse('2024-05-08T12:00:00Z') - platform.clock.now().getTime())
  const admin = await organization.signIn('tenant_admin')
  const counted: Case[] = []
  for (const [acts] of cases) {
    const sessionId = await perform(platform, admin, organization, acts)
    const { body } = await admin.get(`/api/reports/attendance/figures?range=last-12-months&sessionId=${sessionId}`)
    counted.push([acts, body.minutes, body.assumedMinutes])
  }
  expect(counted).toEqual(cases)
})

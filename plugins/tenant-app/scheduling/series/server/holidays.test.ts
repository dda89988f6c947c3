import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import type { Client } from '#core/testing/harness.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { buildStudent } from '../../../testing/factories.ts'
import type { Session } from '../../sessions/contract.ts'
import { tenantApp } from '../../../plugin.ts'

const test = pluginTest([tenantApp])

/** Four Tuesdays at 4 PM in New York, from December 21, 2094. */
const tuesdays = (given: object = {}) => ({
  name: 'Robotics',
  startDate: '2094-12-21T21:00:00Z',
  endDate: '2094-12-21T22:00:00Z',
  repeat: { days: ['TU'], count: 4 },
  ...given,
})

async function sessionsOf(client: Client, seriesId: string): Promise<Session[]> {
  const { body } = await client.get('/api/sessions')
  return (body as Session[]).filter((session) => session.seriesId === seriesId).toReversed()
}

const states = (sessions: readonly Session[]) =>
  sessions.map(({ status, isSkipped }) => (isSkipped ? 'skipped' : status))

test('a series skips holidays after a preview, and skipped sessions keep their rosters and are restored without the holiday', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  expect((await admin.put('/api/tenant/settings', { timeZone: 'America/New_York' })).status).toBe(200)
  const winter = { name: 'Winter break', firstDay: '2094-12-27', lastDay: '2095-01-02' }
  expect((await admin.post('/api/holidays', { ...winter, lastDay: '2094-12-26' })).body.fields).toEqual({
    lastDay: 'The last day is not before the first',
  })
  const { body: holiday } = await admin.post('/api/holidays', winter)
  expect((await admin.post('/api/series/preview', tuesdays())).body.sessions[1]).toMatchObject({
    closedFor: 'Winter break',
  })
  const { body: made } = await admin.post('/api/series', tuesdays())
  expect(made).toMatchObject({ sessions: 3, skipped: 1 })
  const seriesId = made.seriesId as string
  const sessions = await sessionsOf(admin, seriesId)
  expect(states(sessions)).toEqual(['scheduled', 'skipped', 'scheduled', 'scheduled'])

  // A week later: moving the holiday restores one session and skips another.
  const { id: studentId } = await buildStudent(platform, organization)
  const registered = await admin.post(`/api/sessions/${sessions[2]?.id}/participants`, { studentIds: [studentId] })
  expect(registered.status).toBe(200)
  const days = { firstDay: '2095-01-03', lastDay: '2095-01-07' }
  expect((await admin.post('/api/holidays/preview', { holidayId: holiday.id, days })).body).toMatchObject({
    skipped: [{ id: sessions[2]?.id, registered: 1 }],
    restored: [{ id: sessions[1]?.id, registered: 0 }],
  })
  const moved = { ...winter, ...days, updatedAt: holiday.updatedAt }
  expect((await admin.put(`/api/holidays/${holiday.id}`, moved)).status).toBe(200)
  expect(await admin.put(`/api/holidays/${holiday.id}`, moved)).toMatchObject({ status: 409 })
  const after = await sessionsOf(admin, seriesId)
  expect(states(after)).toEqual(['scheduled', 'scheduled', 'skipped', 'scheduled'])
  expect(after[2]).toMatchObject({ currentParticipants: 1 })

  // A restored session is not skipped again, wherever its series moves.
  expect((await admin.post(`/api/sessions/${after[2]?.id}/restore`)).body).toMatchObject({ status: 'scheduled' })
  expect(await admin.post(`/api/sessions/${after[2]?.id}/restore`)).toMatchObject({ status: 409 })
  const later = { scope: 'all', startDate: '2094-12-22T21:00:00Z', endDate: '2094-12-22T22:00:00Z' }
  expect((await admin.put(`/api/sessions/${after[0]?.id}/series`, later)).status).toBe(200)
  expect(states(await sessionsOf(admin, seriesId))).toEqual(['scheduled', 'scheduled', 'scheduled', 'scheduled'])

  expect(
    (await admin.post('/api/holidays', { name: 'Snow', firstDay: '2095-01-12', lastDay: '2095-01-12' })).status,
  ).toBe(201)
  expect(states(await sessionsOf(admin, seriesId))[3]).toBe('skipped')
  const holidays = (await admin.get('/api/holidays')).body as { id: string; name: string }[]
  expect(holidays.map(({ name }) => name)).toEqual(['Snow', 'Winter break'])
  expect((await admin.delete(`/api/holidays/${holidays[0]?.id}`)).status).toBe(204)
  expect(states(await sessionsOf(admin, seriesId))[3]).toBe('scheduled')

  const instructor = await organization.signIn('instructor')
  expect((await instructor.get('/api/holidays')).status).toBe(200)
  expect((await instructor.post('/api/holidays', winter)).status).toBe(403)
})

test('a holiday leaves sessions alone on request, and those without a series always', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { body: made } = await admin.post('/api/series', tuesdays())
  const single = await admin.post('/api/sessions', { ...tuesdays(), name: 'Chess' })
  const day = { name: 'Solstice', firstDay: '2094-12-21', lastDay: '2094-12-21' }
  expect((await admin.post('/api/holidays', { ...day, appliesToSessions: false })).status).toBe(201)
  expect(states(await sessionsOf(admin, made.seriesId))).not.toContain('skipped')
  expect((await admin.post('/api/holidays', day)).status).toBe(201)
  expect(states(await sessionsOf(admin, made.seriesId))[0]).toBe('skipped')
  // Past sessions stay skipped.
  const [first] = await sessionsOf(admin, made.seriesId)
  await platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
    await trx('sessions')
      .where({ id: first?.id })
      .update({ startDate: '2020-12-22T21:00:00Z', endDate: '2020-12-22T22:00:00Z' })
  })
  expect(await admin.post(`/api/sessions/${first?.id}/restore`)).toMatchObject({ status: 409 })
  expect((await admin.get(`/api/sessions/${single.body.id}`)).body).toMatchObject({ status: 'scheduled' })
})

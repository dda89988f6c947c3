import { expect } from 'vitest'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildParticipant, buildStudent } from '../../../testing/factories.ts'
import { change, makeOrganizationIn, plan } from '../../../testing/series.ts'
import type { Session } from '../contract.ts'
import type { Meeting } from '../meetings-contract.ts'

const test = pluginTest([tenantApp])

const HOUR_MS = 3_600_000

const listMeetings = async (by: Client, { id }: Pick<Session, 'id'>) =>
  (await by.get(`/api/sessions/${id}/meetings`)).body as Meeting[]

const names = ['leader', 'substitute', 'other', 'admin'] as const

test('a substitute takes attendance and gives points on one day, and cannot change the session', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const [leader, substitute, other, admin] = [
    await organization.signIn('instructor'),
    await organization.signIn('instructor'),
    await organization.signIn('instructor'),
    await organization.signIn('tenant_admin'),
  ]
  const clients = { leader, substitute, other, admin }
  const iso = (hours: number) => new Date(platform.clock.now().getTime() + hours * HOUR_MS).toISOString()
  const meetings = [
    { startsAt: iso(-48), endsAt: iso(-47) },
    { startsAt: iso(-24), endsAt: iso(-23), instructorId: substitute.user?.id },
    { startsAt: iso(24), endsAt: iso(25) },
  ]
  const given = { name: 'Makers Week', instructorId: leader.user?.id, status: 'in-progress', meetings }
  const session = (await admin.post('/api/meetings/sessions', given)).body as Session
  const { id: studentId } = await buildStudent(platform, organization)
  await buildParticipant(platform, organization, { sessionId: session.id, studentId })
  const [first, second, third] = await listMeetings(admin, session)
  const mark = (meeting: Meeting | undefined) => (by: Client) =>
    by.post(`/api/sessions/${session.id}/attendance?meeting=${meeting?.id}`, {
      marks: [{ id: crypto.randomUUID(), studentId, mark: 'present', seen: 0 }],
    })
  const acts: [string, (by: Client) => ReturnType<Client['get']>, Record<(typeof names)[number], number>][] = [
    ['marks the other day', mark(first), { leader: 200, substitute: 403, other: 403, admin: 200 }],
    ['marks the own day', mark(second), { leader: 200, substitute: 200, other: 403, admin: 200 }],
    [
      'gives points',
      (by) => by.put(`/api/sessions/${session.id}/participants/${studentId}`, { pointsEarned: 5 }),
      { leader: 200, substitute: 200, other: 403, admin: 200 },
    ],
    [
      'changes the session',
      (by) => by.put(`/api/sessions/${session.id}`, { description: crypto.randomUUID() }),
      { leader: 200, substitute: 403, other: 403, admin: 200 },
    ],
    [
      'changes a day',
      (by) => by.put(`/api/sessions/${session.id}/meetings/${third?.id}`, { programMinutes: 30 }),
      { leader: 200, substitute: 403, other: 403, admin: 200 },
    ],
  ]
  for (const [act, run, wanted] of acts) {
    for (const name of names) {
      expect([act, name, (await run(clients[name])).status]).toEqual([act, name, wanted[name]])
    }
  }
})

test('a change of a series or zone that double-books a substitute is refused with the name', async ({ platform }) => {
  const organization = await makeOrganizationIn(platform, 'America/New_York')
  const admin = await organization.signIn('tenant_admin')
  const [leader, grace] = [
    await organization.user('instructor'),
    await organization.user('instructor', { firstName: 'Grace', lastName: 'Hopper' }),
  ]
  // Tuesdays from 4:00 PM to 5:30 PM; Grace leads the first.
  const [robotics] = await plan(admin, { instructorId: leader.id })
  const [day] = await listMeetings(admin, robotics as Session)
  const put = await admin.put(`/api/sessions/${robotics?.id}/meetings/${day?.id}`, { instructorId: grace.id })
  expect(put).toMatchObject({ status: 200, body: { instructorId: grace.id } })
  // Chess has attendance, so that it stays in place in another zone.
  const chess = { name: 'Chess', startDate: '2094-01-05T23:00:00Z', endDate: '2094-01-06T01:00:00Z' }
  const { id: sessionId } = (await admin.post('/api/sessions', { ...chess, instructorId: grace.id })).body as Session
  await buildParticipant(platform, organization, { sessionId, attendance: 'present' })

  const current = (await admin.get(`/api/sessions/${robotics?.id}`)).body as Session
  const later = { startDate: '2094-01-05T22:00:00Z', endDate: '2094-01-05T23:30:00Z' }
  const teaches = expect.stringMatching(/Grace Hopper teaches “Chess” at that time/)
  expect(await change(admin, current, { scope: 'all', ...later })).toMatchObject({
    status: 409,
    body: { fields: { instructorId: teaches } },
  })
  // 4:00 PM in Chicago is an hour later, and lasts until 6:30 PM in New York.
  const zone = { timeZone: 'America/Chicago', sessionTimes: 'local-time' }
  expect(await admin.put('/api/tenant/settings', zone)).toMatchObject({
    status: 409,
    body: { fields: { timeZone: teaches } },
  })
  expect(await listMeetings(admin, current)).toMatchObject([{ startsAt: day?.startsAt, instructorId: grace.id }])
})

import { expect } from 'vitest'
import type { Client, TestOrganization, TestPlatform } from '#core/testing/harness.ts'
import type { Session } from '../scheduling/sessions/contract.ts'

/** Returns a plan for Tuesdays at 4 PM in New York, from January 2094 on. */
export const weekly = (given: object = {}) => ({
  name: 'Robotics',
  startDate: '2094-01-05T21:00:00Z',
  endDate: '2094-01-05T22:30:00Z',
  repeat: { days: ['TU'], count: 4 },
  ...given,
})

export async function plan(client: Client, given: object = {}): Promise<Session[]> {
  const answer = await client.post('/api/series', weekly(given))
  expect(answer).toMatchObject({ status: 201 })
  return sessionsOf(client, answer.body.seriesId)
}

/** Lists the sessions of one series, the earliest first. */
export async function sessionsOf(client: Client, seriesId: string | null | undefined): Promise<Session[]> {
  const { body } = await client.get('/api/sessions')
  return (body as Session[]).filter((session) => session.seriesId === seriesId).toReversed()
}

export const starts = (sessions: readonly Session[]) => sessions.map(({ startDate }) => startDate)
export const days = (sessions: readonly Session[]) => sessions.map(({ startDate }) => startDate.slice(0, 10))

export const change = (client: Client, session: Session | undefined, body: object) =>
  client.put(`/api/sessions/${session?.id}/series`, body)

export async function makeOrganizationIn(platform: TestPlatform, timeZone: string): Promise<TestOrganization> {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  expect((await admin.put('/api/tenant/settings', { timeZone })).status).toBe(200)
  return organization
}

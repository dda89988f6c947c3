import { expect } from 'vitest'
import { create } from '#core/testing/calls.ts'
import { pluginTest, type Client } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildParticipant, buildStudent } from '../../../testing/factories.ts'
import type { Session } from '../contract.ts'

const test = pluginTest([tenantApp])

const HOUR_MS = 3_600_000

test('a substitute for one meeting has the same alerts, pack, injuries and media as the session’s instructor', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const [leader, substitute, other, admin] = [
    await organization.signIn('instructor'),
    await organization.signIn('instructor'),
    await organization.signIn('instructor'),
    await organization.signIn('tenant_admin'),
  ]
  const iso = (hours: number) => new Date(platform.clock.now().getTime() + hours * HOUR_MS).toISOString()
  const meetings = [
    { startsAt: iso(-24), endsAt: iso(-23) },
    { startsAt: iso(0), endsAt: iso(1), instructorId: substitute.user?.id },
  ]
  const given = { name: 'Makers Week', instructorId: leader.user?.id, status: 'in-progress', meetings }
  const session = await create<Session>(admin, '/api/meetings/sessions', given)
  const { id: studentId } = await buildStudent(platform, organization)
  await buildParticipant(platform, organization, { sessionId: session.id, studentId })
  const peanuts = { kind: 'food-allergy', name: 'Peanuts', risk: 'high' }
  await create(admin, `/api/students/${studentId}/health/conditions`, peanuts)
  await admin.put(`/api/students/${studentId}/health`, { responseLine: 'EpiPen in blue bag' })

  const packed = async (by: Client) => {
    const { meetings: found, children } = (await by.get('/api/today-pack')).body
    return [found.length, children[0]?.responseLine]
  }
  const opens = async (by: Client) =>
    (await by.post(`/api/students/${studentId}/health-views`, { reason: 'session' })).status
  const media = async (by: Client) => (await by.get(`/api/media/sessions`)).body.length
  const works = async (by: Client) => (await by.get(`/api/sessions/${session.id}/door`)).body.works
  const answers: Record<string, unknown> = {}
  for (const [name, by] of Object.entries({ leader, substitute, other })) {
    answers[name] = [await packed(by), await opens(by), await media(by), await works(by)]
  }
  expect(answers).toEqual({
    leader: [[1, 'EpiPen in blue bag'], 200, 1, false],
    substitute: [[1, 'EpiPen in blue bag'], 200, 1, true],
    other: [[0, undefined], 403, 0, false],
  })
})

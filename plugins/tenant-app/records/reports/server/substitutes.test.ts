import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { query } from '#core/testing/query.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildMark, buildParticipant, buildSession, buildStudent } from '../../../testing/factories.ts'

const test = pluginTest([tenantApp])

test('GET /api/reports/attendance: an instructor reports on a day on which they stand in, and on no other of that session', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const [lead, standIn, other] = [
    await organization.signIn('instructor'),
    await organization.signIn('instructor'),
    await organization.signIn('instructor'),
  ]
  const { id: studentId } = await buildStudent(platform, organization)
  const now = platform.clock.now().getTime()
  const build = async (name: string, daysAgo: number) => {
    const start = now - daysAgo * 86_400_000
    const session = await buildSession(platform, organization, {
      name,
      startDate: new Date(start).toISOString(),
      endDate: new Date(start + 3_600_000).toISOString(),
      instructorId: lead.user?.id ?? '',
    })
    await buildParticipant(platform, organization, { sessionId: session.id, studentId, attendance: 'present' })
    await buildMark(platform, organization, { sessionId: session.id, studentId, mark: 'present' })
    return session.id
  }
  const covered = await build('Covered', 3)
  await build('Own', 4)
  await query(
    platform.databaseUrl,
    `update session_meetings set instructor_id = '${standIn.user?.id}' where session_id = '${covered}'`,
  )
  const sessionsOf = async (by: typeof lead) =>
    (await by.get('/api/reports/attendance?by=session')).body.map(({ name }: { name: string }) => name).toSorted()
  expect(await sessionsOf(standIn)).toEqual(['Covered'])
  expect(await sessionsOf(lead)).toEqual(['Covered', 'Own'])
  expect(await sessionsOf(other)).toEqual([])
})

import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { seedPrograms } from '../../../seed/seed.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildStudent } from '../../../testing/factories.ts'
import { comparePointsJob, reportDifferencesJob } from './compare-points.ts'
import { addPoints, reversePoints, type NewPoints } from './points.ts'

const test = pluginTest([tenantApp])

interface Entry {
  id: string
  studentId: string
  points: number
  reversesId: string | null
  earnedAt: string
}

const inside = <Answer>(
  { core }: TestPlatform,
  { id }: TestOrganization,
  work: Parameters<typeof core.db.tenant<Answer>>[2],
) => core.db.tenant(id, systemActor, work)

const ledgerOf = (platform: TestPlatform, organization: TestOrganization, studentId: string) =>
  inside(platform, organization, async ({ trx }) =>
    trx<Entry>('pointsEntries').where({ studentId }).orderBy('createdAt').orderBy('id'),
  ) as Promise<Entry[]>

const totalOf = async (platform: TestPlatform, organization: TestOrganization, id: string) => {
  const [found] = await inside(platform, organization, async ({ trx }) => trx('students').where({ id }))
  return (found as { totalPoints: number }).totalPoints
}

test('after many concurrent acts every point is in the ledger and in the total, and reversed points stay readable', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const students = await Promise.all([1, 2, 3].map(() => buildStudent(platform, organization)))
  const ids = students.map(({ id }) => id)
  const give = (entries: NewPoints[]) => inside(platform, organization, (scope) => addPoints(scope, entries))
  const each = (order: string[], points: number) =>
    order.map((studentId) => ({ studentId, points, source: 'given', reason: 'Helped to clean up' }) as const)
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => give(each(index % 2 === 0 ? ids : ids.toReversed(), index))),
  )
  const [first = ''] = ids
  expect(await totalOf(platform, organization, first)).toBe(190)
  // Zero points add no entry.
  expect(await ledgerOf(platform, organization, first)).toHaveLength(19)

  const challengeId = randomUUID()
  const source = { source: 'challenge', sourceId: challengeId } as const
  const earnedAt = new Date(platform.clock.now().getTime() - 90 * 86_400_000).toISOString()
  const reason = 'Checkmate'
  await give([{ ...source, studentId: first, points: 40, reason, earnedAt }])
  const reversing = () =>
    inside(platform, organization, (scope) =>
      reversePoints(
        scope,
        ids.map((studentId) => ({ ...source, studentId })),
        'Changed',
      ),
    )
  const answers = await Promise.all([reversing(), reversing()])
  expect(answers.map((answer) => answer.length).toSorted((a, b) => a - b)).toEqual([0, 1])
  expect(await totalOf(platform, organization, first)).toBe(190)
  const [given, back] = (await ledgerOf(platform, organization, first))
    .slice(-2)
    .toSorted((a, b) => b.points - a.points)
  expect(given).toMatchObject({ points: 40, earnedAt, reversesId: null })
  expect(back).toMatchObject({ points: -40, earnedAt, reversesId: given?.id })
})

test('staff, guardians and the student read the same entries, and families do not see who gave points', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const [instructor, parent, student, admin] = await Promise.all(
    (['instructor', 'parent', 'student', 'tenant_admin'] as const).map((role) => organization.signIn(role)),
  )
  const { id: studentId } = await buildStudent(platform, organization, {
    guardians: [parent?.user?.id ?? ''],
    ...(student?.user && { userId: student.user.id }),
  })
  const now = platform.clock.now().getTime()
  const longAgo = new Date(now - 400 * 86_400_000)
  await inside(platform, organization, (scope) =>
    addPoints(scope, [{ source: 'given', studentId, reason: 'Helped', points: 5, earnedAt: longAgo }]),
  )
  const challenge = (await admin?.post('/api/challenges', { title: 'Checkmate' }))?.body as { id: string }
  await admin?.put(`/api/challenges/${challenge.id}/scores/${studentId}`, { score: 7, seen: null })
  const path = `/api/students/${studentId}/points` as const
  const entry = { points: 7, reason: 'Checkmate', state: 'standing', sessionName: null }
  expect((await instructor?.get(path))?.body).toMatchObject([{ ...entry, givenBy: expect.any(String) }, { points: 5 }])
  for (const family of [parent, student]) {
    expect((await family?.get(path))?.body).toMatchObject([{ ...entry, givenBy: null }, { points: 5 }])
    expect((await family?.get(`${path}?period=monthly`))?.body).toMatchObject([{ points: 7 }])
  }
  for (const role of ['parent', 'student'] as const) {
    const { email } = await organization.user(role, { firstName: 'Other' })
    expect(await (await organization.client().signIn(email)).get(path)).toMatchObject({ status: 404 })
  }
})

test('no database role rewrites points, and no organization deletes them', async ({ platform }) => {
  const organization = await platform.organization()
  const { id: studentId } = await buildStudent(platform, organization)
  await inside(platform, organization, (scope) =>
    addPoints(scope, [{ studentId, points: 5, source: 'given', reason: 'Helped' }]),
  )
  for (const act of ['update points_entries set points = 50', 'delete from points_entries']) {
    const acted = inside(platform, organization, ({ trx }) => trx.raw(act))
    await expect(acted, act).rejects.toThrow('permission denied')
  }
  const rewritten = platform.core.db.platform(systemActor, ({ trx }) =>
    trx.raw('update points_entries set points = 50'),
  )
  await expect(rewritten).rejects.toThrow('permission denied')
})

test('a total that differs from the ledger is reported every night and stays unchanged; demo data adds up', async ({
  platform,
}) => {
  const [organization, sound] = [await platform.organization(), await platform.organization()]
  const admin = await organization.signIn('tenant_admin')
  await platform.core.db.platform(systemActor, seedPrograms)
  const waiting = async () => {
    await comparePointsJob.perform(platform.core, null, {})
    return platform.core.db.platform(systemActor, async ({ trx }) => {
      const { rows } = await trx.raw<{ rows: { tenantId: string }[] }>(
        `select data ->> 'tenantId' as "tenantId" from pgboss.job where name = '${reportDifferencesJob.name}'`,
      )
      return rows.map(({ tenantId }) => tenantId).filter((id) => [organization.id, sound.id].includes(id))
    })
  }
  expect(await waiting()).toEqual([])
  const { id } = await buildStudent(platform, organization, { lastName: 'Unsound' })
  await inside(platform, organization, async ({ trx }) => trx('students').where({ id }).update({ totalPoints: 7 }))
  expect(await waiting()).toEqual([organization.id])
  await reportDifferencesJob.perform(platform.core, organization.id, {})
  const [message] = (await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('mail_messages').where({ tenantId: organization.id }),
  )) as { recipient: string; subject: string; body: string }[]
  expect(message).toMatchObject({ recipient: admin.user?.email, subject: 'Points of 1 student do not add up' })
  expect(message?.body).toContain('Ada Unsound: shown 7, added up 0')
  expect(await totalOf(platform, organization, id)).toBe(7)
})

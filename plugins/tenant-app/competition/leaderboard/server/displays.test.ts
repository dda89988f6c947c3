import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { Client, pluginTest, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { addPoints } from '../../../base/points/server/points.ts'
import { tenantApp } from '../../../plugin.ts'
import { ask } from '../../../testing/consents.ts'
import { buildStudent } from '../../../testing/factories.ts'
import type { ShownBoard } from '../settings-contract.ts'

const logged: string[] = []

const test = pluginTest([tenantApp], {
  env: { LOG_LEVEL: 'trace' },
  logTo: { write: (text: string) => void logged.push(text) },
})

const give = ({ core }: TestPlatform, { id }: TestOrganization, studentId: string, points: number) =>
  core.db.tenant(id, systemActor, (scope) =>
    addPoints(scope, [{ studentId, points, source: 'given', reason: 'Helped' }]),
  )

async function children(platform: TestPlatform, organization: TestOrganization, guardian: string, count: number) {
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const names = { firstName: `Child${index}`, lastName: `Family${index}` }
    const { id } = await buildStudent(platform, organization, { ...names, guardians: [guardian] })
    await give(platform, organization, id, 100 - index)
    ids.push(id)
  }
  return ids
}

const tokenOf = (url: string) => new URL(url).searchParams.get('token') ?? ''

test('a token alone opens a display, without ids, pictures or whole names, and an unchanged one answers 304', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const [admin, parent] = [await organization.signIn('tenant_admin'), await organization.signIn('parent')]
  const ids = await children(platform, organization, parent.user?.id ?? '', 17)
  const { status, body: made } = await admin.post('/api/leaderboard/displays', { name: 'Hall' })
  expect(status).toBe(201)
  expect(made.url).toMatch(new RegExp(`^http://${organization.subdomain}\\..*/display\\?token=[\\w-]{43}$`))
  const token = tokenOf(made.url)
  const ask = (etag?: string, given = token) =>
    organization
      .client()
      .request('GET', `/api/display?token=${given}`, { headers: etag ? { 'if-none-match': etag } : {} })

  const first = await ask()
  expect(first.headers).toMatchObject({ 'x-robots-tag': 'noindex', 'cache-control': 'private, no-cache' })
  const board = first.body as ShownBoard
  expect(board).toMatchObject({ organization: organization.name, kind: 'students', period: 'all-time', grade: null })
  expect(board.entries).toHaveLength(15)
  expect(board.entries[1]).toEqual({
    rank: 2,
    firstName: 'Child1',
    lastName: 'F.',
    totalPoints: 99,
    sessionsCompleted: 0,
    challengesCompleted: 0,
  })
  expect(JSON.stringify(board)).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|Family|avatar|grade":"/)
  const etag = String(first.headers['etag'])
  const same = await ask(etag)
  expect([same.status, same.body]).toEqual([304, ''])

  await give(platform, organization, ids[16] ?? '', 500)
  const changed = await ask(etag)
  expect([changed.status, changed.body.entries[0].firstName]).toEqual([200, 'Child16'])
  await parent.put(`/api/children/${ids[16]}/leaderboard`, { isOff: true })
  expect((await ask()).body.entries[0].firstName).toBe('Child0')
  await admin.put(`/api/students/${ids[0]}`, { firstName: 'Renamed' })
  expect((await ask()).body.entries[0].firstName).toBe('Renamed')
  await admin.put('/api/leaderboard/settings', { displayEntries: 5 })
  expect((await ask()).body.entries).toHaveLength(5)
  await admin.put('/api/leaderboard/settings', { kind: 'personal-best' })
  expect((await ask()).body).toMatchObject({ kind: 'none', entries: [], teams: [] })
  await admin.put('/api/leaderboard/settings', { kind: 'teams' })
  await Promise.all(ids.slice(0, 2).map((id) => admin.put(`/api/students/${id}`, { grade: '4' })))
  expect((await ask()).body).toMatchObject({ kind: 'teams', entries: [], teams: [{ rank: 1, name: '4', members: 2 }] })
  expect((await admin.get('/api/leaderboard/shown?grade=4')).body).toMatchObject({ kind: 'teams', grade: null })

  const { body: listed } = await admin.get('/api/leaderboard/displays')
  expect(listed).toMatchObject([{ id: made.id, name: 'Hall', addedBy: 'Ada Lovelace', lastUsedAt: expect.any(String) }])
  const kept = await platform.core.db.tenant(organization.id, systemActor, ({ trx }) => trx('leaderboardDisplays'))
  expect(JSON.stringify([listed, kept])).not.toContain(token)
  expect(logged.join('\n')).not.toContain(token)
})

test('a display shows full names only where the organization chose it and every child on it has the consent', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const [admin, parent] = [await organization.signIn('tenant_admin'), await organization.signIn('parent')]
  const ids = await children(platform, organization, parent.user?.id ?? '', 3)
  const { id: consentId } = await ask(admin, { kind: 'media-publication' })
  const answer = (id: string | undefined, given: string) =>
    parent.post(`/api/children/${id}/consents/${consentId}`, { answer: given, version: 1 })
  const { body: made } = await admin.post('/api/leaderboard/displays', { name: 'Hall' })
  const names = async () => {
    const { body } = await organization.client().get(`/api/display?token=${tokenOf(made.url)}`)
    return (body as ShownBoard).entries.map(({ lastName }) => lastName).join(' ')
  }
  await answer(ids[0], 'given')
  await answer(ids[1], 'given')
  await admin.put('/api/leaderboard/settings', { displayNames: 'full' })
  expect(await names()).toBe('F. F. F.')
  await answer(ids[2], 'given')
  expect(await names()).toBe('Family0 Family1 Family2')
  await answer(ids[0], 'withdrawn')
  expect(await names()).toBe('F. F. F.')
  await answer(ids[0], 'given')
  await admin.put('/api/leaderboard/settings', { displayNames: 'initial' })
  expect(await names()).toBe('F. F. F.')
})

test('an unknown or revoked token and one of another or a suspended organization get the same answer', async ({
  platform,
}) => {
  const [organization, other] = [await platform.organization(), await platform.organization()]
  const admin = await organization.signIn('tenant_admin')
  const add = async () => (await admin.post('/api/leaderboard/displays', { name: 'Hall', period: 'weekly' })).body
  const [kept, revoked] = [await add(), await add()]
  const read = async (token: string, at: TestOrganization = organization) => {
    const { status, body } = await at.client().get(`/api/display?token=${token}`)
    return [status, body.message]
  }
  expect(await read(tokenOf(revoked.url))).toEqual([200, undefined])
  expect((await admin.delete(`/api/leaderboard/displays/${revoked.id}`)).status).toBe(204)
  const none = [404, 'Display not found']
  expect(await read(tokenOf(revoked.url))).toEqual(none)
  expect(await read('unknown')).toEqual(none)
  expect(await read(tokenOf(kept.url), other)).toEqual(none)
  expect(
    (await new Client(platform.platform, platform.core.env.platformDomain).get(`/api/display?token=x`)).status,
  ).toBe(404)
  expect(await read(tokenOf(kept.url))).toEqual([200, undefined])
  await platform.core.db.platform(systemActor, async (scope) => {
    await scope.trx('tenants').where({ id: organization.id }).update({ status: 'suspended' })
    await platform.core.invalidations.announce(scope, 'tenant', organization.id)
  })
  expect(await read(tokenOf(kept.url))).toEqual(none)
})

test('only admins create and revoke displays, up to the maximum number', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  for (const role of ['instructor', 'parent', 'student'] as const) {
    const by = await organization.signIn(role)
    expect((await by.post('/api/leaderboard/displays', { name: 'Hall' })).status).toBe(403)
    expect((await by.get('/api/leaderboard/displays')).status).toBe(403)
    expect((await by.get('/api/leaderboard/shown')).status).toBe(role === 'instructor' ? 200 : 403)
  }
  const rows = Array.from({ length: 99 }, (_, index) => ({
    name: `Display ${index}`,
    tokenHash: Buffer.from(`hash ${index} ${organization.id}`),
    period: 'weekly',
    addedAt: platform.clock.now(),
  }))
  await platform.core.db.tenant(
    organization.id,
    systemActor,
    async ({ trx }) => void (await trx('leaderboardDisplays').insert(rows)),
  )
  const answers = await Promise.all([1, 2].map(() => admin.post('/api/leaderboard/displays', { name: 'One more' })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
})

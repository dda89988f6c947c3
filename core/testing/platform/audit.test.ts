import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { PASSWORD, pluginTest, type Answer, type TestPlatform } from '#core/testing/harness.ts'
import { fileForm } from '#core/testing/upload.ts'
import { plugins } from '#config/plugins.ts'
import { changes, kept } from './changes.ts'
import type { Change, World } from './world.ts'

const test = pluginTest(plugins)

const changing = ({ platform }: TestPlatform): string[] =>
  platform.contracts
    .flatMap(({ contract }) => Object.values(contract))
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`)

const world = async (platform: TestPlatform): Promise<World> => ({
  platform,
  admin: await platform.superAdmin(),
  organization: await platform.organization(),
})

function perform(name: string, { by, params = [], body, image }: Change): Promise<Answer> {
  const [method, path] = name.split(' ') as ['POST' | 'PUT', string]
  const rest = [...params]
  const url = path.replace(/\{\w+\}/g, () => rest.shift() ?? '')
  return by.request(method, url, {
    ...(body ? { payload: body } : {}),
    ...(image && fileForm(image)),
  })
}

interface Entry {
  seq: number
  action: string
  resource: string
  resourceId: string
  userId: string | null
  ipAddress: string
}

const entriesSince = ({ core }: TestPlatform, seq: number): Promise<Entry[]> =>
  core.db.platform(systemActor, ({ trx }) => trx('audit_logs').where('seq', '>', seq).orderBy('seq'))

const lastSeq = ({ core }: TestPlatform): Promise<number> =>
  core.db.platform(systemActor, async ({ trx }) => (await trx('audit_logs').max<{ max: number }[]>('seq'))[0]?.max ?? 0)

/** A digest of each table's rows. Sessions are known by their ids alone, since they move with every request. */
async function tables({ core }: TestPlatform): Promise<Record<string, string>> {
  return core.db.platform(systemActor, async ({ trx }) => {
    const { rows: names } = await trx.raw<{ rows: { name: string }[] }>(`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
         and not relispartition and has_table_privilege(oid, 'select') order by 1`)
    const parts = names.map(
      ({ name }) =>
        `select '${name}' as name, md5(coalesce(string_agg(md5(${name === 'auth_sessions' ? 't.id' : 't'}::text), '' order by md5(t::text)), '')) as digest from ${name} t`,
    )
    const { rows } = await trx.raw<{ rows: { name: string; digest: string }[] }>(parts.join(' union all '))
    return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
  })
}

test('every endpoint that changes something is called here', ({ platform }) => {
  const missing = changing(platform).filter((name) => !changes[name])
  expect(missing, `core/testing/platform/changes.ts has no valid call of ${missing.join(', ')}`).toEqual([])
  const endpoints = new Set(changing(platform))
  const outdated = Object.keys(changes).filter((name) => !endpoints.has(name))
  expect(outdated, `core/testing/platform/changes.ts calls what is not there: ${outdated.join(', ')}`).toEqual([])
})

test.for(Object.entries(changes))(
  '%s leaves a record: who did what on which thing, from where',
  async ([name, prepare], { platform }) => {
    const change = await prepare(await world(platform))
    const before = await lastSeq(platform)
    const answer = await perform(name, change)
    expect(answer.status, `${name} answered ${answer.status}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    const made = await entriesSince(platform, before)
    const entry = made.find(({ action }) => action === change.action)
    expect(entry, `${name} has recorded ${made.map(({ action }) => action).join(', ') || 'nothing'}`).toMatchObject({
      resource: change.resource,
      resourceId: change.resourceId ?? (entry?.resource === 'global_settings' ? null : entry?.resourceId),
      userId: change.userId === undefined ? (change.by.user?.id ?? null) : change.userId,
      ipAddress: '127.0.0.1',
    })
  },
)

test.for(Object.entries(changes))(
  '%s changes nothing when its record cannot be written',
  async ([name, prepare], { platform }) => {
    const { core } = platform
    const change = await prepare(await world(platform))
    const before = await tables(platform)
    const { auditRecorder } = core
    core.auditRecorder = () => Promise.reject(new Error('The record cannot be written'))
    const answer = await perform(name, change).finally(() => (core.auditRecorder = auditRecorder))
    expect(answer.status, `${name} did not record`).toBe(500)
    const after = await tables(platform)
    const different = Object.keys(after).filter((table) => after[table] !== before[table])
    expect(different.filter((table) => !kept[name]?.includes(table))).toEqual([])
  },
)

const secretName = /password|token|secret/i

/** Texts under names of secrets, at any depth. */
function secretsIn(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return secretName.test(name) && value.length > 5 ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => secretsIn(inner, Array.isArray(value) ? name : key))
}

test('no secret of any call or answer is found in the audit log', { timeout: 120_000 }, async ({ platform }) => {
  const secrets = new Set([PASSWORD])
  for (const [name, prepare] of Object.entries(changes)) {
    const change = await prepare(await world(platform))
    const answer = await perform(name, change)
    for (const secret of [...secretsIn(change.body), ...secretsIn(answer.body)]) secrets.add(secret)
    const [, cookie] = change.by.cookie?.split('=') ?? []
    if (cookie) secrets.add(cookie)
  }
  expect(secrets.size).toBeGreaterThan(10)
  const leaked = await platform.core.db.platform(systemActor, async ({ trx }) => {
    const { rows } = await trx.raw<{ rows: { secret: string; action: string }[] }>(
      'select secret, action from audit_logs a, unnest(?::text[]) secret where position(secret in a::text) > 0',
      [[...secrets]],
    )
    return rows
  })
  expect(leaked).toEqual([])
})

test('refusals are recorded as failures: by the role, by the organization, of a suspended one, at sign-in', async ({
  platform,
}) => {
  const { admin, organization } = await world(platform)
  const [instructor, parent] = [await organization.user('instructor'), await organization.signIn('parent')]
  const before = await lastSeq(platform)
  expect((await parent.get('/api/tenant/settings')).status).toBe(403)
  const client = organization.client()
  expect((await client.post('/api/login', { email: instructor.email, password: 'wrong' })).status).toBe(401)
  await admin.post(`/api/tenants/${organization.id}/suspend`, { reason: 'Unpaid' })
  expect((await client.post('/api/login', { email: instructor.email, password: PASSWORD })).status).toBe(403)
  const entries = (await entriesSince(platform, before)) as (Entry & { success: boolean; description: string })[]
  expect(entries.filter(({ success }) => !success).map(({ action, description }) => [action, description])).toEqual([
    ['access.refused', 'Refused: the role does not allow it'],
    ['auth.sign-in-failed', 'Sign-in failed'],
    ['auth.sign-in-refused', 'Sign-in refused with the right password: The organization is suspended'],
  ])
})

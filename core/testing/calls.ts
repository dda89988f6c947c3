import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { z } from 'zod'
import type { EndpointSpec } from '#core/contract/endpoint.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import type { AnyPlugin } from '#core/server/plugin.ts'
import { PASSWORD, pluginTest, type Answer, type Client, type TestOrganization, type TestPlatform } from './harness.ts'
import { fileForm } from './upload.ts'

/** A call that succeeds, and what it must leave in the audit log. */
export interface Call {
  by: Client
  /** Values for the parameters of the path, in their order. */
  params?: string[]
  query?: Record<string, string>
  body?: object
  image?: Buffer
  /** The first that the contract names, unless said otherwise. */
  action?: string
  resource?: string
  /** Id of the thing acted on; unknown beforehand for a thing that the call creates. */
  resourceId?: string
  /** User who acts, where that is not the caller: a person who only signs in with the call. */
  userId?: string | null
  /** Tables in which the act leaves something although it failed; the call is prepared anew then, to succeed. */
  keeps?: readonly string[]
}

export interface World {
  platform: TestPlatform
  admin: Client
  organization: TestOrganization
}

export type Prepare = (world: World) => Promise<Call>

/** Calls that succeed, under their method and path: `POST /api/sessions`. */
export type Calls = Record<string, Prepare>

export const randomText = () => randomBytes(5).toString('hex')
export const address = () => `${randomText()}@audit.example`
export const secret = () => `Secret-${randomText()}-7`

/** Makes something for a call to act on. */
export async function create<Body extends object>(client: Client, path: string, body?: object): Promise<Body> {
  const answer = await client.post(path, body)
  if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body as Body
}

export const rowOf = ({ core }: TestPlatform, table: string, where: object) =>
  core.db.platform(systemActor, ({ trx }) => trx(table).where(where).first<Record<string, string>>())

export const changeRow = ({ core }: TestPlatform, table: string, where: object, values: object) =>
  core.db.platform(systemActor, async ({ trx }) => {
    await trx(table).where(where).update(values)
  })

interface Schema {
  format?: string
  properties?: Record<string, Schema>
  anyOf?: Schema[]
}

const isId = ({ format, anyOf = [] }: Schema): boolean => format === 'uuid' || anyOf.some(isId)

/** The fields of a body that name a thing by its id. */
function idsInBody({ body }: EndpointSpec): string[] {
  if (!body) return []
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => (isId(field) ? [name] : []))
}

/** True if anyone may read it on every host by what is no id, such as the number that is printed on a certificate. */
function isPublic({ access, audit, params, isAddressSecret }: EndpointSpec): boolean {
  if (access.who !== 'anyone' || access.hosts !== 'both' || audit || isAddressSecret || !params) return false
  const { properties = {} } = z.toJSONSchema(params, { io: 'input', unrepresentable: 'any' }) as Schema
  return !Object.values(properties).some(isId)
}

/** True if people of an organization can name a thing by its id here; callers who sign in name what anyone may know. */
const takesId = (spec: EndpointSpec) =>
  spec.access.hosts !== 'platform' &&
  !isPublic(spec) &&
  (spec.params !== undefined || (spec.access.who !== 'anyone' && idsInBody(spec).length > 0))

const changes = ({ method, audit }: EndpointSpec) => method !== 'GET' || audit !== undefined

const nameOf = ({ method, path }: EndpointSpec) => `${method} ${path}`

/** Lists the endpoints that a plugin mounts, or the core, which mounts what no plugin does. */
function endpointsOf({ platform }: TestPlatform, owner: AnyPlugin | 'core'): EndpointSpec[] {
  const ofPlugins = new Set([...platform.parts.values()].flatMap(({ routes = [] }) => routes))
  const mounted =
    owner === 'core'
      ? platform.contracts.filter((contract) => !ofPlugins.has(contract))
      : (platform.parts.get(owner.id)?.routes ?? [])
  return mounted.flatMap(({ contract }) => Object.values(contract))
}

/** Makes a call to an endpoint in the name of any client. */
export function perform(
  { method, path, upload }: EndpointSpec,
  { params = [], query, body, image }: Call,
  by: Client,
): Promise<Answer> {
  const rest = [...params]
  const asked = query ? `?${new URLSearchParams(query).toString()}` : ''
  const url = path.replace(/\{\w+\}/g, () => rest.shift() ?? '') + asked
  return by.request(method, url, {
    ...(body ? { payload: body } : {}),
    // Beside a file the body comes as texts of the form.
    ...(image && fileForm(image, { field: upload?.field ?? 'image', fields: (body ?? {}) as Record<string, string> })),
  })
}

interface Entry {
  action: string
  resource: string
  resourceId: string
  description: string
  errorMessage: string | null
  metadata: Record<string, unknown>
}

const entriesSince = ({ core }: TestPlatform, seq: number): Promise<Entry[]> =>
  core.db.platform(systemActor, ({ trx }) => trx('audit_logs').where('seq', '>', seq).orderBy('seq'))

const lastSeq = ({ core }: TestPlatform): Promise<number> =>
  core.db.platform(systemActor, async ({ trx }) => (await trx('audit_logs').max<{ max: number }[]>('seq'))[0]?.max ?? 0)

/** A digest of each table's rows. Sessions are known by their ids alone, since they move with every request. */
async function tables({ core }: TestPlatform): Promise<Map<string, string>> {
  return core.db.platform(systemActor, async ({ trx, rows }) => {
    // Starting a process to help takes longer than reading all of them.
    await trx.raw('set local max_parallel_workers_per_gather = 0')
    const { rows: names } = await trx.raw<{ rows: { name: string }[] }>(`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
         and not relispartition and has_table_privilege(oid, 'select')`)
    const parts = names.map(
      ({ name }) => `select '${name}' as name, ${name === 'auth_sessions' ? 't.id' : 't'}::text as row from ${name} t`,
    )
    // One sum for all: an aggregate for each table takes a hundred times as long to begin as these rows to read. And
    // prepared, since planning takes longer than either.
    const text = `select name, sum(hashtextextended(row, 0)) as digest from (${parts.join(' union all ')}) rows group by name`
    const name = createHash('sha256').update(text).digest('base64url')
    const row = z.object({ name: z.string(), digest: z.string() })
    const digests = await rows({ name, text, parameters: [], row, keepsPlan: false, plansAnew: false })
    return new Map(digests.map((one) => [one.name, one.digest]))
  })
}

/** The tables that the work has changed. */
async function changedBy(platform: TestPlatform, work: () => Promise<unknown>): Promise<string[]> {
  const before = await tables(platform)
  await work()
  const after = await tables(platform)
  // A table without rows has no digest.
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names].filter((table) => after.get(table) !== before.get(table))
}

interface Named {
  /** null for a name that no entry may hold, of a file. */
  id: string | null
  name: string
}

const selectNames = ({ core }: TestPlatform): Promise<Named[]> =>
  core.db.platform(systemActor, async ({ trx }) => {
    const people = Object.values(core.personalData.people).map((query) => `select p.id, p.name from (${query}) p`)
    const files = ['files', 'images'].map((table) => `select null, filename from ${table}`)
    return (await trx.raw<{ rows: Named[] }>([...people, ...files].join(' union '))).rows
  })

/** Finds names of people and files that entries hold, where a reference would let them go with an erasure. */
function namesWritten(names: readonly Named[], entries: readonly Entry[]): string[] {
  const written = (values: unknown[]) => JSON.stringify(values).toLowerCase()
  return entries.flatMap(({ action, resourceId, description, errorMessage, metadata }) => {
    // Former and new fields of a person are in an entry about that person, and are blanked with it.
    const { before, after, ...others } = metadata
    const [everywhere, sides] = [written([description, errorMessage, others]), written([before, after])]
    return names
      .filter(({ id, name }) => (id === resourceId ? everywhere : everywhere + sides).includes(name.toLowerCase()))
      .map(({ name }) => `${action}: ${name}`)
  })
}

const secretName = /password|token|secret/i

/** Texts under names of secrets, at any depth. */
function secretsIn(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return secretName.test(name) && value.length > 5 ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => secretsIn(inner, Array.isArray(value) ? name : key))
}

/** Makes the same call as a user of another organization with the same role. */
async function refuseStranger(platform: TestPlatform, spec: EndpointSpec, call: Call): Promise<void> {
  const name = nameOf(spec)
  const given = call.body && idsInBody(spec).some((field) => field in (call.body ?? {}))
  expect(call.params?.length || given, `${name} takes an id, and its call gives none`).toBeTruthy()
  const other = await platform.organization()
  const role = call.by.user?.role ?? 'tenant_admin'
  const stranger = await other.signIn(role === 'superadmin' ? 'tenant_admin' : role)
  const changed = await changedBy(platform, async () => {
    const { status } = await perform(spec, call, stranger)
    // 400 is what an id in a body gets, at its field.
    expect(given ? [400, 403, 404] : [403, 404], `${name} of another organization answered ${status}`).toContain(status)
  })
  expect(changed.filter((table) => table !== 'audit_logs')).toEqual([])
}

async function changeNothingUnrecorded(platform: TestPlatform, spec: EndpointSpec, call: Call): Promise<void> {
  const { core } = platform
  const changed = await changedBy(platform, async () => {
    const { auditRecorder } = core
    core.auditRecorder = () => Promise.reject(new Error('The record cannot be written'))
    const { status } = await perform(spec, call, call.by).finally(() => (core.auditRecorder = auditRecorder))
    expect(status, `${nameOf(spec)} did not record`).toBe(500)
  })
  expect(changed.filter((table) => !call.keeps?.includes(table))).toEqual([])
}

async function leaveRecord(platform: TestPlatform, spec: EndpointSpec, call: Call): Promise<void> {
  const name = nameOf(spec)
  const before = await lastSeq(platform)
  const formerNames = await selectNames(platform)
  const answer = await perform(spec, call, call.by)
  expect(answer.status, `${name} answered ${answer.status}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  if (!spec.audit) return
  const action = call.action ?? [spec.audit].flat()[0]
  const entries = await entriesSince(platform, before)
  const entry = entries.find((one) => one.action === action)
  expect(entry, `${name} has recorded ${entries.map((one) => one.action).join(', ') || 'nothing'}`).toMatchObject({
    resource: call.resource,
    resourceId: call.resourceId ?? (entry?.resource === 'global_settings' ? null : entry?.resourceId),
    userId: call.userId === undefined ? (call.by.user?.id ?? null) : call.userId,
    ipAddress: '127.0.0.1',
  })
  const [, cookie] = call.by.cookie?.split('=') ?? []
  const secrets = [PASSWORD, ...secretsIn(call.body), ...secretsIn(answer.body), ...(cookie ? [cookie] : [])]
  const written = JSON.stringify(entries)
  expect(secrets.filter((one) => written.includes(one))).toEqual([])
  const names = [...formerNames, ...(await selectNames(platform))]
  expect(namesWritten(names, entries), `${name} writes out a name; use referTo`).toEqual([])
}

/**
 * Goes through everything that a plugin changes, and through every id that it takes from people of organizations: each
 * such endpoint has a call in `calls`, or a test fails.
 * @param plugins what the platform of these tests has, the plugin and the one that records among them
 * @param options timeout: milliseconds for each call; that of all tests unless some of them make and read whole backups
 */
export function testCalls(
  owner: AnyPlugin | 'core',
  plugins: readonly AnyPlugin[],
  calls: Calls,
  options: { timeout?: number } = {},
): void {
  const test = pluginTest(plugins)

  test('every endpoint that changes something or takes an id has a call here', ({ platform }) => {
    const endpoints = endpointsOf(platform, owner)
    const needed = endpoints.filter((spec) => changes(spec) || takesId(spec)).map(nameOf)
    expect(needed.filter((name) => !calls[name])).toEqual([])
    expect(Object.keys(calls).filter((name) => !endpoints.some((spec) => nameOf(spec) === name))).toEqual([])
  })

  test.for(Object.entries(calls))(
    '%s: records who did what on which thing, changes nothing when it cannot, and finds nothing of others',
    options,
    async ([name, prepare], { platform }) => {
      const spec = endpointsOf(platform, owner).find((one) => nameOf(one) === name)
      if (!spec) throw new Error(`There is no ${name}`)
      const prepared = async () =>
        prepare({ platform, admin: await platform.superAdmin(), organization: await platform.organization() })
      let call = await prepared()
      if (takesId(spec)) await refuseStranger(platform, spec, call)
      if (spec.method !== 'GET' && spec.audit) {
        await changeNothingUnrecorded(platform, spec, call)
        if (call.keeps) call = await prepared()
      }
      await leaveRecord(platform, spec, call)
    },
  )
}

import { systemActor } from '#core/server/identity/actor.ts'
import { loginClient } from '#core/server/database/pool.ts'
import type { EndpointSpec } from '#core/contract/endpoint.ts'
import type { Answer, Client, TestOrganization, TestPlatform } from '#core/testing/harness.ts'

/** Prefix of every canary word, and of no other data of the platform. */
export const CANARY = 'canaryword'

/** Returns a word used in one kind of field only: `canarywordhealth7`. */
export const canary = (kind: string, number: number) => `${CANARY}${kind}${number}`

/** Returns a counter of unique words for the fields of a kind. */
export function counter(kind: string) {
  let number = 0
  return () => canary(kind, (number += 1))
}

/** Finds the kinds of the canaries in a text. A search term is no canary, since it has no number. */
export const canariesIn = (text: string) =>
  [...new Set(text.match(new RegExp(`${CANARY}[a-z]+(?=\\d)`, 'g')) ?? [])].toSorted()

/** Allowed places of canaries by kind: `GET /api/consents/{id}`, or names of tables. */
export type Declared = Readonly<Record<string, readonly string[]>>

interface Sweep {
  platform: TestPlatform
  organization: TestOrganization
  /** Clients by their names in the report. */
  callers: Readonly<Record<string, Client>>
  /** Endpoints that may return canaries, by kind. */
  declared: Declared
  /** Id of the child whose data has the canaries. */
  studentId: string
}

export interface Swept {
  /** Leaks such as `GET /api/leak as admin: canarywordhealth`. */
  leaks: string[]
  /** Paths of endpoints without a successful answer. */
  unanswered: string[]
}

export const endpointsOf = ({ platform }: TestPlatform): EndpointSpec[] =>
  platform.contracts.flatMap(({ contract }) => Object.values(contract)).filter(({ method }) => method === 'GET')

/** Calls every endpoint as every client, with ids of existing rows, and searches for canaries. */
export async function sweep(all: Sweep, endpoints = endpointsOf(all.platform)): Promise<Swept> {
  const ids = await idsOf(all.platform, all.organization)
  const swept: Swept = { leaks: [], unanswered: [] }
  for (const spec of endpoints) {
    const answers = await answersOf(all, spec, ids)
    if (!answers.some(({ answer }) => answer.status < 300)) swept.unanswered.push(spec.path)
    for (const { caller, url, answer } of answers) {
      const found = canariesIn(`${JSON.stringify(answer.headers)}${bodyText(answer)}`)
      const unexpected = found.filter((kind) => !all.declared[kind]?.includes(`GET ${spec.path}`))
      if (unexpected.length > 0) swept.leaks.push(`GET ${spec.path} as ${caller}: ${unexpected.join(', ')}`)
      if (found.length > 0 && answer.headers['cache-control'] !== 'no-store') swept.leaks.push(`${url} may be kept`)
    }
    swept.leaks.push(...(await searchByCanary(all, spec)))
  }
  return { leaks: [...new Set(swept.leaks)], unanswered: swept.unanswered }
}

const bodyText = ({ body }: Answer<unknown>) => (typeof body === 'string' ? body : JSON.stringify(body))

interface Asked {
  caller: string
  url: string
  answer: Answer<unknown>
}

async function answersOf(
  { callers, studentId }: Sweep,
  { path }: EndpointSpec,
  ids: readonly string[],
): Promise<Asked[]> {
  const parameters = path.match(/\{\w+\}/g) ?? []
  // A student's endpoints use the one child; others may use any row.
  const ofStudent = /\/(students|children)\/\{id\}/.test(path)
  const tried = parameters.length > (ofStudent ? 1 : 0) ? ids : [studentId]
  const urls = new Set(
    tried.map((id) => {
      const rest = ofStudent ? [studentId, id] : [id, id]
      return path.replace(/\{\w+\}/g, (name) => (name === '{studentId}' ? studentId : (rest.shift() ?? '')))
    }),
  )
  const everyone = Object.entries(callers)
  const powerful = everyone.filter(([name]) => ['admin', 'super admin', 'guardian'].includes(name))
  const ask = (names: typeof everyone, url: string) =>
    Promise.all(names.map(async ([caller, client]) => ({ caller, url, answer: await client.get(url) })))
  const answers = await Promise.all(
    [...urls].map(async (url) => {
      const first = await ask(powerful, url)
      // A missing thing is not found by any client.
      if (first.every(({ answer }) => answer.status === 404)) return first
      return [
        ...first,
        ...(await ask(
          everyone.filter((one) => !powerful.includes(one)),
          url,
        )),
      ]
    }),
  )
  return answers.flat()
}

/** Checks that a search for a canary finds the same as a search for nonsense. */
async function searchByCanary({ callers, declared }: Sweep, { path, query }: EndpointSpec): Promise<string[]> {
  const field = ['search', 'searchTerm'].find((one) => one in (query?.shape ?? {}))
  if (path.includes('{') || field === undefined) return []
  const found = Object.entries(callers).map(async ([caller, client]) => {
    const nonsense = await client.get(`${path}?${field}=nonsensenonsense`)
    if (nonsense.status >= 300) return []
    const kinds = Object.keys(declared).map(async (kind) => {
      const answer = await client.get(`${path}?${field}=${kind}`)
      return bodyText(answer) === bodyText(nonsense) ? [] : [`GET ${path} as ${caller} searches ${kind}`]
    })
    return (await Promise.all(kinds)).flat()
  })
  return (await Promise.all(found)).flat()
}

/** Reads the id of a row in each of the organization's tables. */
async function idsOf({ core }: TestPlatform, { id }: TestOrganization): Promise<string[]> {
  return core.db.platform(systemActor, async ({ trx }) => {
    const { rows: names } = await trx.raw<{ rows: { name: string }[] }>(`
      select c.relname as name from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and has_table_privilege(c.oid, 'select')
          and 2 = (select count(*) from pg_attribute a where a.attrelid = c.oid and a.attname in ('id', 'tenant_id'))`)
    const parts = names.map(
      ({ name }) => `(select id::text from ${name} where tenant_id = '${id}' order by id limit 1)`,
    )
    const { rows } = await trx.raw<{ rows: { id: string }[] }>(parts.join(' union '))
    return [id, ...rows.map((row) => row.id)]
  })
}

/** Lists tables, including those of the job queue, with canaries that they are not declared to contain. */
export async function listTracesInTables({ databaseUrl }: TestPlatform, declared: Declared): Promise<string[]> {
  const client = loginClient(databaseUrl)
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(`
      select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname !~ '^pg_|^information_schema$' order by 1`)
    const traces: string[] = []
    for (const { name } of tables) {
      const text = `select t::text as row from ${name} t where t::text ~ '${CANARY}[a-z]+[0-9]'`
      const { rows } = await client.query<{ row: string }>(text)
      const table = name.replace('public.', '')
      const kinds = canariesIn(rows.map(({ row }) => row).join(' '))
      traces.push(...kinds.filter((kind) => !declared[kind]?.includes(table)).map((kind) => `${table}: ${kind}`))
    }
    return traces
  } finally {
    await client.end()
  }
}

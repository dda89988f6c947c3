import { systemActor } from '#core/server/identity/actor.ts'
import { loginClient } from '#core/server/database/pool.ts'
import type { EndpointSpec } from '#core/contract/endpoint.ts'
import type { Answer, Client, TestOrganization, TestPlatform } from '#core/testing/harness.ts'

/** Beginning of every canary word, and of no other data of the platform. */
export const CANARY = 'canaryword'

/** A word that stands in one kind of field alone: `canarywordhealth7`. */
export const canary = (kind: string, number: number) => `${CANARY}${kind}${number}`

/** A word of its own for each field. */
export function counter(kind: string) {
  let number = 0
  return () => canary(kind, (number += 1))
}

/** The kinds of the canaries in a text. What a search asks for is no canary, since it has no number. */
export const canariesIn = (text: string) =>
  [...new Set(text.match(new RegExp(`${CANARY}[a-z]+(?=\\d)`, 'g')) ?? [])].toSorted()

/** Places where canaries of a kind may be: `GET /api/consents/{id}`, or tables by their names. */
export type Declared = Readonly<Record<string, readonly string[]>>

interface Sweep {
  platform: TestPlatform
  organization: TestOrganization
  /** Callers by their names in the report. */
  callers: Readonly<Record<string, Client>>
  /** Which of the canaries each endpoint is there to answer. */
  declared: Declared
  /** Id of the child whose data the canaries are. */
  studentId: string
}

export interface Swept {
  /** `GET /api/leak as admin: canarywordhealth`. */
  leaks: string[]
  /** Endpoints that answered nobody with a success. */
  unanswered: string[]
}

export const endpointsOf = ({ platform }: TestPlatform): EndpointSpec[] =>
  platform.contracts.flatMap(({ contract }) => Object.values(contract)).filter(({ method }) => method === 'GET')

/** Asks every endpoint as everybody, with ids of real rows and with canaries for what it searches. */
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
  // What is of a student is of the one child; anything else may be of any row.
  const ofStudent = /\/(students|children)\/\{id\}/.test(path)
  const tried = parameters.length > (ofStudent ? 1 : 0) ? ids : [studentId]
  const urls = new Set(
    tried.map((id) => {
      const rest = ofStudent ? [studentId, id] : [id, id]
      return path.replace(/\{\w+\}/g, (name) => (name === '{studentId}' ? studentId : (rest.shift() ?? '')))
    }),
  )
  const everybody = Object.entries(callers)
  const powerful = everybody.filter(([name]) => ['admin', 'super admin', 'guardian'].includes(name))
  const ask = (names: typeof everybody, url: string) =>
    Promise.all(names.map(async ([caller, client]) => ({ caller, url, answer: await client.get(url) })))
  const answers = await Promise.all(
    [...urls].map(async (url) => {
      const first = await ask(powerful, url)
      // Of a thing that is not there nobody is answered anything.
      if (first.every(({ answer }) => answer.status === 404)) return first
      return [
        ...first,
        ...(await ask(
          everybody.filter((one) => !powerful.includes(one)),
          url,
        )),
      ]
    }),
  )
  return answers.flat()
}

/** A search for a canary must find what a search for nonsense finds. */
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

/** The id of a row of each of the organization's tables. */
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

/** Which tables hold canaries that they are not declared to hold, those of the queue of jobs among them. */
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

import type { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import type { FoundUser, userSearch, userSearchResult } from '../contract.ts'
import { containing } from '#core/server/database/like.ts'

type Search = z.output<typeof userSearch>
type Result = z.output<typeof userSearchResult>

/** Users that a list without a search term counts at most: an index alone answers, at 0.3 µs each. */
const LIST_COUNT_CAP = 10_000
/** Hits of a search term that are counted at most: each costs a read of its row. */
const SEARCH_COUNT_CAP = 1_000
/** The newest users, among which a search looks first: common terms are found here, before they become expensive. */
const SAMPLE = 5_000
/** Share of hits in the sample from which on a later page is reached sooner by walking on than by fetching every hit. */
const WALKABLE = 0.02
/** Share of hits from which on they are counted sooner by walking than by the index, which gathers all of them first. */
const COMMON = 0.05

/** For statements over `users u left join tenants t`. */
export const userColumns = `u.id, u.first_name as "firstName", u.last_name as "lastName", u.username, u.email, u.role,
  u.tenant_id as "tenantId", t.name as "tenantName", u.is_active as "isActive", u.last_login_at as "lastLoginAt"`

const newest = 'order by u.created_at desc, u.id desc'

interface Filter {
  /** Distinguishes the prepared statements. */
  name: string
  where: string
  values: unknown[]
}

interface Hits {
  ids: string[]
  total: number
  capped: boolean
}

/**
 * Users of every organization and of the platform, newest first.
 *
 * Behind row-level security the planner may not use what it knows of the data for `like`, so the plan is chosen here:
 * first among the newest users, which holds a page of any common term; a rare one is left to the trigram index.
 *
 * Processor time of a whole request among 1,000,000 users of 10,000 organizations, in milliseconds: no term 4 to 6,
 * a term that all have 8, one in 40 has 14 (its 40th page 17), one in 1,200 has 15, none has 4; one or two letters 4 to
 * 12; with an organization 2, with a role 11 to 25. A term without a trigram (`---`, `-a`) is left to the index of
 * unusual characters; one without these too (`..`) reads every row where it is rare: 105.
 */
export async function searchUsers(scope: PlatformScope, search: Search): Promise<Result> {
  const filter = filterBy(search)
  await plan(scope, 'any')
  const hits = search.searchTerm
    ? await hitsOf(scope, filter, patternOf(search.searchTerm), search)
    : await listed(scope, filter, search)
  const users = await scope.lastRows<FoundUser>(
    'tenants.usersById',
    `select ${userColumns} from users u left join tenants t on t.id = u.tenant_id
      where u.id = any($1::uuid[]) order by array_position($1::uuid[], u.id)`,
    [hits.ids],
  )
  return { users, totalCount: hits.total, countCapped: hits.capped }
}

function filterBy({ tenantId, role }: Search): Filter {
  const filter: Filter = { name: '', where: 'true', values: [] }
  if (tenantId === 'platform') {
    filter.name += '.platform'
    filter.where += ' and u.tenant_id is null'
  } else if (tenantId) {
    filter.name += '.tenant'
    filter.where += ` and u.tenant_id = $${filter.values.push(tenantId)}`
  }
  if (role) {
    filter.name += '.role'
    filter.where += ` and u.role = $${filter.values.push(role)}`
  }
  return filter
}

interface Pattern {
  /** For `like`: what was asked for. */
  whole: string
  /** For the index: its beginning. Every further trigram costs the index a list to read, and soon excludes nobody. */
  probe: string
  /** Those for the index of unusual characters; without a trigram it is the one that can be asked. */
  unusual: string[]
}

/** As in `users_unusual_characters_index`. */
const UNUSUAL_CHARACTERS = `string_to_array(translate(u.search, 'abcdefghijklmnopqrstuvwxyz0123456789 @.', ''), null)`

/** Characters of a term that the index is asked for. */
const PROBE_LENGTH = 12

/**
 * Fewer than three characters are no trigram, but with the blank before a word they are one: they are found where a
 * word begins. `users.search` begins with a blank for this.
 */
function patternOf(term: string): Pattern {
  const characters = Array.from(term)
  const short = characters.length < 3 && /[\p{L}\p{N}]/u.test(term)
  const whole = containing(short ? ` ${term}` : term)
  const probe = containing(characters.slice(0, PROBE_LENGTH).join(''))
  return {
    whole,
    probe: characters.length > PROBE_LENGTH && indexable(probe) ? probe : whole,
    // PostgreSQL decides what the lower case of a letter beyond ASCII is, so that only punctuation is asked for.
    unusual: [...new Set(term.match(/[!-,/:-?[-`{-~-]/g))],
  }
}

type Way = 'index' | 'unusual' | 'walk' | 'scan'

/** Adds whoever fits the pattern to the filter; `|| ''` keeps what is not meant for the index from it. */
function matching(filter: Filter, { whole, probe, unusual }: Pattern, way: Way): Filter {
  const first = filter.values.length + 1
  const [condition, value] =
    way === 'unusual'
      ? [`${UNUSUAL_CHARACTERS} @> $${first}::text[]`, unusual]
      : [`u.search like lower($${first})`, probe]
  return {
    name: `${filter.name}.${way}`,
    where: `${filter.where} and ${condition} and u.search || '' like lower($${first + 1})`,
    values: [...filter.values, value, whole],
  }
}

/** Which index answers for a pattern, when walking through the newest users does not. */
function wayTo({ probe, unusual }: Pattern): Way {
  if (indexable(probe)) return 'index'
  return unusual.length > 0 ? 'unusual' : 'scan'
}

async function listed(scope: PlatformScope, filter: Filter, { limit, offset }: Search): Promise<Hits> {
  const next = filter.values.length + 1
  const rows = await scope.rows<{ id: string }>(
    `tenants.usersListed${filter.name}`,
    `select u.id from users u where ${filter.where} ${newest} limit $${next} offset $${next + 1}`,
    [...filter.values, limit, offset],
  )
  const count = await countUpTo(scope, LIST_COUNT_CAP, `tenants.usersCounted${filter.name}`, filter)
  return { ids: rows.map(({ id }) => id), ...count }
}

async function countUpTo(
  scope: PlatformScope,
  cap: number,
  name: string,
  filter: Filter,
): Promise<Pick<Hits, 'total' | 'capped'>> {
  const [row] = await scope.rows<{ count: number }>(
    name,
    `select count(*) as count from (select from users u where ${filter.where} limit ${cap + 1}) counted`,
    filter.values,
  )
  const count = row?.count ?? 0
  return { total: Math.min(count, cap), capped: count > cap }
}

async function hitsOf(scope: PlatformScope, filter: Filter, pattern: Pattern, page: Search): Promise<Hits> {
  const { limit, offset } = page
  const sample = await sampleOf(scope, filter, pattern, page)
  if (sample.whole) return { ids: sample.ids, total: sample.hits, capped: false }
  const onPage = sample.hits >= offset + limit
  if (!onPage && sample.hits < SAMPLE * WALKABLE) return everyHit(scope, filter, pattern, page)
  const ids = onPage ? sample.ids : await walkTo(scope, filter, pattern, page)
  return { ids, ...(await countHits(scope, filter, pattern, sample.hits)) }
}

interface Sample {
  /** Of the page, as far as the sample reaches. */
  ids: string[]
  hits: number
  /** There are no users beyond the sample. */
  whole: boolean
}

async function sampleOf(
  scope: PlatformScope,
  filter: Filter,
  pattern: Pattern,
  { limit, offset }: Search,
): Promise<Sample> {
  const next = filter.values.length + 1
  const [row] = await scope.rows<{ ids: string[] | null; hits: number; sampled: number }>(
    `tenants.usersSampled${filter.name}`,
    `select (array_agg(u.id ${newest}) filter (where u.hit))[$${next + 1}::int + 1 : $${next + 1}::int + $${next + 2}::int] as ids,
            count(*) filter (where u.hit) as hits, count(*) as sampled
       from (select u.id, u.created_at, u.search like lower($${next}) as hit
               from users u where ${filter.where} ${newest} limit ${SAMPLE}) u`,
    [...filter.values, pattern.whole, offset, limit],
  )
  return { ids: row?.ids ?? [], hits: row?.hits ?? 0, whole: (row?.sampled ?? 0) < SAMPLE }
}

async function walkTo(
  scope: PlatformScope,
  filter: Filter,
  pattern: Pattern,
  { limit, offset }: Search,
): Promise<string[]> {
  await plan(scope, 'walk')
  const next = filter.values.length + 1
  const rows = await scope.rows<{ id: string }>(
    `tenants.usersWalked${filter.name}`,
    `select u.id from users u where ${filter.where} and u.search like lower($${next}) ${newest}
      limit $${next + 1} offset $${next + 2}`,
    [...filter.values, pattern.whole, limit, offset],
  )
  return rows.map(({ id }) => id)
}

async function countHits(scope: PlatformScope, filter: Filter, pattern: Pattern, sampled: number) {
  if (sampled > SEARCH_COUNT_CAP) return { total: SEARCH_COUNT_CAP, capped: true }
  const way = sampled >= SAMPLE * COMMON ? 'walk' : wayTo(pattern)
  await plan(scope, way)
  const hits = matching(filter, pattern, way)
  return countUpTo(scope, SEARCH_COUNT_CAP, `tenants.usersMatching${hits.name}`, {
    ...hits,
    where: `${hits.where} ${way === 'walk' ? newest : ''}`,
  })
}

/** Every hit of a rare term, so that the count is exact. */
async function everyHit(
  scope: PlatformScope,
  filter: Filter,
  pattern: Pattern,
  { limit, offset }: Search,
): Promise<Hits> {
  const way = wayTo(pattern)
  await plan(scope, way)
  const hits = matching(filter, pattern, way)
  const next = hits.values.length + 1
  const [row] = await scope.rows<{ ids: string[]; total: number }>(
    `tenants.usersHit${hits.name}`,
    `with hits as materialized (
       select u.id, u.created_at from users u where ${hits.where}
     )
     select array(select u.id from hits u ${newest} limit $${next} offset $${next + 1}) as ids,
            (select count(*) from hits) as total`,
    [...hits.values, limit, offset],
  )
  return { ids: row?.ids ?? [], total: row?.total ?? 0, capped: false }
}

/** Whether the pattern has a trigram; without one its index would be read from end to end. */
function indexable(pattern: string): boolean {
  return /[a-z0-9]{3}|[^a-z0-9%][a-z0-9]|[a-z0-9]{2}[^a-z0-9%]/i.test(pattern)
}

/**
 * For the rest of the transaction: by the trigram index, by walking through the newest users, row by row, or as the
 * planner likes. Planned for the very values, since the index for a role is worth as much as the role is rare.
 */
async function plan(scope: PlatformScope, way: Way | 'any'): Promise<void> {
  await scope.rows(
    'tenants.plan',
    `select set_config('plan_cache_mode', 'force_custom_plan', true),
            set_config('enable_seqscan', $1, true), set_config('enable_bitmapscan', $2, true)`,
    [way === 'scan' || way === 'any' ? 'on' : 'off', way === 'walk' || way === 'scan' ? 'off' : 'on'],
  )
}

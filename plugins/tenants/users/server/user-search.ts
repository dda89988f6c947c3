import type { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { foundUser } from '../contract.ts'
import type { userSearch, userSearchResult } from '../contract.ts'
import { containing } from '#core/server/database/like.ts'

type Search = z.output<typeof userSearch>
type Result = z.output<typeof userSearchResult>

/** Users that a list without a search term counts at most. */
const LIST_COUNT_CAP = 10_000
/** Hits of a search term that are counted at most: each costs a read of its row. */
const SEARCH_COUNT_CAP = 1_000
/** The newest users, among which a search looks first: common terms are found here, before they become expensive. */
const SAMPLE = 5_000
/** Share of hits in the sample from which on a later page is reached sooner by walking on than by fetching every hit. */
const WALKABLE = 0.02
/** Share of hits from which on they are counted sooner by walking than by the index, which gathers all of them first. */
const COMMON = 0.03
/** How many times as far as the sample promises a walk goes, before the index is asked: the newest may be unlike the others. */
const PATIENCE = 1.5

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

const usersById = statement(
  foundUser,
  `select ${userColumns} from users u left join tenants t on t.id = u.tenant_id
      where u.id = any($1::uuid[]) order by array_position($1::uuid[], u.id)`,
)

/**
 * Users of every organization and of the platform, newest first.
 *
 * Behind row-level security the planner may not use what it knows of the data for `like`, so the plan is chosen here:
 * first among the newest users, which holds a page of any common term; a rare one is left to the trigram index. Why
 * this is so, and what each step costs: `core/decisions/0017-search-among-the-newest.md`.
 */
export async function searchUsers(scope: PlatformScope, search: Search): Promise<Result> {
  const filter = filterBy(search)
  const hits = search.searchTerm
    ? await hitsOf(scope, filter, patternOf(search.searchTerm), search)
    : await listed(scope, filter, search)
  const users = await scope.lastRows(usersById, [hits.ids])
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

type Way = 'index' | 'unusual' | 'scan'

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

/** Which index answers for a pattern, when the newest users do not. */
function wayTo({ probe, unusual }: Pattern): Way {
  // The trigrams of a single letter exclude few.
  if (unusual.length > 0 && !/[a-z0-9]{2}/i.test(probe)) return 'unusual'
  return indexable(probe) ? 'index' : 'scan'
}

async function listed(scope: PlatformScope, filter: Filter, { limit, offset }: Search): Promise<Hits> {
  const filtered = filter.name !== ''
  if (filtered) await plan(scope, 'any')
  const next = filter.values.length + 1
  const [rows, [counted]] = await Promise.all([
    scope.rows<{ id: string }>(
      `tenants.usersListed${filter.name}`,
      `select u.id from users u where ${filter.where} ${newest} limit $${next} offset $${next + 1}`,
      [...filter.values, limit, offset],
    ),
    scope.rows<{ count: number }>(
      `tenants.usersCounted${filter.name}`,
      filtered ? countOf(filter) : countOfAll,
      filter.values,
    ),
  ])
  return { ids: rows.map(({ id }) => id), ...upTo(LIST_COUNT_CAP, counted?.count ?? 0) }
}

const countOf = ({ where }: Pick<Filter, 'where'>) =>
  `select count(*) as count from (select from users u where ${where} limit ${LIST_COUNT_CAP + 1}) counted`

/** That there are too many to be counted is known from the active ones. */
const countOfAll = `select case when (select sum(change) from active_user_changes) > ${LIST_COUNT_CAP}
  then ${LIST_COUNT_CAP + 1} else (${countOf({ where: 'true' })}) end as count`

const upTo = (cap: number, count: number) => ({ total: Math.min(count, cap), capped: count > cap })

async function hitsOf(scope: PlatformScope, filter: Filter, pattern: Pattern, page: Search): Promise<Hits> {
  await plan(scope, 'any')
  const sample = await sampleOf(scope, filter, pattern, page)
  if (sample.whole) return { ids: sample.ids, total: sample.hits, capped: false }
  const pageEnd = page.offset + page.limit
  const onPage = sample.hits >= pageEnd
  const tooMany = { total: SEARCH_COUNT_CAP, capped: true }
  if (onPage && sample.hits > SEARCH_COUNT_CAP) return { ids: sample.ids, ...tooMany }
  if (sample.hits >= SAMPLE * worthWalking(filter, onPage)) {
    const needed = Math.max(SEARCH_COUNT_CAP + 1, pageEnd)
    const rows = Math.ceil((PATIENCE * needed * SAMPLE) / sample.hits)
    const walked = await walk(scope, filter, pattern, page, { needed, rows })
    if (walked.hits === needed) return { ids: walked.ids, ...tooMany }
  }
  if (!onPage) {
    const { ids, hits } = await indexed(scope, filter, pattern, page, null)
    return { ids, total: hits, capped: false }
  }
  const { hits } = await indexed(scope, filter, pattern, page, SEARCH_COUNT_CAP + 1)
  return { ids: sample.ids, ...upTo(SEARCH_COUNT_CAP, hits) }
}

/** The share of hits in the sample from which on walking further is quicker than the index. */
function worthWalking(filter: Filter, onPage: boolean): number {
  if (!onPage) return WALKABLE
  // Filtered users are read one by one from the table, so that the index always counts them sooner.
  return filter.name === '' ? COMMON : Infinity
}

/** Of one page; `hits` of all pages, as far as they were looked for. */
interface Found {
  ids: string[]
  hits: number
}

/** `whole`: there are no users beyond the sample. */
async function sampleOf(
  scope: PlatformScope,
  filter: Filter,
  pattern: Pattern,
  { limit, offset }: Search,
): Promise<Found & { whole: boolean }> {
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

/** Row by row from the newest, until there are the hits that are needed, or so many rows have been looked at. */
async function walk(
  scope: PlatformScope,
  filter: Filter,
  pattern: Pattern,
  { limit, offset }: Search,
  { needed, rows }: { needed: number; rows: number },
): Promise<Found> {
  const next = filter.values.length + 1
  const [row] = await scope.rows<{ ids: string[] | null; hits: number }>(
    `tenants.usersWalked${filter.name}`,
    `select (array_agg(u.id ${newest}))[$${next + 1}::int + 1 : $${next + 1}::int + $${next + 2}::int] as ids, count(*) as hits
       from (select u.id, u.created_at
               from (select u.id, u.created_at, u.search like lower($${next}) as hit
                       from users u where ${filter.where} ${newest} limit $${next + 4}) u
              where u.hit limit $${next + 3}) u`,
    [...filter.values, pattern.whole, offset, limit, needed, rows],
  )
  return { ids: row?.ids ?? [], hits: row?.hits ?? 0 }
}

/** By the index; without `atMost` every hit, so that the page and the count are exact. */
async function indexed(
  scope: PlatformScope,
  filter: Filter,
  pattern: Pattern,
  { limit, offset }: Search,
  atMost: number | null,
): Promise<Found> {
  const way = wayTo(pattern)
  await plan(scope, way)
  const hits = matching(filter, pattern, way)
  const next = hits.values.length + 1
  const [row] = await scope.rows<Found>(
    `tenants.usersHit${hits.name}`,
    `with hits as materialized (
       select u.id, u.created_at from users u where ${hits.where} limit $${next + 2}
     )
     select array(select u.id from hits u ${newest} limit $${next} offset $${next + 1}) as ids,
            (select count(*) from hits) as hits`,
    [...hits.values, limit, offset, atMost],
  )
  return { ids: row?.ids ?? [], hits: row?.hits ?? 0 }
}

/** Whether the pattern has a trigram; without one its index would be read from end to end. */
function indexable(pattern: string): boolean {
  return /[a-z0-9]{3}|[^a-z0-9%][a-z0-9]|[a-z0-9]{2}[^a-z0-9%]/i.test(pattern)
}

const planStatement =
  statement(`select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', $1, true),
            set_config('enable_indexscan', $1, true), set_config('enable_indexonlyscan', $1, true)`)

/**
 * For the rest of the transaction: by an index that gathers every hit, or as the planner likes, which is by the order
 * asked for. Planned for the very values, since the index for a role is worth as much as the role is rare.
 */
async function plan(scope: PlatformScope, way: Way | 'any'): Promise<void> {
  await scope.rows(planStatement, [way === 'any' || way === 'scan' ? 'on' : 'off'])
}

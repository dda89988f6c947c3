import { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import { fold } from '#core/contract/fold.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { foundUser, userOrder, userStatuses } from '../contract.ts'
import type { userSearch, userSearchResult, usersContract } from '../contract.ts'

type Search = z.output<typeof userSearch>
type Filters = z.output<(typeof usersContract)['exportUsers']['query']>
type Result = z.output<typeof userSearchResult>

/** Users that a list without a search term counts at most. */
const LIST_COUNT_CAP = 10_000
/** Hits of a search term that are counted at most: each costs a read of its row. */
const SEARCH_COUNT_CAP = 1_000
/** The newest users, among which a search looks first: common terms are found here, before they become expensive. */
const SAMPLE_SIZE = 5_000
/** Share of hits in the sample from which on a later page is reached sooner by walking on than by fetching every hit. */
const WALKABLE_SHARE = 0.02
/** Share of hits from which on they are counted sooner by walking than by the index, which gathers all of them first. */
const COMMON_SHARE = 0.03
/**
 * Factor by which a walk may exceed what the sample promises before the index is asked: the newest may be unlike the
 * others.
 */
const MAX_WALK_FACTOR = 1.5

const ownColumns = `u.id, u.first_name as "firstName", u.last_name as "lastName", u.username, u.email, u.role,
  u.tenant_id as "tenantId", u.is_active as "isActive",
  case when not u.is_active then 'inactive' when u.password_hash is null then 'no-account' else 'active' end as status,
  u.last_login_at as "lastLoginAt"`

/** For statements over `users u left join tenants t`. */
export const userColumns = `${ownColumns}, t.name as "tenantName"`

export const newest = 'order by u.created_at desc, u.id desc'

const orders: Record<'newest' | z.output<typeof userOrder>, string> = {
  newest,
  name: 'order by u.last_name, u.first_name, u.id',
  '-name': 'order by u.last_name desc, u.first_name desc, u.id desc',
  lastSignIn: 'order by u.last_login_at nulls first, u.id',
  '-lastSignIn': 'order by u.last_login_at desc nulls last, u.id desc',
}

/** Each combination has statements of its own. */
export const userFilters = {
  whose: ['everyone', 'platform', 'organization'],
  isOfRole: [true, false],
  status: ['any', ...userStatuses],
} as const

interface Filter {
  whose: (typeof userFilters.whose)[number]
  isOfRole: boolean
  status: (typeof userFilters.status)[number]
}

// Written out, so that the planner finds the index of those who are inactive, of whom there are few.
const ofStatus = {
  any: [],
  active: ['u.is_active', 'u.password_hash is not null'],
  'no-account': ['u.is_active', 'u.password_hash is null'],
  inactive: ['not u.is_active'],
} as const

export const whereOf = ({ whose, isOfRole, status }: Filter) =>
  [
    'true',
    ...(whose === 'platform' ? ['u.tenant_id is null'] : []),
    ...(whose === 'organization' ? ['u.tenant_id = $tenantId'] : []),
    ...(isOfRole ? ['u.role = $role'] : []),
    ...ofStatus[status],
  ].join(' and ')

interface Hits {
  ids: string[]
  total: number
  capped: boolean
}

const selectUsersById = statement(
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
  if (!search.searchTerm) return listUsers(scope, search)
  const hits = await hitsOf(scope, patternOf(search.searchTerm), search)
  const users = await scope.lastRows(selectUsersById, [hits.ids])
  return { users, totalCount: hits.total, countCapped: hits.capped }
}

export function filterOf({ tenantId, role, status }: Filters): Filter {
  const ofSome = tenantId === 'platform' ? 'platform' : 'organization'
  return { whose: tenantId ? ofSome : 'everyone', isOfRole: role !== undefined, status: status ?? 'any' }
}

const isNarrowed = ({ whose, isOfRole, status }: Filter) => whose !== 'everyone' || isOfRole || status !== 'any'

interface Pattern {
  /** The text that was asked for, as it was typed. */
  whole: string
  /** For the index: its beginning. Every further trigram costs the index a list to read, and soon excludes no more users. */
  probe: string
  /** Characters for the index of unusual characters; without a trigram it is the one that can be asked. */
  unusual: string[]
}

/** Expression of `users_unusual_characters_index`. */
const UNUSUAL_CHARACTERS = `string_to_array(translate(u.search, 'abcdefghijklmnopqrstuvwxyz0123456789 @.', ''), null)`

/** Characters of a term that the index is asked for. */
const PROBE_LENGTH = 12

/**
 * Fewer than three characters are no trigram, but with the blank before a word they are one: they are found where a
 * word begins. `users.search` begins with a blank for this.
 */
export function patternOf(term: string): Pattern {
  const characters = Array.from(term)
  const short = characters.length < 3 && /[\p{L}\p{N}]/u.test(term)
  const whole = short ? ` ${term}` : term
  const probe = characters.slice(0, PROBE_LENGTH).join('')
  return {
    whole,
    probe: characters.length > PROBE_LENGTH && indexable(probe) ? probe : whole,
    // Letters beyond ASCII are mostly folded to others, so that only punctuation is asked for.
    unusual: [...new Set(literalOf(term).match(/[!-,/:-?[-`{-~-]/g))],
  }
}

/** Folds a term, with NUL in the places where `containing` takes any character, which no index knows. */
const literalOf = (term: string) =>
  fold(term)
    .replaceAll(/(?<=[\p{L}\p{N}])['’‘ʼʻ`′‛‐‑‒–—―−-](?=[\p{L}\p{N}])/gu, '\0')
    .replaceAll(/(?<=\S),\s+(?=\S)/g, '\0')

type Way = 'index' | 'unusual' | 'scan'

/** Which index answers for a pattern, when the newest users do not. */
function chooseWay({ probe, unusual }: Pattern): Way {
  // The trigrams of a single letter exclude few.
  if (unusual.length > 0 && !/[a-z0-9]{2}/.test(literalOf(probe))) return 'unusual'
  return indexable(probe) ? 'index' : 'scan'
}

// Once the page is known the names of its organizations are looked up one by one: a join reads all organizations instead,
// and plans take as long as that.
const selectPage = variants(
  { ...userFilters, sort: ['newest', ...userOrder.options] as const },
  ({ sort, ...filter }) =>
    statement(
      foundUser.extend({ count: z.number() }),
      `select ${ownColumns}, (select t.name from tenants t where t.id = u.tenant_id) as "tenantName",
            (${countOf(filter)}) as count
       from (select u.* from users u where ${whereOf(filter)} ${orders[sort]} limit $limit offset $offset) u ${orders[sort]}`,
      { keepsPlan: !isNarrowed(filter) },
    ),
)

const countUsers = variants(userFilters, (filter) => statement(z.object({ count: z.number() }), countOf(filter)))

function countOf(filter: Filter): string {
  const count = `select count(*) as count from (select from users u where ${whereOf(filter)} limit ${LIST_COUNT_CAP + 1}) counted`
  if (isNarrowed(filter)) return count
  // That there are too many to be counted is known from the active ones.
  return `select case when (select sum(change) from active_user_changes) > ${LIST_COUNT_CAP}
    then ${LIST_COUNT_CAP + 1} else (${count}) end as count`
}

async function listUsers(scope: PlatformScope, search: Search): Promise<Result> {
  const filter = filterOf(search)
  if (isNarrowed(filter)) await plan(scope, 'any')
  // Behind the end of the list the count takes a statement of its own.
  const isFirst = search.offset === 0
  const found = await (isFirst ? scope.lastRows : scope.rows)(
    selectPage({ ...filter, sort: search.sort ?? 'newest' }),
    search,
  )
  const countOfNone = async () => (isFirst ? 0 : ((await scope.rows(countUsers(filter), search))[0]?.count ?? 0))
  const { total, capped } = capTotal(LIST_COUNT_CAP, found[0]?.count ?? (await countOfNone()))
  return { users: found.map(({ count: _, ...user }) => user), totalCount: total, countCapped: capped }
}

const capTotal = (cap: number, count: number) => ({ total: Math.min(count, cap), capped: count > cap })

async function hitsOf(scope: PlatformScope, pattern: Pattern, search: Search): Promise<Hits> {
  await plan(scope, 'any')
  const sample = await sampleOf(scope, pattern, search)
  if (sample.whole) return { ids: sample.ids, total: sample.hits, capped: false }
  const pageEnd = search.offset + search.limit
  const onPage = sample.hits >= pageEnd
  const tooMany = { total: SEARCH_COUNT_CAP, capped: true }
  if (onPage && sample.hits > SEARCH_COUNT_CAP) return { ids: sample.ids, ...tooMany }
  if (sample.hits >= SAMPLE_SIZE * worthWalking(filterOf(search), onPage)) {
    const needed = Math.max(SEARCH_COUNT_CAP + 1, pageEnd)
    const rows = Math.ceil((MAX_WALK_FACTOR * needed * SAMPLE_SIZE) / sample.hits)
    const further = await walk(scope, pattern, search, { needed, rows })
    if (further.hits === needed) return { ids: further.ids, ...tooMany }
  }
  if (!onPage) {
    const { ids, hits } = await searchIndex(scope, pattern, search, null)
    return { ids, total: hits, capped: false }
  }
  const { hits } = await searchIndex(scope, pattern, search, SEARCH_COUNT_CAP + 1)
  return { ids: sample.ids, ...capTotal(SEARCH_COUNT_CAP, hits) }
}

/** The share of hits in the sample from which on walking further is quicker than the index. */
function worthWalking(filter: Filter, onPage: boolean): number {
  if (!onPage) return WALKABLE_SHARE
  // Filtered users are read one by one from the table, so that the index always counts them sooner.
  return isNarrowed(filter) ? Infinity : COMMON_SHARE
}

/** Ids of one page; `hits` of all pages, as far as they were looked for. */
interface Found {
  ids: string[]
  hits: number
}

const foundRow = z.object({ ids: z.array(z.string()).nullable(), hits: z.number() })

const selectSampleHits = variants(userFilters, (filter) =>
  statement(
    foundRow.extend({ sampled: z.number() }),
    `select (array_agg(u.id ${newest}) filter (where u.hit))[$offset::int + 1 : $offset::int + $limit::int] as ids,
            count(*) filter (where u.hit) as hits, count(*) as sampled
       from (select u.id, u.created_at, u.search like containing($whole) as hit
               from users u where ${whereOf(filter)} ${newest} limit ${SAMPLE_SIZE}) u`,
  ),
)

/** `whole`: there are no users beyond the sample. */
async function sampleOf(scope: PlatformScope, { whole }: Pattern, search: Search): Promise<Found & { whole: boolean }> {
  const [row] = await scope.rows(selectSampleHits(filterOf(search)), { ...search, whole })
  return { ids: row?.ids ?? [], hits: row?.hits ?? 0, whole: (row?.sampled ?? 0) < SAMPLE_SIZE }
}

const selectNewestHits = variants(userFilters, (filter) =>
  statement(
    foundRow,
    `select (array_agg(u.id ${newest}))[$offset::int + 1 : $offset::int + $limit::int] as ids, count(*) as hits
       from (select u.id, u.created_at
               from (select u.id, u.created_at, u.search like containing($whole) as hit
                       from users u where ${whereOf(filter)} ${newest} limit $rows) u
              where u.hit limit $needed) u`,
  ),
)

/** Row by row from the newest, until there are the hits that are needed, or so many rows have been looked at. */
async function walk(
  scope: PlatformScope,
  { whole }: Pattern,
  search: Search,
  most: { needed: number; rows: number },
): Promise<Found> {
  const [row] = await scope.rows(selectNewestHits(filterOf(search)), { ...search, ...most, whole })
  return { ids: row?.ids ?? [], hits: row?.hits ?? 0 }
}

/** `|| ''` keeps what is not meant for the index from it. */
const selectHitsByIndex = variants({ ...userFilters, isUnusual: [true, false] }, ({ isUnusual, ...filter }) =>
  statement(
    foundRow,
    `with hits as materialized (
       select u.id, u.created_at from users u
        where ${whereOf(filter)} and ${isUnusual ? `${UNUSUAL_CHARACTERS} @> $unusual::text[]` : 'u.search like containing($probe)'}
          and u.search || '' like containing($whole) limit $atMost
     )
     select array(select u.id from hits u ${newest} limit $limit offset $offset) as ids,
            (select count(*) from hits) as hits`,
  ),
)

/** Searches by the index; without `atMost` it finds every hit, so that the page and the count are exact. */
async function searchIndex(
  scope: PlatformScope,
  pattern: Pattern,
  search: Search,
  atMost: number | null,
): Promise<Found> {
  const way = chooseWay(pattern)
  await plan(scope, way)
  const hits = selectHitsByIndex({ ...filterOf(search), isUnusual: way === 'unusual' })
  const [row] = await scope.rows(hits, { ...search, ...pattern, atMost })
  return { ids: row?.ids ?? [], hits: row?.hits ?? 0 }
}

/** True if the pattern has a trigram; without one its index would be read from end to end. */
function indexable(pattern: string): boolean {
  return /[a-z0-9]{3}|[^a-z0-9%\0][a-z0-9]|[a-z0-9]{2}[^a-z0-9%\0]/.test(literalOf(pattern))
}

const setPlanMode =
  statement(`select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', $1, true),
            set_config('enable_indexscan', $1, true), set_config('enable_indexonlyscan', $1, true)`)

/**
 * For the rest of the transaction: by an index that gathers every hit, or as the planner likes, which is by the order
 * asked for. Planned for the very values, since the index for a role is worth as much as the role is rare.
 */
async function plan(scope: PlatformScope, way: Way | 'any'): Promise<void> {
  await scope.rows(setPlanMode, [way === 'any' || way === 'scan' ? 'on' : 'off'])
}

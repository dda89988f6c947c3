import type { Scope } from '#core/server/core.ts'
import { containing } from '#core/server/database/like.ts'
import { invalidField } from '#core/server/errors.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { auditRanges, defaultAuditOrder, defaultAuditRange } from '../contract.ts'
import type { AuditFilters, AuditListQuery, AuditLog, AuditOrder } from '../contract.ts'
import { readCursor, writeCursor } from './cursor.ts'
import type { Position } from './cursor.ts'
import { patternsOfPeople, withNames } from './references.ts'
import { IS_OUTSIDERS, SEARCH_WITHOUT_ADDRESSES, seesOutsiders, withoutOutsidersAddresses } from './outsiders.ts'

/** An entry with what only exports tell. */
export type StoredAct = AuditLog & { userAgent: string | null }

const columns = [
  'id',
  'action',
  'description',
  'category',
  'severity',
  'success',
  'userName',
  'userEmail',
  'tenantName',
  'ipAddress',
  'userAgent',
  'resource',
  'resourceId',
  'errorMessage',
  'metadata',
  'createdAt',
] as const

const DAY_MS = 24 * 3600 * 1000

export interface Period {
  from?: string
  /** The first instant that is outside. */
  to?: string
}

/** From when until when the filters reach. @throws invalid (400) when it ends before it begins */
export function periodOf(filters: AuditFilters, now: Date): Period {
  const { from, to, range, about } = filters
  if (from === undefined && to === undefined) {
    // A person is read about from the beginning: entries of one are few.
    if (about !== undefined && range === undefined) return {}
    return { from: new Date(now.getTime() - auditRanges[range ?? defaultAuditRange] * DAY_MS).toISOString() }
  }
  if (from !== undefined && to !== undefined && Date.parse(to) <= Date.parse(from)) {
    throw invalidField('to', 'Must be later than the beginning')
  }
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}

/** Orders in which entries are read. */
const orders = {
  '-createdAt': { by: inOrder('desc'), follows: '<' },
  createdAt: { by: inOrder('asc'), follows: '>' },
} as const satisfies Record<AuditOrder, object>

function inOrder(order: 'asc' | 'desc') {
  return ['createdAt', 'id'].map((column) => ({ column, order }))
}

/** Entries in which a search looks before it asks the index of texts, for each one that is wanted. */
const LOOK_BACK_FACTOR = 50

/**
 * At most `limit` entries that the scope sees and the filters let through, newest first or as `sort` says, after `after`;
 * for organizations without addresses of people who are not theirs.
 */
export async function findActs(scope: Scope, filters: Filters, period: Period, page: Page): Promise<StoredAct[]> {
  const acts = await search(scope, filters, period, page)
  return withNames(scope, seesOutsiders(scope) ? acts : acts.map(withoutOutsidersAddresses))
}

type Filters = Omit<AuditFilters, 'range' | 'from' | 'to'>

interface Page {
  limit: number
  after?: Position | undefined
}

async function search(
  scope: Scope,
  { category, severity, search: text, tenantId, about, sort = defaultAuditOrder }: Filters,
  { from, to }: Period,
  { limit, after }: Page,
): Promise<StoredAct[]> {
  const all = seesOutsiders(scope)
  const { by, follows } = orders[sort]
  const shown = all ? columns : [...columns, scope.trx.raw(`${IS_OUTSIDERS} as "isOutsiders"`)]
  const fitting = (most: number) => {
    const query = scope.trx('audit_logs').orderBy(by).limit(most)
    if (from) void query.where('createdAt', '>=', from)
    if (to) void query.where('createdAt', '<', to)
    if (category && category !== 'all') void query.where({ category })
    if (severity && severity !== 'all') void query.where({ severity })
    if (tenantId) void query.where({ tenantId })
    // The first of the two lets PostgreSQL leave out the months before the place.
    if (after) {
      void query.where('createdAt', `${follows}=`, after.createdAt)
      void query.whereRaw(`(created_at, id) ${follows} (?, ?)`, [after.createdAt, after.id])
    }
    return query
  }
  const conditions = [
    ...(text ? [await hasText(scope, text, tenantId)] : []),
    ...(about ? [{ sql: 'search like ?', values: [containing(about)] }] : []),
  ]
  if (conditions.length === 0) return fitting(limit).select<StoredAct[]>(shown)

  const matches = conditions.map(({ sql }) => sql).join(' and ')
  const values = conditions.flatMap((condition) => condition.values)
  // Behind row-level security PostgreSQL takes every text for rare, and would collect all of a common one to sort them.
  // A common one fills the page from the first entries; what they do not hold is rare enough for the index.
  const first = await scope.trx
    .select<StoredAct[]>(shown)
    .from(fitting(limit * LOOK_BACK_FACTOR).as('first'))
    .whereRaw(matches, values)
    .orderBy(by)
    .limit(limit)
  if (first.length === limit) return first
  return fitting(limit).select<StoredAct[]>(shown).whereRaw(matches, values)
}

interface Condition {
  sql: string
  values: string[]
}

/** Finds the text in what is shown of an entry, and in the names of people whom it refers to. */
async function hasText(scope: Scope, text: string, tenantId: string | undefined): Promise<Condition> {
  const pattern = containing(text)
  const people = await patternsOfPeople(scope, text, tenantId)
  // A search must not reveal what is not shown.
  const [written, patterns] = seesOutsiders(scope)
    ? ['search like lower(?)', [pattern]]
    : [
        `search like lower(?) and (${SEARCH_WITHOUT_ADDRESSES} like lower(?) or (${IS_OUTSIDERS}) is not true)`,
        [pattern, pattern],
      ]
  const sql = `(${[written, ...people.map(() => 'search like ?')].join(' or ')})`
  return { sql, values: [...patterns, ...people] }
}

/** A page of entries, newest first or as `sort` says. @throws invalid (400) for a cursor that was not given out here */
export async function listActs(scope: Scope, { limit, cursor, ...filters }: AuditListQuery) {
  const { sessionKey } = scope.core.env
  const after = cursor === undefined ? undefined : readCursor(sessionKey, cursor)
  const now = scope.core.clock.now()
  // An end lets PostgreSQL leave out the months that were made ahead; clocks of nodes differ by less than a day.
  const period = { to: new Date(now.getTime() + DAY_MS).toISOString(), ...periodOf(filters, now) }
  const found = await findActs(scope, filters, period, { limit: limit + 1, after })
  return new PagedAnswer(found, { limit, cursorAfter: (last) => writeCursor(sessionKey, last) })
}

import type { Knex } from 'knex'
import knex from 'knex'
import { knexSnakeCaseMappers } from 'objection'
import type pg from 'pg'
import type { Core, Database, PlatformScope, Scope, TenantScope } from '../core.ts'
import { AppError, isDatabaseUnavailable } from '../errors.ts'
import type { Actor } from '../identity/actor.ts'
import { currentAttempt } from '../jobs/attempt.ts'
import { markCall } from '../loop-watch.ts'
import { SCOPE_SETTINGS } from './pool.ts'
import { valuesOf, type Statement, type Values } from './statement.ts'
import { Transaction, type Prepared, type Rights } from './transaction.ts'

type BaseScope = Omit<TenantScope, 'kind' | 'tenantId'>

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The statement that takes the rights of a scope, and its variant that makes PostgreSQL use generic plans. */
function rightsStatements(name: string, text: string, values: unknown[]): Pick<Rights, 'taken' | 'takenToKeepPlan'> {
  const keeping = `${text}, set_config('plan_cache_mode', 'force_generic_plan', true)`
  return { taken: { name, text, values }, takenToKeepPlan: { name: `${name}, plan kept`, text: keeping, values } }
}

/** Settings for connections through a pooler, which does not allow them at start-up. */
const SETTINGS = Object.entries(SCOPE_SETTINGS).map(([name, value]) => `set_config('${name}', '${value}', true)`)

/**
 * Rights taken through a pooler in transaction mode, which gives each transaction any connection: prepared statements are
 * not found there again, and all settings must be sent each time.
 */
const throughPooler = ({ role, begin }: Rights): Rights => ({ role, begin: [begin, ...SETTINGS].join(', ') })

const platformRights: Rights = {
  role: 'trellis_operator',
  begin: `begin; select set_config('role', 'trellis_operator', true)`,
  ...rightsStatements('platform', `select set_config('role', 'trellis_operator', true)`, []),
}

function rightsIn(tenantId: string): Rights {
  // The id is inlined, since a message of several statements takes no parameters.
  if (!uuid.test(tenantId)) throw new Error('A tenant scope needs the id of an organization')
  return {
    role: 'trellis_tenant',
    begin: `begin; select set_config('role', 'trellis_tenant', true), set_config('app.tenant_id', '${tenantId}', true)`,
    ...rightsStatements(
      'tenant',
      `select set_config('role', 'trellis_tenant', true), set_config('app.tenant_id', $1, true)`,
      [tenantId],
    ),
  }
}

/** The connection of a scope, once its transaction has begun. */
interface Bound {
  /** @throws Error when the scope is closed */
  begun: () => pg.PoolClient
  role: string
  /** Set if its connection keeps prepared statements. */
  prepares: boolean
}

const scopes = new WeakMap<BaseScope['rows'], Bound>()

function boundTo(scope: Scope): { connection: pg.PoolClient; role: string; prepares: boolean } {
  const bound = scopes.get(scope.rows)
  if (!bound) throw new Error('The scope is closed')
  return { connection: bound.begun(), role: bound.role, prepares: bound.prepares }
}

/**
 * Runs one statement of the core's own inside the scope's transaction with the operator's role: sending a job or ending
 * sessions touches tables that tenant scopes have no access to. For core only.
 */
export async function asOperator(
  scope: Scope,
  text: string,
  values: unknown[] = [],
): Promise<{ rows: Record<string, unknown>[] }> {
  const { connection, role } = boundTo(scope)
  return operate(connection, role, text, values)
}

async function operate(
  connection: pg.PoolClient,
  role: string,
  text: string,
  values: unknown[],
): Promise<{ rows: Record<string, unknown>[] }> {
  const changed = connection.query(`select set_config('role', 'trellis_operator', true)`)
  const answered = connection.query<Record<string, unknown>>(text, values)
  const restored = connection.query(`select set_config('role', '${role}', true)`)
  const [, { rows }] = await Promise.all([changed, answered, restored])
  return { rows }
}

/**
 * Runs work inside the scope's transaction that sees the whole platform: for an organization's act on sign-in data, whose
 * tables no tenant scope has access to. Nothing else may use the scope meanwhile. For core only.
 */
export async function asPlatform<T>(scope: Scope, work: (scope: PlatformScope) => Promise<T>): Promise<T> {
  if (scope.kind === 'platform') return work(scope)
  const { connection, role, prepares } = boundTo(scope)
  const operator = 'trellis_operator'
  const rows: BaseScope['rows'] = async <Row extends object>(asked: Statement<Row>, values: Values = []) => {
    const name = prepares ? { name: `${operator}:${asked.name}` } : {}
    return (await connection.query<Row>({ ...name, text: asked.text, values: valuesOf(asked, values) })).rows
  }
  scopes.set(rows, { begun: () => connection, role: operator, prepares })
  const { kind: _kind, tenantId: _tenantId, ...base } = scope
  await connection.query(`select set_config('role', '${operator}', true)`)
  try {
    return await work({ ...base, kind: 'platform', rows, lastRows: rows })
  } finally {
    // After a failed query this fails too, and the rollback resets the role.
    await connection.query(`select set_config('role', '${role}', true)`).catch(() => undefined)
  }
}

// Building a Knex instance costs more than most queries, so each pooled connection keeps its own.
const handles = new WeakMap<pg.PoolClient, Knex>()

/** Transaction of the scope that has the connection now. */
const openings = new WeakMap<pg.PoolClient, () => pg.PoolClient>()

function handleOf(connection: pg.PoolClient): Knex {
  let handle = handles.get(connection)
  if (!handle) {
    handle = knex({ client: 'pg', ...knexSnakeCaseMappers() })
    Object.assign(handle.client as object, {
      // Throws when the scope is closed and no other one has the connection.
      acquireConnection: async () => openings.get(connection)?.(),
      // With the answer: what asked goes on.
      releaseConnection: async () => markCall(),
    })
    handles.set(connection, handle)
  }
  return handle
}

/** Messages still unanswered, of a query that was not awaited. */
function hasUnanswered(connection: pg.PoolClient): boolean {
  const { _queryQueue, _sentQueryQueue, _activeQuery } = connection as unknown as Record<string, unknown[] | null>
  return Boolean(_queryQueue?.length || _sentQueryQueue?.length || _activeQuery)
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    throw new AppError(
      'database.unavailable',
      503,
      'The database cannot be reached at the moment. Please try again shortly.',
      { cause: error },
    )
  }
}

/** Opens transactions for one organization or for the whole platform; nothing else can query. */
export class Scopes implements Database {
  readonly #pool: pg.Pool
  readonly #core: () => Core
  readonly #pooled: boolean

  /** @param pooled whether the connections are those of a pooler in transaction mode */
  constructor(pool: pg.Pool, core: () => Core, pooled = false) {
    this.#pool = pool
    this.#core = core
    this.#pooled = pooled
  }

  /** Runs `work` in a transaction that sees one organization. Throwing undoes everything. */
  tenant<T>(tenantId: string, actor: Actor, work: (scope: TenantScope) => Promise<T>): Promise<T> {
    return this.#run(rightsIn(tenantId), (base) => work({ ...base, kind: 'tenant', tenantId, actor }))
  }

  /** Runs `work` in a transaction that sees every organization. Throwing undoes everything. */
  platform<T>(actor: Actor, work: (scope: PlatformScope) => Promise<T>): Promise<T> {
    return this.#run(platformRights, (base) => work({ ...base, kind: 'platform', actor }))
  }

  async #run<T>(rights: Rights, work: (base: Omit<BaseScope, 'actor'>) => Promise<T>): Promise<T> {
    const since = performance.now()
    const connection = await connect(this.#pool)
    this.#core().metrics.acquisitions.observe((performance.now() - since) / 1000)
    const transaction = new Transaction(connection, this.#pooled ? throughPooler(rights) : rights)
    const { role } = rights
    const attempt = currentAttempt()
    const committedWork: (() => void)[] = []
    try {
      // A plan belongs to its role; one shared name would cause a new plan at each change of role.
      const prepared = <Row extends object>(asked: Statement<Row>, values: Values = []): Prepared => ({
        ...(asked.plansAnew || this.#pooled ? {} : { name: `${role}:${asked.name}` }),
        text: asked.text,
        values: valuesOf(asked, values),
        keepsPlan: asked.keepsPlan,
      })
      const begun = () => {
        markCall()
        return transaction.begin()
      }
      const rows: BaseScope['rows'] = async <Row extends object>(asked: Statement<Row>, values?: Values) => {
        const answer = await begun().query<Row>(prepared(asked, values))
        markCall()
        return answer.rows
      }
      scopes.set(rows, { begun, role, prepares: !this.#pooled })
      openings.set(connection, begun)
      const result = await work({
        core: this.#core(),
        trx: handleOf(connection),
        rows,
        lastRows: async <Row extends object>(asked: Statement<Row>, values?: Values) => {
          // No statement follows the last one, and an attempt at a job is confirmed before its commits.
          if (attempt) return rows(asked, values)
          const found = await transaction.last<Row>(prepared(asked, values))
          markCall()
          return found
        },
        savepoint: (inner) => savepoint(begun(), inner),
        afterCommit: (hook) => void committedWork.push(hook),
      })
      if (transaction.isOpen) await attempt?.confirm((text, values) => operate(connection, role, text, values))
      await transaction.commit()
      markCall()
      for (const hook of committedWork) hook()
      return result
    } catch (error) {
      await transaction.undo()
      throw error
    } finally {
      // A pending query would run in the next scope of this connection, perhaps of another organization.
      connection.release(transaction.isBroken || hasUnanswered(connection))
    }
  }
}

async function savepoint<T>(connection: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  await connection.query('savepoint inner_work')
  try {
    const result = await work()
    await connection.query('release savepoint inner_work')
    return result
  } catch (error) {
    await connection.query('rollback to savepoint inner_work; release savepoint inner_work')
    throw error
  }
}

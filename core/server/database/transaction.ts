import type { Writable } from 'node:stream'
import pg from 'pg'

/** A statement that the connection keeps under its name; without one it is planned for its values at each call. */
export interface Prepared {
  name?: string
  text: string
  values: unknown[]
  keepsPlan?: boolean
}

/** Rights with which a scope queries. */
export interface Rights {
  role: string
  /** Begins a transaction and takes the rights, in one message. */
  begin: string
  /** Takes the rights for the rest of a begun transaction; if absent, `begin` suffices. */
  taken?: Prepared & { name: string }
  /** Takes the rights for a statement with a generic plan. */
  takenToKeepPlan?: Prepared & { name: string }
}

/** Names of the statements that each connection has prepared to take rights. */
const preparedRights = new WeakMap<pg.PoolClient, Set<string>>()

/** The transaction of one scope on its connection. It begins with the first query. */
export class Transaction {
  readonly #connection: pg.PoolClient
  readonly #rights: Rights
  #begun: Promise<unknown> | undefined
  /** The last statement was sent; none can follow. */
  #ended: Promise<pg.QueryResult | undefined> | undefined
  #broken = false

  constructor(connection: pg.PoolClient, rights: Rights) {
    this.#connection = connection
    this.#rights = rights
  }

  /** True if the rollback failed, so that the connection must be discarded. */
  get isBroken(): boolean {
    return this.#broken
  }

  /** True if the transaction has begun, and accepts further queries. */
  get isOpen(): boolean {
    return this.#begun !== undefined && this.#ended === undefined
  }

  /**
   * The connection for the next query, which is sent right after `begin` without waiting for its answer. Should
   * `begin` fail, that query runs as `trellis_app` and is refused.
   * @throws Error when the transaction has ended
   */
  begin(): pg.PoolClient {
    if (this.#ended) throw new Error('The scope is closed')
    if (!this.#begun) {
      gather(this.#connection)
      this.#begun = this.#connection.query(this.#rights.begin)
      this.#begun.catch(() => undefined)
    }
    return this.#connection
  }

  /** Sends the last statement together with the commit. */
  async last<Row extends object>(asked: Prepared): Promise<Row[]> {
    const taken = asked.keepsPlan ? this.#rights.takenToKeepPlan : this.#rights.taken
    const known = preparedRights.get(this.#connection)
    if (taken && !this.#begun && !this.#ended && known?.has(taken.name)) {
      const answered = inOneMessage<Row>(this.#connection, taken, asked)
      this.#ended = answered.then(() => undefined)
      this.#ended.catch(() => undefined)
      return answered
    }
    const connection = this.begin()
    const taking = !taken || known?.has(taken.name) ? undefined : connection.query(taken)
    const answered = connection.query<Row>(asked)
    this.#ended = connection.query('commit')
    this.#ended.catch(() => undefined)
    const [{ rows }] = await Promise.all([answered, taking])
    if (taken && taking) preparedRights.set(connection, new Set(known).add(taken.name))
    return rows
  }

  /** @throws Error when a query had failed and its error was swallowed */
  async commit(): Promise<void> {
    if (!this.#begun) {
      this.#ended ??= Promise.resolve(undefined)
      await this.#ended
      return
    }
    await this.#begun
    this.#ended ??= this.#connection.query('commit')
    const committed = await this.#ended
    if (committed?.command !== 'COMMIT') {
      throw new Error('The transaction had failed before it was committed; the error of its query was swallowed')
    }
  }

  /** @throws the error of `begin`, which explains more than the errors that follow from it */
  async undo(): Promise<void> {
    if (!this.#begun) {
      // A single message rolls back by itself on failure.
      this.#ended ??= Promise.resolve(undefined)
      await this.#ended.catch(() => undefined)
      return
    }
    this.#ended ??= this.#connection.query('rollback')
    await this.#ended.catch(() => {
      this.#broken = true
    })
    await this.#begun
  }
}

/**
 * Takes rights and runs a statement with them in one message. PostgreSQL runs all messages before one
 * `Sync` as a transaction: the rights end with it, and if taking them fails the statement is not run.
 */
function inOneMessage<Row extends object>(connection: pg.PoolClient, taken: Prepared, asked: Prepared): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const answered = (error: Error | undefined, results: unknown) => {
      if (!error) {
        resolve((results as pg.QueryResult<Row>[]).at(-1)?.rows ?? [])
        return
      }
      // Its original stack shows only the socket.
      Error.captureStackTrace(error)
      reject(error)
    }
    connection.query(new QueryWithRights(taken, asked, answered))
  })
}

class QueryWithRights extends pg.Query {
  constructor(taken: Prepared, asked: Prepared, answered: (error: Error | undefined, results: unknown) => void) {
    super(asked, answered)
    const send = this.submit.bind(this)
    this.submit = (connection) => {
      connection.stream.cork()
      try {
        connection.bind({ statement: taken.name, values: taken.values } as pg.BindConfig, true)
        connection.describe({ type: 'P' }, true)
        connection.execute({}, true)
        return send(connection)
      } finally {
        connection.stream.uncork()
      }
    }
  }
}

/** Sends all statements of one turn of the event loop as one packet instead of one per statement. */
function gather(connection: pg.PoolClient): void {
  const { stream } = (connection as unknown as { connection: { stream: Writable } }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

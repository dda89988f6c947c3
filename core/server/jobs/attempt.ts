import { AsyncLocalStorage } from 'node:async_hooks'
import type { Scope } from '../core.ts'

/** A worker's attempt at a job, for its handler. */
export interface Attempt {
  /** 0 for the first one; more after a failure, and after a worker that was lost. */
  readonly number: number
  /**
   * Marks the job as done in the scope's transaction: both are committed, or neither is. For handlers that open their
   * scopes themselves and must do their work once; those that are given a scope have it already.
   * @throws Overtaken
   */
  complete: (scope: Scope) => Promise<void>
}

/** Another worker has the job by now, or the job is gone: nothing of this attempt is committed any more. */
export class Overtaken extends Error {
  constructor(name: string) {
    super(`The job ${name} was given to another worker`)
  }
}

/** Runs one statement in the transaction that is about to be committed, with the operator's role. */
type Ask = (text: string, values: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>

// A worker that commits is alive: the sign of life is part of it, so that the supervisor of lost jobs meanwhile waits
// for the commit and then finds it fresh. Transactions that only read have no number, and no row is written for them.
const confirmAttemptSql = `with held as (
    update pgboss.job set heartbeat_on = clock_timestamp()
      where name = $1 and id = $2 and retry_count = $3 and state = 'active' and pg_current_xact_id_if_assigned() is not null
      returning id)
  select pg_current_xact_id_if_assigned() is null or exists (select from held) as held`

/** An attempt as the queue and the scopes know it. */
export class RunningAttempt implements Attempt {
  readonly number: number
  readonly name: string
  readonly #id: string
  readonly #settle: (scope: Scope) => Promise<boolean>
  #isOver = false
  #isDone = false
  #isLost = false

  /** @param settle marks the job as done in a scope; returns false when another worker has it */
  constructor(
    { name, id, retryCount }: { name: string; id: string; retryCount: number },
    settle: (scope: Scope) => Promise<boolean>,
  ) {
    this.name = name
    this.#id = id
    this.number = retryCount
    this.#settle = settle
  }

  /** Set when a commit was refused because another worker has the job. */
  get isLost(): boolean {
    return this.#isLost
  }

  async complete(scope: Scope): Promise<void> {
    if (!(await this.#settle(scope))) throw this.#lose()
    this.#isDone = true
  }

  /** Called before each commit of the attempt's transactions. @throws Overtaken */
  async confirm(ask: Ask): Promise<void> {
    // Work that outlives the handler, such as the refill of a cache, belongs to no job.
    if (this.#isOver || this.#isDone) return
    const { rows } = await ask(confirmAttemptSql, [this.name, this.#id, this.number])
    if (rows[0]?.['held'] !== true) throw this.#lose()
  }

  /** Called when the handler has ended. */
  end(): void {
    this.#isOver = true
  }

  #lose(): Overtaken {
    this.#isLost = true
    return new Overtaken(this.name)
  }
}

const attempts = new AsyncLocalStorage<RunningAttempt | undefined>()

/** Runs a handler whose transactions are committed only while the job belongs to this attempt. */
export const runAttempt = <Result>(attempt: RunningAttempt, work: () => Result): Result => attempts.run(attempt, work)

/** Returns the attempt of the running code; undefined outside of jobs. */
export const currentAttempt = (): RunningAttempt | undefined => attempts.getStore()

/** Runs work whose transactions are committed although another worker may have the job: notes of what happened outside of the database. */
export const anyAttempt = <Result>(work: () => Result): Result => attempts.run(undefined, work)

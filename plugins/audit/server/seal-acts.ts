import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Core, PlatformScope } from '#core/server/core.ts'
import { asOwner, withOwnerScopes } from '#core/server/database/owner.ts'
import { statement } from '#core/server/database/statement.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { addSeal, beginChain, lockChain } from './chain.ts'
import { isSalted } from './digest.ts'
import { sealRow, type Seal } from './seals.ts'

/** Entries of one seal; a transaction writes the seals of as many. */
const BATCH_SIZE = 10_000

/** Makes pruning wait for verification: entries dropped in between would look as if removed by hand. */
export const PRUNING_LOCK = `hashtextextended('audit pruning', 0)`

/** Milliseconds to wait for transactions that are under way, before sealing is left to the next time. */
const SETTLE_TIMEOUT_MS = 20_000

/** Seals what acts have left since the last time. */
export const sealingJob = defineJob({
  name: 'audit.seal',
  scope: 'none',
  payload: z.object({}),
  schedule: { cron: '* * * * *', tz: 'UTC' },
  retries: 0,
  run: async (core) => {
    await sealActs(core)
  },
})

/**
 * Seals every entry that there is, and answers how many were new. An entry is visible only once its act has committed,
 * and acts end in another order than they began: so it notes the last number that was given out, waits until every
 * transaction has ended that runs then, and only then takes what there is up to that number. Acts wait for nothing.
 * Nothing is sealed when a transaction takes longer than `patience` milliseconds.
 */
export async function sealActs(core: Core, patience = SETTLE_TIMEOUT_MS): Promise<number> {
  const last = await settledSeq(core, patience)
  if (last === undefined) {
    core.log.warn('the audit log is not sealed yet: a transaction is taking long')
    return 0
  }
  if (!(await hasUnsealed(core, last))) return 0
  // A restore may have brought a trail that never was sealed.
  await beginChain(core)
  return withOwnerScopes(core, async (db) => {
    let sealed = 0
    for (;;) {
      const count = await db.platform(systemActor, (scope) => sealBatch(scope, last))
      sealed += count
      if (count < BATCH_SIZE) return sealed
    }
  })
}

const NEXT_SEQ = `select coalesce((select upper(seqs) from audit_seals where seqs is not null order by number desc limit 1), 0) as next`

const existsUnsealed = statement(`select from audit_logs where seq >= (${NEXT_SEQ}) and seq <= $1 limit 1`)

async function hasUnsealed({ db }: Core, last: number): Promise<boolean> {
  const found = await db.platform(systemActor, (scope) => scope.rows(existsUnsealed, [last]))
  return found.length > 0
}

const selectLastSeq = statement(
  z.object({ last: z.number() }),
  'select case when is_called then last_value else 0 end as last from audit_logs_seq',
)

const selectNextTransaction = statement(z.object({ next: z.string() }), 'select pg_current_xact_id()::text as next')

const selectIsTransactionOver = statement(
  z.object({ over: z.boolean() }),
  'select pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 as over',
)

/** A number up to which every entry is there that ever will be; undefined when that took too long. */
async function settledSeq({ db }: Core, patience: number): Promise<number | undefined> {
  const { last, next } = await db.platform(systemActor, async (scope) => {
    const [sequence] = await scope.rows(selectLastSeq)
    // This transaction takes its number only now: one that took an entry's number before has a lower one. A snapshot
    // would not tell, whose upper end is where transactions have ended and not where they have begun.
    const [own] = await scope.rows(selectNextTransaction)
    return { last: sequence?.last ?? 0, next: own?.next ?? '0' }
  })
  for (const began = Date.now(); ; await pause(100)) {
    const [row] = await db.platform(systemActor, (scope) => scope.rows(selectIsTransactionOver, [next]))
    if (row?.over) return last
    if (Date.now() - began >= patience) return undefined
  }
}

const selectUnsealed = statement(
  sealRow
    .pick({ month: true, seqs: true, entries: true, entriesDigest: true, salted: true })
    .extend({ first: z.number(), last: z.number() }),
  `with fresh as (
       select seq, digest, date_trunc('month', created_at at time zone 'UTC')::date as month,
              case when ${isSalted('a')} then true end as salted
         from audit_logs a where seq >= (${NEXT_SEQ}) and seq <= $1 order by seq limit $2)
     select to_char(month, 'YYYY-MM-DD') as month, range_agg(int8range(seq, seq, '[]'))::text as seqs,
            min(seq) as first, max(seq) as last, count(*)::int as entries, salted,
            sha256(string_agg(digest, ''::bytea order by seq)) as "entriesDigest"
       -- The newest seal determines where the next batch begins.
       from fresh group by month, salted order by max(seq)`,
)

async function sealBatch(scope: PlatformScope, last: number): Promise<number> {
  await lockChain(scope)
  const groups = await scope.rows(selectUnsealed, [last, BATCH_SIZE])
  let seal: Seal | undefined
  for (const { first: _first, last: _last, ...group } of groups) seal = await addSeal(scope, group)
  if (!seal) return 0
  await countSignIns(
    scope,
    Math.min(...groups.map(({ first }) => first)),
    Math.max(...groups.map((group) => group.last)),
  )
  // The log line copies the head to an external log collector.
  const head = `${seal.number}:${seal.digest.toString('hex')}`
  scope.afterCommit(() => scope.core.log.info({ head }, 'sealed the audit log'))
  return groups.reduce((sum, { entries }) => sum + (entries ?? 0), 0)
}

const countSignInsStatement = statement(`insert into audit_sign_ins as s (quarter, successful, failed)
     select date_bin('15 minutes', created_at, 'epoch'), count(*) filter (where action = 'auth.signed-in'),
            count(*) filter (where action <> 'auth.signed-in')
       from audit_logs
      where seq between $1 and $2 and action in ('auth.signed-in', 'auth.sign-in-failed', 'auth.locked') group by 1
     on conflict (quarter) do update
        set successful = s.successful + excluded.successful, failed = s.failed + excluded.failed`)

/** Each entry is sealed once, and so counted once: a chart over a year adds up thousands of rows and not millions. */
async function countSignIns(scope: PlatformScope, first: number, last: number): Promise<void> {
  const counted = () => scope.rows(countSignInsStatement, [first, last])
  await asOwner(scope, counted)
}

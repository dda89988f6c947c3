import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { Core, PlatformScope } from '#core/server/core.ts'
import { asOwner, withOwnerScopes } from '#core/server/database/owner.ts'
import { statement } from '#core/server/database/statement.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { auditRetentionDays } from '../contract.ts'
import { addSeal, lockChain } from './chain.ts'
import { PRUNING_LOCK, sealActs } from './seal-acts.ts'

const DAY_MS = 24 * 3600 * 1000
/** Partitions that are made before their time, in months: as long may no job run before entries have to be moved. */
const MONTHS_AHEAD = 3

/** Makes partitions ahead and drops those whose time is over, once a day. */
export const retentionJob = defineJob({
  name: 'audit.retention',
  scope: 'none',
  payload: z.object({}),
  schedule: { cron: '20 3 * * *', tz: 'UTC' },
  run: async (core) => {
    await makePartitions(core)
    await pruneActs(core)
  },
})

const callMakePartitions = statement(z.object({ made: z.number() }), 'select make_audit_partitions($1, $2) as made')

/** Makes the partitions of the months from now on, where they are missing. @returns how many were made */
export async function makePartitions(core: Core): Promise<number> {
  const now = core.clock.now()
  const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + MONTHS_AHEAD))
  const period = [now.toISOString(), last.toISOString()]
  return withOwnerScopes(core, (db) =>
    db.platform(systemActor, (scope) =>
      asOwner(scope, async () => {
        const [row] = await scope.rows(callMakePartitions, period)
        return row?.made ?? 0
      }),
    ),
  )
}

export interface PruneOptions {
  olderThanDays?: number
  /** Only reports what would be dropped. */
  dryRun?: boolean
}

export interface Pruned {
  /** Entries of months that end by then are dropped. */
  before: string
  /** The first days of the months that are dropped, and the entries in them. */
  months: string[]
  entries: number
}

const lockVerification = statement(`select pg_advisory_xact_lock(${PRUNING_LOCK})`)

const selectMonthsBefore = statement(
  z.object({ month: z.string(), entries: z.number() }),
  `select to_char(month, 'YYYY-MM-DD') as month, entries from audit_months_before($1)`,
)

/**
 * Drops the partitions of whole months that are older than `olderThanDays`. The chain of seals goes on with a note of
 * it, and begins where the first seal is left that covers something.
 */
export async function pruneActs(
  core: Core,
  { olderThanDays = auditRetentionDays, dryRun = false }: PruneOptions = {},
): Promise<Pruned> {
  const limit = new Date(core.clock.now().getTime() - olderThanDays * DAY_MS)
  const before = new Date(Date.UTC(limit.getUTCFullYear(), limit.getUTCMonth())).toISOString()
  if (!dryRun) await sealActs(core)
  const prune = async (scope: PlatformScope) => {
    if (!dryRun) {
      await scope.rows(lockVerification)
      await lockChain(scope)
    }
    const months = await scope.rows(selectMonthsBefore, [before])
    const pruned = {
      before,
      months: months.map(({ month }) => month),
      entries: months.reduce((sum, { entries }) => sum + entries, 0),
    }
    if (!dryRun && months.length > 0) await drop(scope, pruned, olderThanDays)
    return pruned
  }
  return withOwnerScopes(core, (db) => db.platform(systemActor, prune))
}

const selectFirstSealLeft = statement(
  z.object({ begins: z.number() }),
  `select coalesce((select min(number) from audit_seals where month >= $1::timestamptz::date),
                     (select max(number) + 1 from audit_seals), 1) as begins`,
)

const deleteSealsBefore = statement('delete from audit_seals where number < $1')

const deleteSignInsBefore = statement('delete from audit_sign_ins where quarter < $1')

const callDropMonths = statement('select drop_audit_months_before($1)')

async function drop(scope: PlatformScope, { before, months, entries }: Pruned, olderThanDays: number): Promise<void> {
  const [left] = await scope.rows(selectFirstSealLeft, [before])
  await addSeal(scope, { prunedBefore: before, begins: left?.begins ?? 1 })
  await asOwner(scope, async () => {
    await scope.rows(deleteSealsBefore, [left?.begins ?? 1])
    await scope.rows(deleteSignInsBefore, [before])
  })
  await record(scope, {
    action: 'audit.pruned',
    category: 'security',
    severity: 'warning',
    description: `Dropped ${entries} audit entries from before ${before.slice(0, 10)}`,
    resource: 'audit_log',
    metadata: { olderThanDays, before, months, entries },
  })
  // The last thing that is done: from here on acts wait for the end of this transaction.
  await asOwner(scope, () => scope.rows(callDropMonths, [before]))
}

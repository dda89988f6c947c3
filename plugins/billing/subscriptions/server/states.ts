import { z } from 'zod'
import type { Core, PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { pastDue } from './lifecycle.ts'
import { emit } from '#core/server/events/events.ts'
import { becamePastDue, becameReadOnly } from '../../server/events.ts'
import { announced, emitChanged } from './plan-migration.ts'
import { BATCH } from './roll-over.ts'
import { lockedSubscriptions, recordBatch, saveSubscriptions, type SubscriptionRow } from './rows.ts'
import { billingSettings } from '../../contract.ts'

export interface MovedStates {
  trialsEnded: number
  becamePastDue: number
  becameReadOnly: number
}

/**
 * Moves subscriptions to the state that the time has brought: trials that ended and active ones with an overdue invoice
 * to past due, past-due ones beyond their grace to read-only. A batch is a transaction; safe to kill and to repeat.
 */
export async function moveStates(core: Core): Promise<MovedStates> {
  const all = async (step: (scope: PlatformScope) => Promise<number>) => {
    let moved = 0
    for (;;) {
      const batch = await core.db.platform(systemActor, step)
      moved += batch
      if (batch === 0) return moved
    }
  }
  return {
    trialsEnded: await all(endTrials),
    becamePastDue: await all(findOverdue),
    becameReadOnly: await all(endGrace),
  }
}

const endedTrials = lockedSubscriptions(`s.status = 'trialing' and s.current_period_end <= $now`)

async function endTrials(scope: PlatformScope): Promise<number> {
  const now = scope.core.clock.now().toISOString()
  const found = await scope.rows(endedTrials, { now, limit: BATCH })
  const { gracePeriodDays } = await scope.core.settings.of(billingSettings)
  const moved = found.map((row) => pastDue(row, 'trial-ended', row.currentPeriodEnd, gracePeriodDays))
  return save(scope, moved, 'subscription.trial-ended', 'The trial has ended', becamePastDue)
}

/** The first open invoice whose delay nobody has tolerated. */
const oldestOverdue = `(select min(i.due_at) from invoices i where i.tenant_id = s.tenant_id
  and i.subscription_id = s.id and i.status = 'open' and i.due_at > coalesce(s.tolerated_until, '-infinity'))`

const overdueOnes = lockedSubscriptions(`s.status = 'active' and ${oldestOverdue} <= $now`)

async function findOverdue(scope: PlatformScope): Promise<number> {
  const now = scope.core.clock.now().toISOString()
  const found = await scope.rows(overdueOnes, { now, limit: BATCH })
  const since = await overdueSince(scope, found)
  const { gracePeriodDays } = await scope.core.settings.of(billingSettings)
  const moved = found.map((row) => pastDue(row, 'invoice-overdue', since.get(row.id) ?? now, gracePeriodDays))
  return save(scope, moved, 'subscription.past-due', 'An invoice is overdue', becamePastDue)
}

const overdueSinceStatement = statement(
  z.object({ id: z.string(), since: z.string() }),
  `select s.id, ${oldestOverdue} as since from subscriptions s where s.id = any($1::uuid[])`,
)

async function overdueSince(
  scope: PlatformScope,
  rows: readonly SubscriptionRow[],
): Promise<ReadonlyMap<string, string>> {
  const found = await scope.rows(overdueSinceStatement, [rows.map(({ id }) => id)])
  return new Map(found.map(({ id, since }) => [id, since]))
}

const endedGrace = lockedSubscriptions(`s.status = 'past_due' and s.grace_ends_at <= $now and not t.read_only`)

async function endGrace(scope: PlatformScope): Promise<number> {
  const now = scope.core.clock.now().toISOString()
  const found = await scope.rows(endedGrace, { now, limit: BATCH })
  return save(scope, found, 'subscription.read-only', 'The grace has ended: read-only', becameReadOnly)
}

async function save(
  scope: PlatformScope,
  moved: readonly SubscriptionRow[],
  action: string,
  description: string,
  event: typeof becamePastDue,
): Promise<number> {
  if (moved.length === 0) return 0
  await saveSubscriptions(scope, moved)
  await recordBatch(scope, action, description, moved)
  await emit(scope, event, announced(moved))
  await emitChanged(scope, moved)
  return moved.length
}

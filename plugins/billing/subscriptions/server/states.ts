import { z } from 'zod'
import type { Core, PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { invoiceOf, issueInvoices } from '../../invoices/server/invoicing.ts'
import { lockedPlans, isFree, type Plan } from '../../plans/server/rows.ts'
import { readCircumstances } from './circumstances.ts'
import { afterEvent } from './lifecycle.ts'
import { emit } from '#core/server/events/events.ts'
import { becamePastDue, becameReadOnly } from '../../shared/server/events.ts'
import { toEventPayload, emitChanged } from './plan-migration.ts'
import { BATCH_SIZE } from './roll-over.ts'
import { lockedSubscriptions, recordBatch, saveSubscriptions, type SubscriptionRow } from './rows.ts'

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

const endedTrials = lockedSubscriptions(`s.status = 'trialing' and s.current_period_end <= $now
  and not s.cancel_at_period_end`)

/** Ends trials. A trial goes on as active where nothing is to pay: on a free plan, or in a period that was invoiced before. */
async function endTrials(scope: PlatformScope): Promise<number> {
  const now = scope.core.clock.now().toISOString()
  const plans = await lockedPlans(scope)
  const found = await scope.rows(endedTrials, { now, limit: BATCH_SIZE })
  const circumstancesOf = await readCircumstances(scope, found)
  const ended = found.map((row) => {
    const plan = plans.get(row.planId) as Plan
    const circumstances = circumstancesOf(row, plan, row.currentPeriodEnd)
    const owesNothing = isFree(plan) || circumstances.running !== undefined
    return { ...afterEvent(row, owesNothing ? 'trial-over-nothing-due' : 'trial-over', circumstances), plan }
  })
  await issueInvoices(
    scope,
    ended.flatMap((move) => invoiceOf(move, move.plan)),
  )
  const moved = ended.map(({ state }) => state)
  const [active, unpaid] = [true, false].map((isActive) =>
    moved.filter(({ status }) => (status === 'active') === isActive),
  ) as [SubscriptionRow[], SubscriptionRow[]]
  await saveSubscriptions(scope, active)
  await recordBatch(scope, 'subscription.began', 'The trial has ended, and nothing is to be paid', active)
  await emitChanged(scope, active)
  await save(scope, unpaid, 'subscription.trial-ended', 'The trial has ended', becamePastDue)
  return moved.length
}

/** Due date of the oldest open invoice that is due after `tolerated_until`. */
const oldestOverdue = `(select min(i.due_at) from invoices i where i.tenant_id = s.tenant_id
  and i.subscription_id = s.id and i.status = 'open' and i.due_at > coalesce(s.tolerated_until, '-infinity'))`

const overdueOnes = lockedSubscriptions(`s.status = 'active' and ${oldestOverdue} <= $now`)

async function findOverdue(scope: PlatformScope): Promise<number> {
  const now = scope.core.clock.now().toISOString()
  const plans = await lockedPlans(scope)
  const found = await scope.rows(overdueOnes, { now, limit: BATCH_SIZE })
  const since = await overdueSince(scope, found)
  const circumstancesOf = await readCircumstances(scope, found)
  const moved = found.map(
    (row) =>
      afterEvent(row, 'invoice-overdue', circumstancesOf(row, plans.get(row.planId) as Plan, since.get(row.id))).state,
  )
  return save(scope, moved, 'subscription.past-due', 'An invoice is overdue', becamePastDue)
}

const selectOverdueSince = statement(
  z.object({ id: z.string(), since: z.string() }),
  `select s.id, ${oldestOverdue} as since from subscriptions s where s.id = any($1::uuid[])`,
)

async function overdueSince(
  scope: PlatformScope,
  rows: readonly SubscriptionRow[],
): Promise<ReadonlyMap<string, string>> {
  const found = await scope.rows(selectOverdueSince, [rows.map(({ id }) => id)])
  return new Map(found.map(({ id, since }) => [id, since]))
}

const endedGrace = lockedSubscriptions(`s.status = 'past_due' and s.grace_ends_at <= $now and not t.read_only`)

async function endGrace(scope: PlatformScope): Promise<number> {
  const now = scope.core.clock.now().toISOString()
  const found = await scope.rows(endedGrace, { now, limit: BATCH_SIZE })
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
  await emit(scope, event, toEventPayload(moved))
  await emitChanged(scope, moved)
  return moved.length
}

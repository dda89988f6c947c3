import { z } from 'zod'
import { formatMoney } from '#core/contract/currencies.ts'
import type { Attention } from '#core/contract/attention.ts'
import { MAX_ATTENTION } from '#core/server/attention.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { listText } from '#core/server/texts.ts'

const selectPastDue = statement(
  z.object({
    id: z.string(),
    name: z.string(),
    reason: z.enum(['trial-ended', 'invoice-overdue', 'set-by-hand']),
    graceEndsAt: z.string(),
    owed: z.array(z.object({ amount: z.number(), currency: z.string() })),
  }),
  // Suspended organizations are already handled; read-only ones come after those that soon will be.
  `select s.id, t.name, s.past_due_reason as reason, s.grace_ends_at as "graceEndsAt", 
      (select coalesce(jsonb_agg(jsonb_build_object('amount', sums.amount, 'currency', sums.currency)
            order by sums.currency), '[]')
        from (select i.currency, sum(i.total - i.amount_paid)::float8 as amount from invoices i
          where i.subscription_id = s.id and i.tenant_id = s.tenant_id and i.status = 'open' and i.due_at <= $now
          group by i.currency) sums) as owed
    from subscriptions s join tenants t on t.id = s.tenant_id
    where s.status = 'past_due' and t.status in ('active', 'trial')
    order by s.grace_ends_at <= $now, s.grace_ends_at, s.id limit ${MAX_ATTENTION}`,
)

/** Organizations that have not paid: they may change nothing any more, or soon. */
export async function unpaidAttention(scope: PlatformScope): Promise<Attention[]> {
  const now = scope.core.clock.now()
  const found = await scope.rows(selectPastDue, { now: now.toISOString() })
  return found.map(({ id, name, reason, graceEndsAt, owed }) => {
    const isReadOnly = Date.parse(graceEndsAt) <= now.getTime()
    const why =
      reason === 'trial-ended'
        ? 'The trial has ended.'
        : owed.length > 0
          ? `${listText(owed.map(({ amount, currency }) => formatMoney(amount, currency)))} overdue.`
          : 'Set past due.'
    return {
      id: `past-due-${id}`,
      tone: isReadOnly ? 'amber' : 'red',
      label: 'Past due',
      name,
      words: `${why} Read-only ${isReadOnly ? 'since' : 'from'}`,
      at: graceEndsAt,
      href: `/subscriptions?status=past_due&search=${encodeURIComponent(JSON.stringify(name))}`,
    }
  })
}

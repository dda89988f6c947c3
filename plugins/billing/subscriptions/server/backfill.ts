import type { Knex } from 'knex'

/**
 * Gives every organization that has none a subscription for its `tenants.plan`, with one statement: on trial from now,
 * or active with periods that begin on the day when the organization was created. No past period is invoiced.
 * For data that was loaded past the use cases, and organizations from a time without billing.
 */
export async function subscribeMissing(trx: Knex, now: Date, trialDays: number): Promise<void> {
  await trx.raw(
    `
    with missing as (
      select t.id as tenant_id, p.id as plan_id, p.billing_interval, p.price, p.currency, p.name = 'trial' as is_trial,
          t.created_at,
          extract(year from age(:now::timestamptz, t.created_at))::int * 12
            + extract(month from age(:now::timestamptz, t.created_at))::int as months
        from tenants t
        join subscription_plans p on p.name = t.plan
          or (p.name = 'trial' and not exists (select from subscription_plans other where other.name = t.plan))
       where not exists (select from subscriptions s where s.tenant_id = t.id)
    ), periods as (
      select *, case
          when is_trial then 0
          when billing_interval = 'monthly' then months
          else months - months % 12
        end as before,
        case billing_interval when 'monthly' then 1 else 12 end as length
      from missing
    ), made as (
      insert into subscriptions (tenant_id, plan_id, status, current_period_start, current_period_end, period_anchor,
          anchor_interval, billed_price, billed_currency, billed_interval, created_at, updated_at, next_payment_at)
      select tenant_id, plan_id, case when is_trial then 'trialing' else 'active' end,
          case when is_trial then :now::timestamptz else created_at + before * interval '1 month' end,
          case when is_trial then :now::timestamptz + :trialDays * interval '24 hours'
            else created_at + (before + length) * interval '1 month' end,
          case when is_trial then :now::timestamptz else created_at end,
          billing_interval, case when not is_trial then price end, case when not is_trial then currency end,
          case when not is_trial then billing_interval end, created_at, :now::timestamptz,
          case when not is_trial then created_at + (before + length) * interval '1 month' end
        from periods
      on conflict (tenant_id) do nothing
      returning plan_id
    )
    update subscription_plans set ever_used = true where not ever_used and id in (select plan_id from made)`,
    { now: now.toISOString(), trialDays },
  )
}

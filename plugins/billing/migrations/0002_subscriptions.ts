import type { Knex } from 'knex'
import { tenantOwned } from '#core/server/database/ownership.ts'

export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table subscriptions (
      id uuid primary key default new_id(),
      plan_id uuid not null references subscription_plans (id),
      status varchar(20) not null check (status in ('active', 'trialing', 'past_due', 'canceled', 'paused')),
      current_period_start timestamptz not null,
      current_period_end timestamptz not null check (current_period_end >= current_period_start),
      period_anchor timestamptz not null,
      anchor_interval varchar(20) not null check (anchor_interval in ('monthly', 'yearly')),
      cancel_at_period_end boolean not null default false,
      billing_email varchar(254),
      last_payment_at timestamptz,
      next_payment_at timestamptz,
      auto_upgrade_enabled boolean not null default true,
      pending_upgrade_plan_id uuid references subscription_plans (id) on delete set null,
      upgrade_notification_sent boolean not null default false,
      upgrade_effective_date timestamptz,
      last_usage_check_at timestamptz,
      past_due_reason varchar(20) check (past_due_reason in ('trial-ended', 'invoice-overdue', 'set-by-hand')),
      past_due_since timestamptz,
      grace_ends_at timestamptz,
      tolerated_until timestamptz,
      canceled_at timestamptz,
      last_reminded_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      check ((status = 'past_due') = (past_due_reason is not null)),
      check ((status = 'past_due') = (past_due_since is not null and grace_ends_at is not null)),
      check ((status = 'canceled') = (canceled_at is not null))
    )
  `)
  await tenantOwned(trx, 'subscriptions', { tenantMay: ['select'] })
  await trx.raw(`
    -- What declining an upgrade changes; plan and status are the platform's.
    grant update (pending_upgrade_plan_id, upgrade_effective_date, upgrade_notification_sent, auto_upgrade_enabled,
      updated_at) on subscriptions to trellis_tenant;
    alter table subscriptions add constraint subscriptions_tenant_unique unique (tenant_id);
    create index subscriptions_plan_index on subscriptions (plan_id, status);
    create index subscriptions_pending_index on subscriptions (pending_upgrade_plan_id)
      where pending_upgrade_plan_id is not null;
    create index subscriptions_status_index on subscriptions (status, current_period_end, id);
    create index subscriptions_grace_index on subscriptions (grace_ends_at) where status = 'past_due';
    create index subscriptions_canceled_index on subscriptions (canceled_at) where status = 'canceled';
    create index tenants_by_name_index on tenants (lower(name), id);
  `)
  // The table's owner is subject to its policies too, unless it is a superuser.
  await trx.raw('set local role trellis_operator')
  await subscribeMissing(trx, new Date(), 14)
  await trx.raw('reset role')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop index tenants_by_name_index; drop table subscriptions')
}

/** One for every organization, for its `tenants.plan`: on trial from now, or active since it was created. */
async function subscribeMissing(trx: Knex, now: Date, trialDays: number): Promise<void> {
  await trx.raw(
    `
    with missing as (
      select t.id as tenant_id, p.id as plan_id, p.billing_interval, p.name = 'trial' as is_trial, t.created_at,
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
          anchor_interval, created_at, updated_at, next_payment_at)
      select tenant_id, plan_id, case when is_trial then 'trialing' else 'active' end,
          case when is_trial then :now::timestamptz else created_at + before * interval '1 month' end,
          case when is_trial then :now::timestamptz + :trialDays * interval '24 hours'
            else created_at + (before + length) * interval '1 month' end,
          case when is_trial then :now::timestamptz else created_at end,
          billing_interval, created_at, :now::timestamptz,
          case when not is_trial then created_at + (before + length) * interval '1 month' end
        from periods
      on conflict (tenant_id) do nothing
      returning plan_id
    )
    update subscription_plans set ever_used = true where not ever_used and id in (select plan_id from made)`,
    { now: now.toISOString(), trialDays },
  )
}

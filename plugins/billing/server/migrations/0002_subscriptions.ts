import type { Knex } from 'knex'
import { tenantOwned } from '#core/server/database/ownership.ts'
import { subscribeMissing } from '../backfill.ts'

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

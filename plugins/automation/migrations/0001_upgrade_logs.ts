import type { Knex } from 'knex'
import { platformOwned, tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/** Upgrades that checks have set (spec part 1, section 3), and the runs of the cycle. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table subscription_upgrade_logs (
      id uuid primary key default new_id(),
      subscription_id uuid not null,
      from_plan_id uuid not null references subscription_plans (id),
      to_plan_id uuid references subscription_plans (id),
      reason varchar(100) not null check (
        reason in ('user_limit_exceeded', 'session_limit_exceeded', 'storage_limit_exceeded')
      ),
      active_user_count integer not null,
      plan_user_limit integer,
      upgrade_type varchar(50) not null check (upgrade_type in ('automatic', 'manual')),
      effective_date timestamptz,
      -- The message that tells of it, once it was handed to the mail; sent is what the mail server has taken.
      mail_message_id uuid,
      notification_sent boolean not null default false,
      notification_sent_at timestamptz,
      withdrawn_at timestamptz,
      created_at timestamptz not null default now(),
      check ((to_plan_id is null) = (effective_date is null)),
      check (not notification_sent or notification_sent_at is not null)
    )
  `)
  await tenantOwned(trx, 'subscription_upgrade_logs', { tenantMay: [], withoutReferences: true })
  await tenantReference(trx, 'subscription_upgrade_logs', 'subscription_id', 'subscriptions')
  await trx.raw(`
    -- A pending upgrade is logged once, whoever finds it; so is a subscription that no plan is large enough for.
    create unique index subscription_upgrade_logs_pending_unique
      on subscription_upgrade_logs (subscription_id, from_plan_id, to_plan_id, effective_date) where to_plan_id is not null;
    create unique index subscription_upgrade_logs_unfit_unique
      on subscription_upgrade_logs (subscription_id, from_plan_id) where to_plan_id is null;
    create index subscription_upgrade_logs_newest_index on subscription_upgrade_logs (created_at desc, id desc);
    create index subscription_upgrade_logs_waiting_index on subscription_upgrade_logs (id)
      where not notification_sent and withdrawn_at is null;

    create table automation_runs (
      id uuid primary key default new_id(),
      trigger text not null check (trigger in ('schedule', 'button', 'command')),
      started_at timestamptz not null,
      finished_at timestamptz,
      outcome jsonb not null default '{}'
    );
    create index automation_runs_newest_index on automation_runs (started_at desc, id desc);
  `)
  await platformOwned(trx, 'automation_runs')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table automation_runs, subscription_upgrade_logs')
}

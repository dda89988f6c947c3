import type { Knex } from 'knex'
import { platformOwned } from '#core/server/database/ownership.ts'

export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table subscription_plans (
      id uuid primary key default new_id(),
      name varchar(50) not null constraint subscription_plans_name_unique unique,
      display_name varchar(100) not null,
      description varchar(1000) not null default '',
      price numeric(10,2) not null check (price >= 0),
      currency char(3) not null default 'USD',
      billing_interval varchar(20) not null check (billing_interval in ('monthly', 'yearly')),
      features jsonb not null default '[]',
      max_users integer check (max_users > 0),
      max_sessions integer check (max_sessions > 0),
      max_storage integer check (max_storage > 0),
      is_active boolean not null default true,
      sort_order integer not null default 0,
      ever_used boolean not null default false,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    insert into subscription_plans
        (name, display_name, description, price, billing_interval, features, max_users, max_sessions, max_storage, sort_order)
      values
        ('trial', 'Free Trial', 'Everything a small program needs, to try out.', 0, 'monthly',
          '["All features of Starter", "No payment details needed"]', 25, 10, 1, 0),
        ('starter', 'Starter', 'For a single program with its instructors and families.', 49, 'monthly',
          '["Sessions and attendance", "Challenges and leaderboard", "Parent portal", "E-mail support"]', 100, 50, 5, 1),
        ('growth', 'Growth', 'For organizations with several programs and sites.', 149, 'monthly',
          '["Everything in Starter", "Course catalog and certificates", "Training builder", "Reports with export",
            "Priority support"]', 500, 250, 25, 2),
        ('enterprise', 'Enterprise', 'For districts and networks, without limits on people and sessions.', 499, 'monthly',
          '["Everything in Growth", "Unlimited users and sessions", "Branding of your own", "Audit log export",
            "A person to call"]', null, null, 250, 3);
  `)
  await platformOwned(trx, 'subscription_plans', ['select'])
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table subscription_plans')
}

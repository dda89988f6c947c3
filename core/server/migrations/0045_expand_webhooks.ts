import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '../database/ownership.ts'

/**
 * Webhooks of organizations: endpoints, messages as they were when their event happened, and a delivery of each message to
 * each endpoint. Organizations read messages and deliveries, and change endpoints; jobs and acts write the rest.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table webhook_endpoints (
      id uuid primary key default new_id(),
      url varchar(1000) not null,
      description varchar(200) not null,
      types text[] not null,
      includes_names boolean not null,
      secret bytea not null,
      previous_secret bytea,
      previous_secret_until timestamptz,
      is_active boolean not null default true,
      disabled_reason text check (disabled_reason in ('admin', 'gone', 'failing')),
      failing_since timestamptz,
      -- Requests in a row without an answer, after which it rests.
      unanswered smallint not null default 0,
      -- The run that delivers to it, and until when others leave it alone.
      lease uuid,
      busy_until timestamptz,
      created_by uuid,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create table webhook_messages (
      id uuid primary key default new_id(),
      type varchar(100) not null,
      subject varchar(200) not null,
      person_id uuid,
      data jsonb not null,
      names jsonb,
      created_at timestamptz not null
    );
    create table webhook_deliveries (
      id uuid primary key default new_id(),
      message_id uuid not null,
      endpoint_id uuid not null,
      subject varchar(200) not null,
      place bigint not null generated always as identity,
      status text not null default 'pending' check (status in ('pending', 'delivered', 'failed', 'skipped')),
      attempts smallint not null default 0,
      next_try_at timestamptz not null,
      last_status smallint,
      answer varchar(2048),
      error varchar(200),
      duration_ms int,
      created_at timestamptz not null,
      delivered_at timestamptz
    );
  `)
  await tenantOwned(trx, 'webhook_endpoints')
  await tenantReference(trx, 'webhook_endpoints', 'created_by', 'users', 'set null')
  await tenantOwned(trx, 'webhook_messages', { tenantMay: ['select'] })
  await tenantOwned(trx, 'webhook_deliveries', { tenantMay: ['select'] })
  await tenantReference(trx, 'webhook_deliveries', 'message_id', 'webhook_messages')
  await tenantReference(trx, 'webhook_deliveries', 'endpoint_id', 'webhook_endpoints')
  await trx.raw(`
    create index webhook_messages_created_index on webhook_messages (created_at);
    create index webhook_messages_person_index on webhook_messages (tenant_id, person_id) where person_id is not null;
    create index webhook_deliveries_log_index on webhook_deliveries (tenant_id, endpoint_id, place desc);
    create index webhook_deliveries_waiting_index on webhook_deliveries (endpoint_id, subject, place) where status = 'pending';
    create index webhook_deliveries_due_index on webhook_deliveries (next_try_at) where status = 'pending';
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table webhook_deliveries, webhook_messages, webhook_endpoints')
}

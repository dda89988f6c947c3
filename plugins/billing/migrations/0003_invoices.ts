import type { Knex } from 'knex'
import { platformOwned, tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table invoice_counters (
      year integer primary key,
      last integer not null
    );
    create table invoices (
      id uuid primary key default new_id(),
      number varchar(40) not null constraint invoices_number_unique unique,
      subscription_id uuid not null,
      status varchar(20) not null default 'open' check (status in ('open', 'paid', 'void')),
      plan_display_name varchar(100) not null,
      billing_interval varchar(20) not null,
      period_start timestamptz not null,
      period_end timestamptz not null,
      issued_at timestamptz not null,
      due_at timestamptz not null,
      paid_at timestamptz,
      voided_at timestamptz,
      bill_to jsonb not null,
      subtotal numeric(10,2) not null check (subtotal >= 0),
      tax_rate numeric(5,2) not null check (tax_rate between 0 and 100),
      tax numeric(10,2) not null check (tax >= 0),
      total numeric(11,2) not null check (total = subtotal + tax),
      amount_paid numeric(11,2) not null default 0 check (amount_paid between 0 and total),
      currency char(3) not null,
      check ((status = 'paid') = (paid_at is not null)),
      check ((status = 'void') = (voided_at is not null))
    );
    create table invoice_lines (
      id uuid primary key default new_id(),
      invoice_id uuid not null,
      position integer not null,
      description varchar(300) not null,
      quantity integer not null check (quantity > 0),
      unit_price numeric(10,2) not null,
      amount numeric(10,2) not null check (amount = quantity * unit_price)
    );
    create table payments (
      id uuid primary key default new_id(),
      subscription_id uuid not null,
      amount numeric(11,2) not null check (amount > 0),
      currency char(3) not null,
      paid_at timestamptz not null,
      provider varchar(50) not null,
      reference varchar(200),
      created_at timestamptz not null
    );
    create table billing_notices (
      id uuid primary key default new_id(),
      key varchar(200) not null constraint billing_notices_key_unique unique,
      created_at timestamptz not null
    );
  `)
  await platformOwned(trx, 'invoice_counters')
  await tenantOwned(trx, 'invoices', { tenantMay: ['select'] })
  await tenantReference(trx, 'invoices', 'subscription_id', 'subscriptions')
  await tenantOwned(trx, 'invoice_lines', { tenantMay: ['select'] })
  await tenantReference(trx, 'invoice_lines', 'invoice_id', 'invoices')
  await tenantOwned(trx, 'payments', { tenantMay: ['select'] })
  await tenantReference(trx, 'payments', 'subscription_id', 'subscriptions')
  await tenantOwned(trx, 'billing_notices', { tenantMay: [] })
  // One invoice per period, even with concurrent renewals; a void one makes room for another.
  await trx.raw(`
    create unique index invoices_period_unique on invoices (subscription_id, period_start) where status <> 'void';
    create index invoices_newest_index on invoices (issued_at desc, number desc);
    create index invoices_tenant_newest_index on invoices (tenant_id, issued_at desc, number desc);
    create index invoices_status_index on invoices (status, issued_at desc, number desc);
    create index invoices_open_index on invoices (due_at, subscription_id) where status = 'open';
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw('drop table billing_notices, payments, invoice_lines, invoices, invoice_counters')
}

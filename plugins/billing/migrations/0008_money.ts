import type { Knex } from 'knex'

/** Currencies without decimals, whose plans and open invoices may have been written with two. */
const WHOLE = `('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF',
  'XOF', 'XPF')`

/**
 * Amounts have the decimals of their currency, and subscriptions the price that their present period is invoiced at. What
 * is open in a currency without decimals is rounded, so that it can be paid; what was paid stays as it was printed.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table subscription_plans alter column price type numeric;
    alter table invoices alter column subtotal type numeric, alter column tax type numeric,
      alter column total type numeric, alter column amount_paid type numeric, alter column tax_rate type numeric;
    alter table invoice_lines alter column unit_price type numeric, alter column amount type numeric;
    alter table payments alter column amount type numeric;
    alter table subscriptions
      add column billed_price numeric check (billed_price >= 0),
      add column billed_currency char(3),
      add column billed_interval varchar(20) check (billed_interval in ('monthly', 'yearly')),
      add check ((billed_price is null) = (billed_currency is null) and (billed_price is null) = (billed_interval is null));

    set local role trellis_operator;
    update subscription_plans set price = round(price) where currency in ${WHOLE} and price <> round(price);
    update invoice_lines l set unit_price = round(l.unit_price), amount = round(l.unit_price) * l.quantity
      from invoices i
      where i.tenant_id = l.tenant_id and i.id = l.invoice_id and i.status = 'open' and i.currency in ${WHOLE};
    update invoices set subtotal = round(subtotal), tax = round(total) - round(subtotal), total = round(total),
        amount_paid = round(amount_paid)
      where status = 'open' and currency in ${WHOLE};
    update subscriptions s
      set billed_price = p.price, billed_currency = p.currency, billed_interval = p.billing_interval
      from subscription_plans p
      where p.id = s.plan_id and s.status <> 'trialing' and s.past_due_reason is distinct from 'trial-ended';
    reset role
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table subscriptions drop column billed_price, drop column billed_currency, drop column billed_interval;
    alter table payments alter column amount type numeric(11,2);
    alter table invoice_lines alter column unit_price type numeric(10,2), alter column amount type numeric(10,2);
    alter table invoices alter column subtotal type numeric(10,2), alter column tax type numeric(10,2),
      alter column total type numeric(11,2), alter column amount_paid type numeric(11,2),
      alter column tax_rate type numeric(5,2);
    alter table subscription_plans alter column price type numeric(10,2)
  `)
}

import type { Knex } from 'knex'
import { regenerate } from '../database/generated.ts'

const SEARCHED = `' ' || first_name || ' ' || last_name || ' ' || username || coalesce(' ' || email, '')`

/**
 * Folds texts that are searched and compared by one function, the one of `core/contract/fold.ts`, whatever the locale of
 * the database. The indexes of `lower` stay for nodes of the version before.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create function fold(given text) returns text language sql immutable parallel safe as $body$
      select case when octet_length(given) = length(given) then lower(given collate "C") collate "default"
        else replace(replace(replace(translate(regexp_replace(
          lower(normalize(given, NFKD)${await lowering(trx)}) collate "default",
          '[\\u0300-\\u036f\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed]',
          '', 'g'), 'ςıøłđħ', 'σioldh'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe') end
    $body$;

    -- A pattern for like: the text anywhere, in which everything that was typed means itself. Typed % of other widths are
    -- one after folding.
    create function containing(typed text) returns text language sql immutable parallel safe as $body$
      select '%' || replace(replace(replace(fold(typed), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'
    $body$;
  `)
  await numberAlikeUsernames(trx)
  await refuseAlikeAddresses(trx)
  await trx.raw(`
    create unique index users_folded_email_unique on users (tenant_id, fold(email)) nulls not distinct
      where email is not null;
    create unique index users_folded_username_unique on users (tenant_id, fold(username)) nulls not distinct;
    create index users_folded_sign_in_index on users (fold(email));
    create index tenants_folded_search_index on tenants using gin (fold(name || ' ' || admin_email) gin_trgm_ops);
    create index mail_messages_folded_recipient_index on mail_messages using gin (fold(recipient) gin_trgm_ops);
  `)
  await regenerate(trx, 'users', 'search', `fold(${SEARCHED})`)
}

export async function down(trx: Knex): Promise<void> {
  await regenerate(trx, 'users', 'search', `lower(${SEARCHED})`)
  await trx.raw(`
    drop index users_folded_email_unique, users_folded_username_unique, users_folded_sign_in_index,
      tenants_folded_search_index, mail_messages_folded_recipient_index;
    drop function containing;
    drop function fold;
  `)
}

/** Names the collation that knows the case of every script: PostgreSQL 17's own, else that of ICU, else the database's. */
async function lowering(trx: Knex): Promise<string> {
  const { rows } = await trx.raw<{ rows: { name: string }[] }>(
    `select quote_ident(collname) as name from pg_collation
      where collname in ('pg_c_utf8', 'und-x-icu') and collnamespace = 'pg_catalog'::regnamespace
      order by collname limit 1`,
  )
  return rows[0] ? ` collate pg_catalog.${rows[0].name}` : ''
}

/**
 * Numbers usernames that were different by accents alone: the oldest user keeps the name. Students who sign in by name are
 * not among them, since their names have no accents. The process warns of each.
 */
async function numberAlikeUsernames(trx: Knex): Promise<void> {
  await trx.raw('set local role trellis_operator')
  const { rows } = await trx.raw<{ rows: { id: string; was: string; becomes: string }[] }>(`
    with alike as (
      select id, tenant_id, username, row_number() over (
          partition by tenant_id, fold(username) order by email is not null, created_at, id) as number
        from users
    ), free as (
      select a.id, a.username as was, (
          select name from generate_series(a.number, a.number + 1000000) n
            cross join lateral (select left(a.username, 90) || '-' || a.number || coalesce('-' || nullif(n, a.number), '') as name) named
           where not exists (select from users o where o.tenant_id is not distinct from a.tenant_id
             and fold(o.username) = fold(name)) limit 1) as becomes
        from alike a where a.number > 1
    )
    update users u set username = f.becomes from free f where f.id = u.id returning u.id, f.was, f.becomes
  `)
  await trx.raw('reset role')
  for (const { id, was, becomes } of rows)
    process.emitWarning(`The username ${was} of user ${id} is ${becomes} now: another user of the organization has it.`)
}

/** Only a database whose locale is Turkish can hold such addresses. @throws Error which names them */
async function refuseAlikeAddresses(trx: Knex): Promise<void> {
  await trx.raw('set local role trellis_operator')
  const { rows } = await trx.raw<{ rows: { emails: string }[] }>(`
    select string_agg(email, ', ' order by email) as emails from users where email is not null
     group by tenant_id, fold(email) having count(*) > 1
  `)
  await trx.raw('reset role')
  if (rows.length === 0) return
  const named = rows.map(({ emails }) => emails).join('; ')
  throw new Error(`Users of one organization have the same email address. Change one of each first: ${named}`)
}

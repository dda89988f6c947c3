import type { Knex } from 'knex'

/**
 * Parents and students may have no address, and any user may have no password and then cannot sign in. Plans
 * count staff alone, for which there is an index.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table users alter column email drop not null, alter column password_hash drop not null,
      add constraint users_staff_email check (email is not null or role in ('parent', 'student'));
    -- Nulls of an organization are not distinct, so that the addresses that are missing must not be in it.
    drop index if exists users_email_unique;
    create unique index users_email_unique on users (tenant_id, lower(email)) nulls not distinct where email is not null;
    create index users_staff_index on users (tenant_id) where is_active and (role = 'tenant_admin' or role = 'instructor');
  `)
  await searchOf(trx, `username || coalesce(' ' || email, '')`)
}

export async function down(trx: Knex): Promise<void> {
  // The table's owner is subject to its policies too, unless it is a superuser.
  await trx.raw(`
    set local role trellis_operator;
    update users set email = id || '@no-address.invalid' where email is null;
    update users set password_hash = '' where password_hash is null;
    reset role;
    drop index users_staff_index, users_email_unique;
    create unique index users_email_unique on users (tenant_id, lower(email)) nulls not distinct;
    alter table users drop constraint users_staff_email, alter column email set not null,
      alter column password_hash set not null;
  `)
  await searchOf(trx, `username || ' ' || email`)
}

/** Rebuilds the column that a search reads, with every index that holds it: those of plugins, and none in a restore. */
async function searchOf(trx: Knex, names: string): Promise<void> {
  const { rows } = await trx.raw<{ rows: { definition: string }[] }>(`
    select pg_get_indexdef(i.indexrelid) as definition
      from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attname = 'search'
     where i.indrelid = 'users'::regclass
       and exists (select from pg_depend d
                    where d.classid = 'pg_class'::regclass and d.objid = i.indexrelid
                      and d.refobjid = i.indrelid and d.refobjsubid = a.attnum)
  `)
  await trx.raw(`
    alter table users drop column search;
    alter table users add column search text not null generated always as
      (lower(' ' || first_name || ' ' || last_name || ' ' || ${names})) stored;
    ${rows.map(({ definition }) => `${definition};`).join('\n')}
  `)
}

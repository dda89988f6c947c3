import type { Knex } from 'knex'
import { platformOwned } from '#core/server/database/ownership.ts'

/**
 * Logs changes of the number of active users, a row for each statement: counting a million users takes longer than a
 * dashboard may. Rows are only added, so that no transaction waits for another, and are summed up once a day.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table active_user_changes (
      id bigint primary key generated always as identity,
      change bigint not null
    );

    -- Runs as the owner of the table: tenant scopes have no access to it.
    create function note_active_users() returns trigger language plpgsql security definer
      set search_path = public, pg_temp as $$
    declare
      change bigint;
    begin
      if tg_op = 'UPDATE' then
        change := case when new.is_active then 1 else -1 end;
      elsif tg_op = 'INSERT' then
        select count(*) filter (where is_active) into change from changed;
      else
        select -count(*) filter (where is_active) into change from changed;
      end if;
      if change <> 0 then
        insert into active_user_changes (change) values (change);
      end if;
      return null;
    end $$;

    create trigger users_added after insert on users
      referencing new table as changed for each statement execute function note_active_users();
    create trigger users_removed after delete on users
      referencing old table as changed for each statement execute function note_active_users();
    create trigger users_activated after update of is_active on users
      for each row when (old.is_active is distinct from new.is_active) execute function note_active_users();
  `)
  await platformOwned(trx, 'active_user_changes')
  // The table's owner is subject to its policies too, unless it is a superuser.
  await trx.raw('set local role trellis_operator')
  await trx.raw('insert into active_user_changes (change) select count(*) from users where is_active')
  await trx.raw('reset role')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop trigger users_added on users;
    drop trigger users_removed on users;
    drop trigger users_activated on users;
    drop function note_active_users();
    drop table active_user_changes;
  `)
}

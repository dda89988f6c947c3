import type { Knex } from 'knex'

/** Counts as active users only those with an account: contacts, as an import makes many, cannot sign in. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(countingThose('is_active and password_hash is not null'))
  await trx.raw(`
    create or replace trigger users_activated after update of is_active, password_hash on users for each row
      when ((old.is_active and old.password_hash is not null) is distinct from (new.is_active and new.password_hash is not null))
      execute function note_active_users()
  `)
  await noteContacts(trx, '-')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(countingThose('is_active'))
  await trx.raw(`
    create or replace trigger users_activated after update of is_active on users for each row
      when (old.is_active is distinct from new.is_active) execute function note_active_users()
  `)
  await noteContacts(trx, '+')
}

/** @param which the users who are counted, as a condition of SQL */
const countingThose = (which: string) => `
  create or replace function note_active_users() returns trigger language plpgsql security definer
    set search_path = public, pg_temp as $$
  declare
    change bigint;
  begin
    if tg_op = 'UPDATE' then
      select case when ${which} then 1 else -1 end into change from (select new.*) u;
    elsif tg_op = 'INSERT' then
      select count(*) filter (where ${which}) into change from changed;
    else
      select -count(*) filter (where ${which}) into change from changed;
    end if;
    if change <> 0 then
      insert into active_user_changes (change) values (change);
    end if;
    return null;
  end $$`

// The trigger that was replaced before holds writes of users until the commit, so that none is missed.
async function noteContacts(trx: Knex, sign: '+' | '-'): Promise<void> {
  // The table's owner is subject to its policies too, unless it is a superuser.
  await trx.raw('set local role trellis_operator')
  await trx.raw(`
    insert into active_user_changes (change)
      select ${sign}count(*) from users where is_active and password_hash is null
  `)
  await trx.raw('reset role')
}

import type { Knex } from 'knex'

/** Adds an index that lists people by role and name, and a function that checks for references to a user. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create index users_people_index on users (tenant_id, role, last_name, first_name, id) include (is_active, email, search);
    -- Its columns are those that the new one begins with.
    drop index if exists users_role_index;

    -- Whether a row of the organization refers to the user, through any reference that there is, but for the invitation.
    create function is_referred_to(referred uuid) returns boolean language plpgsql stable as $$
    declare
      reference record;
      is_found boolean;
    begin
      for reference in
        select k.conrelid::regclass as referring, a.attname as referring_column
          from pg_constraint k
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[array_upper(k.conkey, 1)]
         where k.contype = 'f' and k.confrelid = 'users'::regclass and k.conrelid <> 'invitations'::regclass
           and has_table_privilege(k.conrelid, 'select')
      loop
        execute format('select exists (select from %s where %I = $1)', reference.referring, reference.referring_column)
          into is_found using referred;
        if is_found then return true; end if;
      end loop;
      return false;
    end $$;
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop function is_referred_to(uuid);
    create index users_role_index on users (tenant_id, role, last_name, first_name);
    drop index users_people_index;
  `)
}

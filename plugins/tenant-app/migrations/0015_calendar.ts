import type { Knex } from 'knex'
import { tenantOwned, tenantReference } from '#core/server/database/ownership.ts'

/**
 * Creates calendar feeds, and the data that calendars need of a session: the number of changes, and the time of a cancellation.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table sessions
      add column sequence integer not null default 0,
      -- null while it is not cancelled.
      add column cancelled_at timestamptz;
    update sessions set cancelled_at = updated_at where status = 'cancelled';

    -- Counted here, whoever changes sessions and how many at once: a calendar ignores a change that does not count up.
    create function sessions_counted() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and (new.name, new.start_date, new.end_date, new.location, new.instructor_id, new.status)
          is distinct from (old.name, old.start_date, old.end_date, old.location, old.instructor_id, old.status) then
        new.sequence := old.sequence + 1;
      end if;
      new.cancelled_at := case when new.status = 'cancelled' then coalesce(new.cancelled_at, new.updated_at) end;
      return new;
    end $$;
    create trigger sessions_counted before insert or update on sessions for each row execute function sessions_counted();

    create table calendar_feeds (
      id uuid primary key default new_id(),
      -- null: the organization's own.
      user_id uuid,
      token_hash bytea not null unique,
      -- Readable with the platform's key alone, to be shown to its owner again.
      sealed_token bytea not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz
    )
  `)
  await tenantOwned(trx, 'calendar_feeds')
  await tenantReference(trx, 'calendar_feeds', 'user_id', 'users')
  await trx.raw('create unique index calendar_feeds_of_whom on calendar_feeds (tenant_id, user_id) nulls not distinct')
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop table calendar_feeds;
    drop trigger sessions_counted on sessions;
    drop function sessions_counted();
    alter table sessions drop column sequence, drop column cancelled_at;
  `)
}

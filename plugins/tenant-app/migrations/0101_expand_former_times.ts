import type { Knex } from 'knex'

/** Keeps the time and the place that a meeting had before it was moved, for any writer: families are shown both. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table session_meetings add former_starts_at timestamptz, add former_ends_at timestamptz;
    alter table sessions add former_location varchar(200);

    create function keep_former_time() returns trigger language plpgsql as $$
    begin
      -- The first time that was announced; none where the meeting is back at it.
      new.former_starts_at := coalesce(old.former_starts_at, old.starts_at);
      new.former_ends_at := coalesce(old.former_ends_at, old.ends_at);
      if (new.former_starts_at, new.former_ends_at) = (new.starts_at, new.ends_at) then
        new.former_starts_at := null;
        new.former_ends_at := null;
      end if;
      return new;
    end $$;

    create trigger session_meetings_former_time before update on session_meetings for each row
      when ((new.starts_at, new.ends_at) is distinct from (old.starts_at, old.ends_at))
      execute function keep_former_time();

    create function keep_former_location() returns trigger language plpgsql as $$
    begin
      -- A session without a place gets one: that moves no one.
      new.former_location := nullif(coalesce(old.former_location, nullif(old.location, '')), new.location);
      return new;
    end $$;

    -- Erasures replace names in places without a new version: what they replace must not stay here.
    create trigger sessions_former_location before update on sessions for each row
      when (new.location is distinct from old.location and new.updated_at is distinct from old.updated_at)
      execute function keep_former_location();
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop trigger sessions_former_location on sessions;
    drop function keep_former_location();
    drop trigger session_meetings_former_time on session_meetings;
    drop function keep_former_time();
    alter table sessions drop former_location;
    alter table session_meetings drop former_starts_at, drop former_ends_at;
  `)
}

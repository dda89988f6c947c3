import type { Knex } from 'knex'

/**
 * What a team has handed in is that of its others too: it stays in the queue with its grades when the enrollment or the
 * account of the one who pressed the button goes.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create function pass_on_work_of_team() returns trigger language plpgsql as $$
      begin
        update lms_work w set user_id = m.user_id, enrollment_id = m.enrollment_id, cycle = m.cycle,
            team_ids = array_remove(w.team_ids, m.user_id)
          from (
            select distinct on (o.hand_in_id) o.hand_in_id, o.user_id, o.enrollment_id, o.cycle
              from lms_hand_in_members o
              where o.tenant_id = old.tenant_id and o.user_id <> (to_jsonb(old) ->> tg_argv[1])::uuid
                and o.hand_in_id in (select s.subject_id from lms_work s where s.tenant_id = old.tenant_id
                  and s.kind = 'hand-in' and case tg_argv[0] when 'user' then s.user_id = old.id else s.enrollment_id = old.id end)
              order by o.hand_in_id, o.joined_at, o.id
          ) m
          where w.tenant_id = old.tenant_id and w.kind = 'hand-in' and w.subject_id = m.hand_in_id;
        return old;
      end $$;
    -- Before what refers to them is deleted.
    create trigger lms_work_of_team before delete on lms_enrollments
      for each row execute function pass_on_work_of_team('enrollment', 'user_id');
    create trigger lms_work_of_team before delete on users
      for each row when (old.tenant_id is not null) execute function pass_on_work_of_team('user', 'id');
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    drop trigger lms_work_of_team on users;
    drop trigger lms_work_of_team on lms_enrollments;
    drop function pass_on_work_of_team();
  `)
}

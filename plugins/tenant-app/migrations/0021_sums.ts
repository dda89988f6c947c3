import type { Knex } from 'knex'

/**
 * Stores with each student sums that a start page would otherwise count among all scores, in the transaction of the scores;
 * and makes an action on many sessions one entry of the activity, which names all of them.
 *
 * - `students.scored`: number of the student's scores. `students.score_percent`: the sum of the scores, each in percent of
 *   its maximum. Both follow from `scores` only, whatever writes them.
 * - `organization_activity.session_ids`: affected sessions of an entry about several; `session_id` is
 *   null then.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table students
      add column scored integer not null default 0,
      add column score_percent numeric not null default 0;
    -- The table's owner is subject to its policies too, unless it is a superuser.
    set local role trellis_operator;
    update students s set scored = c.scored, score_percent = c.percent
      from (
        select tenant_id, student_id, count(*) as scored, sum(100.0 * score / max_score) as percent
        from scores group by tenant_id, student_id
      ) c
      where s.tenant_id = c.tenant_id and s.id = c.student_id;
    reset role;

    -- Once for a statement, however many scores it writes. Each sum is made anew, so that scores of a backup, whose students
    -- have theirs already, are not counted twice; what others write of the same students is waited for and seen.
    create function scores_summed() returns trigger language plpgsql as $$
    declare
      concerned uuid[];
    begin
      if tg_op = 'INSERT' then
        concerned := array(select distinct student_id from added);
      elsif tg_op = 'DELETE' then
        concerned := array(select distinct student_id from removed);
      else
        concerned := array(select student_id from added union select student_id from removed);
      end if;
      perform from students where id = any(concerned) order by id for no key update;
      update students s set (scored, score_percent) = (
          select count(*), coalesce(sum(100.0 * r.score / r.max_score), 0)
          from scores r where r.tenant_id = s.tenant_id and r.student_id = s.id
        )
        where s.id = any(concerned);
      return null;
    end $$;
    create trigger scores_summed_insert after insert on scores
      referencing new table as added for each statement execute function scores_summed();
    create trigger scores_summed_update after update on scores
      referencing old table as removed new table as added for each statement execute function scores_summed();
    create trigger scores_summed_delete after delete on scores
      referencing old table as removed for each statement execute function scores_summed();

    alter table organization_activity add column session_ids uuid[] not null default '{}';
  `)
}

export async function down(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table organization_activity drop column session_ids;
    drop trigger scores_summed_insert on scores;
    drop trigger scores_summed_update on scores;
    drop trigger scores_summed_delete on scores;
    drop function scores_summed();
    alter table students drop column scored, drop column score_percent;
  `)
}

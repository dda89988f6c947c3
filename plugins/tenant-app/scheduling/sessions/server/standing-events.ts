/**
 * SQL: events of the door as `e`, without undone ones, each with `stands`: false for one that repeats the previous state, such
 * as a second check-out, and for the end of the day of a child who had left. They are ordered by the devices' times, since
 * offline devices send events late.
 * @param where condition on `d`
 */
export const standingEvents = (where: string) => `(select o.*,
    o.kind is distinct from o.former and (o.kind <> 'closed' or o.former = 'in') as stands
  from (select d.*, lag(d.kind) over (partition by d.tenant_id, d.meeting_id, d.student_id
        order by d.at, d.recorded_at, d.id) as former
      from door_events d where d.kind <> 'undo' and ${where}
        and not exists (select from door_events u where u.tenant_id = d.tenant_id and u.undoes_id = d.id)) o)`

/** SQL: the last valid event of each child, by `distinct on`. @param where condition on `d` */
export const lastEvents = (where: string) => `(select distinct on (e.tenant_id, e.meeting_id, e.student_id) e.*
  from ${standingEvents(where)} e where e.stands
  order by e.tenant_id, e.meeting_id, e.student_id, e.at desc, e.recorded_at desc, e.id desc)`

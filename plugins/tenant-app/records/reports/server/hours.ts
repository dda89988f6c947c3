/** A session across midnight that is no longer than this meets once, as a lock-in does. */
const LONGEST_MEETING = `interval '16 hours'`

const localTime = (column: string) => `(${column} at time zone $zone)::time`
const localDay = (column: string) => `(${column} at time zone $zone)::date`

/** SQL: true where a session meets on several calendar days instead of once from its start to its end. */
const meetsDaily = (alias: string) => `(${alias}.end_date - ${alias}.start_date > ${LONGEST_MEETING}
  and ${localDay(`${alias}.start_date`)} <> ${localDay(`${alias}.end_date`)})`

/** SQL: begin and end of a daily session on `day`, at the times of day of its start and end. */
const beginOn = (alias: string, day: string) => `greatest(${alias}.start_date,
  (${day} + least(${localTime(`${alias}.start_date`)}, ${localTime(`${alias}.end_date`)})) at time zone $zone)`
const endOn = (alias: string, day: string) => `least(${alias}.end_date,
  (${day} + greatest(${localTime(`${alias}.start_date`)}, ${localTime(`${alias}.end_date`)})) at time zone $zone)`

const minutesBetween = (from: string, to: string) => `greatest(0, date_part('epoch', ${to} - ${from}) / 60)::int`

/**
 * Columns of a session: `meets_daily`, and `minutes` of its first meeting, which are 0 where it is not over yet or was
 * canceled. Takes `$now` and `$zone`, as all of this file does.
 */
export function meetingColumns(alias: string): string {
  const end = `case when ${meetsDaily(alias)} then ${endOn(alias, localDay(`${alias}.start_date`))} else ${alias}.end_date end`
  return `${meetsDaily(alias)} as meets_daily, ${alias}.status <> 'cancelled' as is_held,
    case when ${alias}.status <> 'cancelled' and ${end} <= $now::timestamptz
      then ${minutesBetween(`${alias}.start_date`, end)} else 0 end as minutes`
}

// An entry of the log is about the day of the arrival, else about the one on which it was made; one that was made before or
// after the session is about the nearest day of it.
const markedDay = `least(greatest(${localDay('coalesce(m.arrived_at, m.marked_at)')}, ${localDay('x.start_date')}),
  ${localDay('x.end_date')})`

/**
 * Attended minutes as `t`, for the places in sessions `x` whose marks say more than the first meeting: from arrival to
 * departure within a meeting, and of a session that meets daily the days that were marked as attended, each once.
 */
export const attendedTimes = `day_marks as materialized (
    select distinct on (m.session_id, m.student_id, d.day) m.session_id, m.student_id, m.number, m.mark,
        case when x.is_held and ${endOn('x', 'd.day')} <= $now::timestamptz then ${minutesBetween(
          `greatest(coalesce(m.arrived_at, x.start_date), ${beginOn('x', 'd.day')})`,
          `least(coalesce(m.left_at, x.end_date), ${endOn('x', 'd.day')})`,
        )} else 0 end as minutes
      from x join attendance_marks m on m.session_id = x.id cross join lateral (select ${markedDay} as day) d
      where x.meets_daily
      order by m.session_id, m.student_id, d.day, m.number desc
  ), t as materialized (
    select m.session_id, m.student_id, m.number, ${minutesBetween(
      'greatest(coalesce(m.arrived_at, x.start_date), x.start_date)',
      'least(coalesce(m.left_at, x.end_date), x.end_date)',
    )} as minutes
      from x join attendance_marks m on m.session_id = x.id
      where not x.meets_daily and x.minutes > 0 and (m.arrived_at is not null or m.left_at is not null)
    union all
    select session_id, student_id, max(number), coalesce(sum(minutes) filter (where mark in ('present', 'late')), 0)::int
      from day_marks group by session_id, student_id
  )`

/** Attended minutes of place `p` in session `x`, with `t` joined where there is one. */
export const attendedMinutes = 'coalesce(t.minutes, x.minutes)'
export const joinedTimes = `left join t on t.session_id = p.session_id and t.student_id = p.student_id
  and t.number = p.attendance_number`

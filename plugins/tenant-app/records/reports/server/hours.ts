const countedOf = (minutes: string) => `case when x.is_held then ${minutes} else 0 end`

/** SQL: assumed minutes of attendance `a` that count; none where the organization counts recorded times only. */
const assumed = `case when (select g.counts_recorded_only from attendance_settings g) then 0 else a.minutes_assumed end`

/** SQL: minutes of attendance `a` at meeting `x`; none before its end, and none where it or its session is canceled. */
export const countedMinutes = countedOf(`a.minutes - a.minutes_assumed + ${assumed}`)
export const assumedMinutes = countedOf(assumed)

/** SQL: true where meeting `m` of session `s` took place and is over at `$now`. */
export const isHeld = `(s.status <> 'cancelled' and m.status <> 'cancelled' and m.ends_at <= $now::timestamptz)`

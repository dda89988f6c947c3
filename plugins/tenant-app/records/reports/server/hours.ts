const countedOf = (column: string) => `case when x.is_held then a.${column} else 0 end`

/** SQL: minutes of attendance `a` at meeting `x`; none before its end, and none where it or its session is canceled. */
export const countedMinutes = countedOf('minutes')
export const assumedMinutes = countedOf('minutes_assumed')

/** SQL: true where meeting `m` of session `s` took place and is over at `$now`. */
export const isHeld = `(s.status <> 'cancelled' and m.status <> 'cancelled' and m.ends_at <= $now::timestamptz)`

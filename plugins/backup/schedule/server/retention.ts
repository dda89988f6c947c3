/** Backup to keep or to remove. */
export interface Kept {
  id: string
  /** Time at which it was made. */
  timestamp: string
}

export interface Retention {
  keepDaily: number
  keepWeekly: number
  keepMonthly: number
  timeZone: string
}

/**
 * The backups that retention keeps: the newest of each of the last days, weeks and months that have one, in the zone of
 * the schedule. Weeks begin on Mondays. Days without a backup do not count: a platform that was off for a month has its
 * fourteen daily ones from before.
 */
export function keptOf<B extends Kept>(backups: readonly B[], retention: Retention): Set<B> {
  const newestFirst = backups.toSorted((a, b) => b.timestamp.localeCompare(a.timestamp))
  const kept = new Set<B>()
  const keep = (limit: number, periodOf: (day: string) => string) => {
    const periods = new Set<string>()
    for (const backup of newestFirst) {
      const period = periodOf(dayOf(backup.timestamp, retention.timeZone))
      if (periods.has(period)) continue
      if (periods.size === limit) return
      periods.add(period)
      kept.add(backup)
    }
  }
  keep(retention.keepDaily, (day) => day)
  keep(retention.keepWeekly, mondayOf)
  keep(retention.keepMonthly, (day) => day.slice(0, 7))
  return kept
}

const calendars = new Map<string, Intl.DateTimeFormat>()

/** '2026-11-21' where the zone is. */
function dayOf(timestamp: string, timeZone: string): string {
  let calendar = calendars.get(timeZone)
  if (!calendar) {
    calendar = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    calendars.set(timeZone, calendar)
  }
  return calendar.format(new Date(timestamp))
}

function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}

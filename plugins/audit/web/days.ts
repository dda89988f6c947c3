import { toWallTime } from '#core/web/ui/fields/zonedTime.ts'
import type { AuditLog } from '../contract.ts'

export interface Day {
  key: string
  /** 'Today', 'Yesterday', or the date with its weekday. */
  label: string
  acts: AuditLog[]
}

const DAY_MS = 86_400_000

/** Puts entries, in their order, under the days of a zone: the one in which their times are shown. */
export function daysOf(acts: readonly AuditLog[], now: Date, zone: string): Day[] {
  const today = toWallTime(now.toISOString(), zone).slice(0, 10)
  const days: Day[] = []
  for (const act of acts) {
    const key = toWallTime(act.createdAt, zone).slice(0, 10)
    const last = days.at(-1)
    if (last?.key === key) last.acts.push(act)
    else days.push({ key, label: labelOf(key, today), acts: [act] })
  }
  return days
}

const words = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeZone: 'UTC' })

function labelOf(day: string, today: string): string {
  if (day === today) return 'Today'
  if (Date.parse(day) === Date.parse(today) - DAY_MS) return 'Yesterday'
  return words.format(Date.parse(day))
}

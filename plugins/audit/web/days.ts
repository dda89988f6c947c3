import type { AuditLog } from '../contract.ts'

export interface Day {
  key: string
  /** 'Today', 'Yesterday', or the date with its weekday. */
  label: string
  acts: AuditLog[]
}

/** Entries in their order under the days of the browser's zone. */
export function daysOf(acts: readonly AuditLog[], now: Date): Day[] {
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  const days: Day[] = []
  for (const act of acts) {
    const date = new Date(act.createdAt)
    const key = date.toDateString()
    const last = days.at(-1)
    if (last?.key === key) last.acts.push(act)
    else days.push({ key, label: labelOf(date, now, yesterday), acts: [act] })
  }
  return days
}

function labelOf(date: Date, now: Date, yesterday: Date): string {
  if (date.toDateString() === now.toDateString()) return 'Today'
  if (date.toDateString() === yesterday.toDateString()) return 'Yesterday'
  return date.toLocaleDateString(undefined, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' })
}

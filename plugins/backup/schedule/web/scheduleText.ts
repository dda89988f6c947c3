import { defaultSchedule } from '../contract.ts'
import type { ScheduleChange } from '../contract.ts'

/** Describes when backups are made: the specification's words for the default, the time and its zone for others. */
export function scheduleText({ time, timeZone }: Pick<ScheduleChange, 'time' | 'timeZone'>): string {
  const isDefault = time === defaultSchedule.time && timeZone === defaultSchedule.timeZone
  return isDefault ? '2:00 AM EST' : `${timeText(time)} (${timeZone.replaceAll('_', ' ')})`
}

/** '14:30' as '2:30 PM'. */
function timeText(time: string): string {
  const words = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
  return words.format(new Date(`2000-01-01T${time}Z`))
}

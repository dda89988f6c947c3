import { notificationSetting } from '../../shared/server/notifications.ts'
import { afterQuietHours } from '../../shared/server/quiet-hours.ts'

/** Hour of the evening email. */
const EVENING = '18:00'

const local = (moment: string, zone: string) => `(${moment} at time zone ${zone})`

/** The next evening at 6 PM by the clock of a zone. */
export const nextEvening = (moment: string, zone: string) => `(case
  when ${local(moment, zone)}::time <= '${EVENING}' then (${local(moment, zone)}::date + time '${EVENING}') at time zone ${zone}
  else (${local(moment, zone)}::date + 1 + time '${EVENING}') at time zone ${zone} end)`

const weekday = notificationSetting('digest_weekday', '$tenantId')
const hour = notificationSetting('digest_hour', '$tenantId')

/** The next time of the organization's weekly digest, out of quiet hours; takes `$tenantId`. */
export const nextWeekly = (moment: string, zone: string) => {
  const day = `(${local(moment, zone)}::date + (${weekday} - extract(isodow from ${local(moment, zone)})::int + 7) % 7)`
  const on = (days: number) => `((${day} + ${days} + make_interval(hours => ${hour})) at time zone ${zone})`
  return afterQuietHours(`(case when ${on(0)} >= ${moment} then ${on(0)} else ${on(7)} end)`, zone)
}

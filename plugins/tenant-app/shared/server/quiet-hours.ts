/** Times of the organization's day between which no announcement or conversation is emailed. */
const QUIET_FROM = '21:00'
const QUIET_UNTIL = '07:00'

const local = (moment: string, zone: string) => `(${moment} at time zone ${zone})`

/** The first moment from one on that is not in quiet hours, by the clock of a zone. @param moment SQL @param zone SQL */
export const afterQuietHours = (moment: string, zone: string) => `(case
  when ${local(moment, zone)}::time < '${QUIET_UNTIL}' then (${local(moment, zone)}::date + time '${QUIET_UNTIL}') at time zone ${zone}
  when ${local(moment, zone)}::time >= '${QUIET_FROM}' then (${local(moment, zone)}::date + 1 + time '${QUIET_UNTIL}') at time zone ${zone}
  else ${moment} end)`

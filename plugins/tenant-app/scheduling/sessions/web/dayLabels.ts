/** Formats a day of the organization's calendar: `Tue, Jul 13`. */
export const dayText = (day: string) =>
  new Intl.DateTimeFormat(undefined, { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00Z`),
  )

/** Formats the times of a day: `9:00 AM – 4:00 PM`. */
export const clockText = (start: string, end: string, timeZone: string) =>
  new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit', timeZone }).formatRange(
    new Date(start),
    new Date(end),
  )

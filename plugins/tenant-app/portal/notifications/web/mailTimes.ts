// January 1, 2024 was a Monday.
const dayName = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' })
const hourName = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })

/** @param weekday from 1, Monday, to 7 */
const weekdayText = (weekday: number) => dayName.format(Date.UTC(2024, 0, weekday))

const hourText = (hour: number) => hourName.format(Date.UTC(2024, 0, 1, hour))

/** Formats a weekday and hour as `on Sundays at 5:00 PM`. */
export const mailTimeText = (weekday: number, hour: number) => `on ${weekdayText(weekday)}s at ${hourText(hour)}`

export const weekdayOptions = Array.from({ length: 7 }, (_, index) => ({
  id: index + 1,
  label: weekdayText(index + 1),
}))
export const hourOptions = Array.from({ length: 24 }, (_, hour) => ({ id: hour, label: hourText(hour) }))

export { countText } from '../contract/count-text.ts'

// Formatters are made when they are used: the first one loads the words of a language, which takes megabytes.

/** Things in a row: `plans, users, and sessions`. */
export function listText(things: readonly string[]): string {
  return new Intl.ListFormat('en-US').format(things)
}

/** The day of an instant: `November 21, 2026`. */
export function longDate(instant: string, timeZone = 'UTC'): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(new Date(instant))
}

export { countText } from '../contract/count-text.ts'
export { listText } from '../contract/list-text.ts'

/**
 * The day of an instant for an English sentence, such as one of an email to someone else than the caller:
 * `November 21, 2026`. The formatter is made when it is used, as that of `listText`.
 */
export function longDate(instant: string, timeZone = 'UTC'): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(new Date(instant))
}

import { useNow } from './useNow.ts'
import { useZone } from './zone.ts'

/** Returns a test whether the organization's present day is that of an instant, or between the days of two. */
export function useIsToday(): (start: string, end?: string) => boolean {
  const zone = useZone()
  const now = useNow()
  const format = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: zone })
  const dayOf = (instant: string | number) => format.format(new Date(instant))
  return (start, end = start) => dayOf(start) <= dayOf(now) && dayOf(now) <= dayOf(end)
}

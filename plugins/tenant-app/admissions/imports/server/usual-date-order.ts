import type { DateOrder } from '../contract.ts'

/** Regions where dates are written with the month first (Unicode CLDR, short dates). */
const MONTH_FIRST_REGIONS = ['US', 'PR', 'GU', 'VI', 'AS', 'MP', 'FM', 'MH', 'PW', 'PH']

// TypeScript's types lack it (ECMA-402, Intl Locale Info).
interface LocaleInfo extends Intl.Locale {
  getTimeZones(): string[] | undefined
}

const monthFirstZones = new Set(
  MONTH_FIRST_REGIONS.flatMap((region) => (new Intl.Locale(`und-${region}`) as LocaleInfo).getTimeZones() ?? []),
)

/** Returns the usual order of day and month in a zone: `Europe/London` has the day first, unknown zones the month. */
export const usualDateOrder = (zone: string): DateOrder =>
  zone === 'UTC' || zone.startsWith('Etc/') || monthFirstZones.has(zone) ? 'month-first' : 'day-first'

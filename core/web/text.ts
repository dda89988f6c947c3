import { createElement, Fragment, type ReactNode } from 'react'
import { partsOf, readersLanguage, readersLocale, t, type Placeholders } from '../contract/text.ts'

export { readersLanguage as pageLanguage, t } from '../contract/text.ts'

/**
 * Locale of numbers, dates and lists on the page: the browser's own where it is one of the page's language. Arabic ones
 * have other digits and calendars than texts of the server, so that they are not taken.
 */
export function pageLocale(): string {
  const [own = ''] = typeof document === 'undefined' ? [] : navigator.languages
  const usual = readersLocale()
  return own.split('-')[0] === readersLanguage() && !usual.includes('-u-') && isLocale(own) ? own : usual
}

/** False for names that `Intl` refuses, as `en-US@posix` of a browser that was started without a language. */
function isLocale(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length > 0
  } catch {
    return false
  }
}

/** Translates a text with elements in it: `rich('Until {day}', { day: <DateTime value={day} /> })`. */
export function rich<Text extends string>(text: Text, values: Record<Placeholders<Text>, ReactNode>): ReactNode {
  return createElement(Fragment, null, ...(partsOf(t<string>(text), values) as ReactNode[]))
}

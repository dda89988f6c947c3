import { fold } from '#core/contract/fold.ts'

/** Languages of month names in the lists of our schools. */
const LANGUAGES = 'en en-GB es fr de pt it nl pl cs sv tr sk hu ro da nb fi el ru uk bg'.split(' ')

const numbers = new Map<string, string>()
for (const language of LANGUAGES) {
  for (const style of ['long', 'short'] as const) {
    // The day makes the month take the form that it has in dates: `maja`, not `maj`.
    const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: style, timeZone: 'UTC' })
    for (let month = 0; month < 12; month++) {
      const part = format.formatToParts(Date.UTC(2016, month, 1)).find(({ type }) => type === 'month')
      const name = fold(part?.value ?? '').replaceAll('.', '')
      if (!numbers.has(name)) numbers.set(name, String(month + 1))
    }
  }
}

/** Returns the number of a month by its name or short form: `4` for `April`, `avr.` and `kwietnia`. */
export const monthNumber = (name: string): string | undefined => numbers.get(fold(name))

/** Language of the texts in the code. */
export const SOURCE_LANGUAGE = 'en'

/** Language with accents on every English text, by which tests find texts that are not translated. */
export const PSEUDO_LANGUAGE = 'en-XA'

const shape = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/

/** Cookie with the language that a browser was last read in, for pages before a sign-in. */
export const LANGUAGE_COOKIE = 'trellis-language'

/** A language as `es`, `pt-BR` or `zh-Hans`. */
export const isLanguageCode = (code: string): boolean => shape.test(code)

/** Locales whose numbers and dates organizations in the United States expect; digits are the same on every screen. */
const locales: Record<string, string> = { en: 'en-US', es: 'es-US', ar: 'ar-u-nu-latn', 'en-XA': 'en-US' }

/** Locale by which numbers, dates and lists of a language are written. */
export const formatLocale = (language: string): string => locales[language] ?? language

/** Name of a language in itself: `español`. */
export const languageName = (language: string): string =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language

const rightToLeft = new Set(['ar', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi'])
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  rightToLeft.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr'

interface Wishes {
  /** Language that the person has chosen. */
  chosen?: string | null | undefined
  /** Language that this browser was last read in before a sign-in. */
  remembered?: string | undefined
  /** `Accept-Language` of the browser. */
  accepted?: string | undefined
  offered: readonly string[]
  fallback: string
}

/** Chooses the language to read in. @param wishes.offered those of the organization */
export function chooseLanguage({ chosen, remembered, accepted = '', offered, fallback }: Wishes): string {
  const own = [chosen, remembered].find((code) => code && offered.includes(code))
  if (own) return own
  for (const part of accepted.split(',', 20)) {
    const [code = ''] = part.split(';')
    const [base = ''] = code.trim().split('-')
    const found = offered.find((one) => one === code.trim()) ?? offered.find((one) => one === base)
    if (found) return found
  }
  return offered.includes(fallback) ? fallback : SOURCE_LANGUAGE
}

import { formatLocale, SOURCE_LANGUAGE } from './languages.ts'

/** Names between the braces of a text. */
export type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

type Values<Text extends string, Value> = [Placeholders<Text>] extends [never]
  ? []
  : [values: Record<Placeholders<Text>, Value>]

/** Text that a language has several forms of, by number: `{ one: '…', other: '…' }`, as `Intl.PluralRules` names them. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>>

/** Texts of a language, by the English text. */
export type Catalog = Record<string, string | Forms>

type Rest<Many extends string> = Exclude<Placeholders<Many>, 'count'>

export interface Translator {
  /** Returns the text in the reader's language: `t('Edit {name}', { name })`. The English text is written where it is shown. */
  <Text extends string>(text: Text, ...values: Values<Text, string | number>): string
  /** Chooses by a number: `t.count(n, '{count} email was sent.', '{count} emails were sent.')`. */
  count: <Many extends string>(
    count: number,
    one: string,
    many: Many,
    ...values: [Rest<Many>] extends [never] ? [] : [values: Record<Rest<Many>, string | number>]
  ) => string
}

/** Marks an English text that is translated later, where it is shown: `const REQUIRED = translated('Enter a name')`. */
export const translated = <Text extends string>(text: Text): Text => text

const placeholder = /\{(\w+)\}/

/** Splits a text at its braces, with the values in their place. */
export const partsOf = (text: string, values: Record<string, unknown>): unknown[] =>
  text.split(placeholder).map((part, index) => (index % 2 === 1 ? values[part] : part))

/** @param find a language's entry for an English text; undefined where it is not translated yet */
function translator(language: () => string, find: (text: string) => string | Forms | undefined): Translator {
  const written = (value: unknown) =>
    typeof value === 'number' ? value.toLocaleString(formatLocale(language())) : String(value)
  const fill = (text: string, values?: Record<string, unknown>) =>
    values
      ? partsOf(text, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, written(value)]))).join(
          '',
        )
      : text
  const t = (text: string, values?: Record<string, unknown>) => {
    const found = find(text)
    return fill(typeof found === 'string' ? found : text, values)
  }
  t.count = (count: number, one: string, many: string | Forms, values?: Record<string, unknown>) => {
    // A production build has put the forms in the place of the text.
    const found = typeof many === 'object' ? many : find(many)
    const english = { one, ...(typeof many === 'string' && { other: many }) }
    const isTranslated = typeof found === 'object'
    const forms: Forms = isTranslated ? found : english
    const rule = new Intl.PluralRules(isTranslated ? language() : SOURCE_LANGUAGE).select(count)
    return fill(forms[rule] ?? forms.other ?? '', { count, ...values })
  }
  return t as Translator
}

interface Reader {
  language: () => string
  find: (text: string) => string | Forms | undefined
}

// The build has put the words of the language in the place of the English ones: web/build/texts.ts.
let reader: Reader = {
  language: () =>
    (typeof document === 'undefined' ? SOURCE_LANGUAGE : document.documentElement.lang) || SOURCE_LANGUAGE,
  find: () => undefined,
}

/** Sets how texts are found; the server does, which has readers of many languages at once. @returns how they were found */
export function readBy(own: Reader): Reader {
  const former = reader
  reader = own
  return former
}

/** Language of the reader: on a page that of the page, on the server that of the request or email. */
export const readersLanguage = (): string => reader.language()

/** Locale of numbers, dates and lists of the reader. */
export const readersLocale = (): string => formatLocale(readersLanguage())

export const t = translator(readersLanguage, (text) => reader.find(text))

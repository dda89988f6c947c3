import { contactWords, type ContactWords } from './words.ts'

/** Builds a pattern that matches any of the given ones, longest first. */
export const matchAnyOf = (patterns: readonly string[]): string =>
  `(?:${[...new Set(patterns)].toSorted((one, other) => other.length - one.length).join('|')})`

/** Builds a pattern that matches the words of any language. */
export const matchInAnyLanguage = (wordsOf: (language: ContactWords) => readonly string[]): string =>
  matchAnyOf(Object.values(contactWords).flatMap(wordsOf))

/** Builds a pattern that matches another one without adjacent letters or digits. */
export const matchAlone = (pattern: string): string => String.raw`(?<![\p{L}\d])${pattern}(?![\p{L}\d])`

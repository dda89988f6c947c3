import { contactWords, type ContactWords } from './words.ts'

/** Writes a pattern that matches any of some patterns. The longest come first. */
export const matchAnyOf = (patterns: readonly string[]): string =>
  `(?:${[...new Set(patterns)].toSorted((one, other) => other.length - one.length).join('|')})`

/** Writes a pattern that matches what any language has for something. */
export const matchInAnyLanguage = (wordsOf: (language: ContactWords) => readonly string[]): string =>
  matchAnyOf(Object.values(contactWords).flatMap(wordsOf))

/** Writes a pattern that matches another with neither letter nor digit beside it. */
export const matchAlone = (pattern: string): string => String.raw`(?<![\p{L}\d])${pattern}(?![\p{L}\d])`

import { splitMarks, type MarkedText } from './mark-contract.ts'

/** Position of a blank in the text of a question. */
const BLANK = /\{(\d{1,3})\}/g

/** Matches a formula as in `text-contract.ts`, with its own braces, or a blank; one literal, so that its speed is checked. */
const FORMULA_OR_BLANK = /\\\([^]{1,1000}?\\\)|\\\[[^]{1,1000}?\\\]|\{(\d{1,3})\}/g

/**
 * Splits the text of a question into the texts between its blanks, and their numbers from 1. Texts from before formulas were
 * supported may have blanks between `\(` and `\)`: they count as blanks if the question lacks them otherwise.
 * @param count of the blanks of the question; left out if unknown
 */
export function splitPrompt(prompt: string, count?: number): (string | number)[] {
  const parts = splitAt(FORMULA_OR_BLANK, prompt)
  if (count === undefined || hasBlanks(parts, count)) return parts
  const all = splitAt(BLANK, prompt)
  return hasBlanks(all, count) ? all : parts
}

/** Checks if the parts contain each blank up to `count` once, and no other. */
export function hasBlanks(parts: readonly (string | number)[], count: number): boolean {
  const numbers = parts.filter((part) => typeof part === 'number')
  return numbers.length === count && new Set(numbers).size === count && numbers.every((at) => at >= 1 && at <= count)
}

/** Replaces each blank. */
export const fillPrompt = (prompt: string, write: (number: number) => string, count?: number): string =>
  splitPrompt(prompt, count)
    .map((part) => (typeof part === 'number' ? write(part) : part))
    .join('')

/** Splits the text of a question at its blanks, and at its bold and italic marks, which may span blanks. */
export function splitMarkedPrompt(prompt: string, count: number): (MarkedText | number)[] {
  const filled = fillPrompt(prompt, (number) => `\uFDD0${number}\uFDD0`, count)
  return splitMarks(filled).flatMap((part) =>
    part.text
      .split('\uFDD0')
      .map((text, place) => (place % 2 === 1 ? Number(text) : { ...part, text }))
      .filter((one) => typeof one === 'number' || one.text !== ''),
  )
}

function splitAt(pattern: RegExp, prompt: string): (string | number)[] {
  const parts: (string | number)[] = []
  let end = 0
  for (const { index, 0: found, 1: number } of prompt.matchAll(pattern)) {
    if (number === undefined) continue
    parts.push(prompt.slice(end, index), Number(number))
    end = index + found.length
  }
  return [...parts, prompt.slice(end)].filter((part) => part !== '')
}

import { formatMarks, hasMarks, splitMarks } from './mark-contract.ts'

/** Matches a LaTeX formula within a text: `\(…\)` inline, `\[…\]` on its own line. */
const FORMULA = /\\\(([^]{1,1000}?)\\\)|\\\[([^]{1,1000}?)\\\]/g

export interface TextFormula {
  latex: string
  isDisplayed: boolean
  /** Source of the formula, with its brackets. */
  source: string
}

/** Formats a formula as `splitFormulas` reads it. */
export const formatFormula = (latex: string, isDisplayed = false): string =>
  isDisplayed ? `\\[${latex}\\]` : `\\(${latex}\\)`

/** Splits a text of a question into words and formulas. */
export function splitFormulas(text: string): (string | TextFormula)[] {
  const parts: (string | TextFormula)[] = []
  let end = 0
  for (const found of text.matchAll(FORMULA)) {
    if (found.index > end) parts.push(text.slice(end, found.index))
    parts.push({ latex: (found[1] ?? found[2] ?? '').trim(), isDisplayed: found[1] === undefined, source: found[0] })
    end = found.index + found[0].length
  }
  if (end < text.length) parts.push(text.slice(end))
  return parts
}

/** Shortens a text to one line, for lists, without cutting a formula; its marks stay. */
export function shortenText(text: string, maxLength: number): string {
  let room = maxLength
  const parts = splitMarks(text).map((part) => {
    if (room < 0) return { ...part, text: '' }
    const shortened = shortenWords(part.text, room)
    room = shortened.room
    return { ...part, text: shortened.line }
  })
  return formatMarks(parts.filter((part) => part.text !== ''))
}

/** Shortens a text to a number of characters. A negative remaining room means that some were left out. */
function shortenWords(text: string, maxLength: number): { line: string; room: number } {
  let line = ''
  let room = maxLength
  for (const part of splitFormulas(text)) {
    const words = typeof part === 'string' ? part.replaceAll(/\s+/g, ' ') : formatFormula(part.latex)
    const length = typeof part === 'string' ? words.length : part.latex.length
    if (length > room) {
      const cut = typeof part === 'string' ? words.slice(0, Math.max(0, room - 1)) : ''
      return { line: `${line}${cut}…`, room: -1 }
    }
    line += words
    room -= length
  }
  return { line, room }
}

/** Checks if a text is more than letters: it has a formula, or bold or italic words. */
export const isFormatted = (text: string): boolean => text.search(FORMULA) >= 0 || hasMarks(text)

/** Converts formulas to their LaTeX and removes marks, for places that cannot render them. */
export const toPlainText = (text: string): string =>
  splitMarks(text)
    .flatMap((marked) => splitFormulas(marked.text))
    .map((part) => (typeof part === 'string' ? part : part.latex))
    .join('')

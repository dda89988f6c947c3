/**
 * Separator of texts within a cell of a question file: a word surrounded by spaces. A text that contains it gets a backslash
 * before it, and one that contains it with backslashes gets one more, so that each is read back unchanged.
 */
export interface CellMark {
  /** Joins texts with the mark. */
  join: (texts: readonly string[]) => string
  split: (cell: string) => string[]
}

function cellMark(sign: string): CellMark {
  const escapedSign = sign.replaceAll('|', String.raw`\|`)
  const inText = new RegExp(String.raw`(?<=^|\s)(?=\\*${escapedSign}(?:\s|$))`, 'g')
  const escaped = new RegExp(String.raw`(?<=^|\s)\\(?=\\*${escapedSign}(?:\s|$))`, 'g')
  const between = new RegExp(String.raw`\s${escapedSign}(?=\s)`)
  return {
    join: (texts) => texts.map((text) => text.replaceAll(inText, '\\')).join(` ${sign} `),
    split: (cell) => cell.split(between).map((text) => text.replaceAll(escaped, '').trim()),
  }
}

/** Separates an answer from its feedback. */
export const feedbackMark = cellMark('#')
/** Separates a prompt from its match. */
export const matchMark = cellMark('->')
/** Separates accepted answers. */
export const acceptedMark = cellMark('|')

/** Joins texts with commas or semicolons; one within a text is escaped by a backslash. */
export const joinWith = (sign: ',' | ';', texts: readonly string[]): string =>
  texts.map((text) => text.replaceAll(/[\\,;]/g, String.raw`\$&`)).join(`${sign} `)

export function splitAt(sign: ',' | ';', cell: string): string[] {
  const texts = ['']
  for (const [part] of cell.matchAll(/\\[\\,;]|[^]/g)) {
    if (part === sign) texts.push('')
    else texts[texts.length - 1] += part.length > 1 ? part.slice(1) : part
  }
  return texts.map((text) => text.trim())
}

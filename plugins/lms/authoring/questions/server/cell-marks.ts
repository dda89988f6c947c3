/**
 * Separator of the texts within a cell of a question file: a word of its own, with spaces around it. A text that holds it
 * gets a backslash before it, and one that holds it with backslashes one more, so that each is read as it was.
 */
export interface CellMark {
  /** Texts as one, parted by the mark. */
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

/** Between an answer and what is said to those who choose it. */
export const feedbackMark = cellMark('#')
/** Between what is matched and its match. */
export const matchMark = cellMark('->')
/** Between answers that are right alike. */
export const acceptedMark = cellMark('|')

/** Texts with commas or semicolons between them; one that belongs to a text has a backslash before it. */
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

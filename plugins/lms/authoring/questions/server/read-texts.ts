import { MAX_TAG_LENGTH } from '../bank-contract.ts'
import type { QuestionPicture } from '../contract.ts'
import { hasMarks, stripMarks } from '../mark-contract.ts'
import { formatFormula } from '../text-contract.ts'
import { hasMarkup, readMarkup, type FindPicture } from './read-markup.ts'

/** Question as read, or the problem with it, with its first line, from 1; and notes on converted or left-out parts. */
export type ReadQuestion = { line: number; tags: string[]; notes: string[] } & (
  | { question: object }
  | { problem: string }
)

export const FEEDBACK_NOTE = 'Feedback to single answers is imported only where learners choose one'

/** Note on options that are neither correct nor wrong: grading has no weights. */
export const PARTIAL_NOTE = 'Answers that give part of the points give none here'
/** Note on such answers to questions that list only correct ones. */
export const PARTIAL_LEFT_OUT_NOTE = 'Answers that give part of the points are left out'

/** Parts that questions of all types have, as read. */
export interface AskedQuestion {
  id: string
  prompt: string
  explanation: string
  points: number
  pictures?: QuestionPicture[]
}

/** Reason why an item cannot become a question, as a message for its author. */
export class QuestionProblem extends Error {}

/** Formats of texts in Moodle. */
export type TextFormat = 'html' | 'moodle' | 'plain' | 'markdown'

/** Reads the texts of one question, and collects notes on changes. */
export interface TextReader {
  /** @throws QuestionProblem if it depends on a picture or the like */
  read: (written: string, format: TextFormat) => string
  /** Reads a text that may have pictures, and includes those that are found. */
  readWithPictures: (
    written: string,
    format: TextFormat,
    findPicture: FindPicture | undefined,
  ) => { text: string; pictures?: QuestionPicture[] }
  /** Adds a note on a change, as a sentence. */
  note: (words: string) => void
  notes: () => string[]
}

export function newTextReader(): TextReader {
  const notes = new Set<string>()
  const readHtml = (html: string, findPicture?: FindPicture) => {
    const { text, notes: found, problem, pictures } = readMarkup(html, findPicture)
    if (problem) throw new QuestionProblem(problem)
    for (const words of found) notes.add(words)
    return { text, pictures }
  }
  const readText = (given: string, format: TextFormat, findPicture?: FindPicture) => {
    const written = format === 'html' || format === 'moodle' ? readDollars(given) : given
    if (hasMarks(given.replaceAll(TAG, '')))
      notes.add('Words between [b] and [/b] are bold here, and between [i] and [/i] in italics')
    if (format === 'html') return readHtml(written, findPicture)
    const text = format === 'markdown' ? readMarkdownMarks(written.trim()) : written.trim()
    if (format === 'markdown') {
      const [picture] = /!\[[^[\]]{0,200}\]/.exec(text) ?? []
      if (picture) throw new QuestionProblem(`Its picture ${picture.slice(1)} cannot be imported`)
      if (/[*_`#|>[\]]/.test(stripMarks(text)))
        notes.add('Markdown is imported as plain text, but for bold and italics')
      return { text, pictures: [] }
    }
    if (format === 'plain' || !hasMarkup(text)) return { text, pictures: [] }
    return readHtml(
      text.replaceAll(/(<[^<>]*>)|\r\n|\r|\n/g, (_, tag?: string) => tag ?? '<br>'),
      findPicture,
    )
  }
  return {
    note: (words) => void notes.add(words),
    notes: () => [...notes],
    read: (written, format) => readText(written, format).text,
    readWithPictures(written, format, findPicture) {
      const { text, pictures } = readText(written, format, findPicture)
      if (pictures.length === 0) return { text }
      notes.add('Its pictures are shown above its text')
      // A question that consists of a picture alone takes its description as the text.
      return { text: text || pictures.map(({ alt }) => alt).find(Boolean) || '', pictures }
    },
  }
}

/**
 * Converts bold and italics of Markdown. Asterisks and underscores within a word, as in a formula or a name, and in code stay.
 */
const readMarkdownMarks = (text: string) =>
  text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : readStars(part)))
    .join('')

const readStars = (text: string) =>
  text
    .replaceAll(/(?<![\w*\\])\*\*(?=[^\s*])([^*]{1,1000})(?<=\S)\*\*(?![\w*])/g, '[b]$1[/b]')
    .replaceAll(/(?<![\w\\])__(?=[^\s_])([^_]{1,1000})(?<=\S)__(?!\w)/g, '[b]$1[/b]')
    .replaceAll(/(?<![\w*\\])\*(?=[^\s*])([^*]{1,1000})(?<=\S)\*(?![\w*])/g, '[i]$1[/i]')
    .replaceAll(/(?<![\w\\])_(?=[^\s_])([^_]{1,1000})(?<=\S)_(?!\w)/g, '[i]$1[/i]')

const TAG = /<[a-z!/][^<>]*>/gi

/** Converts Moodle's formulas between two dollar signs to ones between brackets. */
const readDollars = (text: string) =>
  text.replaceAll(/<[a-z!/][^<>]*>|\$\$([^$<]{1,1000})\$\$/gi, (written, latex?: string) =>
    latex === undefined ? written : formatFormula(latex, true),
  )

/** Shortens tags that are too long, with a note. */
export function fitTags(tags: readonly string[], note: TextReader['note']): string[] {
  const fitting = tags.map((tag) => tag.trim().replaceAll(/\s+/g, ' ')).filter(Boolean)
  return fitting.map((tag) => {
    if (tag.length <= MAX_TAG_LENGTH) return tag
    note(`The tag “${tag.slice(0, 80)}” is shortened to ${MAX_TAG_LENGTH} characters`)
    return tag.slice(0, MAX_TAG_LENGTH).trim()
  })
}

export interface WeighedAnswer {
  /** Percent of the points; negative for a penalty. */
  weight: number
}

const isNear = (one: number, other: number) => Math.abs(one - other) < 0.02

/** Notes weights that count differently here: correct answers share the points, and each wrong one deducts a share. */
export function noteWeights(answers: readonly WeighedAnswer[], note: TextReader['note']): void {
  const right = answers.filter(({ weight }) => weight > 0)
  const share = 100 / right.length
  if (answers.every(({ weight }) => isNear(weight, weight > 0 ? share : -share))) return
  note('Its weights are not imported: each right answer counts the same here, and each wrong one takes as much away')
}

/** Lists answers that give all points; the others are left out, with a note. @throws QuestionProblem if none does */
export function listFull<A extends WeighedAnswer & { feedback: string }>(
  answers: readonly A[],
  note: TextReader['note'],
): A[] {
  if (answers.some(({ weight }) => weight > 0 && weight < 100)) note(PARTIAL_LEFT_OUT_NOTE)
  if (answers.some(({ weight }) => weight <= 0)) note('Answers that give no points are left out')
  if (answers.some(({ feedback }) => feedback !== '')) note(FEEDBACK_NOTE)
  const full = answers.filter(({ weight }) => weight >= 100)
  if (full.length === 0) throw new QuestionProblem('No answer gives all points')
  return full
}

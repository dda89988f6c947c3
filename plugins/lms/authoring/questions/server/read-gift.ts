import type { WrittenQuestion } from '../contract.ts'
import { fillPrompt } from '../prompt-contract.ts'
import { stripMarks } from '../mark-contract.ts'
import { toTypedScript } from '../script-contract.ts'
import { parseAnswers, parseNumber, parseMatch, setAside, unescapeGift, type GiftAnswer } from './gift-answers.ts'
import type { FindPicture } from './read-markup.ts'
import {
  type AskedQuestion,
  FEEDBACK_NOTE,
  fitTags,
  listFull,
  newTextReader,
  noteWeights,
  PARTIAL_NOTE,
  QuestionProblem,
  type ReadQuestion,
  type TextFormat,
  type TextReader,
} from './read-texts.ts'

interface Block {
  line: number
  text: string
  /** Tags from the comments above it. */
  tags: string[]
}

/**
 * Reads questions of a file in Moodle's GIFT format. The contract's schema checks each of them later; this reports only
 * texts that are no question at all.
 */
export function readGift(text: string, findPicture?: FindPicture): ReadQuestion[] {
  let categories: string[] = []
  let hasNames = false
  return splitBlocks(text).flatMap((block): ReadQuestion[] => {
    const named = /^\$CATEGORY:(.*)$/.exec(block.text)
    if (named) {
      categories = splitCategory(named[1] ?? '')
      return []
    }
    const reader = newTextReader()
    const tags = fitTags([...categories, ...block.tags], reader.note)
    if (!hasNames && block.text.startsWith('::')) {
      hasNames = true
      reader.note('Names of questions are not imported')
    }
    return [
      {
        line: block.line,
        tags,
        ...tryQuestion(() => parseQuestion(block.text, reader, findPicture)),
        notes: reader.notes(),
      },
    ]
  })
}

/** Reads a question, or returns the problem as a message, with its name if it has one. */
export function tryQuestion(read: () => object, name = ''): { question: object } | { problem: string } {
  try {
    return { question: withTypedAnswers(read()) }
  } catch (error) {
    if (!(error instanceof QuestionProblem)) throw error
    return { problem: name ? `“${name}”: ${error.message}` : error.message }
  }
}

const toTyped = (text: string) => toTypedScript(stripMarks(text))

/** Strips formulas and marks from answers that learners type, as they are compared literally. */
function withTypedAnswers(question: { accepted?: string[]; blanks?: { accepted: string[] }[] }): object {
  const { accepted, blanks } = question
  return {
    ...question,
    ...(accepted && { accepted: accepted.map(toTyped) }),
    ...(blanks && { blanks: blanks.map((blank) => ({ ...blank, accepted: blank.accepted.map(toTyped) })) }),
  }
}

/** Splits a path such as `$course$/top/Safety` into names; two slashes are one within a name. */
export const splitCategory = (path: string): string[] =>
  path
    .trim()
    .replaceAll('//', '\0')
    .split('/')
    .map((name) => name.replaceAll('\0', '/').trim())
    .filter((name, at) => name !== '' && !/^\$\w+\$$/.test(name) && !(name === 'top' && at <= 1))

/** Splits the file into questions at empty lines; lines that begin with `//` are comments, which can have tags. */
function splitBlocks(text: string): Block[] {
  const blocks: (Omit<Block, 'text'> & { lines: string[] })[] = []
  let open: string[] | undefined
  let tags: string[] = []
  // Open braces: within them an empty line separates nothing. Counted line by line, so that each is read once.
  let depth = 0
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim().startsWith('//')) {
      const found = line.matchAll(/\[tag:((?:\\.|[^\][\\])*)\]/g)
      tags.push(...[...found].map(([, tag = '']) => tag.replaceAll(/\\(.)/g, '$1')))
      continue
    }
    if (line.trim() === '') {
      if (depth === 0) open = undefined
      continue
    }
    if (open && !open[0]?.startsWith('$CATEGORY:')) open.push(line)
    else {
      open = [line.trim()]
      depth = 0
      blocks.push({ line: index + 1, lines: open, tags })
      tags = []
    }
    depth += countBraces(line)
  }
  return blocks.map(({ lines, ...block }) => ({ ...block, text: lines.join('\n') }))
}

/** Counts the braces that a line opens, less those that it closes. */
function countBraces(line: string): number {
  const plain = line.replaceAll(/\\./g, '')
  return plain.split('{').length - plain.split('}').length
}

const formatMark = /^\s*\[(html|moodle|plain|markdown)\]/

function parseQuestion(block: string, reader: TextReader, findPicture: FindPicture | undefined): WrittenQuestion {
  const whole = setAside(block)
  const titleEnd = whole.startsWith('::') ? whole.indexOf('::', 2) : -1
  const [title, rest] = titleEnd < 0 ? ['', whole] : [whole.slice(2, titleEnd), whole.slice(titleEnd + 2)]
  const parts = /^([^{}]*)\{([^{}]*)\}([^{}]*)$/s.exec(rest)
  if (!parts) {
    if (!/[{}]/.test(rest)) throw new QuestionProblem('It has no answer in braces: a text alone is no question here')
    throw new QuestionProblem('It needs exactly one pair of braces; write \\{ and \\} for braces that are text')
  }
  const [, before = '', inside = '', after = ''] = parts
  const [answers = '', general = ''] = inside.split('####', 2)
  const format = (formatMark.exec(before)?.[1] ?? 'moodle') as TextFormat
  const plain = (written: string) => {
    const own = formatMark.exec(written)
    return reader.read(unescapeGift(own ? written.slice(own[0].length) : written), (own?.[1] ?? format) as TextFormat)
  }
  const asking = (written: string) =>
    reader.readWithPictures(unescapeGift(written.replace(formatMark, '')), format, findPicture)
  const { text, pictures } = asking(after.trim() ? `${before}{1}${after}` : before)
  const gap = after.trim() ? text : undefined
  const prompt = (gap && fillPrompt(gap, () => '_____')) ?? (text || (before.trim() ? '' : plain(title)))
  const asked = { id: crypto.randomUUID(), prompt, explanation: plain(general), ...(pictures && { pictures }) }
  return buildQuestion(asked, answers.trim(), { plain, gap, note: reader.note })
}

type Asked = Omit<AskedQuestion, 'points'>

interface Reading {
  plain: (written: string) => string
  /** Prompt with a blank, if the answer is within the text. */
  gap: string | undefined
  note: TextReader['note']
}

function buildQuestion(asked: Asked, answers: string, reading: Reading): WrittenQuestion {
  const { plain } = reading
  if (answers === '') return { ...asked, type: 'long_text' }
  const [word = '', wrong = '', ...others] = answers.split('#')
  if (/^(?:T|TRUE|F|FALSE)$/i.test(word.trimEnd())) {
    const right = others.join('#')
    const isTrue = word.toUpperCase().startsWith('T')
    return {
      ...asked,
      type: 'true_false',
      isTrue,
      feedbackTrue: plain(isTrue ? right : wrong),
      feedbackFalse: plain(isTrue ? wrong : right),
    }
  }
  if (answers.startsWith('#')) return { ...asked, type: 'number', ...readNumber(answers.slice(1).trim(), reading.note) }
  const all = parseAnswers(answers)
  if (all.length === 0) throw new QuestionProblem('Its answers begin with neither = nor ~')
  if (all.every(({ isEqual }) => isEqual)) return buildTextQuestion(asked, all, reading)
  return { ...asked, ...buildChoices(all, reading) }
}

function readNumber(written: string, note: TextReader['note']): { value: number; tolerance: number } {
  const alone = { text: written, isEqual: true, weight: undefined, feedback: '' }
  const answers = /^[=~]/.test(written) ? parseAnswers(written) : [alone]
  const [only, ...others] = listFull(
    answers.map((answer) => ({ ...answer, weight: answer.weight ?? (answer.isEqual ? 100 : 0) })),
    note,
  )
  if (!only || others.length > 0) throw new QuestionProblem('A number has one right answer here')
  const [text = '', ...said] = only.text.split('#')
  if (said.join('').trim() !== '') note(FEEDBACK_NOTE)
  const number = parseNumber(text)
  if (!number) throw new QuestionProblem(`“${text.slice(0, 40)}” is no number`)
  return number
}

function buildTextQuestion(asked: Asked, all: readonly GiftAnswer[], { plain, gap, note }: Reading): WrittenQuestion {
  if (all.some(({ feedback }) => feedback !== '')) note(FEEDBACK_NOTE)
  const pairs = all.map(({ text }) => parseMatch(text))
  if (pairs.every((pair) => pair !== undefined)) {
    const whole = pairs.filter(({ prompt }) => prompt.trim() !== '')
    return {
      ...asked,
      type: 'matching',
      pairs: whole.map(({ prompt, match }) => ({
        id: crypto.randomUUID(),
        prompt: plain(prompt),
        matchId: crypto.randomUUID(),
        match: plain(match),
      })),
      distractors: pairs
        .filter(({ prompt }) => prompt.trim() === '')
        .map(({ match }) => ({ id: crypto.randomUUID(), text: plain(match) })),
    }
  }
  const accepted = listFull(
    all.map((answer) => ({ ...answer, weight: answer.weight ?? 100 })),
    note,
  ).map(({ text }) => plain(text))
  if (gap === undefined) return { ...asked, type: 'short_text', accepted }
  return { ...asked, prompt: gap, type: 'fill_blanks', blanks: [{ id: crypto.randomUUID(), accepted }] }
}

/** Builds a choice question from the weights of its answers. */
export function buildChoices(all: readonly GiftAnswer[], { plain, note }: Pick<Reading, 'plain' | 'note'>) {
  const rightAlone = all.filter(({ isEqual, weight }) => isEqual && (weight ?? 100) === 100).length
  const options = all.map(({ text, feedback, isEqual, weight }) => ({
    id: crypto.randomUUID(),
    text: plain(text),
    feedback: plain(feedback),
    isRight: rightAlone > 0 ? isEqual && (weight ?? 100) === 100 : isEqual || (weight ?? 0) > 0,
  }))
  if (rightAlone === 0) {
    noteWeights(
      all.map(({ isEqual, weight }) => ({ weight: weight ?? (isEqual ? 100 : 0) })),
      note,
    )
    return { type: 'multiple' as const, options }
  }
  if (all.some(({ isEqual, weight }, at) => !options[at]?.isRight && (weight ?? (isEqual ? 100 : 0)) > 0)) {
    note(PARTIAL_NOTE)
  }
  if (rightAlone > 1) note('Each of its right answers was enough: here all of them are to be chosen')
  if (all.some(({ weight }) => (weight ?? 0) < 0)) note('No points are taken away for wrong answers here')
  return { type: rightAlone === 1 ? ('single' as const) : ('multiple' as const), options }
}

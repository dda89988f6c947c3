import type { WrittenQuestion } from '../contract.ts'
import { parseAnswers, parseNumber, parseMatch, setAside, unescapeGift, type GiftAnswer } from './gift-answers.ts'

/** Result of reading a question, or why it is none, with the line at which it begins, from 1. */
export type ReadQuestion = { line: number; tags: string[] } & ({ question: object } | { problem: string })

/** Why something is no question, in words for whoever wrote it. */
class GiftProblem extends Error {}

interface Block {
  line: number
  text: string
}

/**
 * Questions of a file in Moodle's GIFT format. Each is looked at by the contract's schema later; this says only what
 * cannot be read as a question at all.
 */
export function readGift(text: string): ReadQuestion[] {
  let category = ''
  const read: ReadQuestion[] = []
  for (const block of splitBlocks(text)) {
    const named = /^\$CATEGORY:(.*)$/.exec(block.text)
    if (named) {
      // The last part of a path, as in `$course$/top/Safety`.
      category = (named[1]?.split('/').at(-1) ?? '').trim().slice(0, 40)
      continue
    }
    const tags = category ? [category] : []
    try {
      read.push({ line: block.line, tags, question: parseQuestion(block.text) })
    } catch (error) {
      if (!(error instanceof GiftProblem)) throw error
      read.push({ line: block.line, tags, problem: error.message })
    }
  }
  return read
}

/** Questions are parted by empty lines; lines that begin with `//` are comments. */
function splitBlocks(text: string): Block[] {
  const blocks: { line: number; lines: string[] }[] = []
  let open: string[] | undefined
  // Braces that are open: within them an empty line parts nothing. Counted line by line, so that each is read once.
  let depth = 0
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim().startsWith('//')) continue
    if (line.trim() === '') {
      if (depth === 0) open = undefined
      continue
    }
    if (open && !open[0]?.startsWith('$CATEGORY:')) open.push(line)
    else {
      open = [line.trim()]
      depth = 0
      blocks.push({ line: index + 1, lines: open })
    }
    depth += countBraces(line)
  }
  return blocks.map(({ line, lines }) => ({ line, text: lines.join('\n') }))
}

/** Counts how many more braces it opens than it closes. */
function countBraces(line: string): number {
  const plain = line.replaceAll(/\\./g, '')
  return plain.split('{').length - plain.split('}').length
}

function parseQuestion(block: string): WrittenQuestion {
  const text = setAside(block)
  const titleEnd = text.startsWith('::') ? text.indexOf('::', 2) : -1
  const [title, rest] = titleEnd < 0 ? ['', text] : [text.slice(2, titleEnd), text.slice(titleEnd + 2)]
  const parts = /^([^{}]*)\{([^{}]*)\}([^{}]*)$/s.exec(rest)
  if (!parts) {
    if (!/[{}]/.test(rest)) throw new GiftProblem('It has no answer in braces')
    throw new GiftProblem('It needs exactly one pair of braces; write \\{ and \\} for braces that are text')
  }
  const [, before = '', inside = '', after = ''] = parts
  const [answers = '', general = ''] = inside.split('####', 2)
  const format = /^\s*\[(html|moodle|plain|markdown)\]/.exec(before)?.[1]
  const plain = (written: string) => toPlainText(unescapeGift(written), format)
  const start = before.replace(/^\s*\[(html|moodle|plain|markdown)\]/, '')
  const asked = {
    id: crypto.randomUUID(),
    prompt: after.trim() ? plain(`${start}_____${after}`) : plain(start) || plain(title),
    explanation: plain(general),
  }
  return buildQuestion(asked, answers.trim(), {
    plain,
    gap: after.trim() ? plain(`${start}{1}${after}`) : undefined,
  })
}

interface Asked {
  id: string
  prompt: string
  explanation: string
}

interface Reading {
  plain: (written: string) => string
  /** The prompt with a blank in it, where the answer stands within. */
  gap: string | undefined
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
  if (answers.startsWith('#')) return { ...asked, type: 'number', ...numberOf(answers.slice(1).trim()) }
  const all = parseAnswers(answers)
  if (all.length === 0) throw new GiftProblem('Its answers begin with neither = nor ~')
  if (all.every(({ isEqual }) => isEqual)) return buildTextQuestion(asked, all, reading)
  return { ...asked, ...buildChoices(all, plain) }
}

function numberOf(written: string): { value: number; tolerance: number } {
  const [only, ...others] = written.startsWith('=') ? parseAnswers(written) : [{ text: written, weight: undefined }]
  if (!only || others.some(({ weight }) => weight !== 0)) {
    throw new GiftProblem('A number has one right answer here; several that give a part of the points cannot be kept')
  }
  const number = parseNumber(only.text)
  if (!number) throw new GiftProblem(`“${only.text.slice(0, 40)}” is no number`)
  return number
}

function buildTextQuestion(asked: Asked, all: readonly GiftAnswer[], { plain, gap }: Reading): WrittenQuestion {
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
  if (all.some(({ weight }) => weight !== undefined && weight < 100)) {
    throw new GiftProblem('Answers that give a part of the points cannot be kept')
  }
  const accepted = all.map(({ text }) => plain(text))
  if (gap === undefined) return { ...asked, type: 'short_text', accepted }
  return { ...asked, prompt: gap, type: 'fill_blanks', blanks: [{ id: crypto.randomUUID(), accepted }] }
}

function buildChoices(all: readonly GiftAnswer[], plain: Reading['plain']) {
  const rightAlone = all.filter(({ isEqual, weight }) => isEqual && (weight ?? 100) === 100).length
  const options = all.map(({ text, feedback, isEqual, weight }) => ({
    id: crypto.randomUUID(),
    text: plain(text),
    feedback: plain(feedback),
    isRight: isEqual || (weight ?? 0) > 0,
  }))
  if (rightAlone === 0) return { type: 'multiple' as const, options }
  if (all.some(({ isEqual, weight }) => !isEqual && (weight ?? 0) > 0)) {
    throw new GiftProblem('Wrong answers that give a part of the points cannot be kept')
  }
  return { type: rightAlone === 1 ? ('single' as const) : ('multiple' as const), options }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', apos: "'" }

function decodeEntity(whole: string, name: string): string {
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  if (!name.startsWith('#')) return entities[name] ?? whole
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
}

/** Moodle exports HTML: its paragraphs and lines stay, the rest of it goes. */
function toPlainText(written: string, format: string | undefined): string {
  const isMarkup = format === 'html' || (format !== 'plain' && /<\/?(p|br|div|span|b|i|em|strong)\b/i.test(written))
  if (!isMarkup) return written.trim()
  return (
    written
      .replaceAll(/<br\s*\/?>/gi, '\n')
      .replaceAll(/<\/(p|div|li)>/gi, '\n\n')
      // Up to the next `<` at most: many that are never closed would be gone through again and again.
      .replaceAll(/<[^<>]*>/g, '')
      .replaceAll(/\n{3,}/g, '\n\n')
      .replaceAll(/&(amp|lt|gt|quot|nbsp|apos|#\d{1,7}|#x[\da-f]{1,6});/gi, decodeEntity)
      .trim()
  )
}

export type MarkName = 'b' | 'i'

/** Part of a text with the same marks, which it does not contain. */
export interface MarkedText {
  text: string
  isBold: boolean
  isItalic: boolean
}

/**
 * Matches a formula as in `text-contract.ts`, which contains no marks, or a mark; one literal, so that its speed is checked.
 */
const FORMULA_OR_MARK = /\\\([^]{1,1000}?\\\)|\\\[[^]{1,1000}?\\\]|\[(\/?)([bi])\]/g

interface Mark {
  name: string
  index: number
  isEnd: boolean
}

/** Lists the marks that have a partner: `a[i]` alone is an element of a list. */
function listMarks(text: string): Mark[] {
  const open = new Map<string, Mark>()
  const paired: Mark[] = []
  for (const { index, 1: slash, 2: name } of text.matchAll(FORMULA_OR_MARK)) {
    if (name === undefined) continue
    const mark = { name, index, isEnd: slash === '/' }
    const start = open.get(name)
    if (!mark.isEnd) {
      if (!start) open.set(name, mark)
    } else if (start) {
      paired.push(start, mark)
      open.delete(name)
    }
  }
  return paired.toSorted((one, other) => one.index - other.index)
}

/** Splits a text of a question at `[b]bold[/b]` and `[i]italic[/i]`. */
export function splitMarks(text: string): MarkedText[] {
  const parts: MarkedText[] = []
  let [end, isBold, isItalic] = [0, false, false]
  const take = (until: number) => {
    if (until > end) parts.push({ text: text.slice(end, until), isBold, isItalic })
  }
  for (const { name, index, isEnd } of listMarks(text)) {
    take(index)
    end = index + (isEnd ? 4 : 3)
    if (name === 'b') isBold = !isEnd
    else isItalic = !isEnd
  }
  take(text.length)
  return parts
}

/** Formats parts as a text that `splitMarks` reads back. */
export function formatMarks(parts: readonly MarkedText[]): string {
  const plain = { text: '', isBold: false, isItalic: false }
  let written = ''
  let last: MarkedText = plain
  for (const part of [...parts, plain]) {
    if (last.isItalic && !part.isItalic) written += '[/i]'
    if (last.isBold && !part.isBold) written += '[/b]'
    if (!last.isBold && part.isBold) written += '[b]'
    if (!last.isItalic && part.isItalic) written += '[i]'
    written += part.text
    last = part
  }
  return written
}

/** White space, and the characters that represent breaks while HTML is read. */
const SPACE = /[\s\uFDD0-\uFDD2]/
const WORD_OR_SPACE = /[\s\uFDD0-\uFDD2]+|[^\s\uFDD0-\uFDD2]+/g

/** Rewrites the marks of a text in the shortest way, and removes them from white space beside unmarked words. */
export function tidyMarks(text: string): string {
  const marked = splitMarks(text)
  if (!marked.some(isMarked)) return formatMarks(marked)
  const pieces = marked.flatMap((part) =>
    (part.text.match(WORD_OR_SPACE) ?? []).map((piece) => ({ ...part, text: piece, isSpace: SPACE.test(piece) })),
  )
  const words = pieces.filter(({ isSpace }) => !isSpace)
  let before = -1
  const tidy = pieces.map((piece) => {
    if (!piece.isSpace) {
      before += 1
      return piece
    }
    const [left, right] = [words[before], words[before + 1]]
    return {
      text: piece.text,
      isBold: Boolean(left?.isBold && right?.isBold),
      isItalic: Boolean(left?.isItalic && right?.isItalic),
    }
  })
  return formatMarks(tidy)
}

/** Makes a text bold or italic as a whole. */
export const addMark = (name: MarkName, text: string): string =>
  formatMarks(splitMarks(text).map((part) => ({ ...part, [name === 'b' ? 'isBold' : 'isItalic']: true })))

const isMarked = ({ isBold, isItalic }: MarkedText) => isBold || isItalic

export const hasMarks = (text: string): boolean => splitMarks(text).some(isMarked)

/** Removes the marks of a text, for places that cannot render them. */
export const stripMarks = (text: string): string =>
  splitMarks(text)
    .map((part) => part.text)
    .join('')

import { defaultTreeAdapter, parseFragment, type DefaultTreeAdapterMap } from 'parse5'
import { MAX_PICTURE_ALT_LENGTH, type QuestionPicture } from '../contract.ts'
import { formatMarks, hasMarks, stripMarks, tidyMarks, type MarkedText, type MarkName } from '../mark-contract.ts'
import { toScript } from '../script-contract.ts'
import { formatFormula, splitFormulas } from '../text-contract.ts'

type Node = DefaultTreeAdapterMap['childNode']
type Element = DefaultTreeAdapterMap['element']

/** Plain text of a text with markup. */
export interface PlainMarkup {
  text: string
  /** Parts that are converted or left out, each as a sentence. */
  notes: string[]
  /** Pictures that were found. */
  pictures: QuestionPicture[]
  /** Missing parts without which the text has another meaning, such as pictures that were not found. */
  problem: string | undefined
}

/** Finds the picture that a text shows, and returns its future address. */
export type FindPicture = (src: string) => string | undefined

/** Elements that begin a new line. */
const blocks: ReadonlySet<string> = new Set(
  'address article aside blockquote center dd details div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section summary table ul caption'.split(
    ' ',
  ),
)
const marks: Readonly<Record<string, MarkName>> = Object.fromEntries([
  ...['b', 'strong', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, 'b'] as const),
  ...['i', 'em', 'cite', 'var', 'dfn'].map((name) => [name, 'i'] as const),
])
/** Elements whose styling is lost. */
const emphasis: ReadonlySet<string> = new Set(
  'u s del ins strike mark big small code kbd samp tt q blockquote'.split(' '),
)
const unseen: ReadonlySet<string> = new Set('head script style title template noscript colgroup'.split(' '))
const understood: ReadonlySet<string> = new Set([
  ...blocks,
  ...Object.keys(marks),
  ...emphasis,
  ...'a abbr acronym bdi bdo body br font html label li nobr span sub sup tbody td tfoot th thead time tr wbr ruby rt rp rb'.split(
    ' ',
  ),
])
const things: Readonly<Record<string, string>> = {
  img: 'picture',
  image: 'picture',
  picture: 'picture',
  svg: 'drawing',
  canvas: 'drawing',
  math: 'formula',
  audio: 'sound',
  video: 'video',
  iframe: 'embedded page',
  object: 'embedded content',
  embed: 'embedded content',
  input: 'field',
  select: 'field',
  textarea: 'field',
}

/** Explicit line break, as opposed to insignificant white space. */
const BREAK = '\uFDD0'
/** End of a paragraph. */
const PARAGRAPH = '\uFDD1'
/** Significant white space. */
const KEPT_SPACE = '\uFDD2'

/** Checks if a text contains intended markup. */
export const hasMarkup = (text: string): boolean =>
  [...text.matchAll(/<\/?([a-z][a-z\d]*)(?:[\s/][^<>]*)?>/gi)].some(
    ([, name = '']) => understood.has(name.toLowerCase()) || name.toLowerCase() in things,
  ) || /&(?:[a-z]{2,31}|#\d{1,7}|#x[\da-f]{1,6});/i.test(text)

/** Maximum tags of one text: nesting more of them takes long. */
const MAX_TAGS = 2000
/** Maximum depth of nested elements. */
const MAX_DEPTH = 100

/**
 * Converts HTML to a text of a question: paragraphs, lists and tables become lines, bold and italic words get marks, and
 * superscript and subscript their letters, if these exist.
 */
export function readMarkup(html: string, findPicture?: FindPicture): PlainMarkup {
  if (html.split('<').length > MAX_TAGS) {
    return { text: '', notes: [], pictures: [], problem: `It has more than ${MAX_TAGS} tags, which cannot be read` }
  }
  const reader = new MarkupReader(findPicture)
  const text = reader.readAll(parseFragment(html.replaceAll(/[\uFDD0-\uFDD2]/g, '')).childNodes)
  return { text: layOut(text), notes: [...reader.notes], pictures: reader.pictures, problem: reader.problem }
}

const layOut = (text: string) =>
  tidyMarks(splitFormulas(text).map(unmarkFormula).join(''))
    .replaceAll(/[ \t\n\f\r]+/g, ' ')
    .replaceAll(new RegExp(` ?(?:${PARAGRAPH} ?)*${PARAGRAPH}(?: ?${BREAK})* ?`, 'g'), '\n\n')
    .replaceAll(new RegExp(` ?${BREAK} ?`, 'g'), '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replaceAll(KEPT_SPACE, ' ')
    .trim()

/** Removes marks from a formula: LaTeX styles its letters. */
function unmarkFormula(part: ReturnType<typeof splitFormulas>[number]): string {
  if (typeof part === 'string') return part
  return hasMarks(part.latex) ? formatFormula(stripMarks(part.latex), part.isDisplayed) : part.source
}

class MarkupReader {
  readonly notes = new Set<string>()
  readonly pictures: QuestionPicture[] = []
  problem: string | undefined
  private readonly findPicture: FindPicture | undefined
  private depth = 0
  private look: Omit<MarkedText, 'text'> = { isBold: false, isItalic: false }

  constructor(findPicture: FindPicture | undefined) {
    this.findPicture = findPicture
  }

  readAll(nodes: readonly Node[], indent = ''): string {
    if (this.depth >= MAX_DEPTH) {
      this.problem ??= `It has more than ${MAX_DEPTH} elements within one another`
      return ''
    }
    this.depth += 1
    const text = nodes.map((node) => this.read(node, indent)).join('')
    this.depth -= 1
    return text
  }

  private read(node: Node, indent: string): string {
    if (defaultTreeAdapter.isTextNode(node)) return this.mark(node.value.replaceAll('\u00A0', KEPT_SPACE))
    if (!defaultTreeAdapter.isElementNode(node)) return ''
    const around = this.look
    this.look = lookOf(node, around)
    const text = this.readElement(node, indent)
    this.look = around
    return text
  }

  private mark = (text: string) => formatMarks([{ ...this.look, text }])

  private readElement(node: Element, indent: string): string {
    const name = node.tagName
    const thing = things[name]
    if (name === 'img' && this.takePicture(node)) return ''
    const latex = name === 'math' ? latexOf(node) : undefined
    if (latex) return this.mark(formatFormula(latex, attributeOf(node, 'display') === 'block'))
    if (thing) {
      const called = attributeOf(node, 'alt') || attributeOf(node, 'src')
      this.problem ??= `Its ${thing}${called ? ` “${called.slice(0, 80)}”` : ''} cannot be imported`
      return ''
    }
    if (unseen.has(name)) return ''
    if (emphasis.has(name))
      this.notes.add('Underlining, lines through words, sizes and the look of code are not imported')
    if (!understood.has(name)) this.notes.add(`“<${name.slice(0, 40)}>” is not imported`)
    if (name === 'br') return BREAK
    if (name === 'ol' || name === 'ul') return this.readList(node, indent)
    if (name === 'table') return this.readTable(node, indent)
    const inside = this.readAll(node.childNodes, indent)
    switch (name) {
      case 'sup':
      case 'sub':
        return this.readScript(name, inside)
      case 'a':
        return this.readLink(node, inside)
      case 'rt':
        return `(${inside})`
      case 'rp':
        return ''
      case 'pre':
        return `${PARAGRAPH}${inside.replaceAll('\n', BREAK).replaceAll(' ', KEPT_SPACE)}${PARAGRAPH}`
      default:
        return blocks.has(name) ? `${PARAGRAPH}${inside}${PARAGRAPH}` : inside
    }
  }

  private takePicture(node: Element): boolean {
    const imageUrl = this.findPicture?.(attributeOf(node, 'src'))
    if (imageUrl === undefined) return false
    const alt = attributeOf(node, 'alt').replaceAll(/\s+/g, ' ').trim()
    if (alt.length > MAX_PICTURE_ALT_LENGTH) {
      this.notes.add(`The description of a picture is shortened to ${MAX_PICTURE_ALT_LENGTH} characters`)
    }
    this.pictures.push({ imageUrl, alt: alt.slice(0, MAX_PICTURE_ALT_LENGTH).trim() })
    return true
  }

  private readScript(name: 'sup' | 'sub', inside: string): string {
    const { text, isExact } = toScript(name, inside.trim())
    if (!isExact) {
      const words = name === 'sup' ? 'Superscript' : 'Subscript'
      this.notes.add(`${words} that has no letters of its own is written as a formula`)
    }
    return text
  }

  private readLink(node: Element, inside: string): string {
    const href = attributeOf(node, 'href')
    if (!/^(?:https?|mailto):/i.test(href) || href === inside.trim()) return inside
    this.notes.add('Links are written as addresses behind their words')
    return `${inside} (${href})`
  }

  private readList(node: Element, indent: string): string {
    const start = Number.parseInt(attributeOf(node, 'start'), 10)
    let count = Number.isNaN(start) ? 1 : start
    const lines = node.childNodes.map((child) => {
      const isItem = defaultTreeAdapter.isElementNode(child) && child.tagName === 'li'
      if (!isItem) return this.read(child, indent)
      const sign = node.tagName === 'ol' ? `${count++}.` : '•'
      const inside = this.readAll(child.childNodes, `${indent}${KEPT_SPACE}${KEPT_SPACE}`)
      return `${BREAK}${indent}${sign} ${trimBreaks(inside).replaceAll(PARAGRAPH, BREAK)}`
    })
    const items = lines.join('')
    return indent ? items : `${PARAGRAPH}${items.replaceAll(/\uFDD0(?: ?\uFDD0)+/g, BREAK)}${PARAGRAPH}`
  }

  private readTable(node: Element, indent: string): string {
    this.notes.add('Tables are written as lines, with | between their cells')
    const rows = findAll(node, 'tr').map((row) =>
      row.childNodes
        .filter((cell) => defaultTreeAdapter.isElementNode(cell))
        .map((cell) =>
          this.read(cell, indent)
            .replaceAll(/[\uFDD0\uFDD1\s]+/g, ' ')
            .trim(),
        )
        .join(' | '),
    )
    const captions = findAll(node, 'caption').map((caption) => this.read(caption, indent))
    return `${PARAGRAPH}${[...captions, ...rows].join(BREAK)}${PARAGRAPH}`
  }
}

/** Determines if the text of an element is bold or italic, by its style, its name, or its ancestors. */
function lookOf(element: Element, around: Omit<MarkedText, 'text'>): Omit<MarkedText, 'text'> {
  const style = attributeOf(element, 'style')
  const weight = /font-weight:\s*([a-z\d]+)/i.exec(style)?.[1]
  const slant = /font-style:\s*([a-z]+)/i.exec(style)?.[1]
  const mark = marks[element.tagName]
  return {
    isBold: weight ? /^(?:bold|bolder|[6-9]00)$/i.test(weight) : mark === 'b' || around.isBold,
    isItalic: slant ? /^(?:italic|oblique)$/i.test(slant) : mark === 'i' || around.isItalic,
  }
}

const attributeOf = ({ attrs }: Element, name: string) =>
  attrs.find((attribute) => attribute.name === name)?.value ?? ''

/** Finds the LaTeX of a MathML formula, if it contains it. */
function latexOf(math: Element): string | undefined {
  const annotation = findAll(math, 'semantics')
    .flatMap((semantics) => findAll(semantics, 'annotation'))
    .find((one) => /tex/i.test(attributeOf(one, 'encoding')))
  const text = annotation?.childNodes.find((node) => defaultTreeAdapter.isTextNode(node))
  const latex = (text?.value ?? attributeOf(math, 'alttext')).replaceAll(/\s+/g, ' ').trim()
  return latex.length > 0 && latex.length <= 1000 ? latex : undefined
}

/** Finds elements by name in an element, but not in tables within it. */
function findAll(node: Element, name: string): Element[] {
  return node.childNodes
    .filter((child) => defaultTreeAdapter.isElementNode(child))
    .flatMap((child) => (child.tagName === name ? [child] : child.tagName === 'table' ? [] : findAll(child, name)))
}

/** Trims spaces and breaks at both ends, reading each letter once. */
function trimBreaks(text: string): string {
  const isBlank = (at: number) => /[\s\uFDD0\uFDD1]/.test(text[at] ?? 'x')
  let [start, end] = [0, text.length]
  while (start < end && isBlank(start)) start += 1
  while (end > start && isBlank(end - 1)) end -= 1
  return text.slice(start, end)
}

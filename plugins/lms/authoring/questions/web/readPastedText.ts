import { cleanHtml } from '#core/web/ui/rich-text/paste/cleanHtml.ts'
import { addMark, tidyMarks, type MarkName } from '../mark-contract.ts'
import { toScript } from '../script-contract.ts'
import { formatFormula } from '../text-contract.ts'

/**
 * Converts pasted HTML to a text of a question: bold and italic words, superscript, subscript and formulas stay, the rest
 * becomes plain.
 */
export function readPastedText(html: string): string {
  const { body } = new DOMParser().parseFromString(cleanHtml(html).html, 'text/html')
  return tidyMarks(readNodes(body))
    .replaceAll(/[ \t\u00A0]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

const marks: Readonly<Record<string, MarkName>> = { strong: 'b', em: 'i', h2: 'b', h3: 'b', h4: 'b' }
const blocks = 'p, h2, h3, h4, li, blockquote, pre, tr, figure, hr'

function readNodes(parent: Node): string {
  return [...parent.childNodes].map(readNode).join('')
}

function readNode(node: Node): string {
  if (node instanceof Text) return node.data.replaceAll(/\s+/g, ' ')
  if (!(node instanceof HTMLElement)) return ''
  const { latex, displayed } = node.dataset
  if (latex !== undefined) return formatFormula(latex, displayed !== undefined)
  const inside = readNodes(node)
  if (node.localName === 'sup' || node.localName === 'sub') return toScript(node.localName, inside.trim()).text
  const mark = marks[node.localName]
  if (node.localName === 'br') return '\n'
  const marked = mark ? addMark(mark, inside) : inside
  return node.matches(blocks) ? `\n${marked}\n` : marked
}

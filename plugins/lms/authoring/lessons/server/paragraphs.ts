import type { RichText } from '#core/contract/rich-text.ts'

/** Converts plain text to a document: an empty line separates paragraphs, and a line break stays one. */
export function toDocument(text: string): RichText {
  const written = text.split(/(?:\r?\n[ \t]*){2,}/).filter((paragraph) => paragraph.trim() !== '')
  return {
    type: 'doc',
    content: written.map((paragraph) => ({
      type: 'paragraph',
      content: paragraph
        .split(/\r?\n/)
        .flatMap((line, index) => [
          ...(index > 0 ? [{ type: 'hardBreak' as const }] : []),
          ...(line ? [{ type: 'text' as const, text: line }] : []),
        ]),
    })),
  }
}

interface Node {
  type: string
  text?: string
  attrs?: { latex?: string }
  content?: readonly object[]
}

const lines = new Set(['table', 'bulletList', 'orderedList'])
const paragraphs = new Set(['doc', 'listItem', 'blockquote', 'callout', 'tableCell', 'tableHeader'])

/** Checks if a document is text in paragraphs, which `toDocument` can restore. */
export const isPlain = ({ content }: RichText): boolean =>
  content.every(
    (block) =>
      block.type === 'paragraph' &&
      (block.content ?? []).every((node) => node.type !== 'formula' && !('marks' in node && node.marks?.length)),
  )

/** Extracts a document's plain text; formulas as LaTeX between `\(` and `\)`. */
export const toText = (document: RichText): string => extractWords(document)

function extractWords(node: Node): string {
  if (node.type === 'hardBreak') return '\n'
  if (node.type === 'formula') return `\\(${node.attrs?.latex ?? ''}\\)`
  if (node.text !== undefined) return node.text
  const parts = (node.content ?? []).map((inner) => extractWords(inner as Node))
  if (node.type === 'tableRow') return parts.join('\t')
  if (lines.has(node.type)) return parts.join('\n')
  return paragraphs.has(node.type) ? parts.filter((part) => part !== '').join('\n\n') : parts.join('')
}

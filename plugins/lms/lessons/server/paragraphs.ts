/** What a lesson's content is kept as. */
// A type, not an interface: a column of jsonb takes any record.
export type Document = {
  type: 'doc'
  content: { type: 'paragraph'; content: ({ type: 'text'; text: string } | { type: 'hardBreak' })[] }[]
}

/** Plain text as a document: an empty line parts paragraphs, and a line stays one. */
export function documentOf(text: string): Document {
  const paragraphs = text.split(/(?:\r?\n[ \t]*){2,}/).filter((paragraph) => paragraph.trim() !== '')
  return {
    type: 'doc',
    content: paragraphs.map((paragraph) => ({
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

/** The document as plain text, from which `documentOf` makes it again. */
export function textOf({ content }: Document): string {
  return content
    .map((paragraph) => paragraph.content.map((piece) => (piece.type === 'text' ? piece.text : '\n')).join(''))
    .join('\n\n')
}

import type { CalloutTone, RichText, RichTextBlock, RichTextCell, RichTextInline } from '#core/contract/rich-text.ts'

interface Picture {
  /** A drawing by its name. */
  picture: string
  alt: string
  caption: string
}

/** A text alone is a paragraph. In every text `**these words**` are bold. */
export type Piece = string | RichTextBlock | Picture

const inline = (text: string): RichTextInline[] =>
  text
    .split('**')
    .map((words, place) => ({ words, isBold: place % 2 === 1 }))
    .filter(({ words }) => words !== '')
    .map(({ words, isBold }) => ({
      type: 'text' as const,
      text: words,
      ...(isBold ? { marks: [{ type: 'bold' as const }] } : {}),
    }))

const paragraph = (text: string): RichTextBlock => {
  const content = inline(text)
  return content.length > 0 ? { type: 'paragraph', content } : { type: 'paragraph' }
}

const items = (texts: readonly string[]) =>
  texts.map((text) => ({ type: 'listItem' as const, content: [paragraph(text)] }))

export const heading = (text: string): RichTextBlock => ({
  type: 'heading',
  attrs: { level: 2 },
  content: inline(text),
})

export const bullets = (...texts: string[]): RichTextBlock => ({ type: 'bulletList', content: items(texts) })

export const steps = (...texts: string[]): RichTextBlock => ({ type: 'orderedList', content: items(texts) })

/** The first row says what is in the columns. */
export function table(...rows: string[][]): RichTextBlock {
  const cellOf = (text: string, type: RichTextCell['type']): RichTextCell => ({
    type,
    attrs: { colspan: 1, rowspan: 1 },
    content: [paragraph(text)],
  })
  return {
    type: 'table',
    content: rows.map((texts, row) => ({
      type: 'tableRow',
      content: texts.map((text) => cellOf(text, row === 0 ? 'tableHeader' : 'tableCell')),
    })),
  }
}

const callout =
  (tone: CalloutTone) =>
  (text: string): RichTextBlock => ({ type: 'callout', attrs: { tone }, content: [paragraph(text)] })
export const tip = callout('tip')
export const warning = callout('warning')

export const quote = (text: string, by: string): RichTextBlock => ({
  type: 'blockquote',
  content: [paragraph(text), paragraph(by)],
})

export const code = (text: string): RichTextBlock => ({ type: 'codeBlock', content: [{ type: 'text', text }] })

/** @param alt for those who don't see it */
export const picture = (name: string, alt: string, caption: string): Picture => ({ picture: name, alt, caption })

export const picturesOf = (pieces: readonly Piece[]): string[] =>
  pieces.flatMap((piece) => (typeof piece === 'object' && 'picture' in piece ? [piece.picture] : []))

/** @param fileIdOf the file of a drawing by its name */
export function richTextOf(pieces: readonly Piece[], fileIdOf: (picture: string) => string): RichText {
  return {
    type: 'doc',
    content: pieces.map((piece) => {
      if (typeof piece === 'string') return paragraph(piece)
      if (!('picture' in piece)) return piece
      const { picture: name, alt, caption } = piece
      return { type: 'image', attrs: { fileId: fileIdOf(name), alt, caption } }
    }),
  }
}

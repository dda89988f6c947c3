import { basename } from 'node:path'
import { lexer, type Token, type Tokens } from 'marked'
import {
  calloutTones,
  type RichText,
  type RichTextBlock,
  type RichTextCell,
  type RichTextInline,
} from '#core/contract/rich-text.ts'

const toInline = (tokens: readonly Token[]): RichTextInline[] =>
  tokens.map((token) => {
    if (token.type === 'strong') return { type: 'text', text: token['text'], marks: [{ type: 'bold' }] }
    if (token.type === 'text') return { type: 'text', text: token['text'] }
    throw new Error(`No lesson has ${token.raw}`)
  })

function toParagraph(tokens: readonly Token[]): RichTextBlock {
  const content = toInline(tokens)
  return content.length > 0 ? { type: 'paragraph', content } : { type: 'paragraph' }
}

const toList = ({ ordered, items }: Tokens.List): RichTextBlock => ({
  type: ordered ? 'orderedList' : 'bulletList',
  content: items.map(({ tokens }) => ({ type: 'listItem', content: tokens.map(toBlock) })),
})

function toTable({ header, rows }: Tokens.Table): RichTextBlock {
  const toRow = (cells: readonly Tokens.TableCell[], type: RichTextCell['type']) => ({
    type: 'tableRow' as const,
    content: cells.map(({ tokens }) => ({ type, attrs: { colspan: 1, rowspan: 1 }, content: [toParagraph(tokens)] })),
  })
  return { type: 'table', content: [toRow(header, 'tableHeader'), ...rows.map((cells) => toRow(cells, 'tableCell'))] }
}

/** Converts a quotation, or a callout if it begins with `[!TIP]` or another tone. */
function toQuote({ text, tokens }: Tokens.Blockquote): RichTextBlock {
  const tone = calloutTones.find((one) => text.startsWith(`[!${one.toUpperCase()}]\n`))
  if (!tone) return { type: 'blockquote', content: tokens.filter(({ type }) => type !== 'space').map(toBlock) }
  const content = lexer(text.slice(text.indexOf('\n') + 1)).map(toBlock)
  return { type: 'callout', attrs: { tone }, content }
}

function toBlock(token: Token): RichTextBlock {
  switch (token.type) {
    case 'paragraph':
    case 'text':
      return toParagraph(token.tokens ?? [])
    case 'heading':
      // The first-level headings are those of the course and its chapters.
      return { type: 'heading', attrs: { level: 2 }, content: toInline(token.tokens ?? []) }
    case 'list':
      return toList(token as Tokens.List)
    case 'table':
      return toTable(token as Tokens.Table)
    case 'blockquote':
      return toQuote(token as Tokens.Blockquote)
    case 'code':
      return { type: 'codeBlock', content: [{ type: 'text', text: token['text'] }] }
    default:
      throw new Error(`No lesson has ${token.raw}`)
  }
}

/** Finds the picture that a block consists of. */
function getPicture(token: Token): Tokens.Image | undefined {
  const [picture] = token.type === 'paragraph' ? (token.tokens ?? []) : []
  return picture?.type === 'image' ? (picture as Tokens.Image) : undefined
}

/** Lists names of the files of a text's pictures. */
export const listPictures = (body: readonly Token[]): string[] =>
  body.flatMap((token) => {
    const picture = getPicture(token)
    return picture ? [basename(picture.href)] : []
  })

/** Converts Markdown to a rich text. @param fileIdOf finds the file of a picture by its name */
export function toRichText(body: readonly Token[], fileIdOf: (name: string) => string): RichText {
  return {
    type: 'doc',
    content: body.map((token) => {
      const picture = getPicture(token)
      if (!picture) return toBlock(token)
      const { href, text: alt, title } = picture
      return { type: 'image', attrs: { fileId: fileIdOf(basename(href)), alt, caption: title ?? '' } }
    }),
  }
}

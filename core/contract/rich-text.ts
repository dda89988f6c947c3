import { z } from 'zod'
import { boundedJson } from './bounded-json.ts'
import { id, line, text } from './fields.ts'

/** What a link may lead to: nothing that runs. */
const href = z
  .string()
  .trim()
  .max(2000, 'At most 2000 characters')
  .refine((value) => URL.canParse(value) && ['http:', 'https:', 'mailto:'].includes(new URL(value).protocol), {
    error: 'Must be a valid URL',
  })

const mark = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['bold', 'italic', 'underline', 'strike', 'code']) }),
  z.object({ type: z.literal('link'), attrs: z.object({ href }) }),
])
export type RichTextMark = z.output<typeof mark>

const span = z.object({
  type: z.literal('text'),
  text: z.string().min(1).max(50_000, 'At most 50000 characters'),
  marks: z.array(mark).max(6, 'At most 6 marks').optional(),
})

const hardBreak = z.object({ type: z.literal('hardBreak') })
const inline = z.array(z.discriminatedUnion('type', [span, hardBreak])).max(5000, 'At most 5000 pieces')
export type RichTextInline = z.output<typeof inline>[number]

const paragraph = z.object({ type: z.literal('paragraph'), content: inline.optional() })
const heading = z.object({
  type: z.literal('heading'),
  attrs: z.object({ level: z.literal([2, 3, 4]) }),
  content: inline.optional(),
})
const codeBlock = z.object({
  type: z.literal('codeBlock'),
  attrs: z.object({ language: line(40).nullable().optional() }).optional(),
  content: z
    .array(span.omit({ marks: true }))
    .max(1)
    .optional(),
})
const horizontalRule = z.object({ type: z.literal('horizontalRule') })
/** A picture, a film or a sound that was uploaded. */
const media = z.object({
  type: z.enum(['image', 'video', 'audio']),
  attrs: z.object({
    fileId: id,
    /** For those who do not see it; empty for a picture that says nothing. */
    alt: line(1000).default(''),
    caption: text(1000).default(''),
  }),
})

const BLOCKS = 2000
const ROWS = 500
const COLUMNS = 20

export const calloutTones = ['note', 'tip', 'warning'] as const
export type CalloutTone = (typeof calloutTones)[number]

type Leaf = z.output<typeof paragraph | typeof heading | typeof codeBlock | typeof horizontalRule | typeof media>
export interface RichTextItem {
  type: 'listItem'
  content: RichTextBlock[]
}
export interface RichTextCell {
  type: 'tableCell' | 'tableHeader'
  attrs?: { colspan: number; rowspan: number } | undefined
  content: RichTextBlock[]
}
export type RichTextBlock =
  | Leaf
  | { type: 'bulletList'; content: RichTextItem[] }
  | { type: 'orderedList'; attrs?: { start: number } | undefined; content: RichTextItem[] }
  | { type: 'blockquote'; content: RichTextBlock[] }
  | { type: 'callout'; attrs: { tone: CalloutTone }; content: RichTextBlock[] }
  | { type: 'table'; content: { type: 'tableRow'; content: RichTextCell[] }[] }

const blocks: z.ZodType<RichTextBlock[]> = z.array(z.lazy(() => block)).max(BLOCKS, `At most ${BLOCKS} blocks`)
const items = z
  .array(z.object({ type: z.literal('listItem'), content: blocks }))
  .min(1)
  .max(BLOCKS)

const cells = z.number().int().min(1)
const cell = z.object({
  type: z.enum(['tableCell', 'tableHeader']),
  attrs: z.object({ colspan: cells.max(COLUMNS).default(1), rowspan: cells.max(ROWS).default(1) }).optional(),
  content: blocks,
})
const row = z.object({
  type: z.literal('tableRow'),
  content: z.array(cell).max(COLUMNS, `At most ${COLUMNS} columns`),
})

const block: z.ZodType<RichTextBlock> = z.discriminatedUnion('type', [
  paragraph,
  heading,
  codeBlock,
  horizontalRule,
  media,
  z.object({ type: z.literal('bulletList'), content: items }),
  z.object({
    type: z.literal('orderedList'),
    attrs: z.object({ start: z.number().int().min(0).max(100_000).default(1) }).optional(),
    content: items,
  }),
  z.object({ type: z.literal('blockquote'), content: blocks }),
  z.object({ type: z.literal('callout'), attrs: z.object({ tone: z.enum(calloutTones) }), content: blocks }),
  z.object({ type: z.literal('table'), content: z.array(row).min(1).max(ROWS, `At most ${ROWS} rows`) }),
])

const document = z.object({ type: z.literal('doc'), content: blocks })

/** A text with headings, lists, tables and pictures: JSON as Tiptap writes it, of the kinds that are named here alone. */
// A type, not an interface: a column of jsonb takes any record.
export type RichText = { type: 'doc'; content: RichTextBlock[] }

/** Bytes. */
export const MAX_RICH_TEXT = 262_144

/** Most objects and arrays within each other: eight lists in lists, or what is in a table in a callout. */
const DEPTH = 40

/** A text as it is sent. */
export const richText = boundedJson(document, { maxBytes: MAX_RICH_TEXT, maxDepth: DEPTH })

/** A text as it is answered: it was looked at when it came. */
export const answeredRichText = z.object({
  type: z.literal('doc'),
  content: z.array(z.unknown()),
}) as unknown as z.ZodType<RichText>

/** Says nothing. */
export const emptyRichText: RichText = { type: 'doc', content: [] }

/** Whether it says nothing: no letter, no picture, no film. */
export function isBlank({ content }: RichText): boolean {
  return !content.some(says)
}

function says(node: object): boolean {
  if ('text' in node) return String(node.text).trim() !== ''
  if ('attrs' in node && Object.hasOwn(node.attrs as object, 'fileId')) return true
  return 'content' in node && (node.content as object[]).some(says)
}

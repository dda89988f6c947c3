import { z } from 'zod'
import { boundedJson } from './bounded-json.ts'
import { id, line, text, typedText } from './fields.ts'
import { isLinkAddress } from './link-address.ts'

const href = z
  .string()
  .trim()
  .max(2000, 'At most 2000 characters')
  .refine(isLinkAddress, { error: 'Must be a valid URL' })

/** A link as people type it. */
export const linkFields = z.object({ href })

/** The address of a page. */
export const webAddress = href.refine((value) => !/^mailto:/i.test(value), { error: 'Must be a valid URL' })

/** External content to be embedded, as users type it. */
export const embedFields = z.object({
  url: webAddress,
  title: line(300).default(''),
})

const mark = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['bold', 'italic', 'underline', 'strike', 'code', 'superscript', 'subscript']) }),
  z.object({ type: z.literal('link'), attrs: linkFields }),
])
export type RichTextMark = z.output<typeof mark>

const span = z.object({
  type: z.literal('text'),
  text: typedText(50_000).min(1),
  marks: z.array(mark).max(8, 'At most 8 marks').optional(),
})

const hardBreak = z.object({ type: z.literal('hardBreak') })

/** A formula as people type it. */
export const formulaFields = z.object({
  latex: text(2000).min(1, 'Enter a formula'),
  /** On a line of its own, centered. */
  isDisplayed: z.boolean().default(false),
})
export type FormulaProps = z.input<typeof formulaFields>
const formula = z.object({ type: z.literal('formula'), attrs: formulaFields })

const inline = z.array(z.discriminatedUnion('type', [span, hardBreak, formula])).max(5000, 'At most 5000 pieces')
export type RichTextInline = z.output<typeof inline>[number]

export const headingLevels = [2, 3, 4] as const

const paragraph = z.object({ type: z.literal('paragraph'), content: inline.optional() })
const heading = z.object({
  type: z.literal('heading'),
  attrs: z.object({ level: z.literal(headingLevels) }),
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

/** Description of a picture, film or sound. */
export const mediaFields = z.object({
  fileId: id,
  /** For those who do not see it; empty for a picture that says nothing. */
  alt: line(1000).default(''),
  caption: text(1000).default(''),
})
export type MediaFields = z.output<typeof mediaFields>

/** A picture, a film or a sound that was uploaded. */
const media = z.object({ type: z.enum(['image', 'video', 'audio']), attrs: mediaFields })
/** External content: a link to it, as our pages load nothing from other sites. */
const embed = z.object({ type: z.literal('embed'), attrs: embedFields })

const MAX_BLOCKS = 2000
const MAX_ROWS = 500
const MAX_COLUMNS = 20

export const calloutTones = ['note', 'tip', 'warning'] as const
export type CalloutTone = (typeof calloutTones)[number]

type Leaf = z.output<
  typeof paragraph | typeof heading | typeof codeBlock | typeof horizontalRule | typeof media | typeof embed
>
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

const blocks: z.ZodType<RichTextBlock[]> = z.array(z.lazy(() => block)).max(MAX_BLOCKS, `At most ${MAX_BLOCKS} blocks`)
const items = z
  .array(z.object({ type: z.literal('listItem'), content: blocks }))
  .min(1)
  .max(MAX_BLOCKS)

const cells = z.number().int().min(1)
const cell = z.object({
  type: z.enum(['tableCell', 'tableHeader']),
  attrs: z.object({ colspan: cells.max(MAX_COLUMNS).default(1), rowspan: cells.max(MAX_ROWS).default(1) }).optional(),
  content: blocks,
})
const row = z.object({
  type: z.literal('tableRow'),
  content: z.array(cell).max(MAX_COLUMNS, `At most ${MAX_COLUMNS} columns`),
})

const block: z.ZodType<RichTextBlock> = z.discriminatedUnion('type', [
  paragraph,
  heading,
  codeBlock,
  horizontalRule,
  media,
  embed,
  z.object({ type: z.literal('bulletList'), content: items }),
  z.object({
    type: z.literal('orderedList'),
    attrs: z.object({ start: z.number().int().min(0).max(100_000).default(1) }).optional(),
    content: items,
  }),
  z.object({ type: z.literal('blockquote'), content: blocks }),
  z.object({ type: z.literal('callout'), attrs: z.object({ tone: z.enum(calloutTones) }), content: blocks }),
  z.object({ type: z.literal('table'), content: z.array(row).min(1).max(MAX_ROWS, `At most ${MAX_ROWS} rows`) }),
])

const document = z.object({ type: z.literal('doc'), content: blocks })

/** A text with headings, lists, tables and pictures: JSON as Tiptap writes it, of the kinds that are named here alone. */
// A type, not an interface: a column of jsonb takes any record.
export type RichText = { type: 'doc'; content: RichTextBlock[] }

/** Bytes. */
export const MAX_RICH_TEXT = 262_144

/** Most objects and arrays within each other: eight lists in lists, or what is in a table in a callout. */
const MAX_DEPTH = 40

/** A text as it is sent. */
export const richText = boundedJson(document, { maxBytes: MAX_RICH_TEXT, maxDepth: MAX_DEPTH })

/** A text as it is answered: it was looked at when it came. */
export const answeredRichText = z.object({
  type: z.literal('doc'),
  content: z.array(z.unknown()),
}) as unknown as z.ZodType<RichText>

/** Says nothing. */
export const emptyRichText: RichText = { type: 'doc', content: [] }

/** True if the text is blank: no letter, no formula, no picture, no film, no external content. */
export function isBlank({ content }: RichText): boolean {
  return !content.some(says)
}

function says(node: object): boolean {
  if ('text' in node) return String(node.text).trim() !== ''
  if (fileOf(node) !== undefined || ('type' in node && ['embed', 'formula'].includes(String(node.type)))) return true
  return 'content' in node && (node.content as object[]).some(says)
}

/** Ids of the files that it shows, each once. */
export function filesOf({ content }: RichText): string[] {
  const found = new Set<string>()
  const open: object[] = [...content]
  for (let node = open.pop(); node; node = open.pop()) {
    const fileId = fileOf(node)
    if (fileId !== undefined) found.add(fileId)
    if ('content' in node) open.push(...(node.content as object[]))
  }
  return [...found]
}

function fileOf(node: object): string | undefined {
  const attributes = 'attrs' in node ? (node.attrs as { fileId?: string } | undefined) : undefined
  return attributes?.fileId
}

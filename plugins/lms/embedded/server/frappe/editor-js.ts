import { listWords } from '../sections.ts'
import type { TrainingModule, TrainingSection } from '../training.ts'

/** Block of Editor.js 2.29, which the site's lessons consist of. */
interface Block {
  id: string
  type: string
  data: Record<string, unknown>
}

type NewBlock = Omit<Block, 'id'>

/** Maximum bytes: the site's column holds 65,535. */
const MAX_CONTENT_BYTES = 60_000
/** Maximum characters of a paragraph: longer ones are split, so that no block exceeds a lesson. */
const MAX_PARAGRAPH_LENGTH = 5000

export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const newParagraph = (html: string): NewBlock => ({ type: 'paragraph', data: { text: html } })
const newHeader = (text: string): NewBlock => ({ type: 'header', data: { text: escapeHtml(text), level: 3 } })
const list = (entries: readonly string[], isOrdered: boolean): NewBlock => ({
  type: 'list',
  data: {
    style: isOrdered ? 'ordered' : 'unordered',
    items: entries.map((entry) => ({ content: escapeHtml(entry), items: [] })),
  },
})
const renderLink = (title: string, url: string) =>
  `<a href="${escapeHtml(url)}" target="_blank" rel="noopener">${escapeHtml(title)}</a>`

/** Converts a section's text, media and lists to blocks. */
export function toBlocks(section: TrainingSection): NewBlock[] {
  const { text = '', mediaUrl } = section.content
  return [
    ...splitParagraphs(text),
    ...(mediaUrl ? [newMediaBlock(mediaUrl)] : []),
    ...listWords(section).flatMap(({ title, entries, isOrdered }) => [newHeader(title), list(entries, isOrdered)]),
  ]
}

export const toResourceBlocks = ({ resources }: TrainingModule): NewBlock[] =>
  resources.map(({ title, url, description }) =>
    newParagraph(renderLink(title, url) + (description ? `: ${escapeHtml(description)}` : '')),
  )

export const newQuizBlock = (quiz: string): NewBlock => ({ type: 'quiz', data: { quiz } })
export const newAssignmentBlock = (assignment: string): NewBlock => ({ type: 'assignment', data: { assignment } })

function splitParagraphs(text: string): NewBlock[] {
  return text
    .split(/(?:\r?\n[ \t]*){2,}/)
    .filter((part) => part.trim() !== '')
    .flatMap((part) => part.match(new RegExp(`[^]{1,${MAX_PARAGRAPH_LENGTH}}`, 'gu')) ?? [])
    .map((part) => newParagraph(escapeHtml(part).replaceAll(/\r?\n/g, '<br>')))
}

/** Builds a media block: a YouTube video is embedded, anything else is linked. */
function newMediaBlock(url: string): NewBlock {
  const id = /^https?:\/\/(?:www\.)?(?:youtube\.com\/watch\?v=|youtu\.be\/)([\w-]{6,20})/.exec(url)?.[1]
  if (!id) return newParagraph(renderLink('Watch or open what belongs to this section', url))
  return {
    type: 'embed',
    data: {
      service: 'youtube',
      source: `https://www.youtube.com/watch?v=${id}`,
      embed: `https://www.youtube.com/embed/${id}`,
      caption: '',
    },
  }
}

/** Splits blocks into contents of as many lessons as needed; at least one, even without blocks. */
export function splitContents(blocks: readonly NewBlock[]): string[] {
  const parts: NewBlock[][] = [[]]
  let length = 0
  for (const block of blocks) {
    const bytes = Buffer.byteLength(JSON.stringify(block)) + 40
    if (length + bytes > MAX_CONTENT_BYTES && length > 0) {
      parts.push([])
      length = 0
    }
    parts.at(-1)?.push(block)
    length += bytes
  }
  // A fixed time: the current one would make equal contents differ.
  return parts.map((part) =>
    JSON.stringify({
      time: 0,
      blocks: part.map((block, index): Block => ({ id: `b${index}`, ...block })),
      version: '2.29.0',
    }),
  )
}

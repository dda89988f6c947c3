import { childOf, textOf, type XmlElement } from '#core/server/xml.ts'
import { toHtml } from './qti-item.ts'

/** Problem for an answer with an asterisk, which matches any letters in Moodle. */
export const WILDCARD_PROBLEM = 'The wildcard * is not supported: write the answers out'

/** Reads the parts of one Moodle question. */
export interface MoodleReader {
  note: (words: string) => void
  /** Reads a text with its format; a missing part is an empty text. */
  plain: (element: XmlElement | undefined) => string
  /** Reads the raw text of a setting. */
  setting: (name: string) => string
}

/** Reads the raw text of a part. */
export const rawText = (element: XmlElement | undefined): string => {
  const text = childOf(element, 'text')
  if (!text) return textOf(element).trim()
  // Programs that write no CDATA have the markup of a text as elements.
  return text.children.some((child) => typeof child !== 'string') ? toHtml(text, () => undefined) : textOf(text)
}

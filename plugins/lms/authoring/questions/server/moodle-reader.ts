import { childOf, textOf, type XmlElement } from '#core/server/xml.ts'
import { toHtml } from './qti-item.ts'

/** Problem of an answer with an asterisk, which matches any letters in Moodle. */
export const WILDCARD_PROBLEM = 'The wildcard * is not supported: write the answers out'

/** Reads the parts of one question of Moodle. */
export interface MoodleReader {
  note: (words: string) => void
  /** A text with its format; a part that is missing is an empty one. */
  plain: (element: XmlElement | undefined) => string
  /** The words of a setting, as they are written. */
  setting: (name: string) => string
}

/** The text of a part, as it is written. */
export const rawText = (element: XmlElement | undefined): string => {
  const text = childOf(element, 'text')
  if (!text) return textOf(element).trim()
  // Programs that write no CDATA have the markup of a text as elements.
  return text.children.some((child) => typeof child !== 'string') ? toHtml(text, () => undefined) : textOf(text)
}

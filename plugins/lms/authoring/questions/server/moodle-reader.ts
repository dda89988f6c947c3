import { childOf, textOf, type XmlElement } from '#core/server/xml.ts'
import { toHtml } from './qti-item.ts'
import { FEEDBACK_NOTE } from './read-gift.ts'
import { PARTIAL_PROBLEM, QuestionProblem, type WeighedAnswer } from './read-texts.ts'

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

/** Lists answers that give all points; those that give none are left out, with a note. @throws QuestionProblem for others */
export function listFull<A extends WeighedAnswer & { feedback: string }>(
  answers: readonly A[],
  note: MoodleReader['note'],
): A[] {
  if (answers.some(({ weight }) => weight > 0 && weight < 100)) throw new QuestionProblem(PARTIAL_PROBLEM)
  if (answers.some(({ weight }) => weight <= 0)) note('Answers that give no points are left out')
  if (answers.some(({ feedback }) => feedback !== '')) note(FEEDBACK_NOTE)
  return answers.filter(({ weight }) => weight > 0)
}

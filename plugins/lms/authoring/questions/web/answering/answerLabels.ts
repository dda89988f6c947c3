import type { Answer } from '../../answer-contract.ts'
import type { ShownQuestion } from '../../shown-contract.ts'

/** Checks if learners type the answer, which is then shown as typed. */
export const isTyped = ({ type }: Answer): boolean =>
  ['short_text', 'long_text', 'fill_blanks', 'number'].includes(type)

/** Describes an answer as lines; empty for an answer to another type, and for files, which are listed elsewhere. */
export function describeAnswer(question: ShownQuestion, answer: Answer): string[] {
  switch (answer.type) {
    case 'single':
      return question.type === 'single' ? listTexts(question.options, [answer.optionId]) : []
    case 'multiple':
      return question.type === 'multiple' ? listTexts(question.options, answer.optionIds) : []
    case 'true_false':
      return [answer.isTrue ? 'True' : 'False']
    case 'number':
      return [`${answer.value} ${question.type === 'number' ? question.unit : ''}`.trim()]
    case 'matching':
      if (question.type !== 'matching') return []
      return question.prompts.flatMap(({ id, text }) => {
        const [match] = listTexts(question.matches, [answer.pairs.find((pair) => pair.promptId === id)?.matchId])
        return match === undefined ? [] : [`${text}: ${match}`]
      })
    case 'ordering':
      if (question.type !== 'ordering') return []
      return listTexts(question.items, answer.itemIds).map((text, index) => `${index + 1}. ${text}`)
    case 'fill_blanks':
      if (question.type !== 'fill_blanks') return []
      return question.blanks.map((blankId, index) => {
        const text = answer.blanks.find((blank) => blank.blankId === blankId)?.text
        return `Blank ${index + 1}: ${text ?? '—'}`
      })
    case 'short_text':
    case 'long_text':
      return [answer.text]
    case 'file':
      return []
  }
}

const listTexts = (choices: readonly { id: string; text: string }[], ids: readonly (string | undefined)[]) =>
  ids.flatMap((id) => choices.find((choice) => choice.id === id)?.text ?? [])

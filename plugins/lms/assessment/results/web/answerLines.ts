import type { Answer } from '../../../authoring/questions/answer-contract.ts'
import type { ShownQuestion } from '../../../authoring/questions/shown-contract.ts'

/** Describes an answer, one line for each part of it; empty if there is none. */
export function answerLines(question: ShownQuestion, answer: Answer | null): string[] {
  if (answer === null || answer.type !== question.type) return []
  switch (answer.type) {
    case 'single':
      return listTexts(question, [answer.optionId])
    case 'multiple':
      return listTexts(question, answer.optionIds)
    case 'true_false':
      return [answer.isTrue ? 'True' : 'False']
    case 'short_text':
    case 'long_text':
      return answer.text === '' ? [] : [answer.text]
    case 'number':
      return [String(answer.value)]
    case 'ordering':
      return listTexts(question, answer.itemIds)
    case 'matching':
      return answer.pairs.map(({ promptId, matchId }) => listTexts(question, [promptId, matchId]).join(': '))
    case 'fill_blanks':
      return answer.blanks.map(({ text }, index) => `{${index + 1}} ${text}`)
    case 'file':
      return [`${answer.fileIds.length} ${answer.fileIds.length === 1 ? 'file' : 'files'}`]
  }
}

function listTexts(question: ShownQuestion, ids: readonly string[]): string[] {
  const named = () => {
    switch (question.type) {
      case 'single':
      case 'multiple':
        return question.options
      case 'matching':
        return [...question.prompts, ...question.matches]
      case 'ordering':
        return question.items
      default:
        return []
    }
  }
  const texts = new Map(named().map(({ id, text }) => [id, text]))
  return ids.flatMap((id) => texts.get(id) ?? [])
}

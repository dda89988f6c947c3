import type { Option, Question, QuestionOf, QuestionType } from '../contract.ts'

const newId = () => crypto.randomUUID()

export const newOption = (): Option => ({ id: newId(), text: '', isRight: false, feedback: '', isLast: false })
export const newPair = (): QuestionOf<'matching'>['pairs'][number] => ({
  id: newId(),
  prompt: '',
  matchId: newId(),
  match: '',
})
export const newItem = () => ({ id: newId(), text: '' })
export const newBlank = () => ({ id: newId(), accepted: [''], isCaseSensitive: false })

/** Creates an empty question of a type. */
export function newQuestion(type: QuestionType): Question {
  const asked = { id: newId(), prompt: '', points: 1, explanation: '' }
  switch (type) {
    case 'single':
      return { ...asked, type, options: [newOption(), newOption()] }
    case 'multiple':
      return { ...asked, type, options: [newOption(), newOption(), newOption()], partialCredit: 'per_choice' }
    case 'true_false':
      return { ...asked, type, isTrue: true, feedbackTrue: '', feedbackFalse: '' }
    case 'short_text':
      return { ...asked, type, accepted: [''], isCaseSensitive: false, typos: 0 }
    case 'number':
      return { ...asked, type, value: 0, tolerance: 0, unit: '' }
    case 'matching':
      return { ...asked, type, pairs: [newPair(), newPair()], distractors: [], partialCredit: 'per_choice' }
    case 'ordering':
      return { ...asked, type, items: [newItem(), newItem(), newItem()], partialCredit: 'per_choice' }
    case 'fill_blanks':
      return { ...asked, type, blanks: [newBlank()], partialCredit: 'per_choice' }
    case 'long_text':
      return { ...asked, type, minWords: null, maxWords: null, guidance: '' }
    case 'file':
      return { ...asked, type, takes: 'any', maxFiles: 1, guidance: '' }
  }
}

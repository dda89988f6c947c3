import type { Answer } from '../../answer-contract.ts'
import type { ShownQuestion } from '../../shown-contract.ts'

export interface AnswerFieldProps<Type extends ShownQuestion['type'] = ShownQuestion['type']> {
  question: Extract<ShownQuestion, { type: Type }>
  /** null: none yet. One to another type of question is none. */
  answer: Answer | null
  onChange: (answer: Answer | null) => void
  /** It stays as it is: there is no time left, or it was told whether it is right. */
  isFixed?: boolean
}

import type { Answer } from '../../answer-contract.ts'
import type { ShownQuestion } from '../../shown-contract.ts'

export interface AnswerFieldProps<Type extends ShownQuestion['type'] = ShownQuestion['type']> {
  question: Extract<ShownQuestion, { type: Type }>
  /** null: none yet. An answer to another type of question counts as none. */
  answer: Answer | null
  onChange: (answer: Answer | null) => void
  /** True if the answer is final: the time is over, or its verdict was shown. */
  isFixed?: boolean
}

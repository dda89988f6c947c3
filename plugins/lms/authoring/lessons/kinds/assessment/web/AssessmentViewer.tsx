import type { ShownQuiz } from '../../../../questions/quiz-contract.ts'
import { QuizView } from '../../../../questions/web/QuizView.tsx'
import type { KindViewProps } from '../../web/kindProps.ts'

export function AssessmentViewer({ details }: KindViewProps<ShownQuiz>) {
  return <QuizView quiz={details} />
}

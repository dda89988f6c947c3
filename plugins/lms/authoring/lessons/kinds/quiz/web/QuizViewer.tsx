import type { ShownQuiz } from '../../../../questions/quiz-contract.ts'
import { QuizView } from '../../../../questions/web/QuizView.tsx'
import type { KindViewProps } from '../../web/kindProps.ts'

export function QuizViewer({ details }: KindViewProps<ShownQuiz>) {
  return <QuizView quiz={details} />
}

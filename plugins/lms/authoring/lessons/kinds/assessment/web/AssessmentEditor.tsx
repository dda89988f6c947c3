import type { QuizDetails } from '../../../../questions/quiz-contract.ts'
import { QuizEditor } from '../../../../questions/web/QuizEditor.tsx'
import type { KindEditorProps } from '../../web/kindProps.ts'

export function AssessmentEditor({ details, onChange, errors }: KindEditorProps<QuizDetails>) {
  return <QuizEditor details={details} isGraded onChange={onChange} errors={errors} />
}

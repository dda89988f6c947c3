import type { QuizDetails } from '../../../../questions/quiz-contract.ts'
import { QuizEditor } from '../../../../questions/web/QuizEditor.tsx'
import type { KindEditorProps } from '../../web/kindProps.ts'

export function QuizLessonEditor({ details, onChange, errors }: KindEditorProps<QuizDetails>) {
  return <QuizEditor details={details} isGraded={false} onChange={onChange} errors={errors} />
}

import { EyeOff } from 'lucide-react'
import type { ApiError } from '#core/web/apiError.ts'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { ANSWERS_HIDDEN } from '../contract.ts'

/** Explains why answers cannot be shown: graders who take the quiz themselves see them after their own attempt. */
export function AnswersError({ error, onRetry }: { error: ApiError; onRetry: () => unknown }) {
  if (error.code !== ANSWERS_HIDDEN) return <ErrorState error={error} onRetry={onRetry} />
  return (
    <EmptyState icon={<EyeOff size={20} aria-hidden />} title="Answers are hidden">
      {errorText(error)}
    </EmptyState>
  )
}

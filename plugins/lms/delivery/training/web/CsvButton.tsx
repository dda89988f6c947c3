import { Sheet } from 'lucide-react'
import { LinkButton } from '#core/web/ui/actions/LinkButton.tsx'
import { trainingApi } from './client.ts'

/** Downloads the list of a tab as a file. */
export function CsvButton({ of }: { of: 'exportTraining' | 'exportCourseStatistics' }) {
  return (
    <LinkButton
      href={trainingApi[of].url()}
      download
      icon={<Sheet size={16} aria-hidden />}
      aria-label={of === 'exportTraining' ? 'Every instructor’s courses as CSV' : 'Course analytics as CSV'}
    >
      CSV
    </LinkButton>
  )
}

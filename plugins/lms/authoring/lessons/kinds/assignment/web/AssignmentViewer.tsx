import type { SubmissionDetails } from '../../submission-contract.ts'
import type { KindViewProps } from '../../web/kindProps.ts'
import { SubmissionView } from '../../web/SubmissionView.tsx'

export function AssignmentViewer({ details, contentUrl }: KindViewProps<SubmissionDetails>) {
  return <SubmissionView details={details} contentUrl={contentUrl} />
}

import type { KindViewProps } from '../../web/kindProps.ts'
import { SubmissionView } from '../../web/SubmissionView.tsx'
import type { ProjectDetails } from '../contract.ts'

export function ProjectViewer({ details, contentUrl }: KindViewProps<ProjectDetails>) {
  const team = details.teamSize === 1 ? 'Alone' : `In a team of up to ${details.teamSize}`
  return <SubmissionView details={details} contentUrl={contentUrl} facts={[['Work', team]]} />
}

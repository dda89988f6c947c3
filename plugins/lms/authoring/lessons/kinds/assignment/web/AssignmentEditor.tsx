import type { SubmissionDetails } from '../../submission-contract.ts'
import type { KindEditorProps } from '../../web/kindProps.ts'
import { SubmissionEditor } from '../../web/SubmissionEditor.tsx'

export function AssignmentEditor({ details, onChange, ...props }: KindEditorProps<SubmissionDetails>) {
  return <SubmissionEditor {...props} details={details} onChange={(change) => onChange({ ...details, ...change })} />
}

import { NumberField } from '#core/web/ui/fields/NumberField.tsx'
import { wholeNumbers } from '#core/web/ui/fields/typedNumber.ts'
import type { KindEditorProps } from '../../web/kindProps.ts'
import { SubmissionEditor } from '../../web/SubmissionEditor.tsx'
import type { ProjectDetails } from '../contract.ts'

export function ProjectEditor({ details, onChange, ...props }: KindEditorProps<ProjectDetails>) {
  return (
    <SubmissionEditor {...props} details={details} onChange={(change) => onChange({ ...details, ...change })}>
      <NumberField
        formatOptions={wholeNumbers}
        label="People in a team, at most"
        help="1: students work alone."
        minValue={1}
        maxValue={20}
        value={details.teamSize}
        onChange={(teamSize) => onChange({ ...details, teamSize: teamSize ?? 1 })}
        error={props.errors['teamSize']}
      />
    </SubmissionEditor>
  )
}

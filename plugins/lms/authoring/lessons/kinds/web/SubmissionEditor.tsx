import type { ReactNode } from 'react'
import { CheckboxGroup } from '#core/web/ui/fields/CheckboxGroup.tsx'
import { NumberField } from '#core/web/ui/fields/NumberField.tsx'
import { RadioGroup } from '#core/web/ui/fields/RadioGroup.tsx'
import { wholeNumbers } from '#core/web/ui/fields/typedNumber.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { submissionForms, type SubmissionDetails } from '../submission-contract.ts'
import { AddressField } from './AddressField.tsx'
import type { KindEditorProps } from './kindProps.ts'
import { Attachments } from './Attachments.tsx'
import { DueFields } from './DueFields.tsx'
import { RubricEditor } from './RubricEditor.tsx'
import { formLabels } from './submissionLabels.ts'

const forms = submissionForms.map((id) => ({ id, label: formLabels[id] }))

interface SubmissionEditorProps extends Pick<KindEditorProps, 'lesson' | 'contentUrl' | 'onChangeUrl' | 'errors'> {
  details: SubmissionDetails
  onChange: (change: Partial<SubmissionDetails>) => void
  /** Fields of this kind alone. */
  children?: ReactNode
}

/** Edits the forms of a submission, its completion, and its rubric. */
export function SubmissionEditor({
  lesson,
  details,
  onChange,
  contentUrl,
  onChangeUrl,
  errors,
  children,
}: SubmissionEditorProps) {
  return (
    <Stack>
      <Card title="Submission">
        <Stack>
          <CheckboxGroup
            label="Submission types"
            options={forms}
            value={details.accepts}
            onChange={(accepts) => onChange({ accepts })}
            error={errors['accepts']}
          />
          <RadioGroup
            label="Done when"
            options={[
              { id: 'handed-in', label: 'It is submitted' },
              { id: 'passed', label: 'It was graded as passed' },
            ]}
            value={details.doneWhen}
            onChange={(doneWhen) => onChange({ doneWhen })}
          />
          {details.doneWhen === 'passed' && (
            <NumberField
              formatOptions={wholeNumbers}
              label="Pass mark (percent of the points)"
              minValue={0}
              maxValue={100}
              value={details.passPercent}
              onChange={(passPercent) => onChange({ passPercent: passPercent ?? 0 })}
              error={errors['passPercent']}
            />
          )}
          {children}
          <Attachments
            courseId={lesson.courseId}
            attachments={details.attachments}
            onChange={(attachments) => onChange({ attachments })}
          />
          <AddressField
            label="Address of the instructions"
            help="If the instructions are on another page"
            contentUrl={contentUrl}
            onChangeUrl={onChangeUrl}
            errors={errors}
          />
        </Stack>
      </Card>
      <DueFields details={details} onChange={onChange} errors={errors} />
      <RubricEditor rubric={details.rubric} onChange={(rubric) => onChange({ rubric })} />
    </Stack>
  )
}

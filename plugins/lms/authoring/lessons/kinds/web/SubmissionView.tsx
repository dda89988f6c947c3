import type { ReactNode } from 'react'
import { Facts } from '#core/web/ui/display/Facts.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { describeDue, describeDueRules } from '../due-contract.ts'
import type { SubmissionDetails } from '../submission-contract.ts'
import { AddressLink } from './AddressLink.tsx'
import { RubricView } from './RubricView.tsx'
import { formLabels } from './submissionLabels.ts'

interface SubmissionViewProps {
  details: SubmissionDetails
  contentUrl: string
  /** Facts of this kind alone: label and text. */
  facts?: readonly (readonly [string, ReactNode])[]
  /** Due date of the reader; by default as its author has set it. */
  due?: ReactNode
}

/** Shows an assignment or a project before learners begin. */
export function SubmissionView({ details, contentUrl, facts = [], due = describeDue(details) }: SubmissionViewProps) {
  const { accepts, doneWhen, passPercent, rubric, attachments } = details
  const passed =
    rubric.isScored && rubric.criteria.length > 0 ? `Graded with at least ${passPercent}%` : 'Graded as passed'
  const lateRules = describeDueRules(details)
  return (
    <Stack>
      <AddressLink href={contentUrl}>Instructions</AddressLink>
      {attachments.map(({ fileId, title }) => (
        <AddressLink key={fileId} href={`/api/files/${fileId}?save=1`}>
          {title || 'File'}
        </AddressLink>
      ))}
      <Card title="Submission">
        <Facts
          facts={[
            ['Submit', accepts.map((form) => formLabels[form]).join(', ') || 'Nothing'],
            ['Done when', doneWhen === 'passed' ? passed : 'Submitted'],
            ...(due ? ([['Due', due]] as const) : []),
            ...(lateRules.length > 0 ? ([['If it is late', lateRules.join(' ')]] as const) : []),
            ...facts,
          ]}
        />
      </Card>
      <RubricView rubric={rubric} />
    </Stack>
  )
}

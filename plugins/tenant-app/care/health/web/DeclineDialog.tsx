import { useMutation } from '@tanstack/react-query'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import type { DialogState } from '#core/web/ui/overlays/FormDialog.tsx'
import { decision, type Proposal } from '../contract.ts'
import { healthApi } from './client.ts'
import { partNames } from './healthLabels.ts'
import { healthReads, type OpenedHealth } from './useOpenedHealth.ts'

interface DeclineDialogProps extends DialogState {
  health: OpenedHealth
  proposal: Proposal
}

/** Rejects a guardian's proposal, with a reason that the guardian reads. */
export function DeclineDialog({ health, proposal, ...dialog }: DeclineDialogProps) {
  const decide = useMutation(healthApi.decideProposal.mutation({ touches: healthReads }))
  const { studentId, reopen } = health
  return (
    <FormDialog
      {...dialog}
      title={`Decline the change of ${partNames[proposal.part].toLowerCase()}?`}
      size="small"
      schema={decision}
      defaultValues={{ isApproved: false, answer: '' }}
      save={(body) => decide.mutateAsync({ params: { id: studentId, proposalId: proposal.id }, body })}
      onSaved={reopen}
      submit="Decline"
    >
      <FormTextField name="answer" label="Reason" multiline autoFocus help="The guardian reads it." />
    </FormDialog>
  )
}

import { useMutation } from '@tanstack/react-query'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { decision, type Proposal } from '../contract.ts'
import { healthApi } from './client.ts'
import { partNames } from './healthLabels.ts'
import { healthReads, type OpenedHealth } from './useOpenedHealth.ts'

interface DeclineDialogProps {
  health: OpenedHealth
  proposal: Proposal
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Declines what a guardian proposes, with the reason that the guardian reads. */
export function DeclineDialog({ health, proposal, isOpen, onOpenChange }: DeclineDialogProps) {
  return (
    <Dialog
      title={`Decline the change of ${partNames[proposal.part].toLowerCase()}?`}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      size="small"
    >
      <DeclineForm health={health} proposal={proposal} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function DeclineForm({
  health: { studentId, reopen },
  proposal,
  onDone,
}: Pick<DeclineDialogProps, 'health' | 'proposal'> & { onDone: () => void }) {
  const decide = useMutation(healthApi.decideProposal.mutation({ touches: healthReads }))
  const form = useContractForm(decision, {
    defaultValues: { isApproved: false, answer: '' },
    submit: async (body) => {
      await decide.mutateAsync({ params: { id: studentId, proposalId: proposal.id }, body })
      onDone()
      await reopen()
    },
  })
  return (
    <DialogForm form={form} submit={<SubmitButton>Decline</SubmitButton>}>
      <FormTextField name="answer" label="Reason" multiline autoFocus help="The guardian reads it." />
    </DialogForm>
  )
}

import { useMutation } from '@tanstack/react-query'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormNumberField } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { MAX_HOLD_DAYS, newHold } from '../moderation-contract.ts'
import { moderationApi, moderationReads } from './client.ts'

interface HoldDialogProps {
  author: { id: string; name: string }
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Asks for how long every post of somebody is looked at first. */
export function HoldDialog({ author, isOpen, onOpenChange }: HoldDialogProps) {
  return (
    <Dialog
      title={`Hold the posts of ${author.name}?`}
      help="Others see each new post once somebody has looked at it. What is there already stays."
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <HoldForm author={author} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function HoldForm({ author, onDone }: { author: { id: string; name: string }; onDone: () => void }) {
  const hold = useMutation(moderationApi.holdPerson.mutation({ touches: moderationReads }))
  const form = useContractForm(newHold, {
    defaultValues: { days: 14, reason: '' },
    submit: async (body) => {
      await hold.mutateAsync({ params: { userId: author.id }, body })
      notify({ title: `Posts of ${author.name} are held` })
      onDone()
    },
  })
  return (
    <DialogForm form={form} submit={<SubmitButton>Hold posts</SubmitButton>}>
      <FormNumberField name="days" label="Days" minValue={1} maxValue={MAX_HOLD_DAYS} />
      <FormTextField name="reason" label="Reason" isOptional multiline help="For those who look at posts." />
    </DialogForm>
  )
}

import { useMutation } from '@tanstack/react-query'
import { FormNumberField } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import type { DialogState } from '#core/web/ui/overlays/FormDialog.tsx'
import { MAX_HOLD_DAYS, newHold } from '../moderation-contract.ts'
import { moderationApi, moderationReads } from './client.ts'

interface HoldDialogProps extends DialogState {
  author: { id: string; name: string }
}

/** Asks for the duration of a restriction. */
export function HoldDialog({ author, ...dialog }: HoldDialogProps) {
  const hold = useMutation(moderationApi.holdPerson.mutation({ touches: moderationReads }))
  return (
    <FormDialog
      {...dialog}
      title={`Restrict ${author.name}?`}
      help="Others see each new post once it is approved. Earlier posts stay."
      schema={newHold}
      defaultValues={{ days: 14, reason: '' }}
      save={(body) => hold.mutateAsync({ params: { userId: author.id }, body })}
      saved={{ title: `Posts of ${author.name} are held` }}
      submit="Hold posts"
    >
      <FormNumberField name="days" label="Days" minValue={1} maxValue={MAX_HOLD_DAYS} />
      <FormTextField name="reason" label="Reason" isOptional multiline help="Visible to moderators only." />
    </FormDialog>
  )
}

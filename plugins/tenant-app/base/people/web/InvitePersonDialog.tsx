import { useMutation } from '@tanstack/react-query'
import { roleNames } from '#core/contract/roles.ts'
import { useEmailTexts } from '#core/web/mail.ts'
import { FieldRow, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { invitedRoles, newInvitation } from '../contract.ts'
import { AdminReason } from './AdminReason.tsx'
import { peopleApi, peopleReads } from './client.ts'
import { nameOf } from './personLabels.ts'

const roleOptions = invitedRoles.map((id) => ({ id, label: roleNames[id] }))

interface InvitePersonDialogProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Invites staff or a parent; students are invited from their own page. */
export function InvitePersonDialog({ isOpen, onOpenChange }: InvitePersonDialogProps) {
  const { promise } = useEmailTexts()
  return (
    <Dialog
      title="Invite somebody"
      help={promise('They get a mail with a link and choose their own password. It works for 7 days.')}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <InviteForm onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function InviteForm({ onDone }: { onDone: () => void }) {
  const { notice } = useEmailTexts()
  const invite = useMutation(peopleApi.invitePerson.mutation({ touches: peopleReads }))
  const form = useContractForm(newInvitation, {
    defaultValues: { role: 'instructor', email: '', firstName: '', lastName: '', words: '' },
    submit: async (body) => {
      const person = await invite.mutateAsync({ body })
      notify(notice({ title: 'Invitation Sent', description: `${nameOf(person)}, ${body.email}` }))
      onDone()
    },
  })
  return (
    <DialogForm form={form} submit={<SubmitButton>Send invitation</SubmitButton>}>
      <FormSelect
        name="role"
        label="Role"
        options={roleOptions}
        help="Students are invited from their own page, under Students."
      />
      <FieldRow>
        <FormTextField name="firstName" label="First name" autoComplete="off" autoFocus />
        <FormTextField name="lastName" label="Last name" autoComplete="off" />
      </FieldRow>
      <FormTextField name="email" label="Email" type="email" autoComplete="off" />
      <AdminReason />
    </DialogForm>
  )
}

import { useMutation } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { roleNames } from '#core/contract/roles.ts'
import { FormAdminReason } from '#core/web/FormAdminReason.tsx'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { FieldRow, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { userChange } from '../contract.ts'
import type { FoundUser } from '../contract.ts'
import type { UserDialogProps } from './UserDialogs.ts'
import { usersApi } from './client.ts'
import { touched } from '../../shared/web/touched.ts'
import { fullName } from './userLabels.ts'

/** There may be none still. */
const changeWithoutAddress = userChange.extend({
  email: z.preprocess((value) => (value === '' ? undefined : value), userChange.shape.email),
})

export function EditUserDialog({ user, isOpen, onOpenChange }: UserDialogProps) {
  return (
    <Dialog
      title="Edit User"
      help={`${roleNames[user.role]}, ${user.tenantName ?? 'platform'}`}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <EditUserForm user={user} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function EditUserForm({ user, onDone }: { user: FoundUser; onDone: () => void }) {
  const update = useMutation(usersApi.updateUser.mutation({ touches: touched }))
  const { firstName, lastName, email, username } = user
  const form = useContractForm(user.email === null ? changeWithoutAddress : userChange, {
    defaultValues: { firstName, lastName, email: email ?? '', username, words: '' },
    submit: async (body) => {
      const changed = await update.mutateAsync({ params: { id: user.id }, body })
      notify({ title: 'User Updated', description: fullName(changed) })
      onDone()
    },
  })
  return (
    <DialogForm form={form} submit={<SubmitButton isDisabled={!form.isDirty}>Save changes</SubmitButton>}>
      <FieldRow>
        <FormTextField name="firstName" label="First name" autoComplete="off" autoFocus />
        <FormTextField name="lastName" label="Last name" autoComplete="off" />
      </FieldRow>
      <FormTextField
        name="email"
        label="Email"
        type="email"
        autoComplete="off"
        help={email === null ? 'There is none so far.' : 'They sign in with it.'}
      />
      <FormTextField name="username" label="Username" autoComplete="off" spellCheck="false" />
      {user.role !== 'superadmin' && <ReasonOfAddress former={email ?? ''} />}
    </DialogForm>
  )
}

/** Asks for a reason once a user of an organization is to sign in with another address. */
function ReasonOfAddress({ former }: { former: string }) {
  const email: unknown = useWatch({ name: 'email' })
  return email === former ? null : <FormAdminReason />
}

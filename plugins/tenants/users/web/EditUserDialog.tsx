import { useMutation } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { roleNames } from '#core/contract/roles.ts'
import { FormAdminReason } from '#core/web/FormAdminReason.tsx'
import { FieldRow, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { userChange } from '../contract.ts'
import type { UserDialogProps } from './UserDialogs.ts'
import { usersApi } from './client.ts'
import { touched } from '../../shared/web/touched.ts'
import { fullName } from './userLabels.ts'

/** There may be none still. */
const changeWithoutAddress = userChange.extend({
  email: z.preprocess((value) => (value === '' ? undefined : value), userChange.shape.email),
})

export function EditUserDialog({ user, ...dialog }: UserDialogProps) {
  const update = useMutation(usersApi.updateUser.mutation({ touches: touched }))
  const { firstName, lastName, email, username } = user
  return (
    <FormDialog
      {...dialog}
      title="Edit User"
      help={`${roleNames[user.role]}, ${user.tenantName ?? 'platform'}`}
      schema={user.email === null ? changeWithoutAddress : userChange}
      defaultValues={{ firstName, lastName, email: email ?? '', username, words: '' }}
      save={(body) => update.mutateAsync({ params: { id: user.id }, body })}
      saved={(changed) => ({ title: 'User Updated', description: fullName(changed) })}
      submit={<SubmitButton needsChange>Save changes</SubmitButton>}
    >
      <FieldRow>
        <FormTextField name="firstName" label="First name" autoComplete="off" autoFocus />
        <FormTextField name="lastName" label="Last name" autoComplete="off" />
      </FieldRow>
      <FormTextField
        name="email"
        label="Email"
        type="email"
        autoComplete="off"
        help={email === null ? 'Not set.' : 'Used to sign in.'}
      />
      <FormTextField name="username" label="Username" autoComplete="off" spellCheck="false" />
      {user.role !== 'superadmin' && <ReasonOfAddress former={email ?? ''} />}
    </FormDialog>
  )
}

/** Asks for a reason once a user of an organization is to sign in with another address. */
function ReasonOfAddress({ former }: { former: string }) {
  const email: unknown = useWatch({ name: 'email' })
  return email === former ? null : <FormAdminReason />
}

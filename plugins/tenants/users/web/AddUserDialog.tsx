import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { roleNames } from '#core/contract/roles.ts'
import { useEmailTexts } from '#core/web/mail.ts'
import { serverMessage } from '#core/web/serverMessage.ts'
import { FieldRow } from '#core/web/ui/forms/Form.tsx'
import { FormComboBox, FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import type { DialogState } from '#core/web/ui/overlays/FormDialog.tsx'
import { creatableRoles, newTenantUser } from '../contract.ts'
import { TemporaryPasswordDialog } from '#core/web/ui/overlays/TemporaryPasswordDialog.tsx'
import type { GivenPassword } from '#core/web/ui/overlays/TemporaryPasswordDialog.tsx'
import { usersApi } from './client.ts'
import { touched } from '../../shared/web/touched.ts'
import { temporaryPassword } from './temporaryPassword.ts'
import { useOrganizationOptions } from '../../organizations/web/useOrganizationOptions.ts'
import { fullName } from './userLabels.ts'

const roleOptions = creatableRoles.map((id) => ({ id, label: roleNames[id] }))
const fields = newTenantUser.omit({ password: true })

interface AddUserDialogProps extends DialogState {
  /** The organization that is looked at, chosen beforehand. */
  organizationId: string | undefined
}

/** Adds a user to an organization and shows the temporary password. */
export function AddUserDialog({ organizationId, ...dialog }: AddUserDialogProps) {
  const { sendsMail } = useEmailTexts()
  const [given, setGiven] = useState<GivenPassword>()
  const create = useMutation(
    usersApi.createTenantUser.mutation({
      touches: touched,
      onError: (error) =>
        notify({
          title: 'Error Creating User',
          description: serverMessage(error, 'Please try again.'),
          tone: 'destructive',
        }),
    }),
  )
  return (
    <>
      <FormDialog
        {...dialog}
        title="Add User"
        help={`They get a temporary password${sendsMail ? ' by email' : ' from you'} and choose their own at the first sign-in.`}
        schema={fields}
        defaultValues={{
          email: '',
          username: '',
          firstName: '',
          lastName: '',
          tenantId: organizationId === 'platform' ? undefined : organizationId,
        }}
        save={async (user) => {
          const body = { ...user, password: temporaryPassword() }
          const created = await create.mutateAsync({ body })
          return { name: fullName(created), signInName: user.email, password: created.temporaryPassword }
        }}
        saved={({ name, password }) => ({
          title: 'User Created Successfully',
          description: `Temporary password of ${name}: ${password}`,
        })}
        onSaved={(created) => setGiven({ ...created, mail: sendsMail ? 'sent' : 'held' })}
        submit="Create user"
      >
        <FieldRow>
          <FormTextField name="firstName" label="First name" autoComplete="off" autoFocus />
          <FormTextField name="lastName" label="Last name" autoComplete="off" />
        </FieldRow>
        <FormTextField name="email" label="Email" type="email" autoComplete="off" />
        <FormTextField
          name="username"
          label="Username"
          autoComplete="off"
          spellCheck="false"
          help="At least 3 characters"
        />
        <FieldRow>
          <FormSelect name="role" label="Role" options={roleOptions} />
          <OrganizationField />
        </FieldRow>
      </FormDialog>
      <TemporaryPasswordDialog title="User created" given={given} onClose={() => setGiven(undefined)} />
    </>
  )
}

function OrganizationField() {
  const chosen = useWatch({ name: 'tenantId' }) as string | null | undefined
  const organizations = useOrganizationOptions(chosen)
  return (
    <FormComboBox name="tenantId" label="Organization" isRequired placeholder="Type to search" {...organizations} />
  )
}

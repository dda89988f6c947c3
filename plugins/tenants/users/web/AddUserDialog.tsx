import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { roleNames } from '#core/contract/roles.ts'
import { useEmailTexts } from '#core/web/mail.ts'
import { serverMessage } from '#core/web/serverMessage.ts'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { FieldRow, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormComboBox, FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
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

interface AddUserDialogProps {
  /** The organization that is looked at, chosen beforehand. */
  organizationId: string | undefined
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Adds a user to an organization and shows the temporary password. */
export function AddUserDialog({ organizationId, isOpen, onOpenChange }: AddUserDialogProps) {
  const { sendsMail } = useEmailTexts()
  const [given, setGiven] = useState<GivenPassword>()
  const close = (created: GivenPassword) => {
    onOpenChange(false)
    setGiven(created)
  }
  return (
    <>
      <Dialog
        title="Add User"
        help={`They get a temporary password${sendsMail ? ' by mail' : ' from you'} and choose their own at the first sign-in.`}
        isOpen={isOpen}
        onOpenChange={onOpenChange}
      >
        <AddUserForm organizationId={organizationId === 'platform' ? undefined : organizationId} onCreated={close} />
      </Dialog>
      <TemporaryPasswordDialog title="User created" given={given} onClose={() => setGiven(undefined)} />
    </>
  )
}

interface AddUserFormProps {
  organizationId: string | undefined
  onCreated: (given: GivenPassword) => void
}

function AddUserForm({ organizationId, onCreated }: AddUserFormProps) {
  const { sendsMail } = useEmailTexts()
  const create = useMutation(usersApi.createTenantUser.mutation({ touches: touched }))
  const form = useContractForm(fields, {
    defaultValues: { email: '', username: '', firstName: '', lastName: '', tenantId: organizationId },
    submit: async (user) => {
      try {
        const created = await create.mutateAsync({ body: { ...user, password: temporaryPassword() } })
        const { temporaryPassword: password } = created
        const name = fullName(created)
        notify({ title: 'User Created Successfully', description: `Temporary password of ${name}: ${password}` })
        onCreated({ name, signInName: user.email, password, mail: sendsMail ? 'sent' : 'held' })
      } catch (error) {
        const description = serverMessage(error, 'Please try again.')
        notify({ title: 'Error Creating User', description, tone: 'destructive' })
        throw error
      }
    },
  })
  return (
    <DialogForm form={form} submit={<SubmitButton>Create user</SubmitButton>}>
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
    </DialogForm>
  )
}

function OrganizationField() {
  const chosen = useWatch({ name: 'tenantId' }) as string | null | undefined
  const organizations = useOrganizationOptions(chosen)
  return (
    <FormComboBox name="tenantId" label="Organization" isRequired placeholder="Type to search" {...organizations} />
  )
}

import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { isStaff, roleNames, staffRoles } from '#core/contract/roles.ts'
import { useUser } from '#core/web/session.ts'
import { useEmailTexts } from '#core/web/mail.ts'
import { FieldRow, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { personChange, type Person } from '../contract.ts'
import { AdminReason } from './AdminReason.tsx'
import { peopleApi, peopleReads } from './client.ts'
import type { PersonDialogProps } from './PersonDialogs.tsx'
import { nameOf } from './personLabels.ts'

const roleOptions = staffRoles.map((id) => ({ id, label: roleNames[id] }))

/** An empty field is no address. */
const change = personChange.extend({
  email: z.preprocess((value) => (value === '' ? null : value), personChange.shape.email),
})

export function EditPersonDialog({ person, ...dialog }: PersonDialogProps) {
  const { warning } = useEmailTexts()
  const { id: ownId } = useUser()
  const update = useMutation(peopleApi.updatePerson.mutation({ touches: peopleReads }))
  const { firstName, lastName, email, role } = person
  const mayChangeRole = isStaff(role) && person.id !== ownId
  return (
    <FormDialog
      {...dialog}
      title="Edit"
      help={roleNames[person.role]}
      schema={change}
      defaultValues={{ firstName, lastName, email: email ?? '', ...(isStaffRole(role) && mayChangeRole && { role }) }}
      save={(body) => update.mutateAsync({ params: { id: person.id }, body })}
      saved={(changed) => ({ title: 'Saved', description: nameOf(changed) })}
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
        help={addressHelp(warning)[person.state]}
      />
      {mayChangeRole && <FormSelect name="role" label="Role" options={roleOptions} />}
      <AdminReason person={person} />
    </FormDialog>
  )
}

const isStaffRole = (role: Person['role']): role is (typeof staffRoles)[number] => isStaff(role)

const addressHelp = (warning: string): Record<Person['state'], string | undefined> => ({
  active: `${warning}Used to sign in. A new address must be verified, and they are signed out.`,
  invited: `${warning}The invitation goes to the new address; the link before it stops working.`,
  'no-account': undefined,
  inactive: undefined,
})

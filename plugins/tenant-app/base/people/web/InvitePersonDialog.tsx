import { useMutation } from '@tanstack/react-query'
import { roleNames } from '#core/contract/roles.ts'
import { useEmailTexts } from '#core/web/mail.ts'
import { FieldRow } from '#core/web/ui/forms/Form.tsx'
import { FormSelect } from '#core/web/ui/forms/FormFields.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import type { DialogState } from '#core/web/ui/overlays/FormDialog.tsx'
import { invitedRoles, newInvitation } from '../contract.ts'
import { AdminReason } from './AdminReason.tsx'
import { peopleApi, peopleReads } from './client.ts'
import { nameOf } from './personLabels.ts'

const roleOptions = invitedRoles.map((id) => ({ id, label: roleNames[id] }))

/** Invites staff or a parent; students are invited from their own page. */
export function InvitePersonDialog(dialog: DialogState) {
  const { promise } = useEmailTexts()
  const { notice } = useEmailTexts()
  const invite = useMutation(peopleApi.invitePerson.mutation({ touches: peopleReads }))
  return (
    <FormDialog
      {...dialog}
      title="Invite a person"
      help={promise('They get an email with a link and choose their own password. The link works for 7 days.')}
      schema={newInvitation}
      defaultValues={{ role: 'instructor', email: '', firstName: '', lastName: '', words: '' }}
      save={(body) => invite.mutateAsync({ body })}
      saved={(person, body) => notice({ title: 'Invitation Sent', description: `${nameOf(person)}, ${body.email}` })}
      submit="Send invitation"
    >
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
    </FormDialog>
  )
}

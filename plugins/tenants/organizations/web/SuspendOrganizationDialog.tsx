import { useMutation } from '@tanstack/react-query'
import { useEmailTexts } from '#core/web/mail.ts'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { suspension } from '../contract.ts'
import * as styles from './OrganizationDialogs.css.ts'
import type { OrganizationDialogProps } from './OrganizationDialogs.ts'
import { organizationsApi } from './client.ts'
import { touched } from '../../shared/web/touched.ts'
import { usersText } from './organizationLabels.ts'

/** Asks for the reason, and explains the consequences for the users of the organization. */
export function SuspendOrganizationDialog({ organization, ...dialog }: OrganizationDialogProps) {
  const { promise } = useEmailTexts()
  const suspend = useMutation(organizationsApi.suspendTenant.mutation({ touches: touched }))
  const { id, name, adminEmail, userCount } = organization
  return (
    <FormDialog
      {...dialog}
      title={`Suspend ${name}?`}
      schema={suspension}
      defaultValues={{ reason: '' }}
      save={(body) => suspend.mutateAsync({ params: { id }, body })}
      saved={{ title: 'Organization Suspended', description: `Everyone of ${name} has been signed out.` }}
      submit={<SubmitButton variant="danger">Suspend Organization</SubmitButton>}
    >
      <ul className={styles.consequences}>
        <li>
          {userCount === 0
            ? 'Its users cannot sign in until you resume it.'
            : `${usersText(userCount)} of it will be signed out at once and cannot sign in until you resume it.`}
        </li>
        <li>Visitors to its address see that it is suspended and how to contact support.</li>
        <li>Scheduled jobs pause. Nothing is deleted, and resuming restores everything.</li>
      </ul>
      <FormTextField
        name="reason"
        label="Reason"
        multiline
        autoFocus
        help={`Saved in the audit log. ${promise(`It is emailed to ${adminEmail}.`)}`}
      />
    </FormDialog>
  )
}

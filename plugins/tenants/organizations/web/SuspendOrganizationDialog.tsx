import { useMutation } from '@tanstack/react-query'
import { useEmailTexts } from '#core/web/mail.ts'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { suspension } from '../contract.ts'
import * as styles from './OrganizationDialogs.css.ts'
import type { OrganizationDialogProps } from './OrganizationDialogs.ts'
import { organizationsApi } from './client.ts'
import { touched } from '../../shared/web/touched.ts'
import { usersText } from './organizationLabels.ts'

/** Asks why, and says what it means for the people of the organization. */
export function SuspendOrganizationDialog({ organization, isOpen, onOpenChange }: OrganizationDialogProps) {
  return (
    <Dialog title={`Suspend ${organization.name}?`} isOpen={isOpen} onOpenChange={onOpenChange}>
      <SuspensionForm organization={organization} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function SuspensionForm({
  organization: { id, name, adminEmail, userCount },
  onDone,
}: Pick<OrganizationDialogProps, 'organization'> & { onDone: () => void }) {
  const { promise } = useEmailTexts()
  const suspend = useMutation(organizationsApi.suspendTenant.mutation({ touches: touched }))
  const form = useContractForm(suspension, {
    defaultValues: { reason: '' },
    submit: async (body) => {
      await suspend.mutateAsync({ params: { id }, body })
      notify({ title: 'Organization Suspended', description: `Everyone of ${name} has been signed out.` })
      onDone()
    },
  })
  return (
    <DialogForm form={form} submit={<SubmitButton variant="danger">Suspend Organization</SubmitButton>}>
      <ul className={styles.consequences}>
        <li>
          {userCount === 0
            ? 'Nobody can sign in at its address until you resume it.'
            : `${usersText(userCount)} of it will be signed out at once and cannot sign in until you resume it.`}
        </li>
        <li>At its address people read that it is suspended, with the platform’s support address.</li>
        <li>Its scheduled work pauses. Nothing is deleted, and resuming brings back exactly what was there.</li>
      </ul>
      <FormTextField
        name="reason"
        label="Reason"
        multiline
        autoFocus
        help={`Kept in the audit log. ${promise(`It is mailed to ${adminEmail}.`)}`}
      />
    </DialogForm>
  )
}

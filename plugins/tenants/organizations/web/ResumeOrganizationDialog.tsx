import { useMutation } from '@tanstack/react-query'
import { useEmailTexts } from '#core/web/mail.ts'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import * as styles from './OrganizationDialogs.css.ts'
import type { OrganizationDialogProps } from './OrganizationDialogs.ts'
import { organizationsApi } from './client.ts'
import { touched } from '../../shared/web/touched.ts'

export function ResumeOrganizationDialog({ organization, isOpen, onOpenChange }: OrganizationDialogProps) {
  const { id, name, adminEmail, suspensionReason } = organization
  const { promise } = useEmailTexts()
  const resume = useMutation(organizationsApi.resumeTenant.mutation({ touches: touched }))
  return (
    <ConfirmDialog
      title={`Resume ${name}?`}
      confirmLabel="Resume Organization"
      tone="primary"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      onConfirm={async () => {
        await resume.mutateAsync({ params: { id } })
        notify({ title: 'Organization Resumed', description: `The people of ${name} can sign in again.` })
      }}
    >
      <p>
        Its people can sign in again at once, with the passwords they had.{' '}
        {promise(`${adminEmail} is notified by email.`)}
      </p>
      {suspensionReason && <p className={styles.note}>It was suspended for this reason: {suspensionReason}</p>}
    </ConfirmDialog>
  )
}

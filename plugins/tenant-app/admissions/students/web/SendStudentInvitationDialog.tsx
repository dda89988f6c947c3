import { useMutation } from '@tanstack/react-query'
import { useEmailTexts } from '#core/web/mail.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { peopleReads } from '../../../base/people/web/client.ts'
import { studentAccountApi } from './accountClient.ts'

interface SendStudentInvitationDialogProps {
  studentId: string
  name: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export function SendStudentInvitationDialog({ studentId, name, ...dialog }: SendStudentInvitationDialogProps) {
  const emailTexts = useEmailTexts()
  const send = useMutation(studentAccountApi.sendStudentInvitation.mutation({ touches: peopleReads }))
  return (
    <ConfirmDialog
      {...dialog}
      title={`Send ${name} another invitation?`}
      confirmLabel="Send invitation"
      tone="primary"
      onConfirm={async () => {
        await send.mutateAsync({ params: { id: studentId } })
        notify(emailTexts.notice({ title: 'Invitation Sent', description: name }))
      }}
    >
      {emailTexts.promise('The link works once and for 7 days. The earlier link stops working.')}
    </ConfirmDialog>
  )
}

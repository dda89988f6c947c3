import { useMutation } from '@tanstack/react-query'
import { useEmailTexts } from '#core/web/mail.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import type { ConsentDetail } from '../contract.ts'
import { EditConsentForm } from './EditConsentForm.tsx'
import { PublishForm } from './PublishForm.tsx'
import { consentReads, consentsApi } from './client.ts'

export type ConsentDialog = 'publish' | 'edit' | 'remind' | 'withdraw'

interface ConsentDialogsProps {
  consent: ConsentDetail
  /** Open dialog; undefined for none. */
  open: ConsentDialog | undefined
  onClose: () => void
}

/** Dialogs of an admin's actions on a consent. */
export function ConsentDialogs({ consent, open, onClose }: ConsentDialogsProps) {
  return (
    <>
      <Dialog title="New version" size="large" isOpen={open === 'publish'} onOpenChange={onClose}>
        <PublishForm consent={consent} onDone={onClose} />
      </Dialog>
      <Dialog title="Change who is asked" isOpen={open === 'edit'} onOpenChange={onClose}>
        <EditConsentForm consent={consent} onDone={onClose} />
      </Dialog>
      <RemindDialog consent={consent} isOpen={open === 'remind'} onClose={onClose} />
      <WithdrawDialog consent={consent} isOpen={open === 'withdraw'} onClose={onClose} />
    </>
  )
}

interface OneDialogProps {
  consent: ConsentDetail
  isOpen: boolean
  onClose: () => void
}

/** Names the number of students, which platform staff do not see. */
function studentsOf(count: number | null): string {
  if (count === null) return 'students'
  return count === 1 ? '1 student' : `${count} students`
}

function RemindDialog({ consent: { id, missing, expired }, isOpen, onClose }: OneDialogProps) {
  const emailTexts = useEmailTexts()
  const remind = useMutation(consentsApi.remindOfConsent.mutation({ touches: consentReads }))
  return (
    <ConfirmDialog
      title="Remind families?"
      confirmLabel="Send reminders"
      tone="primary"
      isOpen={isOpen}
      onOpenChange={onClose}
      onConfirm={async () => {
        const { mails } = await remind.mutateAsync({ params: { id } })
        const counted = mails === null ? 'Emails' : mails === 1 ? '1 email' : `${mails} emails`
        const description = `${counted} ${mails === 1 ? 'is' : 'are'} on the way.`
        notify(emailTexts.notice({ title: 'Families reminded', description }, counted))
      }}
    >
      <p>
        {emailTexts.promise(
          `The guardians of ${studentsOf(missing === null || expired === null ? null : missing + expired)} without a current answer get one email each.`,
        )}{' '}
        You can remind them once a day.
      </p>
    </ConfirmDialog>
  )
}

function WithdrawDialog({ consent: { id, title, given }, isOpen, onClose }: OneDialogProps) {
  const withdraw = useMutation(consentsApi.withdrawConsent.mutation({ touches: consentReads }))
  return (
    <ConfirmDialog
      title={`Withdraw “${title}”?`}
      confirmLabel="Withdraw consent"
      isOpen={isOpen}
      onOpenChange={onClose}
      onConfirm={async () => {
        await withdraw.mutateAsync({ params: { id } })
        notify({ title: 'Consent withdrawn' })
      }}
    >
      <p>
        Families are asked no longer, and what {studentsOf(given)} had consent for is not allowed any more. The answers
        stay. This cannot be undone; you can ask for a new consent.
      </p>
    </ConfirmDialog>
  )
}

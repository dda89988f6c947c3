import { useMutation } from '@tanstack/react-query'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { writtenEmail, type CourseLearner, type EmailedLearners } from '../contract.ts'
import { enrollmentsApi } from './client.ts'

interface EmailDialogProps {
  courseId: string
  learners: readonly CourseLearner[]
  onSent: (learners: readonly CourseLearner[]) => void
  onClose: () => void
}

/** Writes one email to the learners given, and says who gets it. */
export function EmailDialog({ learners, onClose, ...rest }: EmailDialogProps) {
  return (
    <Dialog
      title={learners.length === 1 ? `Email ${learners[0]?.name}` : `Email ${learners.length} learners`}
      help={getHelp(learners)}
      isOpen
      onOpenChange={onClose}
    >
      <EmailForm learners={learners} onClose={onClose} {...rest} />
    </Dialog>
  )
}

function EmailForm({ courseId, learners, onSent, onClose }: EmailDialogProps) {
  const send = useMutation(enrollmentsApi.emailLearners.mutation({ touches: [] }))
  const form = useContractForm(writtenEmail, {
    defaultValues: { subject: '', text: '' },
    submit: async (email) => {
      const userIds = learners.map(({ userId }) => userId)
      notify(describeOutcome(await send.mutateAsync({ params: { courseId }, body: { ...email, userIds } })))
      onSent(learners)
      onClose()
    },
  })
  return (
    <DialogForm form={form} submit={<SubmitButton>Send email</SubmitButton>}>
      {learners.length > 1 && <p>{learners.map(({ name }) => name).join(', ')}</p>}
      <FormTextField name="subject" label="Subject" autoFocus />
      <FormTextField name="text" label="Text" multiline rows={8} />
    </DialogForm>
  )
}

function getHelp(learners: readonly CourseLearner[]): string {
  const hasStudents = learners.some(({ role }) => role === 'student')
  return hasStudents
    ? 'Guardians get it in place of students under 18. Replies go to your organization’s contact address.'
    : 'Replies go to your organization’s contact address.'
}

function describeOutcome({ sent, unreached }: EmailedLearners) {
  const title = sent === 1 ? 'Email sent to one person' : `Email sent to ${sent} people`
  if (unreached.length === 0) return { title }
  return { title, description: `No one to write to for ${unreached.join(', ')}` }
}

import { useMutation } from '@tanstack/react-query'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { writtenEmail, type CourseLearner, type EmailedLearners } from '../contract.ts'
import { enrollmentsApi } from './client.ts'

interface EmailDialogProps {
  courseId: string
  learners: readonly CourseLearner[]
  onSent: (learners: readonly CourseLearner[]) => void
  onClose: () => void
}

/** Sends one email to the given learners, and shows its recipients. */
export function EmailDialog({ courseId, learners, onSent, onClose }: EmailDialogProps) {
  const send = useMutation(enrollmentsApi.emailLearners.mutation({ touches: [] }))
  return (
    <FormDialog
      title={learners.length === 1 ? `Email ${learners[0]?.name}` : `Email ${learners.length} learners`}
      help={getHelp(learners)}
      isOpen
      onOpenChange={onClose}
      schema={writtenEmail}
      defaultValues={{ subject: '', text: '' }}
      save={(email) => {
        const userIds = learners.map(({ userId }) => userId)
        return send.mutateAsync({ params: { courseId }, body: { ...email, userIds } })
      }}
      saved={describeOutcome}
      onSaved={() => onSent(learners)}
      submit="Send email"
    >
      {learners.length > 1 && <p>{learners.map(({ name }) => name).join(', ')}</p>}
      <FormTextField name="subject" label="Subject" autoFocus />
      <FormTextField name="text" label="Text" multiline rows={8} />
    </FormDialog>
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

import { useMutation } from '@tanstack/react-query'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormDateField } from '#core/web/ui/forms/FormFields.tsx'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { newExtension, type CourseLearner } from '../contract.ts'
import { enrollmentReads, enrollmentsApi } from './client.ts'

interface ExtendDialogProps {
  courseId: string
  learner: CourseLearner
  isOpen: boolean
  onClose: () => void
}

/** Gives a learner another due date than the organization has set for all. */
export function ExtendDialog({ isOpen, onClose, ...of }: ExtendDialogProps) {
  return (
    <Dialog
      title={`Extend the due date of ${of.learner.name}`}
      help="For this course and this learner alone. Reminders follow the new date."
      size="small"
      isOpen={isOpen}
      onOpenChange={onClose}
    >
      <ExtensionForm {...of} onDone={onClose} />
    </Dialog>
  )
}

function ExtensionForm({
  courseId,
  learner,
  onDone,
}: Omit<ExtendDialogProps, 'isOpen' | 'onClose'> & { onDone: () => void }) {
  const extend = useMutation(enrollmentsApi.extendLearner.mutation({ touches: enrollmentReads }))
  const form = useContractForm(newExtension, {
    defaultValues: { until: learner.extendedUntil ?? learner.dueOn },
    submit: async (body) => {
      await extend.mutateAsync({ params: { courseId, userId: learner.userId }, body })
      notify({ title: body.until ? 'Due date extended' : 'Extension withdrawn', description: learner.name })
      onDone()
    },
  })
  return (
    <DialogForm form={form} submit={<SubmitButton>Save due date</SubmitButton>}>
      <FormDateField
        name="until"
        label="Due date"
        isOptional
        help="Leave empty for the due date of the course"
        autoFocus
      />
    </DialogForm>
  )
}

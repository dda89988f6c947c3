import { useMutation } from '@tanstack/react-query'
import { FormDateField } from '#core/web/ui/forms/FormFields.tsx'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { newExtension, type CourseLearner } from '../contract.ts'
import { enrollmentReads, enrollmentsApi } from './client.ts'

interface ExtendDialogProps {
  courseId: string
  learner: CourseLearner
  isOpen: boolean
  onClose: () => void
}

/** Sets a due date for one learner that differs from the organization's for all. */
export function ExtendDialog({ isOpen, onClose, courseId, learner }: ExtendDialogProps) {
  const extend = useMutation(enrollmentsApi.extendLearner.mutation({ touches: enrollmentReads }))
  return (
    <FormDialog
      title={`Extend the due date of ${learner.name}`}
      help="Applies to this learner in this course only. Reminders use the new date."
      size="small"
      isOpen={isOpen}
      onOpenChange={onClose}
      schema={newExtension}
      defaultValues={{ until: learner.extendedUntil ?? learner.dueOn }}
      save={(body) => extend.mutateAsync({ params: { courseId, userId: learner.userId }, body })}
      saved={(_, body) => ({
        title: body.until ? 'Due date extended' : 'Extension withdrawn',
        description: learner.name,
      })}
      submit="Save due date"
    >
      <FormDateField
        name="until"
        label="Due date"
        isOptional
        help="Leave empty for the due date of the course"
        autoFocus
      />
    </FormDialog>
  )
}

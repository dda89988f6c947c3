import { useMutation } from '@tanstack/react-query'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { DialogForm } from '#core/web/ui/overlays/DialogForm.tsx'
import { newCourse, type Course } from '../contract.ts'
import { coursesApi, courseReads } from './client.ts'
import { CourseFields } from './CourseFields.tsx'

interface NewCourseDialogProps {
  isOpen: boolean
  onClose: () => void
  onCreated: (course: Course) => void
}

export function NewCourseDialog({ isOpen, onClose, onCreated }: NewCourseDialogProps) {
  return (
    <Dialog
      title="Create Course"
      help="It begins as a draft, which its authors alone see."
      size="large"
      isOpen={isOpen}
      onOpenChange={onClose}
    >
      <NewCourseForm onCreated={onCreated} />
    </Dialog>
  )
}

function NewCourseForm({ onCreated }: Pick<NewCourseDialogProps, 'onCreated'>) {
  const create = useMutation(
    coursesApi.createCourse.mutation({
      touches: courseReads,
      onError: (error) => notify({ title: 'Error', description: errorText(error), tone: 'destructive' }),
    }),
  )
  const form = useContractForm(newCourse, {
    defaultValues: {
      title: '',
      description: '',
      longDescription: '',
      instructorId: null,
      category: '',
      difficultyLevel: 'beginner',
      estimatedDuration: 60,
      learningObjectives: [],
      prerequisites: [],
      tags: [],
      isFeatured: false,
      imageUrl: '',
      language: 'en',
      audience: 'instructors',
      price: 0,
      currency: 'USD',
      givesCertificate: true,
      certificateMonths: null,
      status: 'draft',
    },
    submit: async (body) => {
      const made = await create.mutateAsync({ body })
      notify({ title: 'Course created successfully' })
      onCreated(made)
    },
  })
  return (
    <DialogForm form={form} submit={<SubmitButton>Create Course</SubmitButton>}>
      <CourseFields />
    </DialogForm>
  )
}

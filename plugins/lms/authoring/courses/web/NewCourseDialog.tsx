import { useMutation } from '@tanstack/react-query'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { newCourse, type Course } from '../contract.ts'
import { coursesApi, courseReads } from './client.ts'
import { CourseFields } from './CourseFields.tsx'

interface NewCourseDialogProps {
  isOpen: boolean
  onClose: () => void
  onCreated: (course: Course) => void
}

export function NewCourseDialog({ isOpen, onClose, onCreated }: NewCourseDialogProps) {
  const create = useMutation(
    coursesApi.createCourse.mutation({
      touches: courseReads,
      onError: (error) => notify({ title: 'Error', description: errorText(error), tone: 'destructive' }),
    }),
  )
  return (
    <FormDialog
      title="Create Course"
      help="It starts as a draft that only its authors see."
      size="large"
      isOpen={isOpen}
      onOpenChange={onClose}
      schema={newCourse}
      defaultValues={{
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
      }}
      save={(body) => create.mutateAsync({ body })}
      saved={{ title: 'Course created successfully' }}
      onSaved={onCreated}
      submit="Create Course"
    >
      <CourseFields />
    </FormDialog>
  )
}

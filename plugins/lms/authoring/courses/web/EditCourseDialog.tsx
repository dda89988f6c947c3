import { useMutation } from '@tanstack/react-query'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { EditForm, useEditForm } from '#core/web/ui/forms/EditForm.tsx'
import { Dialog } from '#core/web/ui/overlays/Dialog.tsx'
import { courseChange, type Course } from '../contract.ts'
import { coursesApi, courseReads } from './client.ts'
import { CourseFields } from './CourseFields.tsx'

interface EditCourseDialogProps {
  course: Course
  isOpen: boolean
  onClose: () => void
}

export function EditCourseDialog({ course, isOpen, onClose }: EditCourseDialogProps) {
  return (
    <Dialog title="Edit Course" size="large" isOpen={isOpen} onOpenChange={onClose}>
      <EditCourseForm course={course} onDone={onClose} />
    </Dialog>
  )
}

const toEditable = ({
  id: _id,
  status: _status,
  isGlobal: _isGlobal,
  instructorName: _instructorName,
  lessonCount: _lessonCount,
  totalMinutes: _totalMinutes,
  outlineVersion: _outlineVersion,
  version: _version,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  ...fields
}: Course) => fields

function EditCourseForm({ course, onDone }: { course: Course; onDone: () => void }) {
  const update = useMutation(
    coursesApi.updateCourse.mutation({
      touches: courseReads,
      onError: (error) =>
        notify({
          title: 'Error',
          // Somebody else has deleted it meanwhile.
          description: error.status === 404 ? 'No course selected' : errorText(error),
          tone: 'destructive',
        }),
    }),
  )
  const edit = useEditForm({
    thing: course,
    schema: courseChange,
    editable: toEditable,
    save: async (body, { id, updatedAt }) => {
      await update.mutateAsync({ params: { id }, body: { ...body, updatedAt } })
      notify({ title: 'Course updated successfully' })
      onDone()
    },
    reread: ({ id }) => coursesApi.getCourse.call({ params: { id } }),
  })
  return (
    <EditForm edit={edit} thing="this course">
      <CourseFields category={course.category} />
    </EditForm>
  )
}

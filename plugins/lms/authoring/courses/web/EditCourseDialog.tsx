import { useMutation } from '@tanstack/react-query'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { EditDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { courseChange, type Course } from '../contract.ts'
import { coursesApi, courseReads } from './client.ts'
import { CourseFields } from './CourseFields.tsx'

interface EditCourseDialogProps {
  course: Course
  isOpen: boolean
  onClose: () => void
}

export function EditCourseDialog({ course, isOpen, onClose }: EditCourseDialogProps) {
  const update = useMutation(
    coursesApi.updateCourse.mutation({
      touches: courseReads,
      onError: (error) =>
        notify({
          title: 'Error',
          // Another author may have deleted it meanwhile.
          description: error.status === 404 ? 'No course selected' : errorText(error),
          tone: 'destructive',
        }),
    }),
  )
  return (
    <EditDialog
      title="Edit Course"
      size="large"
      isOpen={isOpen}
      onOpenChange={onClose}
      thing={course}
      schema={courseChange}
      editable={toEditable}
      save={(body, { id, updatedAt }) => update.mutateAsync({ params: { id }, body: { ...body, updatedAt } })}
      saved={{ title: 'Course updated successfully' }}
      reread={({ id }) => coursesApi.getCourse.call({ params: { id } })}
      noun="this course"
    >
      <CourseFields category={course.category} />
    </EditDialog>
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

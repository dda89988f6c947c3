import { useMutation } from '@tanstack/react-query'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { FormDialog, EditDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import { useLast } from '#core/web/ui/overlays/useLast.ts'
import type { Chapter } from '../../courses/contract.ts'
import { courseReads } from '../../courses/web/client.ts'
import { lessonChange, newLesson, type Lesson, type LessonChange } from '../contract.ts'
import { lessonsApi } from './client.ts'
import { LessonFields } from './LessonFields.tsx'
import { getLessonContentPath } from './lessonLabels.ts'

const notifyFailure = (error: unknown) => notify({ title: 'Error', description: errorText(error), tone: 'destructive' })

interface NewLessonDialogProps {
  courseId: string
  /** Chapter that it is added to; the last one by default. */
  chapterId?: string | undefined
  chapters: readonly Chapter[]
  /** Lessons of the course, in their order. */
  lessons: readonly Lesson[]
  isOpen: boolean
  onClose: () => void
}

export function NewLessonDialog({ isOpen, onClose, courseId, chapterId, chapters, lessons }: NewLessonDialogProps) {
  const last = lessons.length + 1
  const create = useMutation(lessonsApi.createLesson.mutation({ touches: courseReads, onError: notifyFailure }))
  return (
    <FormDialog
      title="Add Lesson"
      size="large"
      isOpen={isOpen}
      onOpenChange={onClose}
      schema={newLesson}
      defaultValues={{
        courseId,
        chapterId: chapterId ?? chapters.at(-1)?.id ?? null,
        title: '',
        description: '',
        content: '',
        contentType: 'article',
        videoUrl: '',
        duration: 30,
        isRequired: true,
        isPreview: false,
        order: last,
        opensOn: null,
        opensAfterDays: null,
        afterIds: [],
      }}
      save={async ({ order, ...body }) => {
        // Omits the number for last, so that it stays last if others add lessons meanwhile.
        await create.mutateAsync({ body: { ...body, ...(order === last ? {} : { order }) } })
      }}
      saved={{ title: 'Lesson created successfully' }}
      submit="Add Lesson"
    >
      <LessonFields chapters={chapters} others={lessons} />
    </FormDialog>
  )
}

interface EditLessonDialogProps {
  /** undefined: closed. */
  lesson: Lesson | undefined
  chapters: readonly Chapter[]
  /** Lessons of the course, in their order. */
  lessons: readonly Lesson[]
  onClose: () => void
}

export function EditLessonDialog({ lesson: given, chapters, lessons, onClose }: EditLessonDialogProps) {
  const lesson = useLast(given)
  const update = useMutation(
    lessonsApi.updateLesson.mutation({
      touches: courseReads,
      // Another author may have deleted it meanwhile.
      onError: (error) => notifyFailure(error.status === 404 ? new Error('No lesson selected') : error),
    }),
  )
  if (!lesson) return null
  return (
    <EditDialog
      title="Edit Lesson"
      size="large"
      isOpen={given !== undefined}
      onOpenChange={onClose}
      thing={lesson}
      schema={lessonChange}
      editable={toEditable}
      save={async (values, known) => {
        const { id, updatedAt } = known
        await update.mutateAsync({ params: { id }, body: { ...listChanges(values, known), updatedAt } })
      }}
      saved={{ title: 'Lesson updated successfully' }}
      reread={async ({ id, courseId }) => {
        const lessons = await lessonsApi.listLessons.call({ params: { id: courseId } })
        const found = lessons.find((one) => one.id === id)
        if (!found) throw new Error('Someone else deleted this lesson.')
        return found
      }}
      noun="this lesson"
    >
      {(known) => (
        <LessonFields
          chapters={chapters}
          others={lessons.filter(({ id }) => id !== lesson.id)}
          {...(known.isRich && { contentPath: getLessonContentPath(lesson.id) })}
        />
      )}
    </EditDialog>
  )
}

const toEditable = ({
  id: _,
  courseId: _courseId,
  updatedAt: _updatedAt,
  isRich,
  content,
  contentUrl,
  ...rest
}: Lesson) => ({
  ...rest,
  ...(isRich ? {} : { content }),
  videoUrl: contentUrl,
})

/** Picks the fields that differ from the lesson as it was read: a position that another author set meanwhile stays. */
function listChanges(values: LessonChange, lesson: Lesson): LessonChange {
  const before: LessonChange = toEditable(lesson)
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof LessonChange]),
    ),
  )
}

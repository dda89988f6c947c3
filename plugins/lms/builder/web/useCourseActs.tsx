import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { learnersApi } from '../../delivery/catalog/web/client.ts'
import { formatLearners } from '../../delivery/catalog/web/learningLabels.ts'
import type { Course } from '../../authoring/courses/contract.ts'
import { coursesApi, courseReads } from '../../authoring/courses/web/client.ts'
import type { Lesson } from '../../authoring/lessons/contract.ts'
import { lessonsApi } from '../../authoring/lessons/web/client.ts'
import type { Publication } from '../../authoring/versions/contract.ts'
import { versionsApi } from '../../authoring/versions/web/client.ts'
import { PublishDialog } from '../../authoring/versions/web/PublishDialog.tsx'

const notifyFailure = (error: unknown) => notify({ title: 'Error', description: errorText(error), tone: 'destructive' })

/**
 * Actions on a course and its lessons; render `dialog` on the page. A course without learners is deleted at once, with Undo;
 * otherwise the author first reads how many learners there are and what they lose.
 */
export function useCourseActs(course: Course, onGone: () => Promise<void>) {
  const [asked, setAsked] = useState<{ learners: number; lesson: Lesson | undefined }>()
  const [isAsking, setAsking] = useState(false)
  const [unready, setUnready] = useState<Pick<Publication, 'unfinished' | 'drafts'>>({ unfinished: [], drafts: [] })
  const [isPublishing, setPublishing] = useState(false)
  const queryClient = useQueryClient()
  const options = { touches: courseReads, onError: notifyFailure }
  const update = useMutation(coursesApi.updateCourse.mutation(options))
  // The dialog that started it shows the error.
  const publication = useMutation(coursesApi.updateCourse.mutation({ touches: courseReads }))
  const deletion = useMutation(coursesApi.deleteCourse.mutation())
  const restore = useMutation(coursesApi.restoreCourse.mutation(options))
  const lessonDeletion = useMutation(lessonsApi.deleteLesson.mutation({ touches: courseReads }))
  const lessonRestore = useMutation(lessonsApi.restoreLesson.mutation(options))
  const of = { params: { id: course.id } }
  const deleteCourse = async () => {
    await deletion.mutateAsync(of)
    notify({
      title: 'Course deleted successfully',
      action: { label: 'Undo', onAction: () => restore.mutate(of) },
    })
    // The deleted course is left before the other queries are refetched.
    await onGone()
    for (const queryKey of courseReads) void queryClient.invalidateQueries({ queryKey })
  }
  const deleteLesson = async ({ id }: Lesson) => {
    const ofLesson = { params: { id } }
    await lessonDeletion.mutateAsync(ofLesson)
    notify({
      title: 'Lesson deleted successfully',
      action: { label: 'Undo', onAction: () => lessonRestore.mutate(ofLesson) },
    })
  }
  const updated = () => notify({ title: 'Course status updated' })
  const publish = async () => {
    await publication.mutateAsync({ ...of, body: { status: 'published' } })
    updated()
  }
  const deleteNow = (lesson: Lesson | undefined) => (lesson ? deleteLesson(lesson) : deleteCourse())
  const askOrDelete = async (lesson?: Lesson) => {
    // Others enroll while this page is open.
    const { total } = await queryClient.fetchQuery({ ...learnersApi.countLearners(of), staleTime: 0 })
    if (total === 0) return deleteNow(lesson)
    setAsked({ learners: total, lesson })
    setAsking(true)
  }
  const askOrPublish = async () => {
    // Lessons are edited on other pages, and by others.
    const { unfinished, drafts } = await queryClient.fetchQuery({ ...versionsApi.getPublication(of), staleTime: 0 })
    if (unfinished.length === 0 && drafts.length === 0 && course.lessonCount > 0) return publish()
    setUnready({ unfinished, drafts })
    setPublishing(true)
  }
  return {
    setStatus: (status: Course['status']) => {
      if (status === course.status) return
      if (status === 'published') void askOrPublish().catch(notifyFailure)
      else update.mutate({ ...of, body: { status } }, { onSuccess: updated })
    },
    remove: () => void askOrDelete().catch(notifyFailure),
    removeLesson: (lesson: Lesson) => void askOrDelete(lesson).catch(notifyFailure),
    dialog: (
      <>
        <PublishDialog
          course={course}
          publication={unready}
          isOpen={isPublishing}
          onOpenChange={setPublishing}
          onPublish={publish}
        />
        {asked && (
          <ConfirmDialog
            title={asked.lesson ? `Delete the lesson “${asked.lesson.title}”?` : `Delete the course “${course.title}”?`}
            confirmLabel={asked.lesson ? 'Delete lesson' : 'Delete course'}
            isOpen={isAsking}
            onOpenChange={setAsking}
            onConfirm={() => deleteNow(asked.lesson)}
          >
            {asked.lesson ? describeLessonLoss(asked.learners) : describeCourseLoss(asked.learners)}
          </ConfirmDialog>
        )}
      </>
    ),
  }
}

const describeLearners = (learners: number) =>
  `${formatLearners(learners)} ${learners === 1 ? 'takes' : 'take'} this course.`

const describeCourseLoss = (learners: number) =>
  `${describeLearners(learners)} For them it becomes an archived course: they can go on with the version that they have, and get no newer one. It is hidden from everyone else. You can restore it for 30 days.`

const describeLessonLoss = (learners: number) =>
  `${describeLearners(learners)} Once the change is published, learners on the new version lose this lesson. You can restore it for 30 days.`

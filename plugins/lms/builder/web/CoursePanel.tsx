import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { MenuButton } from '#core/web/ui/actions/MenuButton.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Select } from '#core/web/ui/fields/Select.tsx'
import { Tabs } from '#core/web/ui/layout/Tabs.tsx'
import type { Course } from '../../authoring/courses/contract.ts'
import { coursesApi } from '../../authoring/courses/web/client.ts'
import { CourseDetails } from '../../authoring/courses/web/CourseDetails.tsx'
import { formatMinutes, statusOptions } from '../../authoring/courses/web/courseLabels.ts'
import { EditCourseDialog } from '../../authoring/courses/web/EditCourseDialog.tsx'
import type { Lesson } from '../../authoring/lessons/contract.ts'
import { RequirementsDialog } from '../../delivery/catalog/web/RequirementsDialog.tsx'
import { LearnersBar } from '../../delivery/catalog/web/LearnersBar.tsx'
import { PublicationBar } from '../../authoring/versions/web/PublicationBar.tsx'
import { ReviewsDialog } from '../../delivery/reviews/web/ReviewsDialog.tsx'
import { VersionsDialog } from '../../authoring/versions/web/VersionsDialog.tsx'
import { lessonsApi } from '../../authoring/lessons/web/client.ts'
import { EditLessonDialog, NewLessonDialog } from '../../authoring/lessons/web/LessonDialogs.tsx'
import { getLessonContentPath } from '../../authoring/lessons/web/lessonLabels.ts'
import { useCourseCopies } from '../../authoring/transfer/web/useCourseCopies.ts'
import * as styles from './CoursePanel.css.ts'
import { DeletedParts } from './DeletedDialogs.tsx'
import { LessonRow } from './LessonRow.tsx'
import { StructureTab } from './StructureTab.tsx'
import { useCourseActs } from './useCourseActs.tsx'

const route = getRouteApi('/shell/lms-management')

/** Renders a course with its three tabs, and the dialogs that change it. */
export function CoursePanel({ course, onGone }: { course: Course; onGone: () => Promise<void> }) {
  const { tab = 'details' } = route.useSearch()
  const navigate = route.useNavigate()
  const [dialog, setDialog] = useState<'course' | 'lesson' | 'versions' | 'reviews' | 'requirements' | 'deleted'>()
  const [editedId, setEditedId] = useState<string>()
  const [lessonChapterId, setLessonChapterId] = useState<string>()
  const of = { params: { id: course.id } }
  const chapters = useQuery(coursesApi.listChapters(of))
  const lessons = useQuery(lessonsApi.listLessons(of))
  const acts = useCourseActs(course, onGone)
  const copies = useCourseCopies(course, (id) => void navigate({ search: (now) => ({ ...now, course: id }) }))
  const loaded = (show: (chapters_: NonNullable<typeof chapters.data>, lessons_: Lesson[]) => React.ReactNode) => {
    if (chapters.data && lessons.data) return show(chapters.data, lessons.data)
    const error = chapters.error ?? lessons.error
    return error ? <ErrorState error={error} onRetry={lessons.refetch} /> : <Skeleton height={240} />
  }
  const addLesson = (chapterId?: string) => {
    setLessonChapterId(chapterId)
    setDialog('lesson')
  }
  const edited = lessons.data?.find(({ id }) => id === editedId)
  return (
    <div className={styles.panel}>
      <header className={styles.head}>
        <h2 className={styles.title}>{course.title}</h2>
        <div className={styles.acts}>
          <Select
            label="Status"
            isLabelHidden
            options={statusOptions}
            value={course.status}
            onChange={(status) => status && acts.setStatus(status)}
          />
          <MenuButton
            label={`Actions for ${course.title}`}
            items={[
              { label: 'Edit', onAction: () => setDialog('course') },
              { label: 'Versions', onAction: () => setDialog('versions') },
              ...(course.isGlobal ? [] : [{ label: 'Learners', href: `/courses/${course.id}/learners` }]),
              { label: 'Reviews', onAction: () => setDialog('reviews') },
              { label: 'Files', href: `/lms-management/courses/${course.id}/files` },
              ...copies,
              { label: 'Required courses', onAction: () => setDialog('requirements') },
              { label: 'Deleted chapters and lessons', onAction: () => setDialog('deleted') },
              'separator',
              { label: 'Delete', isDanger: true, onAction: acts.remove },
            ]}
          />
        </div>
      </header>
      <PublicationBar course={course} />
      <LearnersBar course={course} />
      <Tabs
        label="Course"
        selected={tab}
        onChange={(chosen) =>
          void navigate({
            search: (now) => ({ ...now, tab: chosen === 'details' ? undefined : chosen }),
            replace: true,
          })
        }
        tabs={[
          { id: 'details', label: 'Course Details', content: <CourseDetails course={course} /> },
          {
            id: 'structure',
            label: 'Course Structure',
            content: loaded((chaptersThere, lessonsThere) => (
              <StructureTab
                course={course}
                chapters={chaptersThere}
                lessons={lessonsThere}
                onAdd={addLesson}
                onEdit={({ id }) => setEditedId(id)}
                onDelete={acts.removeLesson}
              />
            )),
          },
          {
            id: 'lessons',
            label: `Lessons (${course.lessonCount}, ${formatMinutes(sumMinutes(lessons.data))})`,
            content: loaded((_chapters, lessonsThere) => (
              <div className={styles.lessons}>
                <div className={styles.acts}>
                  <Button icon={<Plus size={16} aria-hidden />} onPress={() => addLesson()}>
                    Add Lesson
                  </Button>
                </div>
                {lessonsThere.length === 0 ? (
                  <EmptyState title="No lessons created yet" />
                ) : (
                  <ol className={styles.list}>
                    {lessonsThere.map((lesson) => (
                      <li key={lesson.id}>
                        <LessonRow
                          lesson={lesson}
                          items={[
                            { label: 'Write content', href: getLessonContentPath(lesson.id) },
                            { label: 'Edit', onAction: () => setEditedId(lesson.id) },
                            'separator',
                            { label: 'Delete', isDanger: true, onAction: () => acts.removeLesson(lesson) },
                          ]}
                        />
                      </li>
                    ))}
                  </ol>
                )}
              </div>
            )),
          },
        ]}
      />
      <EditCourseDialog course={course} isOpen={dialog === 'course'} onClose={() => setDialog(undefined)} />
      <ReviewsDialog course={course} isOpen={dialog === 'reviews'} onClose={() => setDialog(undefined)} />
      <VersionsDialog course={course} isOpen={dialog === 'versions'} onClose={() => setDialog(undefined)} />
      <RequirementsDialog course={course} isOpen={dialog === 'requirements'} onClose={() => setDialog(undefined)} />
      <DeletedParts course={course} isOpen={dialog === 'deleted'} onClose={() => setDialog(undefined)} />
      {acts.dialog}
      <NewLessonDialog
        courseId={course.id}
        chapterId={lessonChapterId}
        chapters={chapters.data ?? []}
        lessons={lessons.data ?? []}
        isOpen={dialog === 'lesson'}
        onClose={() => setDialog(undefined)}
      />
      <EditLessonDialog
        lesson={edited}
        chapters={chapters.data ?? []}
        lessons={lessons.data ?? []}
        onClose={() => setEditedId(undefined)}
      />
    </div>
  )
}

const sumMinutes = (lessons: readonly Lesson[] = []) => lessons.reduce((sum, { duration }) => sum + duration, 0)

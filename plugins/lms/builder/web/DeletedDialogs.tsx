import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { RelativeTime } from '#core/web/ui/display/DateTime.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { itemsOf, type PagedQueryLike } from '#core/web/ui/lists/queryLike.ts'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import { ShowMore } from '#core/web/ui/lists/ShowMore.tsx'
import type { Course } from '../../authoring/courses/contract.ts'
import type { DeletedCourse, DeletedPart } from '../../authoring/courses/deleted-contract.ts'
import { coursesApi, courseReads } from '../../authoring/courses/web/client.ts'
import { lessonsApi } from '../../authoring/lessons/web/client.ts'

interface OpenProps {
  isOpen: boolean
  onClose: () => void
}

const written = {
  touches: courseReads,
  onError: (error: unknown) => notify({ title: 'Error', description: errorText(error), tone: 'destructive' }),
}

/** Never cached: others delete and restore too. */
const always = { staleTime: 0, gcTime: 0 }

/** Lists courses that were deleted in the last 30 days. */
export function DeletedCourses({ isOpen, onClose }: OpenProps) {
  return (
    <DeletedDialog title="Deleted courses" isOpen={isOpen} onClose={onClose}>
      <Courses />
    </DeletedDialog>
  )
}

function Courses() {
  const deleted = useInfiniteQuery({ ...coursesApi.listDeletedCourses.infinite(), ...always })
  const restore = useMutation(coursesApi.restoreCourse.mutation(written))
  return (
    <DeletedList
      query={deleted}
      isPending={restore.isPending}
      onRestore={({ id, title }) =>
        restore.mutate(
          { params: { id } },
          { onSuccess: () => notify({ title: 'Course restored', description: title }) },
        )
      }
    />
  )
}

/** Lists chapters and lessons of a course that were deleted in the last 30 days. */
export function DeletedParts({ course, isOpen, onClose }: OpenProps & { course: Course }) {
  return (
    <DeletedDialog title="Deleted chapters and lessons" isOpen={isOpen} onClose={onClose}>
      <Parts courseId={course.id} />
    </DeletedDialog>
  )
}

function Parts({ courseId }: { courseId: string }) {
  const deleted = useInfiniteQuery({
    ...coursesApi.listDeletedParts.infinite({ params: { id: courseId } }),
    ...always,
  })
  const chapter = useMutation(coursesApi.restoreChapter.mutation(written))
  const lesson = useMutation(lessonsApi.restoreLesson.mutation(written))
  const restore = ({ id, kind, title }: DeletedPart) => {
    const of = { params: { id } }
    const options = { onSuccess: () => notify({ title: `${kindLabels[kind]} restored`, description: title }) }
    if (kind === 'chapter') chapter.mutate(of, options)
    else lesson.mutate(of, options)
  }
  return (
    <DeletedList
      query={deleted}
      isPending={chapter.isPending || lesson.isPending}
      kindOf={({ kind }) => kindLabels[kind]}
      onRestore={restore}
    />
  )
}

const kindLabels: Record<DeletedPart['kind'], string> = { chapter: 'Chapter', lesson: 'Lesson' }

function DeletedDialog({ title, isOpen, onClose, children }: OpenProps & { title: string; children: ReactNode }) {
  return (
    <Dialog title={title} help="You can restore them for 30 days." isOpen={isOpen} onOpenChange={onClose}>
      <DialogBody>{children}</DialogBody>
      <DialogFooter>
        <Button slot="close">Close</Button>
      </DialogFooter>
    </Dialog>
  )
}

interface DeletedListProps<Row> {
  query: PagedQueryLike<Row>
  isPending: boolean
  kindOf?: (row: Row) => string
  onRestore: (row: Row) => void
}

function DeletedList<Row extends DeletedCourse>({ query, isPending, kindOf, onRestore }: DeletedListProps<Row>) {
  const rows = itemsOf(query)
  if (query.isPending) return <Skeleton height={160} />
  if (query.error && rows.length === 0) {
    return <ErrorState error={query.error} onRetry={query.refetch} isFrameless />
  }
  if (rows.length === 0) return <p>Nothing was deleted in the last 30 days.</p>
  return (
    <Stack>
      {rows.map((row) => (
        <Card
          key={row.id}
          title={row.title}
          level={3}
          help={
            <>
              {kindOf ? `${kindOf(row)}, deleted` : 'Deleted'} <RelativeTime value={row.deletedAt} />
            </>
          }
          actions={
            <Button
              size="small"
              aria-label={`Bring back ${row.title}`}
              isDisabled={isPending}
              onPress={() => onRestore(row)}
            >
              Bring back
            </Button>
          }
        />
      ))}
      <ShowMore query={query} />
    </Stack>
  )
}

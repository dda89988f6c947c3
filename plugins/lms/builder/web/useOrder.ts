import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { serverMessage } from '#core/web/serverMessage.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { Course } from '../../authoring/courses/contract.ts'
import { courseReads } from '../../authoring/courses/web/client.ts'
import type { Lesson } from '../../authoring/lessons/contract.ts'
import { lessonsApi } from '../../authoring/lessons/web/client.ts'

/**
 * Returns the lessons in the order that was requested last, while it is being saved. After a conflict, the author is notified,
 * and the other author's order is shown.
 */
export function useOrder(course: Course, lessons: readonly Lesson[]) {
  const queryClient = useQueryClient()
  const [wanted, setWanted] = useState<readonly Lesson[]>()
  const saved = useRef(0)
  const waiting = useRef(0)
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const { mutateAsync } = useMutation(
    lessonsApi.orderLessons.mutation({
      onSuccess: () => notify({ title: 'Lesson order updated successfully' }),
      onError: (error) =>
        notify({
          title: 'Error updating lesson order',
          description: serverMessage(error, 'Failed to update lesson order'),
          tone: 'destructive',
        }),
    }),
  )
  const send = async (next: readonly Lesson[]) => {
    const placed = next.map(({ id, order, chapterId }) => ({ id, order, chapterId }))
    const version = Math.max(saved.current, course.outlineVersion)
    // The mutation reports its error, and a refetch shows the current order.
    const answer = await mutateAsync({ body: { lessons: placed, version } }).catch(() => undefined)
    if (answer) saved.current = answer.outlineVersion
    waiting.current -= 1
    if (waiting.current > 0) return
    await Promise.all(courseReads.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    if (waiting.current === 0) setWanted(undefined)
  }
  const save = (asked: readonly Lesson[]) => {
    setWanted(asked)
    waiting.current += 1
    // One request after the other: two quick moves must not conflict with each other.
    line.current = line.current.then(() => send(asked))
  }
  return { lessons: wanted ?? lessons, save }
}

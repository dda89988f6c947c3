import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { isUnattended } from '#core/web/attendance.ts'
import { refresh } from '#core/web/client.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { catalogApi, catalogReads } from '../../catalog/web/client.ts'
import type { ReadLesson } from '../../catalog/contract.ts'
import type { LessonFollower } from '../../../authoring/lessons/kinds/web/kindProps.ts'
import type { PackageItem } from '../../../authoring/files/contract.ts'
import { BEAT_INTERVAL_SECONDS, type Beat, type Learned } from '../contract.ts'
import { queueBeat } from './beatQueue.ts'

const noItems: readonly PackageItem[] = []

/** Milliseconds between two checks whether a beat is due. */
const TICK_INTERVAL_MS = 1000
/** Maximum seconds that a beat reports: a longer silence means absence, if only with the lid closed. */
const MAX_SILENCE_SECONDS = 60

/**
 * Tracks a learner's progress on the page of a lesson, and reports it: presence every ten seconds, played seconds, the page of
 * a document, the end of a text. Previews are not tracked.
 */
export function useFollower(courseId: string, read: ReadLesson | undefined): LessonFollower | undefined {
  const queryClient = useQueryClient()
  const lessonId = read?.id ?? ''
  const isFollowed = Boolean(read?.progress)
  const toldAt = useRef(0)
  const isJoined = useRef(false)
  const tell = useMemo(() => {
    const onAnswer = (answer: Learned) => void learn(queryClient, courseId, answer)
    return (beat: Partial<Beat>) => {
      const now = Date.now()
      const silence = toldAt.current === 0 ? 0 : (now - toldAt.current) / 1000
      const seconds = Math.min(Math.max(silence, 0), MAX_SILENCE_SECONDS)
      toldAt.current = now
      queueBeat(lessonId, { seconds, ...(isJoined.current ? { isJoined: true } : {}), ...beat }, onAnswer)
    }
  }, [queryClient, courseId, lessonId])
  useEffect(() => {
    if (!isFollowed) return undefined
    toldAt.current = 0
    isJoined.current = false
    tell({})
    const timer = setInterval(() => {
      const isDue = Date.now() - toldAt.current >= BEAT_INTERVAL_SECONDS * 1000
      // A learner who has joined is in the meeting, in another window.
      const isThere = document.visibilityState === 'visible' && !isUnattended()
      if (isDue && (isThere || isJoined.current)) tell({})
    }, TICK_INTERVAL_MS)
    // Time in the background does not count.
    const turn = () => {
      if (document.visibilityState === 'hidden') tell({})
      else toldAt.current = Date.now()
    }
    document.addEventListener('visibilitychange', turn)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', turn)
      tell({})
    }
  }, [isFollowed, tell])
  const { place, page, facts } = read?.progress ?? {}
  const packageState = read?.packageState ?? ''
  const packageItems = read?.packageItems ?? noItems
  const isAtEnd = facts?.isAtEnd === true
  return useMemo(
    () =>
      isFollowed
        ? {
            courseId,
            lessonId,
            place: place ?? undefined,
            page: page ?? undefined,
            onWatched: ({ played, ...rest }) => tell({ played: played.map(([from, to]) => [from, to]), ...rest }),
            onPage: (shown, pageCount) => tell({ page: shown, pageCount }),
            onJoin: () => {
              isJoined.current = true
              tell({})
            },
            packageState,
            packageItems,
            onSaid: ({ state, isFinished = false }) => {
              if (state !== undefined) updateState(queryClient, courseId, lessonId, state)
              tell({ said: { state, isFinished } })
            },
            onEnd: () => {
              if (!isAtEnd) tell({ isAtEnd: true })
            },
          }
        : undefined,
    [isFollowed, queryClient, courseId, lessonId, place, page, packageState, packageItems, isAtEnd, tell],
  )
}

/** Updates the cached state of a package, since a report may still be in flight when it is reopened. */
function updateState(queryClient: QueryClient, courseId: string, lessonId: string, packageState: string): void {
  const { queryKey } = catalogApi.readLesson({ params: { courseId, lessonId } })
  queryClient.setQueryData<ReadLesson>(queryKey, (before) => before && { ...before, packageState })
}

/** Shows the progress that the server returned. @returns true if that has completed the lesson */
export function showLearned(queryClient: QueryClient, courseId: string, { lesson }: Learned): boolean {
  const { queryKey } = catalogApi.readLesson({ params: { courseId, lessonId: lesson.lessonId } })
  const before = queryClient.getQueryData<ReadLesson>(queryKey)
  queryClient.setQueryData<ReadLesson>(queryKey, before && { ...before, progress: lesson })
  return lesson.isCompleted && before?.progress?.isCompleted === false
}

/** Shows the response to a beat; a completed lesson refetches its course. */
async function learn(queryClient: QueryClient, courseId: string, answer: Learned): Promise<void> {
  if (!showLearned(queryClient, courseId, answer)) return
  notify({ title: 'Lesson completed' })
  await refresh(queryClient, catalogReads)
}

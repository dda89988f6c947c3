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

/** Milliseconds between two looks whether it is time for a beat. */
const TICK_INTERVAL_MS = 1000
/** Seconds that a beat tells of at most: whoever is silent for longer was away, if only with the lid shut. */
const MAX_SILENCE_SECONDS = 60

/**
 * Follows what is done in the lesson of a page, and tells the server: that somebody is there every ten seconds, what was
 * played, the page of a document, the end of a text. Nobody is followed through a preview.
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
      // Who has joined is in the meeting, in another window.
      const isThere = document.visibilityState === 'visible' && !isUnattended()
      if (isDue && (isThere || isJoined.current)) tell({})
    }, TICK_INTERVAL_MS)
    // Time with the page behind others does not count.
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

/** The package that is opened again begins with what it said last, which may still be on its way to the server. */
function updateState(queryClient: QueryClient, courseId: string, lessonId: string, packageState: string): void {
  const { queryKey } = catalogApi.readLesson({ params: { courseId, lessonId } })
  queryClient.setQueryData<ReadLesson>(queryKey, (before) => before && { ...before, packageState })
}

/** Shows what the server says of a lesson. @returns whether that has completed it */
export function showLearned(queryClient: QueryClient, courseId: string, { lesson }: Learned): boolean {
  const { queryKey } = catalogApi.readLesson({ params: { courseId, lessonId: lesson.lessonId } })
  const before = queryClient.getQueryData<ReadLesson>(queryKey)
  queryClient.setQueryData<ReadLesson>(queryKey, before && { ...before, progress: lesson })
  return lesson.isCompleted && before?.progress?.isCompleted === false
}

/** The same of a beat; what a completed lesson changes in its course is read again. */
async function learn(queryClient: QueryClient, courseId: string, answer: Learned): Promise<void> {
  if (!showLearned(queryClient, courseId, answer)) return
  notify({ title: 'Lesson completed' })
  await refresh(queryClient, catalogReads)
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refresh } from '#core/web/client.ts'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import type { CatalogCourse, ReadLesson } from '../../../delivery/catalog/contract.ts'
import { catalogReads } from '../../../delivery/catalog/web/client.ts'
import type { ShownQuiz } from '../../../authoring/questions/quiz-contract.ts'
import type { AttemptReview } from '../contract.ts'
import { AttemptStart } from './AttemptStart.tsx'
import { attemptsApi } from './client.ts'
import { ReviewedAttempt } from './ReviewedAttempt.tsx'
import { TakingAttempt } from './TakingAttempt.tsx'

/** Renders a quiz or an assessment for its learner: its rules, the attempt in progress, and earlier ones. */
export function AttemptWork({ lesson }: { course: CatalogCourse; lesson: ReadLesson }) {
  const params = { lessonId: lesson.id }
  const queryClient = useQueryClient()
  // Undefined: the attempt in progress; null: none.
  const [chosenId, choose] = useState<string | null>()
  const overview = useQuery({ ...attemptsApi.attemptsOverview({ params }), staleTime: 0 })
  const begin = useMutation(
    attemptsApi.beginAttempt.mutation({
      onSuccess: (open) => {
        const { queryKey } = attemptsApi.readAttempt({ params: { attemptId: open.id } })
        queryClient.setQueryData(queryKey, { open, review: null })
        choose(open.id)
      },
      onError: () => void overview.refetch(),
    }),
  )
  const attemptId = chosenId === undefined ? overview.data?.openId : chosenId
  if (attemptId) {
    return (
      <OneAttempt
        key={attemptId}
        attemptId={attemptId}
        onOver={() => {
          choose(attemptId)
          void refresh(queryClient, [attemptsApi.attemptsOverview.key({ params }), ...catalogReads])
        }}
        onClose={() => choose(null)}
      />
    )
  }
  if (overview.data) {
    return (
      <AttemptStart
        // These are the details that a quiz shows.
        quiz={lesson.details as unknown as ShownQuiz}
        overview={overview.data}
        isPending={begin.isPending}
        error={begin.error}
        onBegin={() => begin.mutate({ params })}
        onChoose={choose}
      />
    )
  }
  if (overview.error) return <ErrorState error={overview.error} onRetry={overview.refetch} isFrameless />
  return <Skeleton height={240} />
}

interface OneAttemptProps {
  attemptId: string
  onOver: () => void
  onClose: () => void
}

function OneAttempt({ attemptId, onOver, onClose }: OneAttemptProps) {
  const queryClient = useQueryClient()
  const read = attemptsApi.readAttempt({ params: { attemptId } })
  // A visible result is not refetched: answers may be shown only once.
  const calm = { staleTime: Infinity, refetchOnWindowFocus: false, refetchOnReconnect: false }
  const attempt = useQuery({ ...read, ...calm })
  const { queryKey } = read
  useEffect(
    () => () => queryClient.removeQueries({ queryKey: attemptsApi.readAttempt.key({ params: { attemptId } }) }),
    [queryClient, attemptId],
  )
  const end = (review?: AttemptReview) => {
    if (review) queryClient.setQueryData(queryKey, { open: null, review })
    else void attempt.refetch()
    onOver()
  }
  if (attempt.data?.open) {
    const { open } = attempt.data
    return (
      <TakingAttempt
        attempt={open}
        onOver={end}
        onLook={async () => {
          const { data } = await attempt.refetch()
          if (data?.review) onOver()
        }}
      />
    )
  }
  if (attempt.data?.review) return <ReviewedAttempt review={attempt.data.review} onClose={onClose} />
  if (attempt.error) return <ErrorState error={attempt.error} onRetry={attempt.refetch} isFrameless />
  return <Skeleton height={320} />
}

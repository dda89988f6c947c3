import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
import type { CatalogCourse, ReadLesson } from '../../../delivery/catalog/contract.ts'
import { project } from '../../../authoring/lessons/kinds/project/contract.ts'
import { SubmissionView } from '../../../authoring/lessons/kinds/web/SubmissionView.tsx'
import type { OwnHandIn } from '../contract.ts'
import { handInsApi } from './client.ts'
import { FeedbackCard } from './FeedbackCard.tsx'
import { HandInEditor } from './HandInEditor.tsx'
import { Team } from './Team.tsx'
import { Versions } from './Versions.tsx'

/** Renders an assignment or a project for its learner: the task, the feedback, and the editor of the submission. */
export function HandInWork({ lesson }: { course: CatalogCourse; lesson: ReadLesson }) {
  const params = { lessonId: lesson.id }
  const own = useQuery({ ...handInsApi.ownHandIn({ params }), staleTime: 0 })
  return (
    <Loaded query={own} height={320} isFrameless>
      {(data) => <Work lesson={lesson} handIn={data} />}
    </Loaded>
  )
}

function Work({ lesson, handIn }: { lesson: ReadLesson; handIn: OwnHandIn }) {
  const queryClient = useQueryClient()
  const lessonId = lesson.id
  const show = (answer: OwnHandIn) =>
    queryClient.setQueryData(handInsApi.ownHandIn({ params: { lessonId } }).queryKey, answer)
  // The details of projects are the same as those of assignments.
  const details = project.details.parse(lesson.details)
  const { latest, team, refusal } = handIn
  const isNew = useLooking(lessonId, handIn)
  return (
    <Stack>
      {latest?.feedback && <FeedbackCard feedback={latest.feedback} isNew={isNew} />}
      <SubmissionView
        details={details}
        contentUrl={lesson.contentUrl}
        due={toDue(handIn)}
        {...(team && { facts: [['Work', `In a team of up to ${team.size}`]] })}
      />
      {handIn.isOverdue && refusal === null && (
        <Banner tone="warn" title="It was due, and you have not submitted anything">
          Submit what you have: it is still accepted.
        </Banner>
      )}
      {team && <Team lessonId={lessonId} team={team} isOpen={handIn.next === 1} onChange={show} />}
      <Versions lessonId={lessonId} handIn={handIn} />
      {refusal === null ? (
        <HandInEditor lessonId={lessonId} details={details} handIn={handIn} onHandedIn={show} />
      ) : (
        <Banner>{refusal}</Banner>
      )}
    </Stack>
  )
}

/** Shows the due date as the last moment of its day: the end of a day is the first moment of the next one. */
function toDue({ dueAt, timeZone }: OwnHandIn) {
  if (dueAt === null) return undefined
  return <DateTime value={new Date(Date.parse(dueAt) - 1)} zone={timeZone} />
}

/** Marks the feedback as seen; it stays marked “new” while the page is open. */
function useLooking(lessonId: string, { isNew }: OwnHandIn): boolean {
  const [wasNew] = useState(isNew)
  const { mutate } = useMutation(handInsApi.lookAtFeedback.mutation())
  useEffect(() => {
    if (isNew) mutate({ params: { lessonId } })
  }, [isNew, lessonId, mutate])
  return isNew || wasNew
}

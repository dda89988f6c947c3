import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { PageLink } from '#core/web/links.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Facts } from '#core/web/ui/display/Facts.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import type { GradedLesson, PostedLesson } from '../contract.ts'
import { gradingApi, gradingReads } from './client.ts'

interface PostDraftsDialogProps {
  lesson: GradedLesson
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Posts the drafts of a lesson, and says what became of each: posted, left for the next batch, or without points. */
export function PostDraftsDialog({ lesson, isOpen, onOpenChange }: PostDraftsDialogProps) {
  return (
    <Dialog title={`Post the drafts of “${lesson.lesson}”`} size="small" isOpen={isOpen} onOpenChange={onOpenChange}>
      <Posting lesson={lesson} />
    </Dialog>
  )
}

function Posting({ lesson }: { lesson: GradedLesson }) {
  const [sum, setSum] = useState<PostedLesson>()
  const post = useMutation(
    gradingApi.postLesson.mutation({
      touches: [...gradingReads, gradingApi.openWork.key()],
      onSuccess: (answer) => setSum((before) => ({ ...answer, posted: (before?.posted ?? 0) + answer.posted })),
    }),
  )
  const next = sum ? sum.left : lesson.graded
  return (
    <>
      <DialogBody>
        <Stack>
          {post.error && (
            <Banner tone="error" title="Nothing more was posted">
              {errorText(post.error)}
            </Banner>
          )}
          {sum ? <Outcome sum={sum} lesson={lesson} /> : <Beforehand lesson={lesson} />}
        </Stack>
      </DialogBody>
      <DialogFooter>
        <Button slot="close">{sum ? 'Close' : 'Cancel'}</Button>
        {next > 0 && (
          <Button
            variant="primary"
            isPending={post.isPending}
            onPress={() => post.mutate({ params: { lessonId: lesson.lessonId } })}
          >
            {sum ? `Post ${next} more` : formatDrafts('Post', next)}
          </Button>
        )}
      </DialogFooter>
    </>
  )
}

function Beforehand({ lesson: { waiting } }: { lesson: GradedLesson }) {
  return (
    <>
      <p>Learners are notified of their grades and comments immediately. Drafts without points stay drafts.</p>
      {waiting > 0 && (
        <p>{`${waiting} ${waiting === 1 ? 'piece of work is' : 'pieces of work are'} not marked yet and ${waiting === 1 ? 'waits' : 'wait'} on.`}</p>
      )}
    </>
  )
}

function Outcome({ sum: { posted, left, incomplete }, lesson }: { sum: PostedLesson; lesson: GradedLesson }) {
  return (
    <div role="status">
      <Stack>
        <Facts
          facts={[
            ['Posted', String(posted)],
            ['Remaining', String(left)],
            ['Without points, not posted', String(incomplete)],
          ]}
        />
        {incomplete > 0 && (
          <PageLink
            to="/grading"
            search={{ course: lesson.courseId, lesson: lesson.lessonId, state: 'graded' as const }}
          >
            {incomplete === 1 ? 'Show the draft that lacks points' : 'Show the drafts that lack points'}
          </PageLink>
        )}
      </Stack>
    </div>
  )
}

export const formatDrafts = (act: string, count: number): string =>
  count === 1 ? `${act} 1 draft` : `${act} ${count} drafts`

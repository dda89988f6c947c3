import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { ApiError } from '#core/web/apiError.ts'
import { refresh } from '#core/web/client.ts'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { GradeEnd, OpenWork } from '../contract.ts'
import { loggedGrade, type GivenGrade } from '../grade-contract.ts'
import { gradingApi, gradingReads } from './client.ts'
import { getGivenGrade, type GradeDraft } from './gradeDraft.ts'

const changed = z.object({ version: z.number(), grade: loggedGrade.nullable() })

const done: Record<GradeEnd, string> = {
  keep: 'Draft saved',
  post: 'Grade posted',
  return: 'Returned for revision',
  excuse: 'Learner excused',
}

interface UseGrading {
  work: OpenWork
  draft: GradeDraft | undefined
  isAnonymous: boolean
  onDraft: (draft: GradeDraft | undefined) => void
  onDone: () => void
}

/** Sends a grader's marks, and keeps them as a draft if another grader was faster. */
export function useGrading({ work, draft, isAnonymous, onDraft, onDone }: UseGrading) {
  const { id } = work
  const queryClient = useQueryClient()
  const touches = [...gradingReads, gradingApi.openWork.key({ params: { id } })]
  const query = isAnonymous ? { anonymous: 'true' as const } : {}
  const given = draft?.given ?? getGivenGrade(work)
  const version = draft?.version ?? work.version
  const onError = async (error: unknown) => {
    if (error instanceof ApiError && error.code === 'grading.changed') {
      onDraft({ given, version, theirs: changed.parse(error.details) })
      await refresh(queryClient, touches)
      return
    }
    const isOfField = error instanceof ApiError && Object.keys(error.fields).length > 0
    if (!isOfField) notify({ title: 'The grade was not saved', description: errorText(error), tone: 'destructive' })
  }
  const send = useMutation(gradingApi.gradeWork.mutation({ touches, onError }))
  const hide = useMutation(gradingApi.hideGrade.mutation({ touches, onError }))
  const isPending = send.isPending || hide.isPending
  // Marks of a version that was replaced since, or that another grader has graded as well.
  const isReplaced = draft !== undefined && draft.version < work.version && !isPending
  const theirs = draft?.theirs ?? (isReplaced ? { grade: work.grade, version: work.version } : undefined)
  return {
    theirs,
    isPending,
    problems: send.error instanceof ApiError ? send.error.fields : {},
    change: (next: GivenGrade) => onDraft({ ...draft, given: next, version }),
    send: (act: GradeEnd) => {
      // The other grader's marks have to be looked at first.
      if (theirs) return
      send.mutate(
        { params: { id }, query, body: { ...given, version, act } },
        {
          onSuccess: () => {
            onDraft(undefined)
            notify({ title: done[act] })
            if (act !== 'keep') onDone()
          },
        },
      )
    },
    hide: () => hide.mutate({ params: { id }, query, body: { version } }, { onSuccess: () => onDraft(undefined) }),
    /** Keeps the grader's own marks, now that they have seen the other grade. */
    keepMine: () => theirs && onDraft({ given, version: theirs.version }),
    drop: () => onDraft(undefined),
  }
}

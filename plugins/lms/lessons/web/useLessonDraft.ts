import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { refresh } from '#core/web/client.ts'
import { keepUnsavedWork } from '#core/web/unsavedWork.ts'
import { useReportUnsaved } from '#core/web/ui/forms/unsavedChanges.ts'
import { courseReads } from '../../courses/web/client.ts'
import type { LessonContent } from '../contract.ts'
import { lessonsApi } from './client.ts'
import { LessonDraft, type DraftState } from './lessonDraft.ts'

/** The draft of a lesson that was read; leaving the page saves what is not saved yet, or asks where that cannot be. */
export function useLessonDraft(content: LessonContent): { draft: LessonDraft; state: DraftState } {
  const queryClient = useQueryClient()
  const [draft] = useState(() => {
    const { id } = content.lesson
    const of = { params: { id } }
    return new LessonDraft(content, {
      save: (change, { lesson: { contentType, updatedAt } }) =>
        lessonsApi.updateLessonContent.call({ ...of, body: { ...change, contentType, updatedAt } }),
      reread: () => lessonsApi.getLessonContent.call(of),
      onSaved: () => void refresh(queryClient, courseReads),
    })
  })
  const state = useSyncExternalStore(draft.subscribe, draft.state)
  useReportUnsaved(['failed', 'refused', 'conflict'].includes(state.progress))
  useEffect(() => {
    const end = keepUnsavedWork({
      words: () => (draft.state().progress === 'saved' ? undefined : 'What you wrote is not saved yet'),
      discard: () => undefined,
    })
    const ask = (event: BeforeUnloadEvent) => {
      if (draft.state().progress === 'saved') return
      event.preventDefault()
      void draft.flush()
    }
    window.addEventListener('beforeunload', ask)
    return () => {
      end()
      window.removeEventListener('beforeunload', ask)
      void draft.flush()
    }
  }, [draft])
  return { draft, state }
}

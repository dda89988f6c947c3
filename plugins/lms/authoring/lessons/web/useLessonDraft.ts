import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { refresh } from '#core/web/client.ts'
import { useUser } from '#core/web/session.ts'
import { keepUnsavedWork } from '#core/web/unsavedWork.ts'
import { useReportUnsaved } from '#core/web/ui/forms/unsavedChanges.ts'
import { courseReads } from '../../courses/web/client.ts'
import type { LessonContent } from '../contract.ts'
import { lessonsApi } from './client.ts'
import { dropUnsavedDraft, getUnsavedDraft, saveUnsavedDrafts } from './leftDrafts.ts'
import { LessonDraft, type DraftState } from './lessonDraft.ts'

/**
 * Returns the draft of a loaded lesson; leaving the page saves pending changes, or asks if that fails. A draft that was left
 * unsaved is resumed.
 */
export function useLessonDraft(content: LessonContent): { draft: LessonDraft; state: DraftState } {
  const queryClient = useQueryClient()
  const { id } = content.lesson
  const key = `${useUser().id} ${id}`
  const [draft] = useState(() => {
    const before = getUnsavedDraft(key)
    if (before) return before
    const of = { params: { id } }
    return new LessonDraft(content, {
      save: (change, { lesson: { contentType, updatedAt } }) =>
        lessonsApi.updateLessonContent.call({ ...of, body: { ...change, contentType, updatedAt } }),
      reread: () => lessonsApi.getLessonContent.call(of),
      onSaved: () => void refresh(queryClient, courseReads),
    })
  })
  const state = useSyncExternalStore(draft.subscribe, draft.state)
  useReportUnsaved(isAskedAbout(state))
  useEffect(() => {
    dropUnsavedDraft(key)
    const endKeeping = keepUnsavedWork({
      words: () => (draft.state().progress === 'saved' ? undefined : 'Your text is not saved yet'),
      discard: () => dropUnsavedDraft(key),
    })
    const ask = (event: BeforeUnloadEvent) => {
      if (draft.state().progress === 'saved') return
      event.preventDefault()
      void draft.flush()
    }
    window.addEventListener('beforeunload', ask)
    const end = () => {
      endKeeping()
      window.removeEventListener('beforeunload', ask)
    }
    return () => {
      const { progress } = draft.state()
      if (progress === 'pending' || progress === 'saving') return saveUnsavedDrafts(key, draft, end)
      end()
      void draft.flush()
    }
  }, [draft, key])
  return { draft, state }
}

/** Checks if saving has failed: leaving the page asks first. */
const isAskedAbout = ({ progress }: DraftState) => ['failed', 'refused', 'conflict'].includes(progress)

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { refresh } from '#core/web/client.ts'
import { keepUnsavedWork } from '#core/web/unsavedWork.ts'
import { useReportUnsaved } from '#core/web/ui/forms/unsavedChanges.ts'
import type { OwnHandIn } from '../contract.ts'
import { handInsApi } from './client.ts'
import { HandInWriting, type WritingState } from './handInWriting.ts'

/** Saves a learner's submission; leaving the page saves the rest, or asks if that has failed. */
export function useHandInWriting(
  lessonId: string,
  draft: OwnHandIn['draft'],
): { writing: HandInWriting; state: WritingState } {
  const queryClient = useQueryClient()
  const [writing] = useState(() => {
    const params = { lessonId }
    return new HandInWriting(draft, {
      save: async (body) => {
        const saved = await handInsApi.saveHandIn.call({ params, body })
        // The first save creates a team, which has a code from then on.
        if (!body.updatedAt) void refresh(queryClient, [handInsApi.ownHandIn.key({ params })])
        return saved
      },
      reread: async () => (await handInsApi.ownHandIn.call({ params })).draft,
    })
  })
  const state = useSyncExternalStore(writing.subscribe, writing.state)
  useEffect(() => writing.meet(draft), [writing, draft])
  useReportUnsaved(['failed', 'refused', 'conflict'].includes(state.progress))
  useEffect(() => {
    const endKeeping = keepUnsavedWork({
      words: () => (writing.state().progress === 'saved' ? undefined : 'Your text is not saved yet'),
      discard: () => undefined,
    })
    const ask = (event: BeforeUnloadEvent) => {
      if (writing.state().progress === 'saved') return
      event.preventDefault()
      void writing.flush()
    }
    window.addEventListener('beforeunload', ask)
    return () => {
      endKeeping()
      window.removeEventListener('beforeunload', ask)
      void writing.flush()
    }
  }, [writing])
  return { writing, state }
}

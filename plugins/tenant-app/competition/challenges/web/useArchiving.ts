import { useMutation } from '@tanstack/react-query'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { Challenge } from '../contract.ts'
import { challengeReads, challengesApi } from './client.ts'

/** Archives or restores a challenge, with an undo button. */
export function useArchiving(): (challenge: Challenge) => void {
  const { mutate } = useMutation(
    challengesApi.updateChallenge.mutation({
      touches: challengeReads,
      onError: (error) =>
        notify({ title: 'Failed to update challenge', description: errorText(error), tone: 'destructive' }),
    }),
  )
  const set = (id: string, isActive: boolean, onSuccess?: () => void) =>
    mutate({ params: { id }, body: { isActive } }, onSuccess ? { onSuccess } : {})
  return ({ id, title, isActive }) =>
    set(id, !isActive, () =>
      notify({
        title: isActive ? `${title} is archived` : `${title} is active again`,
        action: { label: 'Undo', onAction: () => set(id, isActive) },
      }),
    )
}

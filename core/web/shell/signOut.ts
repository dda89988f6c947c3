import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { t } from '../text.ts'
import { PUSH_USER_KEY } from '../pushUser.ts'
import { endSession, identityApi } from '../session.ts'
import { wipeUnsent } from '../startOffline.ts'
import { discardUnsavedWork, reportDiscards, storedWords, unsavedWords } from '../unsavedWork.ts'
import { notify } from '../ui/feedback/notificationQueue.ts'
import { askSignOut, canAskSignOut } from './pendingSignOut.ts'

/** Signs out and leads to the sign-in page. What is not saved yet is said first, and lost only when that is meant. */
export function useSignOut(): { isPending: boolean; mutate: () => void } {
  const queryClient = useQueryClient()
  const router = useRouter()
  const { isPending, mutate } = useMutation(
    identityApi.logout.mutation({
      onSuccess: () => {
        discardUnsavedWork()
        void wipeUnsent()
        silenceNotifications()
        endSession(queryClient)
        // The guard would come back to this page after the next sign-in, possibly by another user.
        void router.navigate({ to: '/auth', ignoreBlocker: true })
        notify({ title: t('Logged out'), description: t('You have been successfully logged out.') })
      },
      onError: ({ detail }) => notify({ title: t('Logout failed'), description: detail, tone: 'destructive' }),
    }),
  )
  const discardAndLeave = () => void reportDiscards().then(() => mutate())
  const signOut = () => {
    const unsaved = unsavedWords()
    if (!unsaved) return mutate()
    if (storedWords() !== undefined && canAskSignOut()) return askSignOut(discardAndLeave)
    return notify({
      title: unsaved,
      description: t('You are still signed in. Signing out loses it.'),
      tone: 'destructive',
      action: { label: t('Sign out anyway'), onAction: discardAndLeave },
      duration: 15_000,
    })
  }
  return { isPending, mutate: signOut }
}

function silenceNotifications(): void {
  if (localStorage.getItem(PUSH_USER_KEY) === null) return
  void import('../pushDevice.ts').then(({ silenceDevice }) => silenceDevice()).catch(() => undefined)
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { endSession, identityApi } from '../session.ts'
import { notify } from '../ui/feedback/notificationQueue.ts'

/** Signs out and leads to the sign-in page. */
export function useSignOut() {
  const queryClient = useQueryClient()
  const router = useRouter()
  return useMutation(
    identityApi.logout.mutation({
      onSuccess: () => {
        endSession(queryClient)
        // The guard would come back to this page after the next sign-in, which may be somebody else's.
        void router.navigate({ to: '/auth', ignoreBlocker: true })
        notify({ title: 'Logged out', description: 'You have been successfully logged out.' })
      },
      onError: ({ detail }) => notify({ title: 'Logout failed', description: detail, tone: 'destructive' }),
    }),
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { endSession, identityApi } from '../session.ts'
import { notify } from '../ui/notificationQueue.ts'

/** Signs out; the guard then leads to the sign-in page by itself. */
export function useSignOut() {
  const queryClient = useQueryClient()
  return useMutation(
    identityApi.logout.mutation({
      onSuccess: () => {
        endSession(queryClient)
        notify({ title: 'Logged out', description: 'You have been successfully logged out.' })
      },
      onError: ({ detail }) => notify({ title: 'Logout failed', description: detail, tone: 'destructive' }),
    }),
  )
}

import { MutationCache, QueryCache, QueryClient, focusManager } from '@tanstack/react-query'
import { ApiError } from './apiError.ts'
import { watchAttendance } from './attendance.ts'
import { refresh } from './client.ts'
import { takeExpectedSignOut } from './expectedSignOut.ts'
import { endSession, platformQuery, sessionQuery } from './session.ts'
import { notify } from './ui/feedback/notificationQueue.ts'

// The guard's cached answer is outdated: it asks again, and shows the matching screen.
const outdated = new Set([
  'maintenance',
  'tenant.suspended',
  'identity.change-password',
  'identity.set-up-second-factor',
])

/** The cache of everything that was read, with the specification's defaults (part 1, section 9). */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    if (!(error instanceof ApiError)) return
    if (error.sessionEnded) signedOutElsewhere(queryClient, error)
    if (outdated.has(error.code)) void refresh(queryClient, [platformQuery.queryKey, sessionQuery.queryKey])
  }
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { staleTime: Infinity, refetchOnWindowFocus: false, refetchOnReconnect: false, retry: false },
      mutations: { retry: false },
    },
  })
  focusManager.setEventListener(listenForFocus)
  watchAttendance()
  return queryClient
}

/** Going to another window and back hides nothing, so the library, which listens for hidden pages, would miss it. */
function listenForFocus(handleFocus: () => void): () => void {
  const listener = () => handleFocus()
  const events = ['focus', 'visibilitychange']
  for (const event of events) window.addEventListener(event, listener)
  return () => {
    for (const event of events) window.removeEventListener(event, listener)
  }
}

/** Several reads may fail at once with the same session; people hear of it once. */
function signedOutElsewhere(queryClient: QueryClient, { detail }: ApiError): void {
  if (!queryClient.getQueryData(sessionQuery.queryKey)) return
  endSession(queryClient)
  // The whole organization may have been suspended, and then says so on its sign-in page.
  void refresh(queryClient, [platformQuery.queryKey])
  notify(takeExpectedSignOut() ?? { title: 'You have been signed out', description: detail, tone: 'destructive' })
}

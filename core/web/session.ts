import { hashKey, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Entitlement } from '#core/contract/entitlements.ts'
import { identityContract } from '#core/contract/identity.ts'
import type { User } from '#core/contract/identity.ts'
import { openTenantStatuses, tenancyContract } from '#core/contract/tenancy.ts'
import type { PlatformInfo } from '#core/contract/tenancy.ts'
import { ApiError } from './apiError.ts'
import { createClient, refresh } from './client.ts'
import { forgetEarlyReads } from './earlyReads.ts'
import { forgetHeldUnless } from './heldData.ts'
import { orFromDevice } from './startOffline.ts'

export const identityApi = createClient(identityContract)
const tenancyApi = createClient(tenancyContract)

/** The signed-in user; null when signed out (spec part 1, section 7). */
export const sessionQuery = queryOptions({
  queryKey: identityApi.currentUser.key(),
  queryFn: (asking): Promise<User | null> => orFromDevice('user', () => askForUser(asking.signal), asking),
})

async function askForUser(signal: AbortSignal): Promise<User | null> {
  try {
    const user = await identityApi.currentUser.call(signal)
    forgetHeldUnless(user.id)
    return user
  } catch (error) {
    const isRefused = error instanceof ApiError && (error.status === 401 || error.status === 403)
    // Without a connection there is no such answer, and the device keeps what it holds.
    if (isRefused) forgetHeldUnless(null)
    if (isRefused && error.status === 401) return null
    throw error
  }
}

export const platformQuery = queryOptions({
  queryKey: tenancyApi.platformInfo().queryKey,
  queryFn: (asking): Promise<PlatformInfo> => orFromDevice('platform', () => askForPlatform(asking.signal), asking),
})

async function askForPlatform(signal: AbortSignal): Promise<PlatformInfo> {
  const platform = await tenancyApi.platformInfo.call(signal)
  const isClosed = platform.tenant !== null && !openTenantStatuses.has(platform.tenant.status)
  if (isClosed) forgetHeldUnless(null)
  return platform
}

/** Facts about this host. The shell has loaded them before any page. */
export function usePlatform(): PlatformInfo {
  return useSuspenseQuery(platformQuery).data
}

/** Why the plan of the signed-in person's organization refuses what needs a feature; undefined where it includes it. */
export function useLacking(needed: Entitlement): string | undefined {
  return usePlatform().lacking.find(({ key }) => key === needed)?.text
}

/** The signed-in user, or null. */
export function useSession(): User | null {
  return useSuspenseQuery(sessionQuery).data
}

/**
 * User for whom the frame was drawn. Read from the cache instead, a part drawn again during sign-out would find no
 * user.
 */
export const UserContext = createContext<User | null>(null)

/** The signed-in user, on the pages inside the frame. */
export function useUser(): User {
  const user = useContext(UserContext)
  if (!user) throw new Error('Only pages inside the frame (below shellRoute) always have a user')
  return user
}

/** A user signed in: data read for another user must not stay. */
export function beginSession(queryClient: QueryClient, user: User): void {
  forget(queryClient)
  forgetHeldUnless(user.id)
  queryClient.setQueryData(sessionQuery.queryKey, user)
  // Signed-in users get more data of their organization.
  void refresh(queryClient, [platformQuery.queryKey])
}

/** Marks the user as signed out, and clears all cached data (spec part 1, section 4). */
export function endSession(queryClient: QueryClient): void {
  queryClient.setQueryData(sessionQuery.queryKey, null)
  forgetHeldUnless(null)
  forget(queryClient)
}

function forget(queryClient: QueryClient): void {
  forgetEarlyReads()
  const kept = new Set([platformQuery.queryKey, sessionQuery.queryKey].map(hashKey))
  queryClient.removeQueries({ predicate: ({ queryHash }) => !kept.has(queryHash) })
}

import { usePlatform } from '#core/web/session.ts'

/** True if the platform sells plans: without a plugin for that no screen names an organization's. */
export const useHasPlans = (): boolean => usePlatform().plugins.includes('billing')

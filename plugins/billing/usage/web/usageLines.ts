import { sizeText } from '#core/contract/sizes.ts'
import type { TenantSubscription } from '../contract.ts'

export interface UsageLine {
  label: string
  used: number
  /** null is unlimited. */
  max: number | null
  /** '40 of 100', '40, unlimited'. */
  text: string
  /** Of the limit; 0 without one. */
  share: number
}

/** What an organization uses of each thing that plans limit. */
export function usageLines({ usage, limits }: Pick<TenantSubscription, 'usage' | 'limits'>): UsageLine[] {
  const line = (label: string, used: number, max: number | null, words: (value: number) => string): UsageLine => ({
    label,
    used,
    max,
    text: max === null ? `${words(used)}, unlimited` : `${words(used)} of ${words(max)}`,
    share: max === null ? 0 : used / max,
  })
  const count = (value: number) => value.toLocaleString()
  return [
    line('Staff accounts', usage.users, limits.users, count),
    line('Sessions', usage.sessions, limits.sessions, count),
    line('Storage', usage.storageBytes, limits.storageBytes, (bytes) => sizeText(bytes)),
  ]
}

import { sizeText } from '#core/contract/sizes.ts'
import type { TenantSubscription } from '../contract.ts'

export interface UsageLine {
  label: string
  used: number
  max: number
  /** '40 of 100'. */
  text: string
  state: 'free' | 'full' | 'over'
  /** What is more than the limit: '12 over the limit'. */
  over?: string
}

/** What an organization uses of each thing that plans limit. */
export function usageLines({ usage, limits }: Pick<TenantSubscription, 'usage' | 'limits'>): UsageLine[] {
  const line = (label: string, used: number, max: number, words: (value: number) => string): UsageLine => ({
    label,
    used,
    max,
    text: `${words(used)} of ${words(max)}`,
    state: used > max ? 'over' : used === max ? 'full' : 'free',
    ...(used > max && { over: `${words(used - max)} over the limit` }),
  })
  const count = (value: number) => value.toLocaleString()
  return [
    line('Staff accounts', usage.users, limits.users, count),
    line('Sessions this billing period', usage.sessions, limits.sessions, count),
    line('Storage', usage.storageBytes, limits.storageBytes, (bytes) => sizeText(bytes)),
  ]
}

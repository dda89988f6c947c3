import type { TenantSubscription } from '#plugins/billing/invoice-contract.ts'

const KB = 1024

/** '512 KB', '1.5 GB'. @param bytes whole, 0 or more */
export function bytesText(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(KB)), units.length - 1)
  const value = bytes / KB ** power
  return `${value.toLocaleString(undefined, { maximumFractionDigits: power === 0 || value >= 100 ? 0 : 1 })} ${units[power]}`
}

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
    line('Active users', usage.users, limits.users, count),
    line('Sessions', usage.sessions, limits.sessions, count),
    line('Storage', usage.storageBytes, limits.storageBytes, bytesText),
  ]
}

import { GIGABYTE, sizeText } from '#core/contract/sizes.ts'
import type { PlanLimits } from '../../plans/contract.ts'
import type { TenantSubscription } from '../contract.ts'

export interface UsageLine {
  label: string
  used: number
  max: number
  /** '40 of 100'. */
  text: string
  state: 'free' | 'full' | 'over'
  /** Excess over the limit: '12 over the limit'. */
  over?: string
  /** Why the limit is not the plan's: 'Your plan includes 500; the platform allows 100.' */
  cap?: string
}

/** Lists the usage of each resource that plans limit. */
export function usageLines({
  usage,
  limits,
  plan,
}: Pick<TenantSubscription, 'usage' | 'limits'> & { plan?: PlanLimits }): UsageLine[] {
  const line = (
    label: string,
    used: number,
    max: number,
    words: (value: number) => string,
    sold: number | null | undefined,
  ): UsageLine => ({
    label,
    used,
    max,
    text: `${words(used)} of ${words(max)}`,
    state: used > max ? 'over' : used === max ? 'full' : 'free',
    ...(used > max && { over: `${words(used - max)} over the limit` }),
    ...(sold !== undefined &&
      (sold ?? Infinity) > max && {
        cap: `${sold === null ? 'The plan has no limit' : `The plan includes ${words(sold)}`}; the platform allows ${words(max)}.`,
      }),
  })
  const count = (value: number) => value.toLocaleString()
  return [
    line('Staff accounts', usage.users, limits.users, count, plan?.maxUsers),
    line('Sessions this billing period', usage.sessions, limits.sessions, count, plan?.maxSessions),
    line(
      'Storage',
      usage.storageBytes,
      limits.storageBytes,
      (bytes) => sizeText(bytes),
      plan?.maxStorage && plan.maxStorage * GIGABYTE,
    ),
  ]
}

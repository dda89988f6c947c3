import { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'

export const seededOrganization = z.object({
  id: z.uuid(),
  subdomain: z.string(),
  timeZone: z.string(),
  /** The organization's wall clock now, as `2026-03-29T09:30`. */
  today: z.string(),
  instructors: z.array(z.string()),
  /** Names of those who can teach, in the same order; the admin last. */
  staff: z.array(z.string()),
  parents: z.array(z.object({ id: z.uuid(), name: z.string(), lastName: z.string() })),
})
export type SeededOrganization = z.infer<typeof seededOrganization>

export interface SeededStudent {
  id: string
  name: string
  points: number
}

/** Inserts at once, in portions that stay below PostgreSQL's number of parameters. */
export async function insert(scope: PlatformScope, table: string, rows: readonly object[]): Promise<void> {
  for (let start = 0; start < rows.length; start += 1000) await scope.trx(table).insert(rows.slice(start, start + 1000))
}

export function hoursAgo(scope: PlatformScope, hours: number): string {
  return new Date(scope.core.clock.now().getTime() - hours * 3_600_000).toISOString()
}

/** Two digits. */
export const two = (value: number) => String(value).padStart(2, '0')

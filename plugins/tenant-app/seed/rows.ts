import { z } from 'zod'
import type { Scope } from '#core/server/core.ts'

const person = z.object({ id: z.uuid(), firstName: z.string(), lastName: z.string() })

export const seededOrganization = z.object({
  id: z.uuid(),
  subdomain: z.string(),
  timeZone: z.string(),
  /** Present local time of the organization, as `2026-03-29T09:30`. */
  today: z.string(),
  /** Full days since it was created. */
  age: z.number(),
  instructors: z.array(z.string()),
  /** Names of possible instructors, in the same order; the admin last. */
  staff: z.array(z.string()),
  parents: z.array(person),
  /** Users of students' own accounts. */
  pupils: z.array(person),
})
export type SeededOrganization = z.infer<typeof seededOrganization>

export interface SeededStudent {
  id: string
  name: string
  /** Guardians who decide for the child, in the order of contact. */
  guardians: readonly { id: string; name: string }[]
  hasAccount: boolean
}

/** Inserts rows in portions below PostgreSQL's maximum number of parameters. */
export async function insert(scope: Pick<Scope, 'trx'>, table: string, rows: readonly object[]): Promise<void> {
  for (let start = 0; start < rows.length; start += 1000) await scope.trx(table).insert(rows.slice(start, start + 1000))
}

export function hoursAgo(scope: Pick<Scope, 'core'>, hours: number): string {
  return new Date(scope.core.clock.now().getTime() - hours * 3_600_000).toISOString()
}

/** Formats a number with two digits. */
export const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Returns a day before or after another: `2026-03-29`. */
export function dayFrom(today: string, days: number): string {
  return new Date(Date.parse(`${today.slice(0, 10)}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

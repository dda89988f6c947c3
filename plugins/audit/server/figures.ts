import { z } from 'zod'
import type { Scope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'

const DAY_MS = 24 * 3600 * 1000

const figures = z.object({
  lastDay: z.number(),
  failed: z.number(),
  critical: z.number(),
})
type Figures = z.infer<typeof figures>

const selectFigures = statement(
  figures,
  `select (select count(*) from audit_logs where created_at >= $1 and created_at < $2) as "lastDay",
            (select count(*) from audit_logs where created_at >= $1 and created_at < $2 and not success) as failed,
            (select count(*) from audit_logs where created_at >= $1 and created_at < $2 and severity = 'critical') as critical`,
)

/** Counts acts of the last 24 hours; each figure comes out of an index. */
export async function auditFigures(scope: Scope): Promise<Figures> {
  const now = scope.core.clock.now().getTime()
  const [figures] = await scope.rows(
    selectFigures,
    // The end lets PostgreSQL leave out the months that were made ahead.
    [new Date(now - DAY_MS).toISOString(), new Date(now + DAY_MS).toISOString()],
  )
  return figures ?? { lastDay: 0, failed: 0, critical: 0 }
}

import type { Scope } from '#core/server/core.ts'

interface Figures {
  lastDay: number
  failed: number
  critical: number
}

/** How much happened in the last 24 hours. */
export async function auditFigures(scope: Scope): Promise<Figures> {
  const since = new Date(scope.core.clock.now().getTime() - 24 * 3600 * 1000).toISOString()
  const [figures] = await scope.rows<Figures>(
    'audit.figures',
    `select count(*) as "lastDay",
            count(*) filter (where not success) as failed,
            count(*) filter (where severity = 'critical') as critical
       from audit_logs where created_at >= $1`,
    [since],
  )
  return figures ?? { lastDay: 0, failed: 0, critical: 0 }
}

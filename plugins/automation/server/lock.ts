import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'

const lockCycle = statement(`select pg_advisory_xact_lock(hashtextextended('automation', 0))`)

/**
 * Lets one batch at a time work, on whatever node, until its transaction ends. It ends with its connection too: a node
 * that is killed leaves nothing behind that others would wait for.
 */
export async function lockAutomation(scope: PlatformScope): Promise<void> {
  await scope.rows(lockCycle)
}

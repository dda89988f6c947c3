import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'

const setNestedLoopsOff = statement(`select set_config('enable_nestloop', 'off', true)`)

const setCustomPlans = statement(`select set_config('plan_cache_mode', 'force_custom_plan', true)`)

/**
 * Plans each statement anew for the rest of the transaction: the first of thousands of rows plans the checks of references
 * while tables are still empty, and that plan may read an organization's part of an index for every row.
 */
export async function planAnew(scope: TenantScope): Promise<void> {
  await scope.rows(setCustomPlans)
}

/**
 * Turns off nested loops for the rest of the transaction, in triggers too: the planner's statistics predate the thousands of
 * rows of an import, so that it expects only a few.
 */
export async function planForThousands(scope: TenantScope): Promise<void> {
  await scope.rows(setNestedLoopsOff)
}

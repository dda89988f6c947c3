import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'

const setNestedLoopsOff = statement(`select set_config('enable_nestloop', 'off', true)`)

const setCustomPlans = statement(`select set_config('plan_cache_mode', 'force_custom_plan', true)`)

/**
 * For the rest of the transaction nothing goes by a plan that was made when tables were emptier: checks of references
 * are planned by the first of thousands of rows, and may then read an organization's part of an index for each.
 */
export async function planAnew(scope: TenantScope): Promise<void> {
  await scope.rows(setCustomPlans)
}

/**
 * For the rest of the transaction no table is gone through for each row of another one. What the planner knows of tables
 * is older than the thousands of rows of an import, so that it takes them for a few: in triggers, too.
 */
export async function planForThousands(scope: TenantScope): Promise<void> {
  await scope.rows(setNestedLoopsOff)
}

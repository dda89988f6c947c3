import { z } from 'zod'
import { firstStepsContract, type FirstStep } from '#core/contract/first-steps.ts'
import { record } from './audit.ts'
import type { TenantScope } from './core.ts'
import { statement } from './database/statement.ts'
import { mount } from './http/mount.ts'

/** Days for which an organization is new. */
const NEW_DAYS = 60

const selectIsWanted = statement(
  z.object({ id: z.string() }),
  'select id from tenants where first_steps_dismissed_at is null and created_at > $since',
)

async function firstSteps(scope: TenantScope): Promise<FirstStep[]> {
  const since = new Date(scope.core.clock.now().getTime() - NEW_DAYS * 86_400_000).toISOString()
  const steps = scope.core.firstSteps
  const [wanted] = await scope.rows(selectIsWanted, { since })
  if (!wanted || steps.length === 0) return []
  // The steps are known only at runtime, so it is not a prepared statement.
  const { rows } = await scope.trx.raw<{ rows: { place: number; done: boolean }[] }>(
    steps.map(({ done }, place) => `select ${place} as place, (${done}) as done`).join(' union all '),
  )
  const done = new Set(rows.filter((row) => row.done).map(({ place }) => place))
  if (done.size === steps.length) return []
  return steps.map(({ done: _done, ...step }, place) => ({ ...step, isDone: done.has(place) }))
}

const updateDismissedAt = statement(
  z.object({ id: z.string() }),
  'update tenants set first_steps_dismissed_at = $now where first_steps_dismissed_at is null returning id',
)

async function dismissFirstSteps(scope: TenantScope): Promise<void> {
  const [dismissed] = await scope.rows(updateDismissedAt, { now: scope.core.clock.now().toISOString() })
  if (!dismissed) return
  await record(scope, {
    action: 'tenant.first-steps-dismissed',
    category: 'account',
    description: 'Put the checklist of first steps away',
    resource: 'tenant',
    resourceId: scope.tenantId,
  })
}

export const mountedFirstSteps = mount(firstStepsContract, { firstSteps, dismissFirstSteps })

import { z } from 'zod'
import type { PlatformScope, TenantScope } from '../core.ts'
import { asPlatform } from '../database/scope.ts'
import { statement } from '../database/statement.ts'
import { erasePeople, type Person } from './erase.ts'

const noted = statement(
  z.object({ id: z.uuid() }),
  `insert into erasures (organization_id, kind, person_id, called, erased_at, erased_by, erased_by_name)
    values ($organization, $kind, $person, $called, $now, $by, $byName)
    on conflict (organization_id, person_id) do nothing returning id`,
)

/**
 * Erases people of the organization together, and notes that it was done by their ids alone. Whoever calls it holds them,
 * has ended what would tell of them again, and records the act.
 * @param people each with what such a person is called: 'guardian', at most 50 characters
 */
export async function eraseFromOrganization(
  scope: TenantScope,
  people: readonly (Person & { called: string })[],
): Promise<void> {
  const { tenantId: organization, core, actor } = scope
  await asPlatform(scope, async (platform: PlatformScope) => {
    await erasePeople((asked, values) => platform.rows(asked, values), core.personalData, organization, people)
    for (const { kind, id: person, called } of people) {
      await platform.rows(noted, {
        organization,
        kind,
        person,
        called,
        now: core.clock.now(),
        by: actor.user?.id ?? null,
        byName: actor.user?.name ?? null,
      })
    }
  })
}

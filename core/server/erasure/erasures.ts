import { z } from 'zod'
import type { PlatformScope, TenantScope } from '../core.ts'
import { asPlatform } from '../database/scope.ts'
import { statement } from '../database/statement.ts'
import { erasePeople, type Erased } from './erase.ts'
import type { Person } from './names.ts'
import type { ChosenPlace } from './places.ts'

const insertErasure = statement(
  z.object({ id: z.uuid() }),
  `insert into erasures (organization_id, kind, person_id, called, erased_at, erased_by, erased_by_name, places)
    values ($organization, $kind, $person, $called, $now, $by, $byName, $places)
    on conflict (organization_id, person_id) do nothing returning id`,
)

/**
 * Erases people of the organization together, and records only their ids. The caller must have locked them, ended
 * processes that would write about them again, and records the act.
 * @param people each with a noun for the person: 'guardian', at most 50 characters
 * @param chosen other people's texts in which the name is replaced
 */
export async function eraseFromOrganization(
  scope: TenantScope,
  people: readonly (Person & { called: string })[],
  chosen: readonly ChosenPlace[],
): Promise<Erased> {
  const { tenantId: organization, core, actor } = scope
  // One timestamp, by which a restore knows who was erased together.
  const now = core.clock.now()
  return asPlatform(scope, async (platform: PlatformScope) => {
    const run = platform.rows
    const erased = await erasePeople(
      (asked, values) => run(asked, values),
      core.personalData,
      organization,
      people,
      chosen,
    )
    for (const [place, { kind, id: person, called }] of people.entries()) {
      await platform.rows(insertErasure, {
        organization,
        kind,
        person,
        called,
        now,
        by: actor.user?.id ?? null,
        byName: actor.user?.name ?? null,
        places: JSON.stringify(place === 0 ? erased.rewritten : []),
      })
    }
    return erased
  })
}

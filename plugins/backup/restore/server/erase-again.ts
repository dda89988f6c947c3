import type pg from 'pg'
import type { Core } from '#core/server/core.ts'
import type { Statement } from '#core/server/database/statement.ts'
import { erasePeople } from '#core/server/erasure/erase.ts'
import { recordErasures, knownErasures, type StoredErasure } from '../../store/server/erasures.ts'
import { currentStore } from '../../store/server/stores.ts'
import type { ArchiveWork } from './options.ts'
import type { Scratch } from './scratch.ts'

interface Renewed {
  /** Maps an id to the scratch schema's, where all ids of an organization that is made anew are others. */
  idOf: (id: string) => string
  tenantId: string
}

/**
 * Erases again, in the hidden scratch schema, the people who were erased since the archive was made: known
 * here, or beside the archive. Its tables must be complete and migrated.
 */
export async function eraseAgain(
  { core, beside }: Pick<ArchiveWork, 'core' | 'beside'>,
  { client }: Pick<Scratch, 'client'>,
  renewed?: Renewed,
): Promise<void> {
  const stores = await Promise.all([currentStore(core), beside()])
  const erasures = await knownErasures(core, stores)
  const byOrganization = Map.groupBy(erasures, ({ organizationId }) => organizationId)
  // With the rights that all rows can be seen by: the owner is subject to policies unless it is a superuser.
  await client.query('begin; set local role trellis_operator')
  try {
    for (const [organization, erased] of byOrganization) {
      const isOther = renewed !== undefined && renewed.idOf(organization) !== renewed.tenantId
      if (!isOther) await eraseIn(core, client, renewed?.tenantId ?? organization, erased, renewed)
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
  await recordErasures(core, erasures)
}

async function eraseIn(
  { personalData }: Core,
  client: pg.Client,
  organization: string,
  erased: readonly StoredErasure[],
  renewed: Renewed | undefined,
): Promise<void> {
  const idOf = (id: string) => renewed?.idOf(id) ?? id
  const ids = erased.map(({ personId }) => idOf(personId))
  const { rows } = await client.query<{ id: string }>(
    `select id from (${Object.values(personalData.people).join(' union all ')}) p
      where p.tenant_id = $1 and p.id = any ($2::uuid[])`,
    [organization, ids],
  )
  const present = new Set(rows.map(({ id }) => id))
  const run = async <Row extends object>({ text }: Statement<Row>, values: readonly unknown[]) =>
    (await client.query<Row>(text, [...values])).rows
  // People erased together, with the texts in which their names were replaced.
  for (const together of Map.groupBy(erased, ({ erasedAt }) => erasedAt).values()) {
    const people = together
      .map(({ kind, personId }) => ({ kind, id: idOf(personId) }))
      .filter(({ id }) => present.has(id))
    const chosen = together.flatMap(({ places }) => places.map((one) => ({ ...one, id: idOf(one.id), hash: null })))
    if (people.length > 0) await erasePeople(run, personalData, organization, people, chosen)
  }
}

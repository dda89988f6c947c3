import type { Scope } from '#core/server/core.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import type { TestOrganization, TestPlatform } from './harness.ts'

/** Counts the rows of a table that fit. */
export const countRows = ({ core }: TestPlatform, table: string, where: object): Promise<number> =>
  core.db.platform(systemActor, async ({ trx }) => (await trx(table).where(where)).length)

/** Fields of a row that a test cares about; a factory fills in the others. */
export type Given<Row> = { [Field in keyof Row]?: Row[Field] | undefined }

/**
 * Inserts a row past the product, for the factories in `testing/factories.ts` of each plugin.
 * @param organization whose row it is; null for one of the platform
 */
export function insertRow<Row = object>(
  { core }: Pick<TestPlatform, 'core'>,
  organization: Pick<TestOrganization, 'id'> | null,
  table: string,
  row: object,
): Promise<Row & { id: string }> {
  const insert = async ({ trx }: Pick<Scope, 'trx'>) =>
    (await trx(table).insert(asJson(row), ['*']))[0] as Row & { id: string }
  return organization ? core.db.tenant(organization.id, systemActor, insert) : core.db.platform(systemActor, insert)
}

/** Arrays are jsonb, and the driver would write them as arrays of PostgreSQL. */
const asJson = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, Array.isArray(value) ? JSON.stringify(value) : value]),
  )

import type { PersonalColumn, PersonalTable, PersonKind } from '../personal-data.ts'

export const columnsOf = ({ columns }: PersonalTable): readonly (readonly [string, PersonalColumn])[] =>
  Object.entries(columns)

/** A condition on the rows of `$organization`. */
export const ofOrganization = ({ tenant = 'tenant_id' }: PersonalTable) =>
  tenant === null ? 'true' : `${tenant} = $organization`

/** The columns of a table that lead to people of a kind, as a condition on the person. */
export function leadsToPerson(
  table: PersonalTable,
  kind: PersonKind,
  rows: readonly ('deleted' | 'kept')[],
): string | undefined {
  const found = columnsOf(table).flatMap(([column, rule]) => {
    if (!('person' in rule) || rule.person !== kind || !rows.includes(rule.rows)) return []
    return [rule.isList ? `$person = any (${column})` : `${column} = $person`]
  })
  return found.length === 0 ? undefined : `${ofOrganization(table)} and (${found.join(' or ')})`
}

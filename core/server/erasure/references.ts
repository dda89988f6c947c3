import { z } from 'zod'
import { statement, type Statement } from '../database/statement.ts'
import type { PersonalData, PersonKind } from '../personal-data.ts'

const namedPerson = z.object({ id: z.string(), name: z.string() })
const foundPerson = z.object({ kind: z.string(), id: z.string() })

// A platform may have a million users, and no index covers their names alone.
const USERS_BY_INDEX = `and exists (select from users u where u.id = p.id and u.search like (select containing($text)))`

/** Statements that read people by references to them, with the rights of the reader. */
export interface ReferenceStatements {
  /** Names of the people of `$ids` who still exist. */
  selectNames: Statement<z.infer<typeof namedPerson>>
  /** At most a hundred people whose full name contains `$text`, of `$organization` unless it is null. */
  findPeople: Statement<z.infer<typeof foundPerson>>
}

export function referenceStatements({ people }: Required<PersonalData>): ReferenceStatements {
  const kinds = Object.entries(people) as [PersonKind, string][]
  const names = kinds.map(([, query]) => `select p.id, p.name from (${query}) p where p.id = any ($ids::uuid[])`)
  const finding = kinds.map(
    ([kind, query]) => `select '${kind}' as kind, p.id from (${query}) p
      where fold(p.name) like (select containing($text)) and ($organization::uuid is null or p.tenant_id = $organization::uuid)
        ${kind === 'user' ? USERS_BY_INDEX : ''}`,
  )
  return {
    selectNames: statement(namedPerson, names.join(' union all ')),
    findPeople: statement(foundPerson, `select f.kind, f.id from (${finding.join(' union all ')}) f limit 100`),
  }
}

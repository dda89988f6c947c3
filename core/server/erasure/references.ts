import { z } from 'zod'
import { statement, type Statement } from '../database/statement.ts'
import type { PersonalData, PersonKind } from '../personal-data.ts'

const namedPerson = z.object({ id: z.string(), name: z.string() })
const foundPerson = z.object({ kind: z.string(), id: z.string() })

// A platform may have a million users, whose names alone no index finds.
const USERS_BY_INDEX = `and exists (select from users u where u.id = p.id and u.search like (select containing($text)))`

/** Read people by what refers to them, with the rights of the reader. */
export interface ReferenceStatements {
  /** Names of the people of `$ids` who are still there. */
  selectNames: Statement<z.infer<typeof namedPerson>>
  /** A hundred people at most whose whole name has `$text` in it, of `$organization` unless it is null. */
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

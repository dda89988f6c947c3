import { z } from 'zod'
import { statement, type Statement } from '../database/statement.ts'
import { allPersonalData, type PersonalData, type PersonKind } from '../personal-data.ts'
import { nameStatements, type Erasing } from './names.ts'
import { leadsToPerson } from './person-columns.ts'
import { placeStatements } from './place-statements.ts'
import { referenceStatements, type ReferenceStatements } from './references.ts'
import { erasureStatements } from './statements.ts'

const countedTable = z.object({ table: z.string(), fate: z.enum(['deleted', 'kept']), count: z.number() })

type CountingStatements = Record<PersonKind, Statement<z.infer<typeof countedTable>>>

/** Counts one person's data in each table, and shows whether an erasure deletes it. */
function countStatements({ tables }: Required<PersonalData>): CountingStatements {
  const of = (kind: PersonKind) => {
    const parts = Object.entries(tables).flatMap(([name, table]) =>
      (['deleted', 'kept'] as const).flatMap((fate) => {
        const condition = leadsToPerson(table, kind, [fate])
        return condition === undefined
          ? []
          : [`select '${name}' as "table", '${fate}' as fate, count(*) as count from ${name} where ${condition}`]
      }),
    )
    const nobody = `select '' as "table", 'kept' as fate, 0::bigint as count`
    return statement(countedTable, `select * from (${[nobody, ...parts].join(' union all ')}) c where count > 0`)
  }
  return { user: of('user'), student: of('student'), collector: of('collector') }
}

/** Personal data in the tables, and the statements that erase it, which follow from it. */
export interface KnownPersonalData extends Required<PersonalData>, Erasing {
  counting: CountingStatements
  references: ReferenceStatements
}

export function knownPersonalData(declared: readonly (PersonalData | undefined)[]): KnownPersonalData {
  const data = allPersonalData(declared)
  return {
    ...data,
    named: nameStatements(data),
    erasing: erasureStatements(data),
    places: placeStatements(data),
    counting: countStatements(data),
    references: referenceStatements(data),
  }
}

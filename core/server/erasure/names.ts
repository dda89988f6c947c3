import { z } from 'zod'
import { statement, valuesOf, type Statement } from '../database/statement.ts'
import type { PersonalData, PersonKind } from '../personal-data.ts'
import type { Names } from './phrases.ts'
import type { PlaceStatements } from './place-statements.ts'
import type { ErasingStatements } from './statements.ts'

export interface Person {
  kind: PersonKind
  id: string
}

/** Runs a statement with the rights of the platform, on the live database or a restored backup. */
export type Run = <Row extends object>(asked: Statement<Row>, values: readonly unknown[]) => Promise<Row[]>

const named = z.object({
  name: z.string(),
  short: z.string().nullable(),
  email: z.string().nullable(),
  hasNamesake: z.boolean(),
})

/** Selects the names of a person, and whether another person of the organization or the platform has the same name. */
export function nameStatements({
  people,
}: Required<PersonalData>): Record<PersonKind, Statement<z.infer<typeof named>>> {
  const everyone = Object.values(people).join(' union all ')
  const none = 'select null::uuid as id, null::uuid as tenant_id, null as name, null as short, null as email'
  const of = (kind: PersonKind) =>
    statement(
      named,
      `select p.name, p.short, p.email, exists (select from (${everyone}) o
            where (o.tenant_id = $organization or o.tenant_id is null) and fold(o.name) = fold(p.name)
              and o.id <> all ($ids::uuid[])) as "hasNamesake"
        from (${people[kind] ?? none}) p where p.tenant_id = $organization and p.id = $person`,
    )
  return { user: of('user'), student: of('student'), collector: of('collector') }
}

export interface Erasing {
  named: Record<PersonKind, Statement<z.infer<typeof named>>>
  erasing: ErasingStatements
  places: PlaceStatements
}

/** Reads the names of people who are erased together; unknown people have none. */
export async function readNames(
  run: Run,
  { named: naming }: Pick<Erasing, 'named'>,
  organization: string,
  people: readonly Person[],
): Promise<Names[]> {
  const ids = people.map(({ id }) => id)
  const names: Names[] = []
  for (const { kind, id: person } of people) {
    const asked = naming[kind]
    const [found] = await run(asked, valuesOf(asked, { organization, person, ids }))
    if (found) names.push({ kind, ...found })
  }
  return names
}

import { z } from 'zod'
import { statement, valuesOf, type Statement } from '../database/statement.ts'
import type { PersonalData, PersonKind } from '../personal-data.ts'
import type { ErasingStatements } from './statements.ts'

export interface Person {
  kind: PersonKind
  id: string
}

/** Runs a statement with the rights of the platform, wherever the tables are. */
export type Run = <Row extends object>(asked: Statement<Row>, values: readonly unknown[]) => Promise<Row[]>

const named = z.object({ name: z.string(), email: z.string().nullable(), hasNamesake: z.boolean() })

/** Asks how somebody is called, and whether anybody else of the organization is called the same. */
export function namingStatements({
  people,
}: Required<PersonalData>): Record<PersonKind, Statement<z.infer<typeof named>>> {
  const everybody = Object.values(people).join(' union all ')
  const of = (kind: PersonKind) =>
    statement(
      named,
      `select p.name, p.email, exists (select from (${everybody}) o
            where o.tenant_id = $organization and lower(o.name) = lower(p.name) and o.id <> all ($ids::uuid[]))
          as "hasNamesake"
        from (${people[kind] ?? 'select null::uuid as id, null::uuid as tenant_id, null as name, null as email'}) p
        where p.tenant_id = $organization and p.id = $person`,
    )
  return { user: of('user'), student: of('student'), collector: of('collector') }
}

export interface Erasing {
  named: Record<PersonKind, Statement<z.infer<typeof named>>>
  erasing: ErasingStatements
}

/**
 * Erases people from every table that names them, together: a student with the account and those who may collect.
 * What belongs to somebody of the same name is not told from theirs, so a shared name stays in texts of
 * other things. Erasing somebody again does no harm.
 */
export async function erasePeople(
  run: Run,
  { named: naming, erasing }: Erasing,
  organization: string,
  people: readonly Person[],
): Promise<void> {
  const ids = people.map(({ id }) => id)
  const emails: string[] = []
  const phrases: string[] = []
  for (const { kind, id: person } of people) {
    const asked = naming[kind]
    const [found] = await run(asked, valuesOf(asked, { organization, person, ids }))
    if (found?.email) emails.push(found.email.toLowerCase())
    if (found && !found.hasNamesake) phrases.push(found.name)
  }
  const pattern = patternOf([...phrases, ...emails])
  const all = async (statements: readonly Statement<object>[], person?: string) => {
    for (const one of statements) await run(one, valuesOf(one, { organization, person, emails, pattern }))
  }
  for (const { kind, id } of people) await all(erasing.emptying[kind], id)
  await all(erasing.replacing)
  for (const { kind, id } of people) await all(erasing.removing[kind], id)
}

/** A regular expression of PostgreSQL that finds the phrases as whole words, also as JSON writes them. */
function patternOf(phrases: readonly string[]): string | null {
  const written = new Set(phrases.flatMap((phrase) => [phrase, JSON.stringify(phrase).slice(1, -1)]))
  if (written.size === 0) return null
  const escaped = [...written].map((phrase) => phrase.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
  return String.raw`(?<!\w)(?:${escaped.join('|')})(?!\w)`
}

import { statement, type Statement } from '../database/statement.ts'
import type { PersonalData, PersonalTable, PersonKind } from '../personal-data.ts'
import { ERASED_NAME } from '../personal-data.ts'
import { columnsOf, leading, ofOrganization } from './leading.ts'

/** Shorter than this no column of free text is, so that a longer name never makes a text too long. */
const SHORTEST_COLUMN = 100

type Statements = readonly Statement<object>[]

/** What erases people, in three steps. Statements take `$organization`, `$person`, `$emails` and `$pattern`. */
export interface ErasingStatements {
  /** Of each person. */
  emptying: Record<PersonKind, Statements>
  /** Once for all, without `$person`. */
  replacing: Statements
  /** Of each person again, when nothing else needs their rows any more. */
  removing: Record<PersonKind, Statements>
}

export function erasingStatements(data: Required<PersonalData>): ErasingStatements {
  const tables = Object.entries(data.tables)
  const made = (texts: readonly string[]) => texts.map((text) => statement(text))
  const ofEach = (texts: (kind: PersonKind) => readonly string[]) => ({
    user: made(texts('user')),
    student: made(texts('student')),
    collector: made(texts('collector')),
  })
  return {
    emptying: ofEach((kind) => [
      ...(data.before[kind] ?? []),
      ...tables.flatMap(([_, table]) => forgetting(table)),
      ...tables.flatMap(([name, table]) => emptying(name, table, kind)),
    ]),
    replacing: made([
      ...tables.flatMap(([name, table]) => replacing(name, table)),
      ...tables.flatMap(([name, table]) => removingAddressed(name, table)),
    ]),
    removing: ofEach((kind) => [
      ...tables.flatMap(([name, table]) => removingFiles(name, table, kind)),
      // Last whoever the others refer to.
      ...tables.toReversed().flatMap(([name, table]) => removing(name, table, kind)),
    ]),
  }
}

function forgetting({ forgottenBy }: PersonalTable): string[] {
  return forgottenBy === undefined ? [] : [`select ${forgottenBy}($organization, $person, $pattern)`]
}

function emptying(name: string, table: PersonalTable, kind: PersonKind): string[] {
  if (table.forgottenBy !== undefined) return []
  const leadsTo = (column: string) => {
    const rule = table.columns[column]
    return rule !== undefined && 'person' in rule && rule.person === kind && rule.rows === 'kept'
  }
  return Object.entries(
    columnsOf(table).reduce<Record<string, string[]>>((sets, [column, rule]) => {
      if (!('about' in rule)) return sets
      for (const person of rule.about.filter(leadsTo)) (sets[person] ??= []).push(`${column} = ${rule.becomes}`)
      return sets
    }, {}),
  ).map(
    ([person, sets]) => `update ${name} set ${sets.join(', ')} where ${ofOrganization(table)} and ${person} = $person`,
  )
}

/** Names and addresses in texts of anything. */
function replacing(name: string, table: PersonalTable): string[] {
  if (table.forgottenBy !== undefined) return []
  const replaced = (text: string) => `regexp_replace(${text}, $pattern, '${ERASED_NAME}', 'gi')`
  const sets = columnsOf(table).flatMap(([column, rule]) => {
    const isText = ('text' in rule && !rule.isJson) || ('about' in rule && rule.isText)
    if (isText) {
      const becomes = `left(${replaced(column)}, greatest(length(${column}), ${SHORTEST_COLUMN}))`
      return [{ column, read: column, becomes }]
    }
    const read = `${column}::text`
    return 'text' in rule ? [{ column, read, becomes: `${replaced(read)}::jsonb` }] : []
  })
  if (sets.length === 0) return []
  const assigned = sets.map(
    ({ column, read, becomes }) => `${column} = case when ${read} ~* $pattern then ${becomes} else ${column} end`,
  )
  const found = sets.map(({ read }) => `${read} ~* $pattern`).join(' or ')
  return [`update ${name} set ${assigned.join(', ')} where ${ofOrganization(table)} and (${found})`]
}

function removingFiles(name: string, table: PersonalTable, kind: PersonKind): string[] {
  const condition = leading(table, kind, ['deleted'])
  if (condition === undefined) return []
  return columnsOf(table).flatMap(([column, rule]) =>
    'file' in rule
      ? [
          `delete from files where tenant_id = $organization and id in (select ${column} from ${name} where ${condition})`,
        ]
      : [],
  )
}

function removingAddressed(name: string, table: PersonalTable): string[] {
  return columnsOf(table).flatMap(([column, rule]) =>
    'address' in rule
      ? [`delete from ${name} where ${ofOrganization(table)} and lower(${column}) = any ($emails::text[])`]
      : [],
  )
}

function removing(name: string, table: PersonalTable, kind: PersonKind): string[] {
  // What nobody has the right to delete, the function of its owner has removed already.
  if (table.forgottenBy !== undefined) return []
  const condition = leading(table, kind, ['deleted'])
  return condition === undefined ? [] : [`delete from ${name} where ${condition}`]
}

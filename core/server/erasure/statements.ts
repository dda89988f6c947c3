import { z } from 'zod'
import { statement, type Statement } from '../database/statement.ts'
import type { PersonalData, PersonalTable, PersonKind } from '../personal-data.ts'
import { ERASED_NAME } from '../personal-data.ts'
import { columnsOf, leadsToPerson, ofOrganization } from './person-columns.ts'

type Statements = readonly Statement<object>[]

const blanked = z.object({ entries: z.number() })

/** Statements that erase people, in steps. They take `$organization`, `$person`, `$emails` and `$signatures`. */
export interface ErasingStatements {
  /** Run per person: blanks entries of logs. */
  log: readonly Statement<z.infer<typeof blanked>>[]
  /** Run per person. */
  emptying: Record<PersonKind, Statements>
  /** Run once for all, without `$person`: names and addresses that identify a person where there is no id. */
  signing: Statements
  /** Run per person again, when no other step needs the rows any more. */
  removing: Record<PersonKind, Statements>
}

export function erasureStatements(data: Required<PersonalData>): ErasingStatements {
  const tables = Object.entries(data.tables)
  const made = (texts: readonly string[]) => texts.map((text) => statement(text))
  const ofEach = (texts: (kind: PersonKind) => readonly string[]) => ({
    user: made(texts('user')),
    student: made(texts('student')),
    collector: made(texts('collector')),
  })
  return {
    log: data.log.map((text) => statement(blanked, text)),
    emptying: ofEach((kind) => [
      ...(data.before[kind] ?? []),
      ...tables.flatMap(([_, table]) => forgetPerson(table)),
      ...tables.flatMap(([name, table]) => emptyColumns(name, table, kind)),
    ]),
    signing: made([
      ...tables.flatMap(([name, table]) => replaceSignatures(name, table)),
      ...tables.flatMap(([name, table]) => deleteAddressed(name, table)),
    ]),
    removing: ofEach((kind) => [
      ...tables.flatMap(([name, table]) => deleteFiles(name, table, kind)),
      // Last come the people to whom the others refer.
      ...tables.toReversed().flatMap(([name, table]) => deleteRows(name, table, kind)),
    ]),
  }
}

function forgetPerson({ forgottenBy }: PersonalTable): string[] {
  return forgottenBy === undefined ? [] : [`select ${forgottenBy}($organization, $person, null)`]
}

function emptyColumns(name: string, table: PersonalTable, kind: PersonKind): string[] {
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

/** Compares whole values: a signature consists only of the name. */
function replaceSignatures(name: string, table: PersonalTable): string[] {
  return columnsOf(table).flatMap(([column, rule]) =>
    'signature' in rule || ('about' in rule && rule.isSignature)
      ? [
          `update ${name} set ${column} = '${ERASED_NAME}' where ${ofOrganization(table)} and ${column} = any ($signatures::text[])`,
        ]
      : [],
  )
}

function deleteFiles(name: string, table: PersonalTable, kind: PersonKind): string[] {
  const condition = leadsToPerson(table, kind, ['deleted'])
  if (condition === undefined) return []
  return columnsOf(table).flatMap(([column, rule]) =>
    'file' in rule
      ? [
          `delete from files where tenant_id = $organization and id in (select ${column} from ${name} where ${condition})`,
        ]
      : [],
  )
}

function deleteAddressed(name: string, table: PersonalTable): string[] {
  return columnsOf(table).flatMap(([column, rule]) =>
    'address' in rule
      ? [
          `delete from ${name} where ${ofOrganization(table)} and fold(${column}) in (select fold(e) from unnest($emails::text[]) e)`,
        ]
      : [],
  )
}

function deleteRows(name: string, table: PersonalTable, kind: PersonKind): string[] {
  // Rows that no role may delete were already removed by a function of their owner.
  if (table.forgottenBy !== undefined) return []
  const condition = leadsToPerson(table, kind, ['deleted'])
  return condition === undefined ? [] : [`delete from ${name} where ${condition}`]
}

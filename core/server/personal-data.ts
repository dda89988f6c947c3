/** Of whom an organization keeps something. Guardians, contacts without an account and staff are users. */
export type PersonKind = 'user' | 'student' | 'collector'

/** What stands where a person's name stood. */
const ERASED_NAME = 'Erased person'

/**
 * What a column holds of people, and what becomes of it when one of them is erased.
 *
 * - `person`: the id of somebody, or a list of such ids. Their rows are deleted with them, or kept, and say why.
 * - `about`: tells of the person whose id is in the columns named; it becomes what `becomes` says in SQL. Where others
 *   are named in it, they are replaced as in a `text`.
 * - `gone`: tells of people whose rows are deleted with them.
 * - `text`: of things; full names and addresses of erased people in it are replaced.
 * - `address`: an e-mail address that leads to somebody without an id. Rows with it are deleted.
 * - `file`: of a file that is deleted with the row.
 * - `kept`: stays, for a reason in words.
 * - `nothing`: holds nothing of people.
 */
export type PersonalColumn =
  | { person: PersonKind; rows: 'deleted' | 'kept' }
  | { about: readonly string[]; becomes: string; isText: boolean }
  | { gone: true }
  | { text: true; isJson: boolean }
  | { address: true }
  | { file: true }
  | { kept: string }
  | { nothing: true }

/** What a table keeps of people, by its columns. Ids of the row and of things, choices, numbers and times need no word. */
export interface PersonalTable {
  /** What its rows are, in the plural, as people are told what goes, stays or is in their data: 'marks of attendance'. */
  called: string
  /** Why rows that lead to a person stay when that person is erased; where `rows` is 'kept'. */
  staysSince?: string
  /** The column of the organization: `tenant_id` unless it is said; null where only the row's person leads to one. */
  tenant?: string | null
  columns: Readonly<Record<string, PersonalColumn>>
}

/** Tables by name. */
export type PersonalTables = Readonly<Record<string, PersonalTable>>

/** A plugin's tables, and what erasing somebody takes along beyond them. */
export interface PersonalData {
  tables: PersonalTables
  /** Statements that run before the tables': `$1` is the organization's id and `$2` the person's. */
  before?: Partial<Record<PersonKind, readonly string[]>>
}

/** The id of a person whose rows are deleted with the person. */
export const personDeleted = (person: PersonKind): PersonalColumn => ({ person, rows: 'deleted' })

/** The id of a person, of whom nothing else is left in rows that stay. */
export const personKept = (person: PersonKind): PersonalColumn => ({ person, rows: 'kept' })

/** A text about the person in one of the columns, which is emptied. */
export const textAbout = (...columns: string[]): PersonalColumn => ({ about: columns, becomes: `''`, isText: true })

/** Something about the person in one of the columns that becomes null. */
export const factAbout = (...columns: string[]): PersonalColumn => ({ about: columns, becomes: 'null', isText: false })

/** The name of the person in one of the columns. */
export const nameOf = (...columns: string[]): PersonalColumn => ({
  about: columns,
  becomes: `'${ERASED_NAME}'`,
  isText: true,
})

/** Anything about the person in the column. @param becomes SQL */
export const about = (column: string, becomes: string): PersonalColumn => ({ about: [column], becomes, isText: false })

export const gone: PersonalColumn = { gone: true }
export const freeText: PersonalColumn = { text: true, isJson: false }
export const freeJson: PersonalColumn = { text: true, isJson: true }
export const address: PersonalColumn = { address: true }
export const fileOfRow: PersonalColumn = { file: true }
export const kept = (why: string): PersonalColumn => ({ kept: why })
export const nothing: PersonalColumn = { nothing: true }

/** What all plugins declare, those that are off too: their rows are still there. */
export function allPersonalData(declared: readonly (PersonalData | undefined)[]): Required<PersonalData> {
  const all = declared.filter((one) => one !== undefined)
  const before = (kind: PersonKind) => all.flatMap((one) => one.before?.[kind] ?? [])
  return {
    tables: Object.assign({}, ...all.map(({ tables }) => tables)) as PersonalTables,
    before: { user: before('user'), student: before('student'), collector: before('collector') },
  }
}

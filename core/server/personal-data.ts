import { z } from 'zod'
import { statement, type Statement } from './database/statement.ts'

/** Kind of person of whom an organization stores data. Guardians, contacts without an account and staff are users. */
export type PersonKind = 'user' | 'student' | 'collector'

/** Text that replaces an erased person's name. */
export const ERASED_NAME = 'Erased person'

/**
 * Personal data that a column holds, and what becomes of it when one of the people is erased.
 *
 * - `person`: the id of a person, or a list of such ids. Their rows are deleted with them, or kept, and say why.
 * - `about`: describes the person whose id is in the columns named; it becomes what `becomes` says in SQL. Where it is
 *   a text in which others may be named, it is listed for them as a `text`.
 * - `gone`: describes people whose rows are deleted with them.
 * - `text`: written by people about things or others. No erasure changes it by itself: the places of a name in it are
 *   listed, and a person chooses what is replaced.
 * - `signature`: the whole name of the user who acted, which the platform writes where there is no id beside it. It is
 *   replaced where it is exactly the name of an erased user, and of no other person.
 * - `address`: an email address that leads to a person without an id. Rows with it are deleted.
 * - `file`: belongs to a file that is deleted with the row.
 * - `kept`: stays, for a reason in words.
 * - `nothing`: holds nothing of people.
 */
export type PersonalColumn =
  | { person: PersonKind; rows: 'deleted' | 'kept'; isList?: true }
  | { about: readonly string[]; becomes: string; isText: boolean; isSignature?: true }
  | { gone: true }
  | { signature: true }
  | { text: true; isJson: boolean }
  | { address: true }
  | { file: true }
  | { kept: string }
  | { nothing: true }

/** Personal data in a table, by its columns. Ids of the row and of things, choices, numbers and times need no word. */
export interface PersonalTable {
  /** Name of its rows, in the plural, as people read what goes, stays or is in their data: 'marks of attendance'. */
  called: string
  /** Why rows that lead to a person stay when that person is erased; where `rows` is 'kept'. */
  staysSince?: string
  /**
   * The function of the tables' owner that forgets, where the rights of the database let no one change rows. It takes the
   * organization, the person, and null, by which it looks for no words.
   */
  forgottenBy?: string
  /**
   * The function of the owner that writes one text of such a table where it is still what it was. It takes the organization,
   * the id of the row, the text and the new one, and returns the id.
   */
  rewrittenBy?: string
  /** SQL of what row `r` belongs to, for people; by default its title or name. */
  record?: string
  /** SQL that finds the rows `r` that are deleted with people of `$ids`, beyond those with such an id in a column. */
  goesWith?: string
  /** The column of the organization: `tenant_id` unless it is said; null where only the row's person leads to one. */
  tenant?: string | null
  columns: Readonly<Record<string, PersonalColumn>>
}

/** Tables by name. */
export type PersonalTables = Readonly<Record<string, PersonalTable>>

const givenRows = z.object({ rows: z.array(z.record(z.string(), z.unknown())) })

/** One kind of thing that is kept of a person, as the person is given it. */
export interface GivenPart {
  /** In the JSON. */
  key: string
  title: string
  /** The tables whose data it contains. */
  of: readonly string[]
  rows: Statement<z.output<typeof givenRows>>
}

/** @param query of `$userId` or `$studentId`, with names for people as columns */
export const givenPart = (key: string, title: string, of: readonly string[], query: string): GivenPart => ({
  key,
  title,
  of,
  rows: statement(givenRows, `select coalesce(json_agg(row_to_json(r)), '[]') as rows from (${query}) r`),
})

/**
 * A plugin's tables, and data erased with a person beyond them. Statements take `$organization`, `$person` and
 * `$emails` (lower case): an erasure follows references, and looks for no words.
 */
export interface PersonalData {
  tables: PersonalTables
  /**
   * A query of all people of a kind that the plugin keeps: `id`, `tenant_id`, `name`, `short`, the first name where texts to
   * the family have it alone, and `email`. The last two may be null.
   */
  people?: Partial<Record<PersonKind, string>>
  /** Statements that run before those of the tables. */
  before?: Partial<Record<PersonKind, readonly string[]>>
  /** Statements that blank entries of a log about a person, and answer how many as `entries`. */
  log?: readonly string[]
  /** Tables with rows `r` in which the first name alone may be that of a person of `$ids`, and SQL that finds these rows. */
  shortNames?: Readonly<Record<string, string>>
  /** Parts of a user's export of personal data, read with the rights of their organization. */
  given?: readonly GivenPart[]
  /** Tables that refer to people but are not part of any export, with the reason. */
  notGiven?: Readonly<Record<string, string>>
}

/** The id of a person whose rows are deleted with the person. */
export const personDeleted = (person: PersonKind): PersonalColumn => ({ person, rows: 'deleted' })

/** The id of a person, of whom nothing else is left in rows that stay. */
export const personKept = (person: PersonKind): PersonalColumn => ({ person, rows: 'kept' })

/** A list of ids of people, of whom nothing else is left in rows that stay. */
export const peopleKept = (person: PersonKind): PersonalColumn => ({ person, rows: 'kept', isList: true })

/** A text about the person in one of the columns, which is emptied. */
export const textAbout = (...columns: string[]): PersonalColumn => ({ about: columns, becomes: `''`, isText: true })

/** Something about the person in one of the columns that becomes null. */
export const factAbout = (...columns: string[]): PersonalColumn => ({ about: columns, becomes: 'null', isText: false })

/** The name of a user who acted for the person in one of the columns; it becomes null. */
export const nameBeside = (...columns: string[]): PersonalColumn => ({
  about: columns,
  becomes: 'null',
  isText: false,
  isSignature: true,
})

/** The name of the person in one of the columns. */
export const nameOf = (...columns: string[]): PersonalColumn => ({
  about: columns,
  becomes: `'${ERASED_NAME}'`,
  isText: false,
})

/** The name of the user in one of the columns. Rows from before these columns have it without an id, as a signature. */
export const signatureOf = (...columns: string[]): PersonalColumn => ({
  about: columns,
  becomes: `'${ERASED_NAME}'`,
  isText: false,
  isSignature: true,
})

/** Anything about the person in the column. @param becomes SQL */
export const about = (column: string, becomes: string): PersonalColumn => ({ about: [column], becomes, isText: false })

export const gone: PersonalColumn = { gone: true }
export const signature: PersonalColumn = { signature: true }
export const freeText: PersonalColumn = { text: true, isJson: false }
export const freeJson: PersonalColumn = { text: true, isJson: true }
export const address: PersonalColumn = { address: true }
export const fileOfRow: PersonalColumn = { file: true }
export const kept = (why: string): PersonalColumn => ({ kept: why })
export const nothing: PersonalColumn = { nothing: true }

/** Combines what all plugins declare, including those that are off: their rows are still there. */
export function allPersonalData(declared: readonly (PersonalData | undefined)[]): Required<PersonalData> {
  const all = declared.filter((one) => one !== undefined)
  const before = (kind: PersonKind) => all.flatMap((one) => one.before?.[kind] ?? [])
  return {
    tables: Object.assign({}, ...all.map(({ tables }) => tables)) as PersonalTables,
    people: Object.assign({}, ...all.map(({ people }) => people)) as Required<PersonalData>['people'],
    before: { user: before('user'), student: before('student'), collector: before('collector') },
    log: all.flatMap(({ log = [] }) => log),
    shortNames: Object.assign({}, ...all.map(({ shortNames }) => shortNames)) as Record<string, string>,
    given: all.flatMap(({ given = [] }) => given),
    notGiven: Object.assign({}, ...all.map(({ notGiven }) => notGiven)) as Record<string, string>,
  }
}

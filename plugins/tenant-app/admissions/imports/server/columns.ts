import { fold } from '#core/contract/fold.ts'
import { fieldNames, importFields, type DateOrder, type ImportField, type Mapping } from '../contract.ts'

/** Names of a student's columns in other programs; all in the form of `plain`. */
const spellings: Partial<Record<ImportField, readonly string[]>> = {
  id: ['studentid', 'trellisid'],
  firstName: ['firstname', 'studentfirstname', 'givenname', 'forename', 'first', 'childfirstname', 'vorname', 'prenom'],
  lastName: ['lastname', 'studentlastname', 'surname', 'familyname', 'last', 'childlastname', 'nachname', 'nom'],
  dateOfBirth: ['dateofbirth', 'dob', 'birthday', 'birthdate', 'born', 'studentdob', 'geburtsdatum', 'datedenaissance'],
  grade: ['grade', 'gradelevel', 'yeargroup', 'year', 'class', 'klasse', 'level'],
}

/** The same of a guardian, after what says which guardian. */
const guardianSpellings: readonly (readonly [
  suffix: 'FirstName' | 'LastName' | 'Email' | 'Phone' | 'Relationship',
  names: readonly string[],
])[] = [
  ['FirstName', ['firstname', 'givenname', 'first']],
  ['LastName', ['lastname', 'surname', 'familyname', 'last']],
  ['Email', ['email', 'emailaddress', 'mail']],
  ['Phone', ['phone', 'phonenumber', 'telephone', 'mobile', 'cell', 'cellphone']],
  ['Relationship', ['relationship', 'relation']],
]
const guardians = {
  1: ['guardian1', 'parent1', 'contact1', 'guardian', 'parent', 'mother', 'primaryguardian', 'primarycontact'],
  2: ['guardian2', 'parent2', 'contact2', 'father', 'secondguardian', 'secondaryguardian', 'secondarycontact'],
} as const

/** Letters and digits alone: `Date of Birth` and `date_of_birth` are one. */
const normalizeHeader = (header: string) => fold(header).replaceAll(/[^\p{L}\p{N}]/gu, '')

const fieldsByHeader = new Map<string, ImportField>([
  ...importFields.map((field) => [normalizeHeader(fieldNames[field]), field] as const),
  ...Object.entries(spellings).flatMap(([field, names]) => names.map((name) => [name, field as ImportField] as const)),
  ...([1, 2] as const).flatMap((number) =>
    guardians[number].flatMap((who) =>
      guardianSpellings.flatMap(([suffix, names]) =>
        // `email` by itself could be the student's.
        names.map((name) => [who + name, `guardian${number}${suffix}`] as const),
      ),
    ),
  ),
])

/** The columns that are known by their names; of several for one field the first. */
export function recognizeColumns(headers: readonly string[]): Mapping {
  const mapping: Mapping = {}
  for (const [index, header] of headers.entries()) {
    const field = fieldsByHeader.get(normalizeHeader(header))
    if (field !== undefined) mapping[field] ??= index
  }
  return mapping
}

/** Detects the order of a column's dates: 31/5/2016 has the day first. Undecided columns have the month first. */
export function dateOrderOf(dates: readonly string[]): DateOrder {
  for (const date of dates) {
    const [, first, second] = /^(\d{1,2})[./-](\d{1,2})[./-]\d{4}$/.exec(date) ?? []
    if (date.includes('.') && first) return 'day-first'
    if (Number(first) > 12) return 'day-first'
    if (Number(second) > 12) return 'month-first'
  }
  return 'month-first'
}

/** A date as `2016-05-31`; undefined where it is none. */
export function parseDate(text: string, order: DateOrder): string | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(text)
  const written = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text)
  const [year, month, day] = iso
    ? iso.slice(1, 4)
    : written
      ? [written[3], ...(order === 'day-first' ? [written[2], written[1]] : [written[1], written[2]])]
      : []
  if (!year || !month || !day) return undefined
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const read = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(date) ? date : undefined
}

import { fold } from '#core/contract/fold.ts'
import { toAsciiDigits } from '#core/contract/parse-number.ts'
import { fieldNames, importFields, type DateOrder, type ImportField, type Mapping } from '../contract.ts'
import { monthNumber } from './months.ts'

/** Names of a student's columns in other programs; all in the form of `plain`. */
const spellings: Partial<Record<ImportField, readonly string[]>> = {
  id: ['studentid', 'trellisid'],
  firstName: ['firstname', 'studentfirstname', 'givenname', 'forename', 'first', 'childfirstname', 'vorname', 'prenom'],
  lastName: ['lastname', 'studentlastname', 'surname', 'familyname', 'last', 'childlastname', 'nachname', 'nom'],
  dateOfBirth: ['dateofbirth', 'dob', 'birthday', 'birthdate', 'born', 'studentdob', 'geburtsdatum', 'datedenaissance'],
  grade: ['grade', 'gradelevel', 'yeargroup', 'year', 'class', 'klasse', 'level'],
  group: ['groups', 'groupname', 'team', 'cabin', 'cohort'],
  fullName: [
    'name',
    'fullname',
    'student',
    'studentname',
    'studentfullname',
    'child',
    'childname',
    'learner',
    'pupil',
    'nombre',
  ],
  allergies: ['allergies', 'allergy', 'foodallergies', 'allergien', 'alergias', 'knownallergies'],
  medicalNotes: [
    'medicalnotes',
    'medicalconditions',
    'medicalcondition',
    'medicalinformation',
    'medicalinfo',
    'healthnotes',
    'healthinformation',
    'healthconditions',
    'conditions',
    'medical',
    'health',
  ],
  medication: ['medication', 'medications', 'medicine', 'medicines', 'medikamente', 'medicamentos'],
  guardian1FullName: ['guardians', 'parents', 'parentguardian', 'parentsguardians', 'parentnames', 'guardiannames'],
}

/** Names of a guardian's columns, after the part that numbers the guardian. */
const guardianSpellings: readonly (readonly [
  suffix: 'FullName' | 'FirstName' | 'LastName' | 'Email' | 'Phone' | 'Relationship',
  names: readonly string[],
])[] = [
  ['FullName', ['', 'name', 'fullname']],
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

/** Counts the names of a row that are names of columns. */
export const countKnownHeaders = (cells: readonly string[]): number =>
  cells.filter((cell) => fieldsByHeader.has(normalizeHeader(cell))).length

/** Fields of columns by their names in the last import that had one; null where it was left out. */
export type RememberedColumns = ReadonlyMap<string, ImportField | null>

/** Remembers columns of earlier imports, the newest first. */
export function rememberColumns(
  imports: readonly { headers: readonly string[]; mapping: Mapping }[],
): RememberedColumns {
  const remembered = new Map<string, ImportField | null>()
  for (const { headers, mapping } of imports) {
    const fields = new Map(Object.entries(mapping).map(([field, index]) => [index, field as ImportField]))
    for (const [index, header] of headers.entries()) {
      const name = normalizeHeader(header)
      if (name !== '' && !remembered.has(name)) remembered.set(name, fields.get(index) ?? null)
    }
  }
  return remembered
}

/** Finds the columns known from an earlier import or by their names; of several for one field, the first. */
export function recognizeColumns(headers: readonly string[], remembered: RememberedColumns = new Map()): Mapping {
  const mapping: Mapping = {}
  for (const [index, header] of headers.entries()) {
    const name = normalizeHeader(header)
    const known = remembered.get(name)
    const field = known === undefined ? fieldsByHeader.get(name) : known
    if (field) mapping[field] ??= index
  }
  const { fullName, ...parts } = mapping
  if (fullName === undefined || parts.firstName === undefined) return mapping
  // 'Name' beside 'Vorname' is the last name.
  return { ...parts, lastName: parts.lastName ?? fullName }
}

/** Order of a column's dates, and whether the dates prove it: 31/5/2016 has the day first. */
interface DetectedOrder {
  order: DateOrder
  /** False where dates are valid in either order. */
  isDecided: boolean
}

/** Detects the order of a column's dates. @param usual order where the dates fit both */
export function detectDateOrder(dates: readonly string[], usual: DateOrder): DetectedOrder {
  let isOpen = false
  for (const date of dates) {
    const text = tidyDate(date)
    const [, first, second] = WRITTEN_DATE.exec(text) ?? []
    if (first === undefined) continue
    if (text.includes('.') || Number(first) > 12) return { order: 'day-first', isDecided: true }
    if (Number(second) > 12) return { order: 'month-first', isDecided: true }
    if (first !== second) isOpen = true
  }
  return { order: usual, isDecided: !isOpen }
}

const WRITTEN_DATE = /^(\d{1,2})\s*[./-]\s*(\d{1,2})\s*[./-]\s*(\d{4}|\d{2})$/

/**
 * Parses a date to `2016-05-31`; undefined for an invalid one. A two-digit year is the latest such year that is not in the
 * future.
 * @param thisYear as 2026
 */
export function parseDate(text: string, order: DateOrder, thisYear: number): string | undefined {
  const [year, month, day] = readDate(text, order) ?? []
  if (!year || !month || !day) return undefined
  const date = `${fullYear(year, thisYear)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const read = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(date) ? date : undefined
}

/** Cuts off a time of day. */
function withoutTime(text: string): string {
  const at = text.search(/[\sT]\d\d?:\d\d/)
  return at < 0 ? text : text.slice(0, at)
}

/**
 * Converts digits of any script to ASCII and removes additions of programs and people: the apostrophe that makes a cell text,
 * the day of the week, the time of day, and the word for year in Slavic languages.
 */
const tidyDate = (text: string): string =>
  withoutTime(toAsciiDigits(text.normalize('NFKC')).trim())
    .replace(/^['’]/, '')
    .replace(/^\p{L}+\.?,\s+/u, '')
    .replace(/(?<=[\s\d])(?:г|р|года|року)\.?$/u, '')
    .trim()

/** Day 0 of spreadsheet dates; numbers of five digits begin in 1927. */
const SPREADSHEET_EPOCH = '1899-12-30'

type DateParts = readonly [year: string | undefined, month: string | undefined, day: string | undefined]

function readDate(written: string, order: DateOrder): DateParts | undefined {
  const text = tidyDate(written)
  const yearFirst =
    /^(\d{4})\s*[-/.年년]\s*(\d{1,2})\s*[-/.月월]\s*(\d{1,2})(?:\s*[日일.])?(?![^T\s])/u.exec(text) ??
    /^((?:19|20)\d{2})(\d{2})(\d{2})$/.exec(text)
  if (yearFirst) return [yearFirst[1], yearFirst[2], yearFirst[3]]
  const numeric = WRITTEN_DATE.exec(text)
  if (numeric)
    return order === 'day-first' ? [numeric[3], numeric[2], numeric[1]] : [numeric[3], numeric[1], numeric[2]]
  if (/^\d{5}$/.test(text)) {
    const day = Temporal.PlainDate.from(SPREADSHEET_EPOCH).add({ days: Number(text) })
    return [String(day.year), String(day.month), String(day.day)]
  }
  const dayAndName =
    /^(\d{1,2})(?:(?:st|nd|rd|th|er|o|a)(?!\p{L})|°)?[. /-]*(?:de |of )?(\p{L}+)[., /-]*(?:de )?(\d{4}|\d{2})$/u.exec(
      text,
    )
  if (dayAndName) return [dayAndName[3], monthNumber(dayAndName[2] ?? ''), dayAndName[1]]
  const yearAndName = /^(\d{4})[. ]+(\p{L}+)[. ]+(\d{1,2})\.?$/u.exec(text)
  if (yearAndName) return [yearAndName[1], monthNumber(yearAndName[2] ?? ''), yearAndName[3]]
  const nameAndDay = /^(\p{L}+)[. ]*(\d{1,2})[a-z]{0,2},? *(\d{4})$/u.exec(text)
  return nameAndDay ? [nameAndDay[3], monthNumber(nameAndDay[1] ?? ''), nameAndDay[2]] : undefined
}

function fullYear(year: string, thisYear: number): string {
  if (year.length === 4) return year
  const inThisCentury = thisYear - (thisYear % 100) + Number(year)
  return String(inThisCentury > thisYear ? inThisCentury - 100 : inThisCentury)
}

import { refuseFile } from '../refuse-file.ts'
import { readDate, readStatus, type LineReader } from './lines.ts'
import { readManifest, type Manifest } from './read-manifest.ts'
import { partList, readRecords, type ReadFile, type RosterProblem, type RosterRecord } from './read-records.ts'
import { describeFile, type RosterFile } from './roster-files.ts'
import { PeopleReader } from './read-people.ts'
import { listedFiles, type ListedFile, type Roster, type RosterClass, type RosterEnrollment } from './roster.ts'
import type { UnpackedRoster } from './unpack-roster.ts'

/** Maximum number of lines in all files together. */
const MAX_ALL_LINES = 60_000

const order = [
  'academicsessions.csv',
  'orgs.csv',
  'courses.csv',
  'classes.csv',
  'users.csv',
  'roles.csv',
  'demographics.csv',
  'enrollments.csv',
] as const satisfies readonly RosterFile[]

/**
 * Reads an archive of OneRoster CSV 1.1 or 1.2 (https://www.imsglobal.org/spec/oneroster/v1p2/bind/csv).
 * @param today as `2026-03-29`
 * @throws invalid 400 at `file` where no line can be imported
 */
export function readRoster({ manifest, files, otherFiles }: UnpackedRoster, today: string): Roster {
  const described = readManifest(manifest)
  const problems: RosterProblem[] = []
  const remarks: string[] = []
  const read = new Map<RosterFile, ReadFile>()
  for (const file of order) {
    const bytes = files.get(file)
    const { name } = describeFile(file)
    const mode = described.modeOf(file)
    if (mode === 'absent') {
      if (bytes) remarks.push(`${name} is not imported: manifest.csv says that it is absent`)
    } else if (!bytes) {
      problems.push({ file: name, line: null, text: `The file is missing, and manifest.csv says ${mode}` })
    } else {
      const found = readRecords(file, bytes)
      read.set(file, found)
      problems.push(...found.problems)
      const { unusedColumns } = found
      if (unusedColumns.length > 0) remarks.push(`${name}: not imported: ${unusedColumns.join(', ')}`)
    }
  }
  if (otherFiles.length > 0) remarks.push(`Files that are not imported: ${otherFiles.join(', ')}`)
  const lines = [...read.values()].reduce((sum, { records }) => sum + records.length, 0)
  if (lines > MAX_ALL_LINES)
    refuseFile(`An archive has at most ${MAX_ALL_LINES.toLocaleString('en')} lines. Export fewer classes at once.`)
  if (lines === 0)
    refuseFile(problems[0] ? `${problems[0].file}: ${problems[0].text}` : 'No file of the archive is imported')
  return gather(described, { read, problems, remarks, today })
}

interface Gathering {
  read: ReadonlyMap<RosterFile, ReadFile>
  problems: RosterProblem[]
  remarks: string[]
  today: string
}

function gather(manifest: Manifest, { read, problems, remarks, today }: Gathering): Roster {
  const recordsOf = (file: RosterFile) => read.get(file)?.records ?? []
  for (const [file, called] of [
    ['orgs.csv', 'organizations'],
    ['courses.csv', 'courses'],
    ['academicsessions.csv', 'academic sessions'],
  ] as const) {
    const { length } = recordsOf(file)
    if (length > 0)
      remarks.push(`${length.toLocaleString('en')} ${called}: their names are used for classes, nothing else`)
  }
  const lines: LineReader = {
    problems,
    isActive: (file, record) => readStatus(file, record, problems),
  }
  const people = new PeopleReader({ lines, today, version: manifest.version, remarks })
  return {
    version: manifest.version,
    source: manifest.system,
    people: people.read({
      users: recordsOf('users.csv'),
      roles: recordsOf('roles.csv'),
      demographics: recordsOf('demographics.csv'),
    }),
    classes: readClasses(recordsOf, lines),
    enrollments: readEnrollments(recordsOf('enrollments.csv'), lines, remarks),
    problems,
    remarks,
    // An unreadable or empty file counts as missing: it ends no membership.
    modes: perFile((file) => (read.get(file)?.isRead && recordsOf(file).length > 0 ? manifest.modeOf(file) : 'absent')),
    named: perFile((file) => read.get(file)?.ids ?? new Set()),
  }
}

const perFile = <Value>(find: (file: ListedFile) => Value) =>
  Object.fromEntries(listedFiles.map((file) => [file, find(file)])) as Record<ListedFile, Value>

function readClasses(recordsOf: (file: RosterFile) => readonly RosterRecord[], lines: LineReader): RosterClass[] {
  const named = (file: RosterFile, column: string) =>
    new Map(recordsOf(file).map(({ get }) => [get('sourcedId'), get(column)]))
  const terms = new Map(recordsOf('academicsessions.csv').map(({ get }) => [get('sourcedId'), get]))
  const schools = named('orgs.csv', 'name')
  const courses = named('courses.csv', 'title')
  return recordsOf('classes.csv').flatMap((record) => {
    const { line, get } = record
    const isActive = lines.isActive('classes.csv', record)
    if (isActive === undefined) return []
    const course = courses.get(get('courseSourcedId')) ?? ''
    const name = (get('title') || course).slice(0, 100)
    if (isActive && name === '') {
      lines.problems.push({ file: 'classes.csv', line, text: 'The class has no title' })
      return []
    }
    const ofClass = partList(get('termSourcedIds')).flatMap((id) => terms.get(id) ?? [])
    const starts = ofClass.flatMap((term) => readDate(term('startDate')) ?? [])
    return {
      line,
      sourcedId: get('sourcedId'),
      isActive,
      name,
      season: ofClass
        .map((term) => term('title'))
        .join(', ')
        .slice(0, 50),
      schoolId: get('schoolSourcedId'),
      school: schools.get(get('schoolSourcedId')) ?? '',
      course,
      startDate: starts.toSorted()[0] ?? null,
    }
  })
}

const enrollmentRoles: Readonly<Record<string, RosterEnrollment['role']>> = { student: 'student', teacher: 'staff' }

function readEnrollments(records: readonly RosterRecord[], lines: LineReader, remarks: string[]): RosterEnrollment[] {
  const file = 'enrollments.csv'
  const others = new Map<string, number>()
  const enrollments = records.flatMap((record): RosterEnrollment[] => {
    const { line, get } = record
    const isActive = lines.isActive(file, record)
    if (isActive === undefined) return []
    const [from, until] = [readDate(get('beginDate')), readDate(get('endDate'))]
    const given = get('role').toLowerCase()
    const role = enrollmentRoles[given]
    if (!role && isActive) others.set(given, (others.get(given) ?? 0) + 1)
    const text =
      isActive && (from === undefined || until === undefined)
        ? 'beginDate and endDate are written as 2026-08-15'
        : isActive && from && until && until <= from
          ? 'endDate is not after beginDate'
          : undefined
    if (text) lines.problems.push({ file, line, text })
    if (!role || text) return []
    const ids = { sourcedId: get('sourcedId'), classId: get('classSourcedId'), personId: get('userSourcedId') }
    return [{ line, ...ids, isActive, role, from: from ?? null, until: until ?? null }]
  })
  for (const [role, count] of others)
    remarks.push(`enrollments.csv: ${count.toLocaleString('en')} with the role ${role || 'none'} are not imported`)
  return enrollments
}

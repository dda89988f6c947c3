/** Columns that are read of each file (OneRoster 1.1 and 1.2, CSV binding), required ones first. */
const rosterFiles = {
  'academicSessions.csv': { required: ['sourcedId', 'title'], read: ['status', 'startDate'] },
  'orgs.csv': { required: ['sourcedId', 'name'], read: ['status'] },
  'courses.csv': { required: ['sourcedId', 'title'], read: ['status'] },
  'classes.csv': {
    required: ['sourcedId', 'title'],
    read: ['status', 'courseSourcedId', 'schoolSourcedId', 'termSourcedIds'],
  },
  'users.csv': {
    required: ['sourcedId', 'givenName', 'familyName'],
    read: ['status', 'role', 'email', 'sms', 'phone', 'agentSourcedIds', 'grades'],
  },
  'roles.csv': { required: ['userSourcedId', 'role'], read: ['status', 'beginDate', 'endDate'] },
  'demographics.csv': { required: ['sourcedId', 'birthDate'], read: ['status'] },
  'enrollments.csv': {
    required: ['sourcedId', 'classSourcedId', 'userSourcedId', 'role'],
    read: ['status', 'beginDate', 'endDate'],
  },
} as const

type FileName = keyof typeof rosterFiles
/** Name of a file in lower case, as some archives have it. */
export type RosterFile = Lowercase<FileName>

const byName = new Map(Object.entries(rosterFiles).map(([name, columns]) => [name.toLowerCase(), { name, ...columns }]))

export const isRosterFile = (name: string): name is RosterFile => byName.has(name)

/** Describes a file: its name in the specification's spelling, and its columns. */
export function describeFile(file: RosterFile) {
  const found = byName.get(file)
  if (!found) throw new Error(`There is no file ${file}`)
  return found as { name: string; required: readonly string[]; read: readonly string[] }
}

/** Technical columns of every file, without data about people. */
export const SILENT_COLUMNS: readonly string[] = ['dateLastModified', 'orgSourcedIds', 'sourcedId', 'status']

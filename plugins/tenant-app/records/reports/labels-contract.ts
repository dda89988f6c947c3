import type { ReportGroup, ReportKind, ReportRange } from './contract.ts'

/** Names of reports and their parts on screen, in CSV and in PDF. */
export const reportNames: Record<ReportKind, string> = {
  attendance: 'Attendance',
  progress: 'Progress',
  scores: 'Scores',
  participation: 'Participation',
}

export const rangeNames: Record<ReportRange, string> = {
  'last-30-days': 'Last 30 days',
  'last-90-days': 'Last 90 days',
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-year': 'This year',
  'last-12-months': 'Last 12 months',
}

export const groupNames: Record<ReportGroup, string> = {
  student: 'Student',
  session: 'Session',
  challenge: 'Challenge',
  grade: 'Grade',
  week: 'Week from',
  month: 'Month',
}

/** Headings of details beside the names of rows. */
export const aboutNames: Partial<Record<ReportGroup, string>> = {
  student: 'Grade',
  session: 'Location',
  challenge: 'Session',
}

/** Column of a row; `%` marks percentages. */
export interface ReportColumn {
  id: string
  label: string
  unit?: '%'
}

const reportColumns: Record<ReportKind, readonly ReportColumn[]> = {
  attendance: [
    { id: 'present', label: 'Present' },
    { id: 'late', label: 'Late' },
    { id: 'absent', label: 'Absent' },
    { id: 'excused', label: 'Excused' },
    { id: 'rate', label: 'Attendance rate', unit: '%' },
    { id: 'hours', label: 'Hours' },
    { id: 'assumedHours', label: 'Assumed hours' },
  ],
  progress: [
    { id: 'attended', label: 'Attended' },
    { id: 'scored', label: 'Challenges' },
    { id: 'averageScore', label: 'Average score', unit: '%' },
    { id: 'change', label: 'Change' },
    { id: 'points', label: 'Points' },
  ],
  scores: [
    { id: 'scores', label: 'Scores' },
    { id: 'averageScore', label: 'Average score', unit: '%' },
    { id: 'high', label: '80% or more' },
    { id: 'low', label: 'Under 50%' },
  ],
  participation: [
    { id: 'registered', label: 'Registered' },
    { id: 'attended', label: 'Attended' },
    { id: 'waitlisted', label: 'Waitlist' },
    { id: 'declined', label: 'Declined' },
    { id: 'cancelled', label: 'Cancelled' },
  ],
}

/** Number of students, for rows about more than one. */
const studentsColumn: ReportColumn = { id: 'students', label: 'Students' }

/** Columns of a report by grouping. */
export const columnsOf = (kind: ReportKind, by: ReportGroup): readonly ReportColumn[] =>
  by === 'student' ? reportColumns[kind] : [studentsColumn, ...reportColumns[kind]]

/** Columns with minutes instead of hours, whose rounded tenths would not add up to the total. */
const minuteColumns: Record<string, ReportColumn> = {
  hours: { id: 'minutes', label: 'Minutes' },
  assumedHours: { id: 'assumedMinutes', label: 'Assumed minutes' },
}

/** Columns of a report in CSV and workbooks. */
export const tableColumnsOf = (kind: ReportKind, by: ReportGroup): readonly ReportColumn[] =>
  columnsOf(kind, by).map((column) => minuteColumns[column.id] ?? column)

const totals: Record<ReportKind, readonly ReportColumn[]> = {
  attendance: [studentsColumn, { id: 'sessions', label: 'Sessions' }, ...reportColumns.attendance],
  progress: [studentsColumn, ...reportColumns.progress],
  scores: [studentsColumn, { id: 'challenges', label: 'Challenges' }, ...reportColumns.scores],
  participation: [studentsColumn, { id: 'sessions', label: 'Sessions' }, ...reportColumns.participation],
}

/** Totals of a report, with their labels. */
export const totalsOf = (kind: ReportKind): readonly ReportColumn[] => totals[kind]

/** Part of a stacked bar: a column, with its name and color in charts. */
export interface ReportBar {
  id: string
  name: string
  tone: 'green' | 'amber' | 'red' | 'blue' | 'accent'
}

/** First chart of each report, on screen and in PDF. */
export const reportBars: Record<ReportKind, readonly ReportBar[]> = {
  attendance: [
    { id: 'present', name: 'present', tone: 'green' },
    { id: 'late', name: 'late', tone: 'amber' },
    { id: 'absent', name: 'absent', tone: 'red' },
    { id: 'excused', name: 'excused', tone: 'blue' },
  ],
  progress: [{ id: 'points', name: 'points', tone: 'accent' }],
  scores: [{ id: 'scores', name: 'scores', tone: 'accent' }],
  participation: [
    { id: 'registered', name: 'registered', tone: 'green' },
    { id: 'waitlisted', name: 'waiting', tone: 'amber' },
    { id: 'declined', name: 'declined', tone: 'blue' },
    { id: 'cancelled', name: 'cancelled', tone: 'red' },
  ],
}

/** Formats a number: `+5` for a change, `—` for none. */
export function figureText({ id, unit }: ReportColumn, value: unknown): string {
  if (typeof value !== 'number') return '—'
  const written = value.toLocaleString('en-US')
  if (id === 'change') return value > 0 ? `+${written}` : written
  return `${written}${unit ?? ''}`
}

/** Names a row; a grade by its value, a week or month by its first day. */
export function rowName(by: ReportGroup, name: string): string {
  if (by === 'grade') return name === '' ? 'No grade' : `Grade ${name}`
  if (by !== 'week' && by !== 'month') return name
  const shape = by === 'month' ? ({ month: 'short', year: 'numeric' } as const) : ({ dateStyle: 'medium' } as const)
  return new Intl.DateTimeFormat('en-US', { ...shape, timeZone: 'UTC' }).format(new Date(`${name}T00:00:00Z`))
}

/** Formats a period as `Mar 1, 2026 to Mar 31, 2026`. */
export function periodText({ from, to }: { from: string; to: string }): string {
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  return `${day.format(new Date(`${from}T00:00:00Z`))} to ${day.format(new Date(`${to}T00:00:00Z`))}`
}

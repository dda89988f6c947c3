import type { ExplainingRows } from '../../../shared/web/explanation.ts'
import type { EntryKind, ReportGroup, ReportKind } from '../contract.ts'
import { figureText } from '../labels-contract.ts'
import type { Totals } from './reports.ts'

/** Label and meaning of a total, and its target: rows of the report, or its entries. */
export interface FigureWords {
  id: string
  label: string
  unit?: '%'
  help: string | ((totals: Totals) => string)
  opens: { by: ReportGroup } | (Omit<ExplainingRows, 'rows'> & { of: EntryKind; meaning: string })
}

const marks = { counted: 'marks', columns: { name: 'Student', about: 'Session', at: 'Starts' } }
const timed = { ...marks, columns: { ...marks.columns, amount: 'Minutes' } }
const scoreEntries = {
  counted: 'scores',
  columns: { name: 'Student', about: 'Challenge', at: 'Scored', amount: 'Score' },
}
const places = { counted: 'places', columns: marks.columns }

const mark = (id: EntryKind, label: string, meaning: string): FigureWords => ({
  id,
  label,
  help: meaning,
  opens: { of: id, ...marks, meaning: `${meaning}, in the sessions of the period.` },
})

const place = (id: EntryKind, label: string, meaning: string): FigureWords => ({
  id,
  label,
  help: meaning,
  opens: { of: id, ...places, meaning: `${meaning}, in the sessions of the period that are not cancelled.` },
})

const students = (help: string): FigureWords => ({
  id: 'students',
  label: 'Students',
  help,
  opens: { by: 'student' },
})

const averageScore: FigureWords = {
  id: 'averageScore',
  label: 'Average score',
  unit: '%',
  help: 'Average of all scored work',
  opens: {
    of: 'scores',
    ...scoreEntries,
    meaning: 'The average of the scores, each as a percentage of its maximum.',
  },
}

export const reportFigures: Record<ReportKind, readonly FigureWords[]> = {
  attendance: [
    students('Students with at least one mark'),
    { id: 'sessions', label: 'Sessions', help: 'With marks', opens: { by: 'session' } },
    {
      id: 'rate',
      label: 'Attendance rate',
      unit: '%',
      help: 'Share of marks that are present or late',
      opens: {
        of: 'marked',
        ...timed,
        meaning: 'Share of these marks that are present or late. Those show the minutes attended.',
      },
    },
    {
      id: 'hours',
      label: 'Hours',
      help: 'Hours that students attended',
      opens: {
        of: 'attended',
        ...timed,
        meaning:
          'Hours of sessions that are over, from start to end, or from arrival to departure where these are recorded. A session of several days counts its daily hours for each day that was marked.',
      },
    },
    {
      id: 'assumedHours',
      label: 'Assumed hours',
      help: 'Without a recorded arrival or departure',
      opens: {
        of: 'attended',
        ...timed,
        meaning: 'Hours that rest on the start or end of the session, since the arrival or departure is not recorded.',
      },
    },
    mark('present', 'Present', 'Marked as present'),
    mark('late', 'Late', 'Marked as late'),
    mark('absent', 'Absent', 'Marked as absent'),
    mark('excused', 'Excused', 'Marked as excused'),
  ],
  progress: [
    students('With something attended, scored or earned'),
    mark('attended', 'Sessions attended', 'Marked as present or late'),
    {
      id: 'averageScore',
      label: 'Average score',
      unit: '%',
      help: ({ change }) =>
        typeof change === 'number'
          ? `${figureText({ id: 'change', label: 'Change' }, change)} since the previous period`
          : 'No earlier scores to compare',
      opens: {
        of: 'scored',
        ...scoreEntries,
        meaning:
          'The average of these scores, each as a percentage of its maximum. The change compares it with the scores of the same students in the same number of days before.',
      },
    },
    {
      id: 'points',
      label: 'Points',
      help: 'Earned minus reversed',
      opens: {
        of: 'points',
        meaning: 'The sum of these point entries, by the time they were earned.',
        counted: 'entries',
        columns: { name: 'Student', about: 'For', at: 'Earned', amount: 'Points' },
      },
    },
  ],
  scores: [
    students('With a score'),
    { id: 'challenges', label: 'Challenges', help: 'With scores', opens: { by: 'challenge' } },
    averageScore,
    {
      id: 'scores',
      label: 'Scores',
      help: 'Given in the period',
      opens: { of: 'scores', ...scoreEntries, meaning: 'Every score that was given in the period.' },
    },
    {
      id: 'high',
      label: '80% or more',
      help: 'Average of all scored work',
      opens: { of: 'high', ...scoreEntries, meaning: 'Scores of at least 80% of the maximum.' },
    },
    {
      id: 'low',
      label: 'Under 50%',
      help: 'Average of all scored work',
      opens: { of: 'low', ...scoreEntries, meaning: 'Scores of less than half of the maximum.' },
    },
  ],
  participation: [
    students('Students who asked for a place'),
    {
      id: 'sessions',
      label: 'Sessions',
      help: 'With requested places',
      opens: { by: 'session' },
    },
    place('registered', 'Registered', 'Places held by students'),
    place('attended', 'Attended', 'Registered, and present or late'),
    place('waitlisted', 'Waitlist', 'Students on the waitlist'),
    place('declined', 'Declined', 'Declined by families'),
    place('cancelled', 'Cancelled', 'Canceled registrations'),
  ],
}

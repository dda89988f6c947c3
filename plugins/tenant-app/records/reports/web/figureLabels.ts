import type { LucideIcon } from 'lucide-react'
import {
  CalendarDays,
  CircleCheck,
  CircleMinus,
  CircleX,
  Clock,
  GraduationCap,
  Hourglass,
  Percent,
  Star,
  TrendingDown,
  TrendingUp,
  Trophy,
} from 'lucide-react'
import type { ExplainingRows } from '../../../shared/web/explanation.ts'
import type { EntryKind, ReportGroup, ReportKind } from '../contract.ts'
import { figureText } from '../labels-contract.ts'
import type { Totals } from './reports.ts'

/** Label and meaning of a total, and what it opens: rows of the report, or its entries one by one. */
export interface FigureWords {
  id: string
  label: string
  unit?: '%'
  help: string | ((totals: Totals) => string)
  opens: { by: ReportGroup } | (Omit<ExplainingRows, 'rows'> & { of: EntryKind; meaning: string })
  icon: LucideIcon
}

const marks = { counted: 'marks', columns: { name: 'Student', about: 'Session', at: 'Starts' } }
const timed = { ...marks, columns: { ...marks.columns, amount: 'Minutes' } }
const scoreEntries = {
  counted: 'scores',
  columns: { name: 'Student', about: 'Challenge', at: 'Scored', amount: 'Score' },
}
const places = { counted: 'places', columns: marks.columns }

const mark = (id: EntryKind, label: string, meaning: string, icon: LucideIcon): FigureWords => ({
  id,
  label,
  help: meaning,
  opens: { of: id, ...marks, meaning: `${meaning}, in the sessions of the period.` },
  icon,
})

const place = (id: EntryKind, label: string, meaning: string, icon: LucideIcon): FigureWords => ({
  id,
  label,
  help: meaning,
  opens: { of: id, ...places, meaning: `${meaning}, in the sessions of the period that are not cancelled.` },
  icon,
})

const students = (help: string): FigureWords => ({
  id: 'students',
  label: 'Students',
  help,
  opens: { by: 'student' },
  icon: GraduationCap,
})

const averageScore: FigureWords = {
  id: 'averageScore',
  label: 'Average score',
  unit: '%',
  help: 'Of what could be scored',
  opens: {
    of: 'scores',
    ...scoreEntries,
    meaning: 'The mean of the scores, each in per cent of what could be scored.',
  },
  icon: Percent,
}

export const reportFigures: Record<ReportKind, readonly FigureWords[]> = {
  attendance: [
    students('Marked at least once, each counted once'),
    { id: 'sessions', label: 'Sessions', help: 'With marks', opens: { by: 'session' }, icon: CalendarDays },
    {
      id: 'rate',
      label: 'Attendance rate',
      unit: '%',
      help: 'Present or late, of all marks',
      opens: {
        of: 'marked',
        ...timed,
        meaning: 'Of these marks, how many say present or late. Those have the minutes that the student was there.',
      },
      icon: Percent,
    },
    {
      id: 'hours',
      label: 'Hours',
      help: 'That students were there',
      opens: {
        of: 'attended',
        ...timed,
        meaning:
          'Hours of sessions that are over, from start to end, or from arrival to departure where these are recorded. A session of several days counts its daily hours for each day that was marked.',
      },
      icon: Clock,
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
      icon: Clock,
    },
    mark('present', 'Present', 'Marked as present', CircleCheck),
    mark('late', 'Late', 'Marked as late', Hourglass),
    mark('absent', 'Absent', 'Marked as absent', CircleX),
    mark('excused', 'Excused', 'Marked as excused', CircleMinus),
  ],
  progress: [
    students('With something attended, scored or earned'),
    mark('attended', 'Sessions attended', 'Marked as present or late', CircleCheck),
    {
      id: 'averageScore',
      label: 'Average score',
      unit: '%',
      help: ({ change }) =>
        typeof change === 'number'
          ? `${figureText({ id: 'change', label: 'Change' }, change)} since as many days before`
          : 'No scores to compare with before',
      opens: {
        of: 'scored',
        ...scoreEntries,
        meaning:
          'The mean of these scores, each in per cent of what could be scored. The change compares it with the scores of the same students in as many days before.',
      },
      icon: Percent,
    },
    {
      id: 'points',
      label: 'Points',
      help: 'Earned, less what was taken back',
      opens: {
        of: 'points',
        meaning: 'The sum of these entries of the ledger of points, by when they were earned.',
        counted: 'entries',
        columns: { name: 'Student', about: 'For', at: 'Earned', amount: 'Points' },
      },
      icon: Star,
    },
  ],
  scores: [
    students('With a score'),
    { id: 'challenges', label: 'Challenges', help: 'With scores', opens: { by: 'challenge' }, icon: Trophy },
    averageScore,
    {
      id: 'scores',
      label: 'Scores',
      help: 'Given in the period',
      opens: { of: 'scores', ...scoreEntries, meaning: 'Every score that was given in the period.' },
      icon: Star,
    },
    {
      id: 'high',
      label: '80% or more',
      help: 'Of what could be scored',
      opens: { of: 'high', ...scoreEntries, meaning: 'Scores of at least 80% of what could be scored.' },
      icon: TrendingUp,
    },
    {
      id: 'low',
      label: 'Under 50%',
      help: 'Of what could be scored',
      opens: { of: 'low', ...scoreEntries, meaning: 'Scores of less than half of what could be scored.' },
      icon: TrendingDown,
    },
  ],
  participation: [
    students('Who asked for a place, each counted once'),
    {
      id: 'sessions',
      label: 'Sessions',
      help: 'In which places were asked for',
      opens: { by: 'session' },
      icon: CalendarDays,
    },
    place('registered', 'Registered', 'Places that students have', CircleCheck),
    place('attended', 'Attended', 'Registered, and present or late', GraduationCap),
    place('waitlisted', 'Waitlist', 'Students on the waitlist', Hourglass),
    place('declined', 'Declined', 'Places that families declined', CircleMinus),
    place('cancelled', 'Cancelled', 'Places that were given back', CircleX),
  ],
}

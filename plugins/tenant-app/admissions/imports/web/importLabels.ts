import type { BadgeTone } from '#core/web/ui/display/Badge.tsx'
import type { DateOrder, Mapping, Outcome, RosterKind, StudentImport } from '../contract.ts'

const outcomeLabels: Record<Outcome, { label: string; tone: BadgeTone }> = {
  new: { label: 'New', tone: 'green' },
  changed: { label: 'Changed', tone: 'blue' },
  same: { label: 'Same', tone: 'neutral' },
  wrong: { label: 'Wrong', tone: 'red' },
}

/** Outcome labels of a roster: a wrong line is one of many files, and left out. */
export const rosterOutcomeLabels: typeof outcomeLabels = {
  ...outcomeLabels,
  same: { label: 'Unchanged', tone: 'neutral' },
  wrong: { label: 'Left out', tone: 'amber' },
}

export const rosterKindLabels: Record<RosterKind, string> = {
  student: 'Students',
  guardian: 'Guardians',
  class: 'Classes',
  membership: 'Memberships',
  staff: 'Staff of classes',
  other: 'Unreadable lines',
}

export const outcomeLabelsOf = ({ format }: Pick<StudentImport, 'format'>) =>
  format === 'oneroster' ? rosterOutcomeLabels : outcomeLabels

export const statusLabels: Record<StudentImport['status'], { label: string; tone: BadgeTone }> = {
  ready: { label: 'Not imported', tone: 'neutral' },
  importing: { label: 'Importing', tone: 'blue' },
  done: { label: 'Imported', tone: 'green' },
  failed: { label: 'Failed', tone: 'red' },
  undone: { label: 'Undone', tone: 'amber' },
}

/** Lists counts other than zero: '12 new, 3 changed, 40 same, 1 wrong'. */
export const countsText = ({ counts, format }: Pick<StudentImport, 'counts' | 'format'>): string =>
  (Object.keys(outcomeLabels) as Outcome[])
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${counts[outcome].toLocaleString()} ${outcomeLabelsOf({ format })[outcome].label.toLowerCase()}`)
    .join(', ')

export const dateOrderLabels: Record<DateOrder, string> = {
  'day-first': 'Day first: 31/5/2016',
  'month-first': 'Month first: 5/31/2016',
}

export const columnName = (header: string, column: number): string => header || `Column ${column + 1}`

/** Lists names of columns without a field. */
export function listUnusedColumns({ headers, mapping }: { headers: readonly string[]; mapping: Mapping }): string[] {
  const used = new Set(Object.values(mapping))
  return headers.flatMap((header, column) => (used.has(column) ? [] : [columnName(header, column)]))
}

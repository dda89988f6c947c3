import type { ReactNode } from 'react'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import {
  exportFields,
  fieldNames,
  healthFields,
  type ImportField,
  type ImportRow,
  type Mapping,
  type StudentImport,
} from '../contract.ts'
import * as styles from './ImportRows.css.ts'
import { outcomeLabelsOf } from './importLabels.ts'

/** Shows a value of the file with its error, or with the value that it replaces. */
function cellOf({ values, errors, was }: ImportRow, field: ImportField): ReactNode {
  return (
    <span className={styles.cell}>
      <span>
        {field === 'dateOfBirth' && !errors[field] ? <DateTime value={values[field]} /> : values[field] || '—'}
      </span>
      {errors[field] && <span className={styles.wrong}>{errors[field]}</span>}
      {was[field] && <span className={styles.was}>was {was[field]}</span>}
    </span>
  )
}

/** Lists fields that the file's columns show: a whole name in its parts, and the second guardian of one cell. */
function listShownFields(mapping: Mapping): ImportField[] {
  const has = (field: ImportField) => mapping[field] !== undefined
  const shown = new Set<ImportField>(['firstName', 'lastName'])
  if (has('guardian1FullName'))
    for (const field of ['guardian1FirstName', 'guardian1LastName'] as const) shown.add(field)
  if (has('guardian2FullName') || has('guardian1FullName') || has('guardian1FirstName')) {
    for (const field of ['guardian2FirstName', 'guardian2LastName'] as const) shown.add(field)
    if (has('guardian1Email')) shown.add('guardian2Email')
    if (has('guardian1Phone')) shown.add('guardian2Phone')
  }
  return [...exportFields, ...healthFields].filter((field) => shown.has(field) || has(field))
}

/** Columns of each row's outcome, with the reasons why rows could not be undone, where there are any. */
function outcomeColumns(format: StudentImport['format'], hasKept: boolean): Column<ImportRow>[] {
  const labels = outcomeLabelsOf({ format })
  return [
    {
      id: 'outcome',
      header: 'Outcome',
      cell: ({ outcome, note }) => (
        <span className={styles.cell}>
          <Badge tone={labels[outcome].tone}>{labels[outcome].label}</Badge>
          {note && <span className={styles.note}>{note}</span>}
        </span>
      ),
    },
    ...(hasKept ? [{ id: 'kept', header: 'Not undone', cell: ({ keptReason }: ImportRow) => keptReason ?? '—' }] : []),
  ]
}

/** Columns of a roster: the place of each line, its record, and its outcome. */
function rosterColumns(outcomes: readonly Column<ImportRow>[]): Column<ImportRow>[] {
  return [
    { id: 'name', header: 'Name', cell: ({ roster }) => roster?.name ?? '—', isPrimary: true },
    ...outcomes,
    { id: 'details', header: 'Details', cell: ({ roster }) => roster?.details.join(' · ') || '—' },
    {
      id: 'line',
      header: 'Line',
      cell: ({ roster }) =>
        roster ? `${roster.file}${roster.line === null ? '' : `, line ${roster.line.toLocaleString()}`}` : '—',
    },
  ]
}

/** Mapped columns of the file, with the outcome of each row. */
export function rowColumns(
  { mapping, format }: Pick<StudentImport, 'mapping' | 'format'>,
  hasKept: boolean,
): Column<ImportRow>[] {
  const outcomes = outcomeColumns(format, hasKept)
  if (format === 'oneroster') return rosterColumns(outcomes)
  const shown = listShownFields(mapping)
  return [
    { id: 'number', header: 'Row', cell: ({ number }) => number.toLocaleString(), isPrimary: true },
    ...outcomes,
    ...shown.map((field) => ({
      id: field,
      header: fieldNames[field],
      cell: (row: ImportRow) => cellOf(row, field),
    })),
  ]
}

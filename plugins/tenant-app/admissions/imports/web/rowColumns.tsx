import type { ReactNode } from 'react'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { fieldNames, importFields, type ImportField, type ImportRow, type Mapping } from '../contract.ts'
import * as styles from './ImportRows.css.ts'
import { outcomeLabels } from './importLabels.ts'

/** A value as the file has it, with why it is wrong, or what it replaces. */
function cellOf({ values, errors, was }: ImportRow, field: ImportField): ReactNode {
  return (
    <span className={styles.cell}>
      <span>{values[field] || '—'}</span>
      {errors[field] && <span className={styles.wrong}>{errors[field]}</span>}
      {was[field] && <span className={styles.was}>was {was[field]}</span>}
    </span>
  )
}

/** Columns that are always shown: a missing name is the error itself. */
const alwaysShown: ReadonlySet<ImportField> = new Set(['firstName', 'lastName'])

/** The columns of the file that were found; and why rows were kept, where an undoing left some. */
export function rowColumns(mapping: Mapping, hasKept: boolean): Column<ImportRow>[] {
  const shown = importFields.filter((field) => alwaysShown.has(field) || mapping[field] !== undefined)
  return [
    { id: 'number', header: 'Row', cell: ({ number }) => number.toLocaleString(), isPrimary: true },
    {
      id: 'outcome',
      header: 'Outcome',
      cell: ({ outcome }) => <Badge tone={outcomeLabels[outcome].tone}>{outcomeLabels[outcome].label}</Badge>,
    },
    ...(hasKept ? [{ id: 'kept', header: 'Not undone', cell: ({ keptReason }: ImportRow) => keptReason ?? '—' }] : []),
    ...shown.map((field) => ({
      id: field,
      header: fieldNames[field],
      cell: (row: ImportRow) => cellOf(row, field),
    })),
  ]
}

import { record } from '../audit.ts'
import { csvLine, type Cell } from '../csv.ts'
import type { Statement } from '../database/statement.ts'
import type { FileAnswer } from './answers.ts'
import type { Unscoped } from './mount.ts'
import { csvLinesAnswer } from './table-answer.ts'

/** Rows in memory at a time. */
export const EXPORT_BATCH = 1000

/** Start of a list ordered by time and id, newest first. */
export const BEFORE_NEWEST = { instant: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/** Start of a list ordered by ascending id. */
export const BEFORE_FIRST_ID = '00000000-0000-0000-0000-000000000000'

interface ListExport<Row extends object> {
  /** Noun for the rows, used in the file's name: `organizations`. */
  called: string
  /** Action of the record that a user exported them: `tenant.exported`. */
  action: string
  resource: string
  /** Filters of the request, for the record. */
  filters: object
  columns: { readonly [Heading in string]: keyof Row }
  /** Selects the rows after a given one, at most `EXPORT_BATCH`: fewer are the last ones. */
  rows: Statement<Row>
  /** Further values of the statement. */
  values: Readonly<Record<string, unknown>>
  /** Values before the list's first row, in the columns of its order. */
  start: Partial<Record<keyof Row & string, string>>
}

/**
 * Exports a list of the platform as CSV, with its filters. It is recorded before the first byte is sent. Each batch has a
 * transaction of its own: a slow reader holds no connection, and a long export no snapshot.
 */
export async function exportList<Row extends object>(
  { core, http: { actor } }: Unscoped,
  { called, action, resource, filters, columns, rows, values, start }: ListExport<Row>,
): Promise<FileAnswer> {
  await core.db.platform(actor, (scope) =>
    record(scope, {
      action,
      category: 'security',
      description: `Exported ${called} as CSV`,
      resource,
      metadata: { filters },
    }),
  )
  const fields = Object.values(columns)
  async function* lines(): AsyncGenerator<string> {
    let after: object | undefined = start
    while (after) {
      const found: Row[] = await core.db.platform(actor, (scope) => scope.lastRows(rows, { ...values, ...after }))
      yield found.map((row) => csvLine(fields.map((field) => row[field] as Cell))).join('')
      const last = found.length < EXPORT_BATCH ? undefined : found.at(-1)
      after = last && Object.fromEntries(Object.keys(start).map((key) => [key, last[key as keyof Row]]))
    }
  }
  const day = core.clock.now().toISOString().slice(0, 10)
  return csvLinesAnswer(`${called}-${day}`, Object.keys(columns), lines())
}

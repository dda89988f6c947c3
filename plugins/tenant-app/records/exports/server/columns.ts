import type { Core } from '#core/server/core.ts'

/** A column of a table, from the database's catalog. */
export interface Column {
  name: string
  /** Numbers, days and similar types, which no spreadsheet reads as a formula. */
  isPlain: boolean
}

/** Tables and columns with children's health data, emergency contacts and court orders. */
const health: Readonly<Record<string, 'rows' | readonly string[]>> = {
  student_health: 'rows',
  health_conditions: 'rows',
  health_proposals: 'rows',
  guardian_restrictions: 'rows',
  parent_students: ['is_restricted'],
  // Imported lists have health columns, stored as they came.
  student_imports: ['samples', 'encoding_choices'],
  student_import_rows: ['cells', 'errors', 'was', 'undo'],
  student_import_sources: ['bytes'],
  incidents: 'rows',
  incident_entries: 'rows',
  incident_acknowledgments: 'rows',
  incident_follow_ups: 'rows',
  incident_photos: 'rows',
  // The reason of a view may reveal a child's health.
  access_ledger: ['words'],
}

/** Tables that only safeguarding leads read: in no export of the organization or of people. */
const safeguarding: ReadonlySet<string> = new Set(['concerns', 'concern_entries', 'concern_views'])

/** Columns with bytes that are among the files. */
const contents: Readonly<Record<string, readonly string[]>> = { images: ['data'] }

/** Left-out columns, and the reasons. */
export interface LeftOut {
  table: string
  /** null for the whole table. */
  columns: readonly string[] | null
  because: 'secret' | 'health' | 'safeguarding' | 'among the files'
}

/** Extent of a table in an export. */
export interface Extent {
  /** SQL of the exported columns, by name; undefined if the whole table is left out. */
  columns: readonly (Column & { sql: string })[] | undefined
  leftOut: readonly LeftOut[]
}

/**
 * Selects the columns of a table for an export: all except secrets, and except health unless requested. CSV files, which are
 * opened, printed and emailed, never contain health.
 */
export function extentOf(
  { storage }: Pick<Core, 'storage'>,
  table: string,
  columns: readonly Column[],
  withHealth: boolean,
): Extent {
  if (safeguarding.has(table)) {
    return { columns: undefined, leftOut: [{ table, columns: null, because: 'safeguarding' }] }
  }
  const ofHealth = withHealth ? undefined : health[table]
  if (ofHealth === 'rows') {
    return { columns: undefined, leftOut: [{ table, columns: null, because: 'health' }] }
  }
  const left: LeftOut[] = [
    { table, columns: storage.secrets[table] ?? [], because: 'secret' as const },
    { table, columns: contents[table] ?? [], because: 'among the files' as const },
    { table, columns: ofHealth ?? [], because: 'health' as const },
  ].filter((one) => one.columns.length > 0)
  const names = new Set(left.flatMap((one) => one.columns))
  return {
    columns: columns
      .filter(({ name }) => !names.has(name))
      .map((column) => ({ ...column, sql: storage.concealed[table]?.[column.name] ?? column.name })),
    leftOut: left,
  }
}

import type { Core } from '#core/server/core.ts'

/** A column of a table, as the database tells of it. */
export interface Column {
  name: string
  /** Numbers, days and the like, which no spreadsheet takes for a formula. */
  isPlain: boolean
}

/** Tables and columns with children's health data, emergency contacts and court orders. */
const health: Readonly<Record<string, 'rows' | readonly string[]>> = {
  student_health: 'rows',
  health_conditions: 'rows',
  health_proposals: 'rows',
  guardian_restrictions: 'rows',
  parent_students: ['is_restricted'],
  // Lists of other systems have columns of health, which are kept as they came.
  student_imports: ['samples', 'encoding_choices'],
  student_import_rows: ['cells', 'errors', 'was', 'undo'],
  student_import_sources: ['bytes'],
  incidents: 'rows',
  incident_entries: 'rows',
  incident_acknowledgments: 'rows',
  incident_follow_ups: 'rows',
  incident_photos: 'rows',
  // Why somebody looked may tell of a child's health.
  access_ledger: ['words'],
}

/** Tables that safeguarding leads alone read: in no export of the organization or of people. */
const safeguarding: ReadonlySet<string> = new Set(['concerns', 'concern_entries', 'concern_views'])

/** Whose bytes are among the files. */
const contents: Readonly<Record<string, readonly string[]>> = { images: ['data'] }

/** Left-out columns, and the reasons. */
export interface LeftOut {
  table: string
  /** null: all of it. */
  columns: readonly string[] | null
  because: 'secret' | 'health' | 'safeguarding' | 'among the files'
}

/** Extent of a table in an export. */
export interface Extent {
  /** SQL of what is told, by the column's name; undefined for none of the table. */
  columns: readonly (Column & { sql: string })[] | undefined
  leftOut: readonly LeftOut[]
}

/**
 * Columns of a table in an export: all but secrets, and but health where that was not asked for. In CSV, which is
 * opened, printed and mailed, health is never.
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

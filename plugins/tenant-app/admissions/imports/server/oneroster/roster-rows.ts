import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { writeInParts } from '../write-in-parts.ts'
import type { RosterRow } from './roster-plan.ts'

const MAX_NOTE_LENGTH = 500

const insertRows = statement(`insert into student_import_rows
    (import_id, number, cells, outcome, note, student_id, kind, file, line)
  select $importId, r.* from jsonb_to_recordset($rows::jsonb) r
    (number int, cells jsonb, outcome text, note text, student_id uuid, kind text, file text, line int)`)

/** Saves the rows of a roster's plan; the first cell is the name, the others are details. */
export async function saveRosterRows(scope: TenantScope, importId: string, rows: readonly RosterRow[]): Promise<void> {
  await writeInParts(rows, (part) => {
    const columns = part.map(({ name, details, note, studentId, ...row }) => ({
      ...row,
      cells: [name, ...details],
      note: note && note.slice(0, MAX_NOTE_LENGTH),
      student_id: studentId,
    }))
    return scope.rows(insertRows, { importId, rows: JSON.stringify(columns) })
  })
}

const updateUndo = statement(`update student_import_rows r
  set undo = coalesce(r.undo, '{}') || u.undo, student_id = coalesce(r.student_id, u.student_id)
  from jsonb_to_recordset($rows::jsonb) u (number int, student_id uuid, undo jsonb)
  where r.import_id = $importId and r.number = u.number`)

export interface RowUndo {
  number: number
  student_id?: string | undefined
  undo: object
}

/** Adds undo data to each row, beside existing undo data. */
export async function noteUndo(scope: TenantScope, importId: string, rows: readonly RowUndo[]): Promise<void> {
  await writeInParts(rows, (part) => scope.rows(updateUndo, { importId, rows: JSON.stringify(part) }))
}

import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { PagedAnswer } from '#core/server/http/answers.ts'
import { LIST_CAP } from '#core/contract/paging.ts'
import {
  healthFields,
  importRow,
  outcomes,
  rosterKinds,
  type ImportRow,
  type Outcome,
  type RosterKind,
  type StudentImport,
} from '../contract.ts'
import type { AnalyzedRow, SourceRow } from './analysis.ts'
import { understandRow, type Texts } from './understanding.ts'

const recorded = '(number int, cells jsonb, outcome text, errors jsonb, was jsonb, note text, student_id uuid)'

const insertRows =
  statement(`insert into student_import_rows (import_id, number, cells, outcome, errors, was, note, student_id)
  select $importId, r.* from jsonb_to_recordset($rows::jsonb) r ${recorded}`)

/** Saves the rows of a file with their planned outcomes. */
export async function saveRows(
  scope: TenantScope,
  importId: string,
  cells: readonly string[][],
  rows: readonly AnalyzedRow[],
): Promise<void> {
  const kept = rows.map((row, index) => ({ ...recordedRowOf(row), cells: cells[index] }))
  await scope.rows(insertRows, { importId, rows: JSON.stringify(kept) })
}

const recordedRowOf = ({ number, outcome, errors, was, note, student }: AnalyzedRow) => ({
  number,
  outcome,
  errors,
  was,
  note,
  student_id: student?.id ?? null,
})

const selectSourceRows = statement(
  z.object({ number: z.number(), cells: z.array(z.string()), outcome: z.enum(outcomes) }),
  'select number, cells, outcome from student_import_rows where import_id = $importId order by number',
)

export function listSourceRows(scope: TenantScope, importId: string): Promise<SourceRow[]> {
  return scope.rows(selectSourceRows, { importId })
}

const updateRows = statement(`update student_import_rows r
  set outcome = a.outcome, errors = a.errors, was = a.was, note = a.note, student_id = a.student_id
  from jsonb_to_recordset($rows::jsonb) a ${recorded}
  where r.import_id = $importId and r.number = a.number`)

const deleteRows = statement('delete from student_import_rows where import_id = $importId')

/** Deletes the rows of a file before it is read anew. */
export async function discardRows(scope: TenantScope, importId: string): Promise<void> {
  await scope.rows(deleteRows, { importId })
}

/** Saves the planned outcome of each row. */
export async function noteOutcomes(scope: TenantScope, importId: string, rows: readonly AnalyzedRow[]): Promise<void> {
  await scope.rows(updateRows, { importId, rows: JSON.stringify(rows.map(recordedRowOf)) })
}

const listedRow = importRow.omit({ values: true, roster: true }).extend({
  cells: z.array(z.string()),
  kind: z.enum(rosterKinds).nullable(),
  file: z.string().nullable(),
  line: z.number().nullable(),
  total: z.number(),
})

const selectRows = variants(
  { isOfOutcome: [true, false], isOfKind: [true, false], isKept: [true, false] },
  ({ isOfOutcome, isOfKind, isKept }) =>
    statement(
      listedRow,
      `select number, outcome, errors, was, note, student_id as "studentId", kept_reason as "keptReason", cells,
        kind, file, line,
        count(*) over () as total
      from student_import_rows where import_id = $importId
        ${isOfOutcome ? 'and outcome = $outcome' : ''} ${isOfKind ? 'and kind = $kind' : ''}
        ${isKept ? 'and kept_reason is not null' : ''}
      order by number limit $most offset $offset`,
    ),
)

/** Marks cells with health data and hides their text: a preview is no view of a child's health. */
function hideHealth(values: Texts): Texts {
  const hidden = healthFields.flatMap((field) => (values[field] ? [[field, 'Hidden'] as const] : []))
  return { ...values, ...Object.fromEntries(hidden) }
}

interface Asked {
  outcome?: Outcome | undefined
  kind?: RosterKind | undefined
  kept?: '1' | undefined
  limit?: number | undefined
  offset?: number | undefined
}

export async function listRows(
  scope: TenantScope,
  { id: importId, mapping, dateOrder, nameOrder }: StudentImport,
  { outcome, kind, kept, limit = LIST_CAP, offset = 0 }: Asked,
): Promise<PagedAnswer<ImportRow>> {
  const rows = await scope.rows(
    selectRows({ isOfOutcome: outcome !== undefined, isOfKind: kind !== undefined, isKept: kept !== undefined }),
    {
      importId,
      outcome,
      kind,
      most: limit,
      offset,
    },
  )
  const reading = { mapping, dateOrder, nameOrder, thisYear: scope.core.clock.now().getUTCFullYear() }
  const answered = rows.map(({ cells, total: _, kind: ofKind, file, line, ...row }): ImportRow => {
    if (ofKind === null) return { ...row, values: hideHealth(understandRow(cells, reading)), roster: null }
    const [name = '', ...details] = cells
    return { ...row, values: {}, roster: { kind: ofKind, file: file ?? '', line, name, details } }
  })
  return new PagedAnswer(answered, { limit, offset, total: rows[0]?.total ?? offset })
}

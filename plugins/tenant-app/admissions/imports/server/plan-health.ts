import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { listConsentingStudents } from '../../../care/consents/server/has-consent.ts'
import { partFields } from '../../../care/health/contract.ts'
import { readKnownNotes, type ImportedProposal } from '../../../care/health/server/import-proposals.ts'
import { healthFields, type Mapping, type Outcome } from '../contract.ts'
import type { Texts } from './understanding.ts'

const NO_CONSENT = 'Its health data is not imported: there is no consent to medical treatment'
const PROPOSED = 'Its health data needs your approval on the student’s page'
const TOO_LONG = 'Its health data is not imported: together with the existing text it would be too long'
const IN_ANOTHER_ROW = 'the health data of this row is not imported'

/** Fields of an imported row that its health data depends on. */
interface PlannedRow {
  outcome: Outcome
  note: string | null
  student: { id: string } | null
  health: ImportedProposal[]
}

/** Lists the columns of a file that hold health data. */
export const healthColumns = (mapping: Mapping): number[] => healthFields.flatMap((field) => mapping[field] ?? [])

/**
 * Plans the health data of rows: new data becomes proposals for students whose guardians consented to medical treatment. For
 * others it is left out, with a remark on the row.
 * @param values of the rows, in their order
 */
export async function planHealth(
  scope: TenantScope,
  rows: readonly PlannedRow[],
  values: readonly Texts[],
): Promise<void> {
  const due = rows.flatMap((row, index) => {
    const texts = textsOf(values[index] ?? {})
    return row.outcome !== 'wrong' && (texts.notes.length > 0 || texts.medication !== '') ? [{ row, texts }] : []
  })
  if (due.length === 0) return
  const studentIds = due.flatMap(({ row }) => row.student?.id ?? [])
  const consenting = await listConsentingStudents(scope, studentIds, 'medical-treatment')
  const known = new Map((await readKnownNotes(scope, studentIds)).map((one) => [one.studentId, one]))
  for (const { row, texts } of due) {
    const studentId = row.student?.id
    const notes = studentId === undefined ? undefined : known.get(studentId)
    if (row.note !== null) row.note = `${row.note}; ${IN_ANOTHER_ROW}`
    else if (studentId === undefined || !notes || !consenting.has(studentId)) row.note = NO_CONSENT
    else {
      const medicalNotes = addLines(notes.medicalNotes, texts.notes)
      const medication = addLines(notes.medication, texts.medication === '' ? [] : [texts.medication])
      const isTooLong =
        !partFields.notes.medicalNotes.safeParse(medicalNotes).success ||
        !partFields.medication.medication.safeParse(medication).success
      if (isTooLong) {
        row.note = TOO_LONG
        continue
      }
      const isNew = (text: string, present: string) => text !== present && !notes.proposed.includes(text)
      if (isNew(medicalNotes, notes.medicalNotes))
        row.health.push({ studentId, part: 'notes', change: { medicalNotes } })
      if (isNew(medication, notes.medication))
        row.health.push({ studentId, part: 'medication', change: { medication } })
      if (row.health.length === 0) continue
      row.note = PROPOSED
      row.outcome = 'changed'
    }
  }
}

function textsOf({ allergies, medicalNotes, medication = '' }: Texts) {
  return {
    notes: [...(allergies ? [`Allergies: ${allergies}`] : []), ...(medicalNotes ? [medicalNotes] : [])],
    medication,
  }
}

/** Appends texts to existing lines, each once. */
function addLines(present: string, texts: readonly string[]): string {
  const added = texts.filter((text) => !present.includes(text))
  return [...(present === '' ? [] : [present]), ...added].join('\n')
}

const updateHealthCells = statement(`update student_import_rows r set cells = (
    select jsonb_agg(case when c.place - 1 = any($columns::int[]) then '""'::jsonb else c.cell end order by c.place)
      from jsonb_array_elements(r.cells) with ordinality c (cell, place))
  where r.import_id = $importId`)

/** Deletes the health data of imported rows: undoing does not need it. */
export async function discardHealthCells(scope: TenantScope, importId: string, mapping: Mapping): Promise<void> {
  const columns = healthColumns(mapping)
  if (columns.length > 0) await scope.rows(updateHealthCells, { importId, columns })
}

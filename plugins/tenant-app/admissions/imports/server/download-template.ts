import { csvLine } from '#core/server/csv.ts'
import type { TenantScope } from '#core/server/core.ts'
import type { FileAnswer } from '#core/server/http/answers.ts'
import { csvLinesAnswer } from '#core/server/http/table-answer.ts'
import { exportFields, fieldNames, type ImportField } from '../contract.ts'

const columns = exportFields.filter((field) => field !== 'id')

const examples: Partial<Record<ImportField, string>>[] = [
  {
    firstName: 'Ana',
    lastName: 'Lopez',
    dateOfBirth: '2016-05-31',
    grade: '4',
    guardian1FirstName: 'Maria',
    guardian1LastName: 'Lopez',
    guardian1Email: 'maria@example.org',
    guardian1Phone: '555 0101',
    guardian1Relationship: 'Mother',
    guardian2FirstName: 'José',
    guardian2LastName: 'Lopez',
    guardian2Email: 'jose@example.org',
    guardian2Phone: '555 0102',
    guardian2Relationship: 'Father',
  },
  { firstName: 'Ben', lastName: 'Okafor', dateOfBirth: '2014-11-02', grade: '6' },
]

/** Serves a template: the columns of an import, and two example rows. */
export async function downloadTemplate(_scope: TenantScope): Promise<FileAnswer> {
  const lines = examples.map((example) => csvLine(columns.map((field) => example[field] ?? null)))
  const headings = columns.map((field) => fieldNames[field])
  return csvLinesAnswer('students-template', headings, lines)
}

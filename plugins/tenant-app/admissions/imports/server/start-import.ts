import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { conflict } from '#core/server/errors.ts'
import type { ImportQuestion, StudentImport } from '../contract.ts'
import { StudentImportModel } from './import.ts'
import { importStudents } from './import-students.ts'
import { getImport, lockUnwrittenImport } from './imports.ts'

/** Messages for open questions, which a user must answer before the import. */
const questionTexts: Record<ImportQuestion, string> = {
  encoding: 'Choose first how to read the file',
  dateOrder: 'Choose first whether dates begin with the day or the month',
}

/**
 * Starts the import as a job that reports its progress.
 * @throws not-found, conflict once it is imported, while a question is open, and where no row is new or changed
 */
export async function startImport(scope: TenantScope, id: string): Promise<StudentImport> {
  await lockUnwrittenImport(scope, id)
  const { counts, questions } = await getImport(scope, id)
  const [question] = questions
  if (question !== undefined) throw conflict('questions', questionTexts[question])
  if (counts.new + counts.changed === 0) throw conflict('status', 'Nothing to import: no row is new or changed')
  await StudentImportModel.query(scope.trx).findById(id).patch({ status: 'importing', progress: 0 })
  await record(scope, {
    action: 'students.imported',
    category: 'system',
    description: `Imported students: ${counts.new} new, ${counts.changed} changed`,
    resource: 'student-import',
    resourceId: id,
    after: counts,
  })
  await scope.core.jobs.send(scope, importStudents, { tenantId: scope.tenantId, importId: id })
  return getImport(scope, id)
}

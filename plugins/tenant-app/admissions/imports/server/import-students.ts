import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { Overtaken } from '#core/server/jobs/attempt.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { analyze, type AnalyzedRow, type SourceRow } from './analysis.ts'
import { StudentImportModel } from './import.ts'
import { discardHealthCells } from './plan-health.ts'
import { planAnew, planForThousands } from './plans.ts'
import { readingOf } from './reading.ts'
import { noteOutcomes, listSourceRows } from './rows.ts'
import { deleteSource, readSource } from './sources.ts'
import { writeRoster } from './oneroster/write-roster.ts'
import { writeStudents } from './write-students.ts'

/** Maximum number of attempts of an import: a cause that keeps ending workers would end the next one as well. */
const MAX_WORKERS = 5

/** Another import of the organization is being written, or the connection of a lost worker has not ended yet. */
class Occupied extends Error {}

/**
 * Writes an import, all or nothing: the rows of a lost worker are rolled back, and another worker begins anew. Sends no
 * invitations: guardians become contacts.
 */
export const importStudents = defineJob({
  name: 'tenant-app.import-students',
  scope: 'none',
  payload: z.object({ tenantId: z.uuid(), importId: z.uuid() }),
  retries: MAX_WORKERS,
  run: async (core, { tenantId, importId }, { number }) => {
    const change = (values: Partial<Pick<StudentImportModel, 'status' | 'progress'>>) =>
      core.db.tenant(tenantId, systemActor, async ({ trx }) => {
        await StudentImportModel.query(trx).where({ id: importId, status: 'importing' }).patch(values)
      })
    if (number === MAX_WORKERS) return change({ status: 'failed', progress: 0 })
    try {
      await change({ progress: 0 })
      await core.db.tenant(tenantId, systemActor, (scope) =>
        writeImport(scope, importId, (progress) => change({ progress })),
      )
    } catch (error) {
      if (error instanceof Overtaken || error instanceof Occupied) throw error
      // Logs nothing else: PostgreSQL's details contain the row, with data of a child and the family.
      const { code, constraint, message } = error as Error & { code?: string; constraint?: string }
      core.log.error({ code, constraint, message, importId }, 'an import of students failed')
      await change({ status: 'failed', progress: 0 })
    }
  },
})

const lockImporting = statement(
  `select pg_advisory_xact_lock(hashtextextended('tenant-app.student-import:' || $tenantId::text, 0))`,
)

// Locks the students: concurrent changes wait, and then see the import's values.
const lockStudents = statement('select id from students order by id for no key update')

/** PostgreSQL's error code of a statement that ran into its timeout. */
const QUERY_CANCELED = '57014'

/** Writes one import of an organization at a time: the second sees the first one's rows. */
async function writeImport(
  scope: TenantScope,
  importId: string,
  tell: (progress: number) => Promise<void>,
): Promise<void> {
  await scope.rows(lockImporting, { tenantId: scope.tenantId }).catch((error: Error & { code?: string }) => {
    throw error.code === QUERY_CANCELED ? new Occupied('Another import is being written', { cause: error }) : error
  })
  await planForThousands(scope)
  await planAnew(scope)
  const found = await StudentImportModel.query(scope.trx).findOne({ id: importId, status: 'importing' })
  if (!found) return
  await scope.rows(lockStudents)
  const remarks = found.format === 'oneroster' ? await writeRosterFile(scope, found, tell) : []
  if (found.format === 'table') await writeTable(scope, found, tell)
  // Its students are in the organization now, and the undo data is in the rows.
  await deleteSource(scope, importId)
  await discardHealthCells(scope, importId, found.mapping)
  await StudentImportModel.query(scope.trx).findById(importId).patch({
    status: 'done',
    importedAt: scope.core.clock.now().toISOString(),
    remarks,
    // Names of children are stored in the rows only, which are deleted after the undo period.
    samples: [],
    encodingChoices: [],
  })
}

type Tell = (progress: number) => Promise<void>

async function writeTable(scope: TenantScope, file: StudentImportModel, tell: Tell): Promise<void> {
  const source = await listSourceRows(scope, file.id)
  const rows = await analyze(scope, source, readingOf(scope, file))
  await noteOutcomes(scope, file.id, listChangedOutcomes(source, rows))
  const due = rows.filter(({ outcome }) => outcome === 'new' || outcome === 'changed')
  await writeStudents(scope, due, { importId: file.id, createdBy: file.createdBy, tell })
}

async function writeRosterFile(scope: TenantScope, file: StudentImportModel, tell: Tell): Promise<string[]> {
  const bytes = await readSource(scope, file.id)
  if (!bytes) throw new Error('The file of the import is missing')
  return writeRoster(scope, { importId: file.id, createdBy: file.createdBy, bytes, tell })
}

/** Lists outcomes that differ from the analysis: users may have changed students since. */
const listChangedOutcomes = (source: readonly SourceRow[], rows: readonly AnalyzedRow[]) =>
  rows.filter(({ outcome }, index) => outcome !== source[index]?.outcome)

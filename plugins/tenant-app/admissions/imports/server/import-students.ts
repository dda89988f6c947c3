import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { createContacts, newIds } from '#core/server/identity/contacts.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { Overtaken } from '#core/server/jobs/attempt.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { insertImportProposals } from '../../../care/health/server/import-proposals.ts'
import { getLocalDay } from '../../../shared/server/time-zone.ts'
import { analyze, type AnalyzedRow, type PlannedGuardian, type SourceRow } from './analysis.ts'
import { StudentImportModel } from './import.ts'
import { discardHealthCells } from './plan-health.ts'
import { joinGroups, saveGroups } from './plan-groups.ts'
import { planAnew, planForThousands } from './plans.ts'
import { readingOf } from './reading.ts'
import { noteOutcomes, listSourceRows } from './rows.ts'

/** Rows that are written with one round of statements, after which the progress is told. */
const BATCH_SIZE = 2500

/** Workers that an import is given to, one after the other; whatever keeps ending them would end the next as well. */
const MAX_WORKERS = 5

/** Another import of the organization is being written, or the connection of a lost worker has not ended yet. */
class Occupied extends Error {}

/**
 * Writes what an import has found, all or nothing: what a lost worker has written is undone, and another one begins anew.
 * Nobody is invited: guardians are kept as contacts.
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
      // Nothing more: what PostgreSQL says besides holds the row, of a child and the family.
      const { code, constraint, message } = error as Error & { code?: string; constraint?: string }
      core.log.error({ code, constraint, message, importId }, 'an import of students failed')
      await change({ status: 'failed', progress: 0 })
    }
  },
})

const lockImporting = statement(
  `select pg_advisory_xact_lock(hashtextextended('tenant-app.student-import:' || $tenantId::text, 0))`,
)

// Whoever changes a student meanwhile waits, and finds what the import has made of them.
const lockStudents = statement('select id from students order by id for no key update')

/** PostgreSQL's code where a statement has waited for too long. */
const QUERY_CANCELED = '57014'

// Its students are in the organization now, and the rows are kept for the undoing.
const deleteSource = statement('delete from student_import_sources where import_id = $importId')

/** Two imports of one organization follow each other: the second finds what the first has written. */
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
  const source = await listSourceRows(scope, importId)
  const rows = await analyze(scope, source, readingOf(scope, found))
  await noteOutcomes(scope, importId, listChangedOutcomes(source, rows))
  const due = rows.filter(({ outcome }) => outcome === 'new' || outcome === 'changed')
  const guardians = await saveGuardians(scope, due)
  const groups = await saveGroups(scope, due)
  const today = await getLocalDay(scope)
  const now = scope.core.clock.now().toISOString()
  for (let written = 0; written < due.length;) {
    const batch = due.slice(written, written + BATCH_SIZE)
    await writeBatch(scope, { importId, batch, guardians, groups, today, now, createdBy: found.createdBy })
    written += batch.length
    await tell(written)
  }
  await scope.rows(deleteSource, { importId })
  await discardHealthCells(scope, importId, found.mapping)
  await StudentImportModel.query(scope.trx).findById(importId).patch({
    status: 'done',
    importedAt: now,
    // Names of children stay with the rows alone, which go after the undoing.
    samples: [],
    encodingChoices: [],
  })
}

/** Others may have changed students since the rows were looked at. */
const listChangedOutcomes = (source: readonly SourceRow[], rows: readonly AnalyzedRow[]) =>
  rows.filter(({ outcome }, index) => outcome !== source[index]?.outcome)

interface KeptGuardian {
  userId: string
  /** Made by this import, by the first row that names them. */
  isNew: boolean
}

const insertPhones = statement(`insert into guardian_contacts (user_id, phone)
  select * from unnest($ids::uuid[], $phones::text[]) on conflict (tenant_id, user_id) do nothing`)

/** Saves unknown guardians as contacts, each once however many rows name them. */
async function saveGuardians(scope: TenantScope, rows: readonly AnalyzedRow[]): Promise<Map<string, KeptGuardian>> {
  const planned = new Map<string, PlannedGuardian>()
  for (const { guardians } of rows) for (const one of guardians) if (!planned.has(one.key)) planned.set(one.key, one)
  const missing = [...planned.values()].filter(({ userId }) => userId === null)
  const ids = await createContacts(scope, missing)
  const reachable = missing.flatMap(({ phone }, index) => (phone ? [{ id: ids[index], phone }] : []))
  await scope.rows(insertPhones, { ids: reachable.map(({ id }) => id), phones: reachable.map(({ phone }) => phone) })
  const kept = new Map<string, KeptGuardian>()
  for (const { key, userId } of planned.values()) if (userId !== null) kept.set(key, { userId, isNew: false })
  for (const [index, { key }] of missing.entries()) kept.set(key, { userId: ids[index] ?? '', isNew: true })
  return kept
}

interface Batch {
  importId: string
  batch: readonly AnalyzedRow[]
  guardians: ReadonlyMap<string, KeptGuardian>
  /** Ids of groups by their folded names. */
  groups: ReadonlyMap<string, string>
  /** Day on which memberships begin, as `2026-03-29`. */
  today: string
  now: string
  /** Name of the admin who imports. */
  createdBy: string
}

const insertStudents =
  statement(`insert into students (id, first_name, last_name, date_of_birth, grade, created_at, updated_at)
  select id, first_name, last_name, date_of_birth, grade, $now, $now
    from jsonb_to_recordset($rows::jsonb) s (id uuid, first_name text, last_name text, date_of_birth date, grade text)`)

const updateStudents = statement(`update students s
  set first_name = n.first_name, last_name = n.last_name, date_of_birth = n.date_of_birth, grade = n.grade, updated_at = $now
  from jsonb_to_recordset($rows::jsonb) n (id uuid, first_name text, last_name text, date_of_birth date, grade text)
  where s.id = n.id`)

const insertLinks = statement(`insert into parent_students
    (id, parent_id, student_id, relationship, contact_order, created_at, updated_at)
  select n.id, n.parent_id, n.student_id, n.relationship, n.place, $now, $now
    from jsonb_to_recordset($rows::jsonb) n (id uuid, parent_id uuid, student_id uuid, relationship text, place int)
  on conflict (tenant_id, parent_id, student_id) do nothing`)

const updateWrittenRows = statement(`update student_import_rows r set student_id = n.student_id, undo = n.undo
  from jsonb_to_recordset($rows::jsonb) n (number int, student_id uuid, undo jsonb)
  where r.import_id = $importId and r.number = n.number`)

async function writeBatch(scope: TenantScope, of: Batch): Promise<void> {
  const { importId, batch, guardians, now, createdBy } = of
  const fresh = batch.filter(({ student }) => student === null)
  const ids = await newIds(scope, fresh.length)
  const idOf = new Map(fresh.map(({ number }, index) => [number, ids[index] ?? '']))
  const students = batch.map((row) => ({ row, id: row.student?.id ?? idOf.get(row.number) ?? '' }))
  const columns = students.map(({ row, id }) => ({
    isNew: row.student === null,
    id,
    first_name: row.fields?.firstName,
    last_name: row.fields?.lastName,
    date_of_birth: row.fields?.dateOfBirth,
    grade: row.fields?.grade,
  }))
  const rowsOf = (isNew: boolean) => JSON.stringify(columns.filter((one) => one.isNew === isNew))
  await scope.rows(insertStudents, { now, rows: rowsOf(true) })
  await scope.rows(updateStudents, { now, rows: rowsOf(false) })
  const links = students.flatMap(({ row, id }) =>
    row.guardians.map(({ key, relationship }, index) => ({
      parent_id: guardians.get(key)?.userId,
      student_id: id,
      relationship: relationship || 'parent',
      place: (row.student?.lastPlace ?? 0) + index + 1,
    })),
  )
  const linkIds = await newIds(scope, links.length)
  const named = links.map((link, index) => ({ id: linkIds[index], ...link }))
  await scope.rows(insertLinks, { now, rows: JSON.stringify(named) })
  const joined = await joinGroups(scope, students, of)
  const proposals = batch.flatMap(({ health }) => health)
  const proposalIds = await insertImportProposals(scope, proposals, { name: createdBy, now })
  const proposed = Map.groupBy(proposalIds, (_, index) => proposals[index]?.studentId)
  const linksOf = Map.groupBy(named, ({ student_id }) => student_id)
  const written = students.map(({ row, id }) => ({
    number: row.number,
    student_id: id,
    undo: {
      before: row.student && beforeOf(row.student),
      version: now,
      proposals: proposed.get(id) ?? [],
      memberships: joined.get(id) ?? [],
      links: (linksOf.get(id) ?? []).map((link) => link.id),
      contacts: row.guardians.flatMap(({ key }) => {
        const guardian = guardians.get(key)
        return guardian?.isNew ? [guardian.userId] : []
      }),
    },
  }))
  await scope.rows(updateWrittenRows, { importId, rows: JSON.stringify(written) })
}

const beforeOf = ({ firstName, lastName, dateOfBirth, grade }: NonNullable<AnalyzedRow['student']>) => ({
  first_name: firstName,
  last_name: lastName,
  date_of_birth: dateOfBirth,
  grade,
})

import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { conflict } from '#core/server/errors.ts'
import type { StudentImport } from '../contract.ts'
import { StudentImportModel } from './import.ts'
import { getImport } from './imports.ts'
import { listReferences } from './list-references.ts'
import { deleteImportProposals } from '../../../care/health/server/import-proposals.ts'
import { undoRoster } from './oneroster/undo-roster.ts'
import { planForThousands } from './plans.ts'

const undo = z.object({
  /** null for a student whom the import has added. */
  before: z.looseObject({}).nullable(),
  version: z.string(),
  links: z.array(z.string()),
  contacts: z.array(z.string()),
  /** Proposals of health data; imports before 1.6 had none. */
  proposals: z.array(z.string()).default([]),
  /** Memberships in groups; imports before 1.7 had none. */
  memberships: z.array(z.string()).default([]),
})

// Locks the students: the undo waits for transactions that add records to one, and later ones find the student deleted.
const lockStudents = statement(`select id from students
  where id in (select student_id from student_import_rows where import_id = $importId and undo is not null)
  order by id for update`)

const selectWrittenRows = statement(
  z.object({
    number: z.number(),
    studentId: z.uuid(),
    undo,
    isHere: z.boolean(),
    isUnchanged: z.boolean(),
    /** True if the student has guardians whom the import did not add, or who were changed since. */
    hasOtherGuardians: z.boolean(),
    /** True if the student has memberships that the import did not add. */
    hasOtherGroups: z.boolean(),
    hasAccount: z.boolean(),
  }),
  `select r.number, r.student_id as "studentId", r.undo, s.id is not null as "isHere",
      coalesce(s.updated_at = (r.undo->>'version')::timestamptz, false) as "isUnchanged",
      s.user_id is not null as "hasAccount",
      exists (select from parent_students p where p.student_id = r.student_id
        and (not r.undo->'links' ? p.id::text or p.updated_at <> (r.undo->>'version')::timestamptz)) as "hasOtherGuardians",
      exists (select from group_members m where m.tenant_id = r.tenant_id and m.student_id = r.student_id
        and not coalesce(r.undo->'memberships', '[]') ? m.id::text) as "hasOtherGroups"
    from student_import_rows r left join students s on s.tenant_id = r.tenant_id and s.id = r.student_id
    where r.import_id = $importId and r.undo ? 'version' order by r.number`,
)
type Written = z.output<(typeof selectWrittenRows)['row']>

/** Names of records about a student; all other tables that refer to students are checked too. */
const recordNames: Record<string, string> = {
  session_participants: 'takes part in sessions',
  scores: 'has scores',
  points_entries: 'has points',
  student_health: 'has health or emergency data',
  collectors: 'has authorized pickups',
  consent_answers: 'has answers to consents',
  roster_links: 'is in a roster that was imported since',
}

/** Tables whose rows an import adds itself, or that every student has. */
const unbuilt = ['parent_students', 'group_members', 'organization_activity']

const deleteStudents = statement('delete from students where id = any($ids::uuid[])')

const deleteLinks = statement(
  'delete from parent_students where id = any($ids::uuid[]) and updated_at = any($versions::timestamptz[])',
)

const deleteMemberships = statement('delete from group_members where id = any($ids::uuid[])')

const updateStudentsBack = statement(`update students s
  set first_name = n.first_name, last_name = n.last_name, date_of_birth = n.date_of_birth, grade = n.grade, updated_at = $now
  from jsonb_to_recordset($rows::jsonb) n (id uuid, first_name text, last_name text, date_of_birth date, grade text)
  where s.id = n.id`)

// Keeps contacts who were invited, or are guardians of a student by now.
const deleteContacts = statement(
  `delete from users u where u.id = any($ids::uuid[]) and u.role = 'parent' and u.password_hash is null
     and not exists (select from parent_students p where p.parent_id = u.id)
     and not exists (select from invitations i where i.user_id = u.id)`,
)

const updateUndoneRows = statement(`update student_import_rows r set undo = null,
    kept_reason = (select k.reason from jsonb_to_recordset($kept::jsonb) k (number int, reason text) where k.number = r.number)
  where r.import_id = $importId and r.undo is not null`)

/**
 * Undoes an import row by row: deletes added records and restores changed ones. A student who was changed since, or about whom
 * records were added, stays unchanged, with the reason.
 * @throws not-found, conflict where it cannot be undone, or no longer
 */
export async function undoImport(scope: TenantScope, id: string): Promise<StudentImport> {
  await StudentImportModel.query(scope.trx).findById(id).forUpdate()
  const { undoUntil } = await getImport(scope, id)
  if (undoUntil === null) throw conflict('status', 'This import cannot be undone any more')
  await planForThousands(scope)
  await scope.rows(lockStudents, { importId: id })
  // Memberships of a roster are deleted first: the remaining ones were added since.
  const rosterReasons = await undoRoster(scope, id)
  const rows = await scope.rows(selectWrittenRows, { importId: id })
  const reasons = await findReasonsToKeep(scope, rows)
  const undone = rows.filter(({ number }) => !reasons.has(number))
  const now = scope.core.clock.now().toISOString()
  const [added, changed] = [undone.filter((row) => row.undo.before === null), undone.filter((row) => row.undo.before)]
  await scope.rows(deleteStudents, { ids: added.map(({ studentId }) => studentId) })
  const restored = changed.map(({ studentId, undo: { before } }) => ({ id: studentId, ...before }))
  await scope.rows(updateStudentsBack, { now, rows: JSON.stringify(restored) })
  await scope.rows(deleteLinks, {
    ids: changed.flatMap(({ undo: { links } }) => links),
    versions: changed.map(({ undo: { version } }) => version),
  })
  await scope.rows(deleteMemberships, { ids: changed.flatMap((row) => row.undo.memberships) })
  await scope.rows(deleteContacts, { ids: [...new Set(rows.flatMap(({ undo: { contacts } }) => contacts))] })
  await deleteImportProposals(
    scope,
    undone.flatMap(({ undo: { proposals } }) => proposals),
  )
  const kept = [...rosterReasons, ...reasons].map(([number, reason]) => ({ number, reason }))
  await scope.rows(updateUndoneRows, { importId: id, kept: JSON.stringify(kept) })
  await StudentImportModel.query(scope.trx).findById(id).patch({ status: 'undone', undoneAt: now })
  await record(scope, {
    action: 'students.import-undone',
    category: 'system',
    description: `Undid an import of students: ${undone.length} rows, ${kept.length} could not be undone`,
    resource: 'student-import',
    resourceId: id,
    after: { undone: undone.length, kept: kept.length },
  })
  return getImport(scope, id)
}

async function findReasonsToKeep(scope: TenantScope, rows: readonly Written[]): Promise<Map<number, string>> {
  const reasons = new Map<number, string>()
  const added = rows.filter(({ undo: { before } }) => before === null)
  const references = await listReferences(scope, {
    table: 'students',
    ids: added.map(({ studentId }) => studentId),
    except: unbuilt,
  })
  const builtOn = Map.groupBy(references, ({ id }) => id)
  for (const { number, studentId, undo: of, isHere, isUnchanged, ...since } of rows) {
    const words = new Set(builtOn.get(studentId)?.map(({ table }) => recordNames[table] ?? 'has other data by now'))
    if (of.before === null && since.hasOtherGroups) words.add('is in groups')
    if (!isHere) reasons.set(number, 'The student was removed since')
    else if (!isUnchanged) reasons.set(number, 'The student was changed since')
    else if (of.before === null && since.hasAccount) reasons.set(number, 'The student has an account')
    else if (of.before === null && since.hasOtherGuardians) reasons.set(number, 'The guardians were changed since')
    else if (words.size > 0) reasons.set(number, `The student ${[...words].join(', ')}`)
  }
  return reasons
}

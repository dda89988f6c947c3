import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { createContacts, newIds } from '#core/server/identity/contacts.ts'
import { insertImportProposals } from '../../../care/health/server/import-proposals.ts'
import type { AnalyzedRow, PlannedGuardian } from './analysis.ts'
import { getLocalDay } from '../../../shared/server/time-zone.ts'
import { joinGroups, saveGroups } from './plan-groups.ts'
import { recordMemberships } from './record-memberships.ts'
import { writeInParts } from './write-in-parts.ts'

interface SavedGuardian {
  userId: string
  /** True if this import added the guardian, with the first row that names them. */
  isNew: boolean
}

const insertPhones = statement(`insert into guardian_contacts (user_id, phone)
  select * from unnest($ids::uuid[], $phones::text[]) on conflict (tenant_id, user_id) do nothing`)

/** Saves unknown guardians as contacts, each once however many rows name them. */
async function saveGuardians(scope: TenantScope, rows: readonly AnalyzedRow[]): Promise<Map<string, SavedGuardian>> {
  const planned = new Map<string, PlannedGuardian>()
  for (const { guardians } of rows) for (const one of guardians) if (!planned.has(one.key)) planned.set(one.key, one)
  const missing = [...planned.values()].filter(({ userId }) => userId === null)
  const ids: string[] = []
  await writeInParts(missing, async (part) => {
    const added = await createContacts(scope, part)
    const reachable = part.flatMap(({ phone }, index) => (phone ? [{ id: added[index], phone }] : []))
    await scope.rows(insertPhones, { ids: reachable.map(({ id }) => id), phones: reachable.map(({ phone }) => phone) })
    ids.push(...added)
  })
  const kept = new Map<string, SavedGuardian>()
  for (const { key, userId } of planned.values()) if (userId !== null) kept.set(key, { userId, isNew: false })
  for (const [index, { key }] of missing.entries()) kept.set(key, { userId: ids[index] ?? '', isNew: true })
  return kept
}

interface Batch {
  importId: string
  batch: readonly AnalyzedRow[]
  guardians: ReadonlyMap<string, SavedGuardian>
  /** Ids of groups by their folded names. */
  groups: ReadonlyMap<string, string>
  /** Day in the organization's zone, as `2026-03-29`. */
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

interface Writing {
  importId: string
  /** Name of the admin who imports. */
  createdBy: string
  /** Reports the number of written rows. */
  tell: (progress: number) => Promise<void>
}

interface Written {
  /** Ids of the students by the numbers of their rows. */
  ids: Map<number, string>
  /** Guardians by their keys. */
  guardians: ReadonlyMap<string, SavedGuardian>
}

/** Writes new and changed students with their guardians and groups, and undo data for each row. */
export async function writeStudents(
  scope: TenantScope,
  rows: readonly AnalyzedRow[],
  { importId, createdBy, tell }: Writing,
): Promise<Written> {
  const guardians = await saveGuardians(scope, rows)
  const { ids: groups, added: groupsAdded } = await saveGroups(scope, rows)
  const today = await getLocalDay(scope)
  const now = scope.core.clock.now().toISOString()
  const ids = new Map<number, string>()
  let [written, membershipsAdded] = [0, 0]
  await writeInParts(rows, async (batch) => {
    const added = await writeBatch(scope, { importId, batch, guardians, groups, today, now, createdBy })
    for (const [number, id] of added.ids) ids.set(number, id)
    membershipsAdded += added.memberships
    written += batch.length
    await tell(written)
  })
  await recordMemberships(scope, importId, { groupsAdded, membershipsAdded, membershipsChanged: 0, staffAdded: 0 })
  return { ids, guardians }
}

/** @returns ids of the students by the numbers of their rows, and the number of new memberships */
async function writeBatch(scope: TenantScope, of: Batch): Promise<{ ids: Map<number, string>; memberships: number }> {
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
  return {
    ids: new Map(students.map(({ row, id }) => [row.number, id])),
    memberships: [...joined.values()].reduce((sum, { length }) => sum + length, 0),
  }
}

const beforeOf = ({ firstName, lastName, dateOfBirth, grade }: NonNullable<AnalyzedRow['student']>) => ({
  first_name: firstName,
  last_name: lastName,
  date_of_birth: dateOfBirth,
  grade,
})

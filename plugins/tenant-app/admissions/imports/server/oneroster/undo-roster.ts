import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { listReferences } from '../list-references.ts'

const dates = z.object({ from: z.string(), until: z.string().nullable() })

/** Previous state of a roster's row, beside that of its student. */
const rosterUndo = z
  .object({
    link: z.object({
      id: z.uuid(),
      /** null for a link that the import has added. */
      before: z
        .object({ given: z.record(z.string(), z.string().nullable()), memberId: z.uuid().nullable() })
        .nullable(),
    }),
    group: z.object({
      id: z.uuid(),
      before: z.object({ name: z.string(), season: z.string() }).nullable(),
      version: z.string(),
    }),
    member: z.object({ id: z.uuid(), before: dates.nullable(), after: dates }),
    staff: z.uuid(),
  })
  .partial()
export type RosterUndo = z.infer<typeof rosterUndo>

const selectRows = statement(
  z.object({ number: z.number(), undo: rosterUndo }),
  'select number, undo from student_import_rows where import_id = $importId and kind is not null and undo is not null order by number',
)

const deleteMembers = statement(
  z.object({ id: z.uuid() }),
  `delete from group_members m using jsonb_to_recordset($rows::jsonb) r (id uuid, from_date date, until_date date)
    where m.id = r.id and m.from_date = r.from_date and m.until_date is not distinct from r.until_date returning m.id`,
)

const updateMembers = statement(
  z.object({ id: z.uuid() }),
  `update group_members m set from_date = r.old_from, until_date = r.old_until
    from jsonb_to_recordset($rows::jsonb) r
      (id uuid, from_date date, until_date date, old_from date, old_until date)
    where m.id = r.id and m.from_date = r.from_date and m.until_date is not distinct from r.until_date returning m.id`,
)

const deleteStaff = statement('delete from group_staff where id = any($ids::uuid[])')

const updateLinks = statement(`update roster_links l set given = r.given, member_id = r.member_id
  from jsonb_to_recordset($rows::jsonb) r (id uuid, given jsonb, member_id uuid)
  where l.id = r.id and l.import_id = $importId`)

const deleteLinks = statement('delete from roster_links where id = any($ids::uuid[]) and import_id = $importId')

const updateGroups = statement(
  z.object({ id: z.uuid() }),
  `update groups g set name = r.name, season = r.season, updated_at = $now
    from jsonb_to_recordset($rows::jsonb) r (id uuid, name text, season text, version timestamptz)
    where g.id = r.id and g.updated_at = r.version returning g.id`,
)

const deleteGroups = statement(
  z.object({ id: z.uuid() }),
  `delete from groups g using jsonb_to_recordset($rows::jsonb) r (id uuid, version timestamptz)
    where g.id = r.id and g.updated_at = r.version returning g.id`,
)

/**
 * Undoes the rows of a roster's import other than students: deletes added memberships, restores ended or changed ones, and
 * deletes added groups unless they are in use.
 * @returns reasons why rows stay, by their numbers
 */
export async function undoRoster(scope: TenantScope, importId: string): Promise<Map<number, string>> {
  const rows = await scope.rows(selectRows, { importId })
  const reasons = new Map<number, string>()
  const now = scope.core.clock.now().toISOString()
  const links = rows.flatMap(({ undo: { link } }) => link ?? [])
  const restored = links.flatMap(({ id, before }) =>
    before ? { id, given: before.given, member_id: before.memberId } : [],
  )
  // Links are restored to their former memberships before added memberships are deleted.
  await scope.rows(updateLinks, { importId, rows: JSON.stringify(restored) })
  await undoMembers(scope, rows, reasons)
  await scope.rows(deleteStaff, { ids: rows.flatMap(({ undo }) => undo.staff ?? []) })
  await scope.rows(deleteLinks, { importId, ids: links.flatMap(({ id, before }) => (before ? [] : id)) })
  await undoGroups(scope, rows, { reasons, now })
  return reasons
}

type Written = z.output<(typeof selectRows)['row']>

async function undoMembers(scope: TenantScope, rows: readonly Written[], reasons: Map<number, string>): Promise<void> {
  const written = rows.flatMap(({ number, undo: { member } }) => (member ? { number, ...member } : []))
  const columns = written.map(({ id, before, after }) => ({
    id,
    isAdded: before === null,
    from_date: after.from,
    until_date: after.until,
    old_from: before?.from,
    old_until: before?.until,
  }))
  const rowsOf = (isAdded: boolean) => JSON.stringify(columns.filter((one) => one.isAdded === isAdded))
  const deleted = await scope.rows(deleteMembers, { rows: rowsOf(true) })
  const reopened = await scope.rows(updateMembers, { rows: rowsOf(false) })
  const done = new Set([...deleted, ...reopened].map(({ id }) => id))
  for (const { number, id } of written) if (!done.has(id)) reasons.set(number, 'The membership was changed since')
}

async function undoGroups(
  scope: TenantScope,
  rows: readonly Written[],
  { reasons, now }: { reasons: Map<number, string>; now: string },
): Promise<void> {
  const written = rows.flatMap(({ number, undo: { group } }) => (group ? { number, ...group } : []))
  const added = written.filter(({ before }) => before === null)
  const references = await listReferences(scope, {
    table: 'groups',
    ids: added.map(({ id }) => id),
    except: ['roster_links'],
  })
  const used = new Set(references.map(({ id }) => id))
  const free = added.filter(({ id }) => !used.has(id))
  const deleted = await scope.rows(deleteGroups, { rows: JSON.stringify(free) })
  const changed = written.flatMap(({ id, before, version }) => (before ? { id, ...before, version } : []))
  const restored = await scope.rows(updateGroups, { now, rows: JSON.stringify(changed) })
  const done = new Set([...deleted, ...restored].map(({ id }) => id))
  for (const { number, id } of written) {
    if (!done.has(id)) reasons.set(number, used.has(id) ? 'The group is used' : 'The group was changed since')
  }
}

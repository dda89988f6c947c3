import { z } from 'zod'
import { fold } from '#core/contract/fold.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { endsAfter } from '../../../base/groups/server/policies.ts'
import { createGroup } from '../../../base/groups/server/save-groups.ts'
import type { Outcome } from '../contract.ts'
import type { Texts } from './understanding.ts'

/** Maximum number of new groups per import; a column with more of them holds something else. */
const MAX_NEW_GROUPS = 200

/** Fields of an imported row that its groups depend on. */
interface GroupedRow {
  outcome: Outcome
  note: string | null
  student: { id: string } | null
  /** undefined for a row that is merged into another one. */
  fields: object | undefined
  /** Names of the groups that the student joins. */
  groups: string[]
}

/** Splits a cell with several groups: `Falcons; Blue cabin`. */
export const partGroups = (cell: string): string[] =>
  cell
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '')

const selectGroups = statement(
  z.object({ id: z.uuid(), name: z.string() }),
  `select id, name from groups where archived_at is null
    and fold(name) = any(array(select fold(n) from unnest($names::text[]) n)) order by id`,
)

const selectMemberships = statement(
  z.object({ groupId: z.uuid(), studentId: z.uuid() }),
  `select m.group_id as "groupId", m.student_id as "studentId" from group_members m
    where ${endsAfter('m', '$today::date')} and m.group_id = any($groupIds::uuid[])
      and m.student_id = any($studentIds::uuid[])`,
)

/**
 * Plans the groups that students join: active groups by name, and new ones. Adds them to the rows' remarks.
 * @param values of the rows, in their order
 * @param today in the organization's zone, as `2026-03-29`
 */
export async function planGroups(
  scope: TenantScope,
  rows: readonly GroupedRow[],
  values: readonly Texts[],
  today: string,
): Promise<void> {
  const due = rows.flatMap((row, index) => {
    const names = partGroups(values[index]?.group ?? '')
    return row.outcome !== 'wrong' && names.length > 0 ? [{ row, names }] : []
  })
  if (due.length === 0) return
  const found = await scope.rows(selectGroups, { names: [...new Set(due.flatMap(({ names }) => names))] })
  const known = Map.groupBy(found, ({ name }) => fold(name))
  const members = await scope.rows(selectMemberships, {
    groupIds: found.map(({ id }) => id),
    studentIds: due.flatMap(({ row }) => row.student?.id ?? []),
    today,
  })
  const memberOf = new Set(members.map(({ groupId, studentId }) => `${groupId} ${studentId}`))
  const created = new Set<string>()
  for (const { row, names } of due) {
    const notes = row.fields
      ? names.flatMap((name) => joinNote(row, name, { known, memberOf, created }))
      : ['the groups of this row are not imported']
    if (row.groups.length > 0 && row.outcome === 'same') row.outcome = 'changed'
    if (notes.length > 0) row.note = [...(row.note === null ? [] : [row.note]), ...notes].join('; ').slice(0, 500)
  }
}

interface KnownGroups {
  known: ReadonlyMap<string, readonly { id: string }[]>
  memberOf: ReadonlySet<string>
  created: Set<string>
}

function joinNote(row: GroupedRow, name: string, { known, memberOf, created }: KnownGroups): string[] {
  const key = fold(name)
  const [group, other] = known.get(key) ?? []
  if (other) return [`Several groups are called ${name}; add the student on the page of the right one`]
  if (group && row.student && memberOf.has(`${group.id} ${row.student.id}`)) return []
  if (!group && !created.has(key)) {
    if (created.size >= MAX_NEW_GROUPS) return [`More than ${MAX_NEW_GROUPS} new groups; ${name} is not created`]
    created.add(key)
  }
  row.groups.push(name)
  return [group ? `Joins the group ${name}` : `Joins the new group ${name}`]
}

/** Creates missing groups. @returns ids of groups by their folded names, and the number of new ones */
export async function saveGroups(
  scope: TenantScope,
  rows: readonly Pick<GroupedRow, 'groups'>[],
): Promise<{ ids: Map<string, string>; added: number }> {
  const names = new Map(rows.flatMap(({ groups }) => groups.map((name) => [fold(name), name] as const)))
  const found = await scope.rows(selectGroups, { names: [...names.values()] })
  const ids = new Map(found.map(({ id, name }) => [fold(name), id]))
  let added = 0
  for (const [key, name] of names) {
    if (ids.has(key)) continue
    ids.set(key, (await createGroup(scope, { name, kind: 'class', season: '', color: 'gray' })).id)
    added += 1
  }
  return { ids, added }
}

const insertMemberships = statement(
  z.object({ id: z.uuid(), studentId: z.uuid() }),
  `insert into group_members (group_id, student_id, from_date, created_at)
    select n.group_id, n.student_id, $today::date, $now
      from jsonb_to_recordset($rows::jsonb) n (group_id uuid, student_id uuid)
    on conflict (tenant_id, group_id, student_id) where until_date is null do nothing
    returning id, student_id as "studentId"`,
)

/** Adds students to their groups. @returns ids of the memberships by student */
export async function joinGroups(
  scope: TenantScope,
  students: readonly { id: string; row: Pick<GroupedRow, 'groups'> }[],
  { groups, today, now }: { groups: ReadonlyMap<string, string>; today: string; now: string },
): Promise<Map<string, string[]>> {
  const rows = students.flatMap(({ id, row }) =>
    row.groups.map((name) => ({ group_id: groups.get(fold(name)), student_id: id })),
  )
  const joined = await scope.rows(insertMemberships, { rows: JSON.stringify(rows), today, now })
  const byStudent = Map.groupBy(joined, ({ studentId }) => studentId)
  return new Map([...byStudent].map(([studentId, found]) => [studentId, found.map(({ id }) => id)]))
}

import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { newIds } from '#core/server/identity/contacts.ts'
import { discardRows } from '../rows.ts'
import { recordMemberships } from '../record-memberships.ts'
import { writeInParts } from '../write-in-parts.ts'
import { writeStudents } from '../write-students.ts'
import type { Given, RosterLink } from './known-roster.ts'
import { nameGroupSource } from './known-roster.ts'
import { planRoster } from './plan-roster.ts'
import { noteUndo, saveRosterRows, type RowUndo } from './roster-rows.ts'
import type { RosterPlan } from './roster-plan.ts'
import { unpackRoster } from './unpack-roster.ts'
import type { RosterUndo } from './undo-roster.ts'

interface Writing {
  importId: string
  createdBy: string
  bytes: Buffer
  tell: (progress: number) => Promise<void>
}

/** Writes a roster, compared with the present state of the organization. @returns remarks on it */
export async function writeRoster(
  scope: TenantScope,
  { importId, createdBy, bytes, tell }: Writing,
): Promise<string[]> {
  const unpacked = await unpackRoster(bytes)
  if (!unpacked) throw new Error('The file of the import is no roster')
  const { plan, source } = await planRoster(scope, unpacked)
  await discardRows(scope, importId)
  await saveRosterRows(scope, importId, plan.rows)
  const writer = new RosterWriter(scope, { plan, source, importId })
  await writer.writePeople(createdBy, tell)
  await tell(plan.students.length + plan.contacts.length)
  await writer.writeGroups()
  await writer.writeMembers()
  await writer.writeStaff()
  const { members, groups, staff } = plan
  await recordMemberships(scope, importId, {
    groupsAdded: groups.filter(({ group }) => !group).length,
    membershipsAdded: members.filter(({ member }) => !member).length,
    membershipsChanged: members.filter(({ member }) => member).length,
    staffAdded: staff.length,
  })
  await tell(plan.rows.filter(({ outcome }) => outcome === 'new' || outcome === 'changed').length)
  return plan.remarks
}

const insertLinks = statement(`insert into roster_links
    (id, source, kind, source_id, student_id, user_id, group_id, member_id, given, import_id)
  select l.id, $source, l.kind, l.source_id, l.student_id, l.user_id, l.group_id, l.member_id, l.given, $importId
    from jsonb_to_recordset($rows::jsonb) l (id uuid, kind text, source_id text, student_id uuid, user_id uuid,
      group_id uuid, member_id uuid, given jsonb)`)

const updateLinks = statement(`update roster_links r
  set given = l.given, import_id = $importId, member_id = coalesce(l.member_id, r.member_id)
  from jsonb_to_recordset($rows::jsonb) l (id uuid, member_id uuid, given jsonb) where r.id = l.id`)

const insertGroups = statement(`insert into groups (id, name, kind, season, source, source_id, created_at, updated_at)
  select g.id, g.name, 'class', g.season, $groupSource, g.source_id, $now, $now
    from jsonb_to_recordset($rows::jsonb) g (id uuid, name text, season text, source_id text)`)

const updateGroups = statement(`update groups g set name = n.name, season = n.season, updated_at = $now
  from jsonb_to_recordset($rows::jsonb) n (id uuid, name text, season text) where g.id = n.id`)

const insertMembers = statement(`insert into group_members (id, group_id, student_id, from_date, until_date, created_at)
  select m.id, m.group_id, m.student_id, m.from_date, m.until_date, $now
    from jsonb_to_recordset($rows::jsonb) m
      (id uuid, group_id uuid, student_id uuid, from_date date, until_date date)`)

const updateMembers = statement(`update group_members m set from_date = n.from_date, until_date = n.until_date
  from jsonb_to_recordset($rows::jsonb) n (id uuid, from_date date, until_date date) where m.id = n.id`)

const insertStaff = statement(`insert into group_staff (id, group_id, user_id, created_at)
  select s.id, s.group_id, s.user_id, $now
    from jsonb_to_recordset($rows::jsonb) s (id uuid, group_id uuid, user_id uuid)`)

interface LinkedRow {
  number: number
  kind: RosterLink['kind']
  sourcedId: string
  link: RosterLink | undefined
  given: Given
  target: { student_id?: string; user_id?: string; group_id?: string; member_id?: string }
}

class RosterWriter {
  readonly #scope: TenantScope
  readonly #plan: RosterPlan
  readonly #source: string
  readonly #importId: string
  readonly #now: string

  constructor(scope: TenantScope, { plan, source, importId }: { plan: RosterPlan; source: string; importId: string }) {
    this.#scope = scope
    this.#plan = plan
    this.#source = source
    this.#importId = importId
    this.#now = scope.core.clock.now().toISOString()
  }

  async writePeople(createdBy: string, tell: (progress: number) => Promise<void>): Promise<void> {
    const { students, studentIds } = this.#plan
    const rows = students.map(({ row }) => row)
    const { ids, guardians } = await writeStudents(this.#scope, rows, { importId: this.#importId, createdBy, tell })
    for (const { sourcedId, row } of students) studentIds.set(sourcedId, ids.get(row.number))
    await this.#writeLinks(students, ({ sourcedId, row: { number }, link, given }) => ({
      number,
      kind: 'student',
      sourcedId,
      link,
      given,
      target: { student_id: idIn(studentIds, sourcedId) },
    }))
    await this.#writeLinks(this.#listContacts(guardians), (contact) => contact)
  }

  #listContacts(guardians: ReadonlyMap<string, { userId: string }>): LinkedRow[] {
    return this.#plan.contacts.flatMap(({ number, sourcedId, key, userId }) => {
      const id = userId ?? guardians.get(key)?.userId
      const target = { user_id: id ?? '' }
      return id === undefined
        ? []
        : [{ number, kind: 'guardian' as const, sourcedId, link: undefined, given: {}, target }]
    })
  }

  async writeGroups(): Promise<void> {
    const { groups, groupIds } = this.#plan
    const added = groups.filter(({ group }) => !group)
    const ids = await newIds(this.#scope, added.length)
    for (const [index, { sourcedId }] of added.entries()) groupIds.set(sourcedId, ids[index])
    const changed = groups.filter(
      ({ group, name, season }) => group && (group.name !== name || group.season !== season),
    )
    const rowsOf = (some: readonly (typeof groups)[number][]) =>
      JSON.stringify(
        some.map(({ sourcedId, name, season }) => ({
          id: idIn(groupIds, sourcedId),
          name,
          season,
          source_id: sourcedId,
        })),
      )
    const groupSource = nameGroupSource(this.#source)
    await writeInParts(added, (part) =>
      this.#scope.rows(insertGroups, { now: this.#now, groupSource, rows: rowsOf(part) }),
    )
    await writeInParts(changed, (part) => this.#scope.rows(updateGroups, { now: this.#now, rows: rowsOf(part) }))
    await this.#note(
      [...added, ...changed].map(({ number, sourcedId, group }) => ({
        number,
        undo: {
          group: {
            id: idIn(groupIds, sourcedId),
            before: group ? { name: group.name, season: group.season } : null,
            version: this.#now,
          },
        },
      })),
    )
    await this.#writeLinks(groups, ({ number, sourcedId, link, given }) => ({
      number,
      kind: 'class',
      sourcedId,
      link,
      given,
      target: { group_id: idIn(groupIds, sourcedId) },
    }))
  }

  async writeMembers(): Promise<void> {
    const { members } = this.#plan
    const ids = await newIds(this.#scope, members.length)
    const rows = members.map((planned, index) => ({
      planned,
      id: planned.member?.id ?? ids[index] ?? '',
      group_id: planned.member?.groupId ?? this.#plan.groupIdOf(planned.classId),
      student_id: planned.member?.studentId ?? this.#plan.studentIdOf(planned.personId),
      from_date: planned.from,
      until_date: planned.until,
    }))
    const changed = rows.filter(
      ({ planned: { member, from, until } }) => member && (member.from !== from || member.until !== until),
    )
    // Ends come first: a student has one membership per group at a time.
    await writeInParts(changed, (part) => this.#scope.rows(updateMembers, { rows: toJson(part) }))
    const added = rows.filter(({ planned: { member } }) => !member)
    await writeInParts(added, (part) => this.#scope.rows(insertMembers, { now: this.#now, rows: toJson(part) }))
    const written = [...added, ...changed]
    await writeInParts(written, (part) =>
      this.#note(
        part.map(({ planned: { number, member, from, until }, id }) => ({
          number,
          undo: {
            member: { id, before: member ? { from: member.from, until: member.until } : null, after: { from, until } },
          },
        })),
      ),
    )
    await this.#writeLinks(rows, ({ planned: { number, sourcedId, link, given }, id }) => ({
      number,
      kind: 'enrollment',
      sourcedId,
      link,
      given,
      target: { member_id: id },
    }))
  }

  async writeStaff(): Promise<void> {
    const { staff } = this.#plan
    const ids = await newIds(this.#scope, staff.length)
    const rows = staff.map(({ number, classId, userId }, index) => ({
      number,
      id: ids[index] ?? '',
      group_id: this.#plan.groupIdOf(classId),
      user_id: userId,
    }))
    await writeInParts(rows, (part) => this.#scope.rows(insertStaff, { now: this.#now, rows: JSON.stringify(part) }))
    await this.#note(rows.map(({ number, id }) => ({ number, undo: { staff: id } })))
  }

  /** Writes the links of rows, each with its undo data. */
  #writeLinks = <Row>(rows: readonly Row[], toLinked: (row: Row) => LinkedRow): Promise<void> =>
    writeInParts(rows, (part) => this.#writePartOfLinks(part.map(toLinked)))

  async #writePartOfLinks(rows: readonly LinkedRow[]): Promise<void> {
    const ids = await newIds(this.#scope, rows.length)
    const links = rows.map(({ kind, sourcedId, link, given, target }, index) => ({
      id: link?.id ?? ids[index] ?? '',
      isNew: !link,
      kind,
      source_id: sourcedId,
      given,
      ...target,
    }))
    const values = { source: this.#source, importId: this.#importId }
    await this.#scope.rows(insertLinks, { ...values, rows: JSON.stringify(links.filter(({ isNew }) => isNew)) })
    await this.#scope.rows(updateLinks, {
      importId: this.#importId,
      rows: JSON.stringify(links.filter(({ isNew }) => !isNew)),
    })
    await this.#note(
      rows.map(({ number, link }, index) => ({
        number,
        undo: {
          link: { id: links[index]?.id ?? '', before: link ? { given: link.given, memberId: link.memberId } : null },
        },
      })),
    )
  }

  #note = (rows: readonly (RowUndo & { undo: RosterUndo })[]): Promise<void> =>
    noteUndo(this.#scope, this.#importId, rows)
}

function idIn(ids: ReadonlyMap<string, string | undefined>, sourcedId: string): string {
  const id = ids.get(sourcedId)
  if (id === undefined) throw new Error('A row of the roster was written before what it refers to')
  return id
}

const toJson = (rows: readonly { planned: unknown }[]): string =>
  JSON.stringify(rows.map(({ planned: _, ...row }) => row))

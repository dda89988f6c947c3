import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'

const given = z.record(z.string(), z.string().nullable())
export type Given = z.infer<typeof given>

const rosterLink = z.object({
  id: z.uuid(),
  kind: z.enum(['student', 'guardian', 'class', 'enrollment']),
  sourceId: z.string(),
  studentId: z.uuid().nullable(),
  userId: z.uuid().nullable(),
  groupId: z.uuid().nullable(),
  memberId: z.uuid().nullable(),
  /** Latest values from the source. */
  given,
})
export type RosterLink = z.infer<typeof rosterLink>

const knownGroup = z.object({
  id: z.uuid(),
  sourceId: z.string().nullable(),
  name: z.string(),
  season: z.string(),
})
export type KnownGroup = z.infer<typeof knownGroup>

const knownMember = z.object({
  id: z.uuid(),
  groupId: z.uuid(),
  studentId: z.uuid(),
  from: z.string(),
  until: z.string().nullable(),
})
export type KnownMember = z.infer<typeof knownMember>

const knownContact = z.object({ id: z.uuid(), name: z.string() })

const selectLinks = statement(
  rosterLink,
  `select id, kind, source_id as "sourceId", student_id as "studentId", user_id as "userId", group_id as "groupId",
      member_id as "memberId", given from roster_links where source = $source`,
)

const linkedGroups = 'select group_id from roster_links where source = $source and group_id is not null'

const selectGroups = statement(
  knownGroup,
  `select id, case when source = $groupSource then source_id end as "sourceId", name, season from groups
    where source = $groupSource or id in (${linkedGroups})`,
)

const selectMembers = statement(
  knownMember,
  `select m.id, m.group_id as "groupId", m.student_id as "studentId", m.from_date as "from", m.until_date as "until"
    from group_members m join groups g on g.tenant_id = m.tenant_id and g.id = m.group_id
    where g.source = $groupSource or g.id in (${linkedGroups}) order by m.from_date, m.id`,
)

const selectStaff = statement(
  z.object({ groupId: z.uuid(), userId: z.uuid() }),
  `select s.group_id as "groupId", s.user_id as "userId"
    from group_staff s join groups g on g.tenant_id = s.tenant_id and g.id = s.group_id
    where g.source = $groupSource or g.id in (${linkedGroups})`,
)

const selectContacts = statement(
  knownContact,
  `select id, first_name || ' ' || last_name as name from users
    where id in (select user_id from roster_links where source = $source and user_id is not null)`,
)

/** State of an organization that a roster is compared with, besides its students and users. */
export interface KnownRoster {
  /** Links by kind and id of the source, as `student s1`. */
  links: ReadonlyMap<string, RosterLink>
  groups: ReadonlyMap<string, KnownGroup>
  members: readonly KnownMember[]
  /** Staff of groups, as `<group> <user>`. */
  staff: ReadonlySet<string>
  /** Names of linked guardians by their ids. */
  contacts: ReadonlyMap<string, string>
}

/** Names the system of an imported group. */
export const nameGroupSource = (source: string): string => `OneRoster ${source}`.trim().slice(0, 50)

export async function readKnownRoster(scope: TenantScope, source: string): Promise<KnownRoster> {
  const values = { source, groupSource: nameGroupSource(source) }
  const links = await scope.rows(selectLinks, { source })
  const groups = await scope.rows(selectGroups, values)
  const staff = await scope.rows(selectStaff, values)
  const contacts = await scope.rows(selectContacts, { source })
  return {
    links: new Map(links.map((link) => [`${link.kind} ${link.sourceId}`, link])),
    groups: new Map(groups.map((group) => [group.id, group])),
    members: await scope.rows(selectMembers, values),
    staff: new Set(staff.map(({ groupId, userId }) => `${groupId} ${userId}`)),
    contacts: new Map(contacts.map(({ id, name }) => [id, name])),
  }
}

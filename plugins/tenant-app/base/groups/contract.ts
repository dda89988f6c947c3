import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, line, requiredText } from '#core/contract/fields.ts'
import { pagingQuery, searchQuery } from '#core/contract/paging.ts'
import { admins, staff, staffAndParents } from '../../contract.ts'

export const groupKinds = ['class', 'team', 'cabin', 'cohort', 'other'] as const
export const groupKind = z.enum(groupKinds, 'Please select a kind')
export type GroupKind = z.infer<typeof groupKind>

export const groupColors = ['gray', 'red', 'yellow', 'green', 'blue', 'purple'] as const
export const groupColor = z.enum(groupColors, 'Please select a color')
export type GroupColor = z.infer<typeof groupColor>

/** Number of students that one call adds, and of names that one call looks up. */
export const MAX_MEMBER_BATCH = 200
/** Maximum number of staff of one group. */
const MAX_GROUP_STAFF = 50
/** Maximum number of students that one pasted name may match. */
export const MAX_NAME_MATCHES = 5

const groupFields = {
  name: requiredText(100, 'Name is required'),
  kind: groupKind,
  /** Season as free text: 'Summer 2027', '2026–27'. */
  season: line(50),
  color: groupColor,
}

const groupStaffMember = z.object({ id, name: z.string() })

export const group = z.object({
  id,
  ...groupFields,
  archivedAt: instant.nullable(),
  /** System that the group was imported from; null for groups made here. */
  source: z.string().nullable(),
  /** Students who are members today. */
  memberCount: z.number().int(),
  staff: z.array(groupStaffMember),
  updatedAt: instant,
})
export type Group = z.infer<typeof group>

export const newGroup = z.object({
  ...groupFields,
  season: groupFields.season.default(''),
  color: groupFields.color.default('gray'),
})
export type NewGroup = z.output<typeof newGroup>

/** Changes only the given fields. With `updatedAt` as it was read, a concurrent change by another user is a conflict. */
export const groupChange = z.object({ ...groupFields, updatedAt: instant }).partial()
export type GroupChange = z.output<typeof groupChange>

const day = z.iso
  .date('Not a valid date')
  .refine((value) => value >= '2000-01-01' && value < '2100-01-01', 'Between 2000 and 2099')

const studentIds = z
  .array(id)
  .min(1, 'Please select a student')
  .max(MAX_MEMBER_BATCH, `At most ${MAX_MEMBER_BATCH} at once`)
  .transform((ids) => [...new Set(ids)])

/** One membership: a student who left and returned has two. */
export const groupMember = z.object({
  id,
  studentId: id,
  firstName: z.string(),
  lastName: z.string(),
  grade: z.string().nullable(),
  isActive: z.boolean(),
  from: z.string(),
  /** First day without the membership; null while it lasts. */
  until: z.string().nullable(),
})
export type GroupMember = z.infer<typeof groupMember>

export const newMembers = z.object({
  studentIds,
  /** First day of the membership; today by default, and never later. */
  from: day.optional(),
})
export type NewMembers = z.output<typeof newMembers>

export const memberLeaving = z.object({
  /** First day without the membership; today by default, and never later. */
  until: day.optional(),
})
export type MemberLeaving = z.output<typeof memberLeaving>

/** Students who match one pasted name, in either order of the names. */
export const nameMatch = z.object({
  name: z.string(),
  students: z.array(
    groupMember
      .pick({ studentId: true, firstName: true, lastName: true, grade: true })
      .extend({ isMember: z.boolean() }),
  ),
})
export type NameMatch = z.infer<typeof nameMatch>

/** A group of a student, for families. */
export const studentGroup = group.pick({ id: true, name: true, kind: true, season: true, color: true })
export type StudentGroup = z.infer<typeof studentGroup>

export const groupStatuses = ['active', 'archived'] as const

const ofGroup = z.object({ id })
const memberParams = z.object({ id, studentId: id })
const NOTHING_DIFFERS = 'Where nothing differs, nothing is changed'

export const groupsContract = {
  listGroups: endpoint({
    method: 'GET',
    path: '/api/groups',
    summary: 'Groups of students by name, with the number of members today; instructors see groups they staff',
    access: staff,
    query: searchQuery.extend({ status: z.enum(groupStatuses).default('active'), kind: groupKind.optional() }),
    response: z.array(group),
  }),
  createGroup: endpoint({
    method: 'POST',
    path: '/api/groups',
    status: 201,
    summary: 'Create a group',
    audit: 'group.created',
    access: admins,
    body: newGroup,
    response: group,
  }),
  getGroup: endpoint({
    method: 'GET',
    path: '/api/groups/{id}',
    summary: 'One group',
    access: staff,
    params: ofGroup,
    response: group,
  }),
  updateGroup: endpoint({
    method: 'PUT',
    path: '/api/groups/{id}',
    summary: 'Change a group',
    audit: 'group.updated',
    unaudited: NOTHING_DIFFERS,
    access: admins,
    params: ofGroup,
    body: groupChange,
    response: group,
  }),
  archiveGroup: endpoint({
    method: 'POST',
    path: '/api/groups/{id}/archive',
    summary: 'Archive a group; its members and their history stay',
    audit: 'group.archived',
    unaudited: NOTHING_DIFFERS,
    access: admins,
    params: ofGroup,
    response: group,
  }),
  restoreGroup: endpoint({
    method: 'POST',
    path: '/api/groups/{id}/restore',
    summary: 'Restore an archived group',
    audit: 'group.restored',
    unaudited: NOTHING_DIFFERS,
    access: admins,
    params: ofGroup,
    response: group,
  }),
  deleteGroup: endpoint({
    method: 'DELETE',
    path: '/api/groups/{id}',
    summary: 'Delete a group that never had members',
    audit: 'group.deleted',
    access: admins,
    params: ofGroup,
    response: 'none',
  }),
  listMembers: endpoint({
    method: 'GET',
    path: '/api/groups/{id}/members',
    summary: 'Members of a group by name: today, on a day, or former memberships, newest first',
    access: staff,
    params: ofGroup,
    query: pagingQuery.extend({ status: z.enum(['current', 'former']).default('current'), on: day.optional() }),
    response: z.array(groupMember),
  }),
  addMembers: endpoint({
    method: 'POST',
    path: '/api/groups/{id}/members',
    summary: 'Add students to a group; students who are members already stay',
    audit: 'group.members-added',
    unaudited: 'Where all of them are members already, nothing is changed',
    access: admins,
    params: ofGroup,
    body: newMembers,
    response: z.object({ addedIds: z.array(id) }),
  }),
  removeMember: endpoint({
    method: 'POST',
    path: '/api/groups/{id}/members/{studentId}/leave',
    status: 204,
    summary: 'End the membership of a student; its history stays',
    audit: 'group.member-removed',
    access: admins,
    params: memberParams,
    body: memberLeaving,
    response: 'none',
  }),
  matchNames: endpoint({
    method: 'POST',
    path: '/api/groups/{id}/matches',
    summary: 'Find the active students whom pasted names mean',
    unaudited: 'Nothing is changed',
    access: admins,
    params: ofGroup,
    body: z.object({
      names: z
        .array(line(200))
        .min(1, 'Paste at least one name')
        .max(MAX_MEMBER_BATCH, `At most ${MAX_MEMBER_BATCH} at once`),
    }),
    bodyLimit: 256 * 1024,
    response: z.array(nameMatch),
  }),
  setStaff: endpoint({
    method: 'PUT',
    path: '/api/groups/{id}/staff',
    summary: 'Choose the staff of a group',
    audit: 'group.staff-changed',
    unaudited: NOTHING_DIFFERS,
    access: admins,
    params: ofGroup,
    body: z.object({
      userIds: z
        .array(id)
        .max(MAX_GROUP_STAFF, `At most ${MAX_GROUP_STAFF}`)
        .transform((ids) => [...new Set(ids)]),
    }),
    response: group,
  }),
  listStudentGroups: endpoint({
    method: 'GET',
    path: '/api/students/{id}/groups',
    summary: 'Groups that a student is a member of today, by name',
    access: staffAndParents,
    params: z.object({ id }),
    response: z.array(studentGroup),
  }),
} as const

import { randomUUID } from 'node:crypto'
import type { Scope } from '#core/server/core.ts'
import { dayFrom, hoursAgo, insert } from './rows.ts'
import type { SeededOrganization, SeededStudent } from './rows.ts'

const demoGroups = [
  { name: 'Falcons', kind: 'team', color: 'blue', season: '2026–27', members: 12 },
  { name: 'Junior builders', kind: 'class', color: 'green', season: '2026–27', members: 9 },
  { name: 'Robotics cohort', kind: 'cohort', color: 'purple', season: 'Spring 2027', members: 6 },
] as const

/** Days since the members of the demo joined their groups. */
const MEMBER_DAYS = 30

/**
 * Seeds groups of consecutive students by name, so that a few are in two; one has left.
 * @returns the ids of the groups
 */
export async function seedGroups(
  scope: Scope,
  { id: tenantId, today, instructors }: SeededOrganization,
  students: readonly SeededStudent[],
  { count = demoGroups.length, mark = '' }: { count?: number; mark?: string } = {},
): Promise<string[]> {
  const createdAt = hoursAgo(scope, 24 * MEMBER_DAYS)
  const groups = demoGroups.slice(0, count).map(({ members, name, ...group }, index) => ({
    row: { id: randomUUID(), tenantId, createdAt, updatedAt: createdAt, ...group, name: `${name}${mark}` },
    students: students.slice(index * 8, index * 8 + members),
    userId: instructors[index],
  }))
  await insert(
    scope,
    'groups',
    groups.map(({ row }) => row),
  )
  await insert(
    scope,
    'groupMembers',
    groups.flatMap(({ row, students: members }) =>
      members.map((student, place) => ({
        tenantId,
        groupId: row.id,
        studentId: student.id,
        fromDate: dayFrom(today, -MEMBER_DAYS),
        untilDate: place === 0 ? dayFrom(today, -5) : null,
        createdAt,
      })),
    ),
  )
  await insert(
    scope,
    'groupStaff',
    groups.flatMap(({ row, userId }) => (userId ? [{ tenantId, groupId: row.id, userId, createdAt }] : [])),
  )
  return groups.map(({ row }) => row.id)
}

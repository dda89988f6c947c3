import type { PlatformScope } from '#core/server/core.ts'
import { boardKinds } from '../competition/leaderboard/contract.ts'
import { hoursAgo, insert } from './rows.ts'
import type { SeededOrganization, SeededStudent } from './rows.ts'
import type { Random } from './random.ts'

/** Seeds the leaderboard settings, a different kind per organization, and a child whom a guardian has hidden. */
export async function seedLeaderboard(
  scope: PlatformScope,
  { id: tenantId }: SeededOrganization,
  students: readonly SeededStudent[],
  random: Random,
): Promise<void> {
  await insert(scope, 'leaderboardSettings', [
    {
      tenantId,
      kind: random.one(boardKinds),
      teamBy: 'grade',
      showsParents: true,
      showsStudents: true,
      displayNames: 'initial',
      displayEntries: 15,
      updatedAt: hoursAgo(scope, 24 * 30),
    },
  ])
  const child = students.find(({ guardians, hasAccount }) => guardians.length > 0 && !hasAccount)
  const [guardian] = child?.guardians ?? []
  if (!child || !guardian) return
  const absence = { tenantId, studentId: child.id, takenOffBy: guardian.id, takenOffAt: hoursAgo(scope, 24 * 9) }
  await insert(scope, 'leaderboardAbsences', [absence])
}

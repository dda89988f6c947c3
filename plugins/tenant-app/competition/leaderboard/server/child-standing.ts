import { z } from 'zod'
import { record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { forbidden } from '#core/server/errors.ts'
import { requireStudent } from '../../../base/families/server/children.ts'
import { lockGuardians } from '../../../base/families/server/links.ts'
import { isAdmin } from '../../../shared/server/roles.ts'
import type { ChildStanding } from '../settings-contract.ts'
import { announceBoard } from './announce-board.ts'
import { getLeaderboardSettings } from './settings.ts'

const selectAbsence = statement(
  z.object({ takenOffBy: z.uuid().nullable(), takenOffAt: z.string() }),
  `select taken_off_by as "takenOffBy", taken_off_at as "takenOffAt" from leaderboard_absences
    where student_id = $studentId`,
)

async function readChildStanding(scope: TenantScope, studentId: string): Promise<Omit<ChildStanding, 'isShown'>> {
  const [absence] = await scope.rows(selectAbsence, { studentId })
  const { user } = scope.actor
  const isGuardian = user?.role === 'parent'
  return {
    isOff: absence !== undefined,
    takenOffAt: absence?.takenOffAt ?? null,
    // One guardian's refusal stands until that guardian withdraws it, as with consents.
    mayChange: isAdmin(scope) || (isGuardian && (absence === undefined || absence.takenOffBy === user.id)),
  }
}

/** @throws not-found unless the caller sees the child */
export async function getChildStanding(scope: TenantScope, studentId: string): Promise<ChildStanding> {
  await requireStudent(scope, studentId)
  const { showsParents, showsStudents } = await getLeaderboardSettings(scope)
  return { ...(await readChildStanding(scope, studentId)), isShown: showsParents || showsStudents }
}

const insertAbsence = statement(
  'insert into leaderboard_absences (student_id, taken_off_by, taken_off_at) values ($studentId, $by, $now)',
)
const deleteAbsence = statement('delete from leaderboard_absences where student_id = $studentId')

/**
 * Hides a child from every board and display, or shows it again.
 * @throws not-found unless the caller sees the child, forbidden to show a child whom another guardian or an admin hid
 */
export async function changeChildStanding(
  scope: TenantScope,
  studentId: string,
  { isOff }: { isOff: boolean },
): Promise<ChildStanding> {
  await requireStudent(scope, studentId)
  await lockGuardians(scope, studentId)
  const before = await readChildStanding(scope, studentId)
  if (before.isOff === isOff) return getChildStanding(scope, studentId)
  if (!before.mayChange) {
    throw forbidden('The organization has hidden this child from the leaderboard. An admin can show them again.')
  }
  const { user } = scope.actor
  // The row refers to a user of the organization, which platform staff are not.
  const by = user?.tenantId === scope.tenantId ? user.id : null
  const values = { studentId, by, now: scope.core.clock.now() }
  await scope.rows(isOff ? insertAbsence : deleteAbsence, isOff ? values : { studentId })
  await record(scope, {
    action: isOff ? 'leaderboard.child-taken-off' : 'leaderboard.child-put-back',
    category: 'system',
    description: `${isOff ? 'Took' : 'Put'} ${referTo('student', studentId)} ${isOff ? 'off' : 'back on'} the leaderboard`,
    resource: 'student',
    resourceId: studentId,
  })
  await announceBoard(scope)
  return getChildStanding(scope, studentId)
}

import type { TenantScope } from '#core/server/core.ts'
import type { Registration } from '../contract.ts'
import { chooseStudents } from './group-places.ts'
import { registerForSeries } from './register-series.ts'
import { registerStudents, type Registered } from './register-students.ts'

/** Registers students, or the members of a group, for a session or its whole series. @throws errors of either function */
export async function register(
  scope: TenantScope,
  sessionId: string,
  { studentIds, groupId, isForSeries }: Registration,
): Promise<Registered & { sessions?: number }> {
  const chosen = await chooseStudents(scope, { studentIds, groupId })
  return isForSeries
    ? registerForSeries(scope, sessionId, chosen, groupId)
    : registerStudents(scope, sessionId, chosen, groupId)
}

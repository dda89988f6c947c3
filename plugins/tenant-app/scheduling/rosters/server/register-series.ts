import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { conflict, invalidField } from '#core/server/errors.ts'
import { countText } from '#core/server/texts.ts'
import { getSession } from '../../sessions/server/sessions.ts'
import { keepReasons } from './place-reasons.ts'
import { givePlaces } from './places.ts'
import { registerStudents, type Registered } from './register-students.ts'

const countActiveStudents = statement(
  z.object({ count: z.number() }),
  'select count(*)::int as count from students where id = any($studentIds::uuid[]) and is_active',
)

const lockSeriesSessions = statement(
  z.object({ id: z.uuid(), isToCome: z.boolean() }),
  `select id, status = 'scheduled' and start_date > $now as "isToCome" from sessions
    where series_id = $seriesId and (status = 'scheduled' and start_date > $now
      or id = $sessionId and status in ('scheduled', 'in-progress'))
    order by id for no key update`,
)

/**
 * Registers students for all upcoming sessions of a session's series, and for that one if it has begun and is not over.
 * @throws not-found, forbidden while another instructor runs that one, conflict at `studentIds` where it belongs to no series
 *   or none of it is upcoming, invalid there for students who are not active in the organization
 */
export async function registerForSeries(
  scope: TenantScope,
  sessionId: string,
  studentIds: readonly string[],
  groupId: string | null = null,
): Promise<Registered & { sessions: number }> {
  const { name, seriesId } = await getSession(scope, sessionId)
  if (!seriesId) throw conflict('studentIds', 'This session does not belong to a series')
  const sessions = await scope.rows(lockSeriesSessions, { sessionId, seriesId, now: scope.core.clock.now() })
  if (sessions.length === 0) throw conflict('studentIds', 'No session of this series is still to come')
  const [found] = await scope.rows(countActiveStudents, { studentIds })
  if (found?.count !== studentIds.length) {
    throw invalidField('studentIds', 'One of them is no active student of this organization any more')
  }
  const toCome = sessions.flatMap(({ id, isToCome }) => (isToCome ? [id] : []))
  const here =
    toCome.length < sessions.length
      ? await registerStudents(scope, sessionId, studentIds, groupId)
      : { registered: 0, waitlisted: 0 }
  const places = await keepReasons(scope, { sessionIds: toCome, studentIds, groupId }, () =>
    givePlaces(scope, toCome, studentIds),
  )
  if (places.registered + places.waitlisted > 0) {
    await record(scope, {
      action: 'session.students-registered',
      category: 'system',
      description: `Registered ${countText(studentIds.length, 'student')} for ${countText(toCome.length, 'session')} of the series ${name}`,
      resource: 'session',
      resourceId: sessionId,
      metadata: { studentIds, seriesId, ...(groupId && { groupId }) },
    })
  }
  return {
    sessions: sessions.length,
    registered: here.registered + places.registered,
    waitlisted: here.waitlisted + places.waitlisted,
  }
}

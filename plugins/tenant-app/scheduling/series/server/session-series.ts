import { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { conflict, notFound } from '#core/server/errors.ts'
import { refuseOutdated } from '#core/server/versions.ts'
import type { Session, SessionChange } from '../../sessions/contract.ts'
import { lockSchedule, updateSession } from '../../sessions/server/schedule-sessions.ts'
import { getSession } from '../../sessions/server/sessions.ts'
import { ownFields, sessionSeries, type OwnField, type SessionSeries } from '../session-contract.ts'
import { addMilliseconds } from './rule.ts'
import { getSeries } from './series.ts'

const neighborRow = sessionSeries.shape.next.unwrap()

const selectSessionsInOrder = statement(
  neighborRow,
  `select id, start_date as "startDate", end_date as "endDate", status from sessions where series_id = $seriesId order by original_start, id`,
)

const selectTemplate = statement(
  sessionSeries.shape.planned.omit({ startDate: true, endDate: true }).extend({ durationMinutes: z.number() }),
  `select r.name, r.description, tp.project_id as "projectId", pr.title as "projectTitle",
      u.id as "instructorId", u.first_name || ' ' || u.last_name as "instructorName",
      r.max_participants as "maxParticipants", r.location, r.duration_minutes as "durationMinutes"
    from session_series r left join users u on u.tenant_id = r.tenant_id and u.id = r.instructor_id
      left join tenant_projects tp on tp.tenant_id = r.tenant_id and tp.id = r.tenant_project_id
      left join projects pr on pr.owner = tp.project_id_owner and pr.id = tp.project_id
    where r.id = $seriesId`,
)

const MINUTE_MS = 60_000
const timeFields = ['startDate', 'endDate']

/** @throws not-found where the caller sees no such session, or it belongs to no series */
export async function getSessionSeries(scope: TenantScope, sessionId: string): Promise<SessionSeries> {
  const { seriesId, originalStart, detached } = await getSession(scope, sessionId)
  if (!seriesId || !originalStart) throw notFound('Series')
  const { id, name, timeZone, repeat } = await getSeries(scope, seriesId)
  const sessions = await scope.rows(selectSessionsInOrder, { seriesId })
  const [found] = await scope.rows(selectTemplate, { seriesId })
  if (!found) throw notFound('Series')
  const { durationMinutes, ...planned } = found
  const index = sessions.findIndex((one) => one.id === sessionId)
  return {
    id,
    name,
    timeZone,
    repeat,
    position: index + 1,
    total: sessions.length,
    previous: sessions[index - 1] ?? null,
    next: sessions[index + 1] ?? null,
    own: ownFields.filter((field) => namesOf(field).some((one) => detached.includes(one))),
    planned: {
      ...planned,
      startDate: originalStart,
      endDate: addMilliseconds(originalStart, durationMinutes * MINUTE_MS),
    },
  }
}

const namesOf = (field: OwnField) => (field === 'time' ? timeFields : [field])

/** Lists the sessions of a series in order. @throws as `getSessionSeries` */
export async function listSeriesSessions(
  scope: TenantScope,
  sessionId: string,
): Promise<z.infer<typeof neighborRow>[]> {
  const { seriesId } = await getSession(scope, sessionId)
  if (!seriesId) throw notFound('Series')
  return scope.rows(selectSessionsInOrder, { seriesId })
}

const updateAttachedFields = statement(
  `update sessions set detached = array(select unnest(detached) except select unnest($names::text[]) order by 1)
    where id = $id`,
)

/**
 * Resets an upcoming session's own fields to the values of its series, with which they change again.
 * @throws not-found, outdated (409), conflict at `fields` where it has begun or its time in the series is over, and as
 *   `updateSession` where the instructor teaches another session then or more students are registered than would fit
 */
export async function resetSession(
  scope: TenantScope,
  sessionId: string,
  { fields, updatedAt }: { fields: readonly OwnField[]; updatedAt?: string | undefined },
): Promise<Session> {
  await lockSchedule(scope)
  const before = await getSession(scope, sessionId)
  refuseOutdated('this session', before.updatedAt, updatedAt)
  const { planned, own, id: seriesId, name } = await getSessionSeries(scope, sessionId)
  const now = scope.core.clock.now().getTime()
  if (before.status !== 'scheduled' || Date.parse(before.startDate) <= now) {
    throw conflict('fields', 'Only a session that is still to come can be reset')
  }
  const chosen = own.filter((field) => fields.includes(field))
  if (chosen.includes('time') && Date.parse(planned.startDate) <= now) {
    throw conflict('fields', 'The time that this session has in its series is over')
  }
  const names = chosen.flatMap(namesOf)
  const change = Object.fromEntries(Object.entries(planned).filter(([field]) => names.includes(field)))
  await updateSession(scope, sessionId, { ...(change as SessionChange), updatedAt: before.updatedAt })
  await scope.rows(updateAttachedFields, { id: sessionId, names })
  await record(scope, {
    action: 'session.reset',
    category: 'system',
    description: `Reset the session ${before.name} to the series ${name}`,
    resource: 'session',
    resourceId: sessionId,
    metadata: { fields: chosen, seriesId },
  })
  return getSession(scope, sessionId)
}

import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { emit } from '#core/server/events/events.ts'
import { zoneOf } from '../../../shared/server/time-zone.ts'
import { checkSubstitutesAreFree } from '../../sessions/server/availability.ts'
import { sessionsUpdated } from '../../sessions/server/events.ts'
import { MAX_REMARKS, type ZoneEffect } from '../zone-contract.ts'
import { planZone } from './zone-plan.ts'

/** Previews how upcoming sessions would keep their local time in another zone. */
export async function previewZone(scope: TenantScope, timeZone: string): Promise<ZoneEffect> {
  const { moved, seriesIds, kept, remarks, targets } = await planZone(scope, await zoneOf(scope), timeZone)
  const [next] = moved
  const movedTo = targets.find(({ id }) => id === next?.id)?.startDate
  return {
    sessions: moved.length,
    series: seriesIds.length,
    kept,
    example: next && movedTo ? { name: next.name, startDate: next.startDate, movedTo } : null,
    remarks: remarks.slice(0, MAX_REMARKS),
    remarkCount: remarks.length,
  }
}

const updateSeriesZone = statement(
  `update session_series set time_zone = $timeZone, updated_at = greatest($now, updated_at + interval '1 millisecond')
    where id = any($ids::uuid[])`,
)

const updateMovedSessions = statement(
  `update sessions s set start_date = case when c."isMoved" then c."startDate" else s.start_date end,
      end_date = case when c."isMoved" then c."endDate" else s.end_date end,
      original_start = coalesce(c."originalStart", s.original_start),
      instructor_id = case when c."losesInstructor" then null else s.instructor_id end,
      detached = case when c."losesInstructor" and s.series_id is not null and not 'instructorId' = any(s.detached)
        then s.detached || '{instructorId}' else s.detached end,
      updated_at = case when c."isMoved" then greatest($now, s.updated_at + interval '1 millisecond') else s.updated_at end
    from jsonb_to_recordset($targets::jsonb) c (id uuid, "startDate" timestamptz, "endDate" timestamptz,
      "originalStart" timestamptz, "isMoved" boolean, "losesInstructor" boolean)
    where s.id = c.id`,
)

/**
 * Moves upcoming sessions, and the rules of their series, to another zone, keeping their local time. Call it in the transaction
 * that changes the organization's zone.
 * @returns the number of moved sessions
 * @throws conflict at `timeZone` where the instructor of a single day would teach two sessions at once
 */
export async function moveToZone(scope: TenantScope, from: string, to: string): Promise<number> {
  const plan = await planZone(scope, from, to)
  await checkSubstitutesAreFree(
    scope,
    plan.targets.flatMap(({ id, startDate, endDate, isMoved, losesInstructor }) => {
      const before = isMoved && plan.moved.find((one) => one.id === id)
      if (!before) return []
      const { name, instructorId, isScheduled } = before
      return [
        { id, name, startDate, endDate, instructorId: losesInstructor ? null : instructorId, takesPlace: isScheduled },
      ]
    }),
    { zone: to, field: 'timeZone' },
  )
  const now = scope.core.clock.now()
  if (plan.seriesIds.length > 0) await scope.rows(updateSeriesZone, { ids: plan.seriesIds, timeZone: to, now })
  if (plan.targets.length > 0) await scope.rows(updateMovedSessions, { targets: JSON.stringify(plan.targets), now })
  const gone = plan.targets.filter(({ isMoved }) => isMoved)
  if (gone.length > 0) {
    const fieldsOf = gone.map(({ id, losesInstructor }): [string, string[]] => [
      id,
      ['startDate', 'endDate', ...(losesInstructor ? ['instructorId'] : [])],
    ])
    await emit(scope, sessionsUpdated, {
      tenantId: scope.tenantId,
      seriesId: null,
      sessionIds: gone.map(({ id }) => id),
      name: 'The schedule',
      fieldsOf: Object.fromEntries(fieldsOf),
    })
  }
  return gone.length
}

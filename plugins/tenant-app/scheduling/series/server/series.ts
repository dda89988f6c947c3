import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { tableModel } from '#core/server/database/model.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { seenSessions } from '../../sessions/server/policies.ts'
import { series as answered, type Series } from '../contract.ts'
import { daysOf, readRule } from './rule.ts'

const series = z.object({
  id: z.uuid(),
  previousSeriesId: z.uuid().nullable(),
  name: z.string(),
  description: z.string(),
  tenantProjectId: z.uuid().nullable(),
  instructorId: z.uuid().nullable(),
  maxParticipants: z.number().int().nullable(),
  location: z.string(),
  timeZone: z.string(),
  firstDay: z.string(),
  startTime: z.string(),
  durationMinutes: z.number().int(),
  rule: z.string(),
  lastDay: z.string().nullable(),
  sessionCount: z.number().int().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type SeriesRow = z.infer<typeof series>

/** Rule of a series, and the fields of its new sessions. */
export class SeriesModel extends tableModel('session_series', series) {}

const selectSeries = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    answered.omit({ repeat: true }).extend({
      firstDay: z.string(),
      rule: z.string(),
      lastDay: z.string().nullable(),
      sessionCount: z.number().nullable(),
    }),
    `select r.id, r.name, r.time_zone as "timeZone", r.first_day as "firstDay", r.rule, r.last_day as "lastDay",
        r.session_count as "sessionCount", c.sessions, c.upcoming, c.detached,
        r.previous_series_id as "previousSeriesId", r.updated_at as "updatedAt"
      from session_series r cross join lateral (
        select count(*) filter (where s.status <> 'cancelled')::int as sessions,
          count(*) filter (where s.status = 'scheduled' and s.start_date > $now)::int as upcoming,
          count(*) filter (where s.status = 'scheduled' and s.start_date > $now and s.detached <> '{}')::int as detached,
          count(*) as found
        from sessions s where s.tenant_id = r.tenant_id and s.series_id = r.id and ${seenSessions(viewer, 's.id')}
      ) c
      where r.id = $id and c.found > 0`,
  ),
)

/** @throws not-found unless the caller sees sessions of it */
export async function getSeries(scope: TenantScope, id: string): Promise<Series> {
  const values = { id, now: scope.core.clock.now(), ...callerOf(scope) }
  const [found] = await scope.rows(selectSeries({ viewer: viewerOf(scope) }), values)
  if (!found) throw notFound('Series')
  const { firstDay, rule, lastDay, sessionCount, ...shown } = found
  const { days, everyWeeks } = readRule(rule)
  const last = lastDay ?? daysOf({ firstDay, rule, lastDay, sessionCount }).at(-1) ?? firstDay
  return { ...shown, repeat: { days, everyWeeks, lastDay: last, count: null } }
}

import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { invalidField } from '#core/server/errors.ts'
import { MAX_SESSIONS } from '../contract.ts'
import { daysOf, instantOf, addMilliseconds, type Schedule } from './rule.ts'

/** Time of a session by the rule. */
export interface Occurrence {
  originalStart: string
  startDate: string
  endDate: string
}

/** @throws invalid at the end of the rule, if it makes no or too many sessions */
export function expand(
  schedule: Schedule,
  duration: number,
): { occurrences: Occurrence[]; nonexistent: string[]; days: string[] } {
  const days = daysOf(schedule)
  if (days.length === 0) throw invalidField('repeat.lastDay', 'There is no session before that day')
  if (days.length > MAX_SESSIONS) {
    throw invalidField('repeat.lastDay', `More than ${MAX_SESSIONS} sessions. Choose an earlier day.`)
  }
  const occurrences: Occurrence[] = []
  const nonexistent: string[] = []
  for (const day of days) {
    const wall = Temporal.PlainDateTime.from(`${day}T${schedule.startTime}`)
    const startDate = instantOf(wall, schedule.timeZone)
    if (startDate)
      occurrences.push({ originalStart: startDate, startDate, endDate: addMilliseconds(startDate, duration) })
    else nonexistent.push(wall.toString({ smallestUnit: 'minute' }))
  }
  return { occurrences, nonexistent, days }
}

/** A session of a series to insert. */
export interface NewOccurrence extends Occurrence {
  instructorId: string | null
  isSkipped: boolean
  detached: readonly string[]
}

const insertSessions = statement(
  z.object({ id: z.uuid() }),
  `insert into sessions (series_id, name, description, tenant_project_id, max_participants, location, original_start,
      start_date, end_date, instructor_id, status, is_skipped, detached, created_at, updated_at)
    select r.id, r.name, r.description, (select id from tenant_projects where id = r.tenant_project_id), r.max_participants, r.location, o."originalStart",
      o."startDate", o."endDate", o."instructorId", case when o."isSkipped" then 'cancelled' else 'scheduled' end,
      o."isSkipped", array(select jsonb_array_elements_text(o.detached)), $now, $now
    from jsonb_to_recordset($occurrences::jsonb) o ("originalStart" timestamptz, "startDate" timestamptz,
        "endDate" timestamptz, "instructorId" uuid, "isSkipped" boolean, detached jsonb)
      join session_series r on r.id = $seriesId
    order by o."startDate"
    returning id`,
)

/** Inserts sessions of a series, with its fields for new ones. @returns their ids, the earliest first */
export async function insertOccurrences(
  scope: TenantScope,
  seriesId: string,
  occurrences: readonly NewOccurrence[],
): Promise<string[]> {
  if (occurrences.length === 0) return []
  const values = { seriesId, occurrences: JSON.stringify(occurrences), now: scope.core.clock.now() }
  return (await scope.rows(insertSessions, values)).map(({ id }) => id)
}

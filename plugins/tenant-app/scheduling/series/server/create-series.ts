import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { emit } from '#core/server/events/events.ts'
import { enforceSessionLimit } from '#core/server/limits.ts'
import { countText } from '#core/server/texts.ts'
import { zoneOf } from '../../../shared/server/time-zone.ts'
import { checkInstructor } from '../../../base/people/server/instructors.ts'
import { assignProject } from '../../../base/projects/server/adopt-projects.ts'
import { sessionsCreated } from '../../sessions/server/events.ts'
import { lockSchedule } from '../../sessions/server/schedule-sessions.ts'
import { getSession } from '../../sessions/server/sessions.ts'
import type { AskedPlan, NewSeries, Plan, PlannedSession, Repeat } from '../contract.ts'
import { clashesOf, findWithoutInstructor, type Placed } from './clashes.ts'
import { closuresOf } from './closed-days.ts'
import { expand, insertOccurrences } from './occurrences.ts'
import { ruleOf, wallOf, type Schedule } from './rule.ts'
import { SeriesModel } from './series.ts'

const MINUTE_MS = 60_000

/** Returns the schedule of repeating sessions, the first of which begins at or after an instant. */
function scheduleOf(startDate: string, repeat: Repeat, timeZone: string): Schedule {
  const wall = wallOf(startDate, timeZone)
  return {
    timeZone,
    firstDay: wall.toPlainDate().toString(),
    startTime: wall.toPlainTime().toString({ smallestUnit: 'second' }),
    rule: ruleOf(repeat),
    lastDay: repeat.lastDay,
    sessionCount: repeat.count,
  }
}

/**
 * Previews the planned session or series, with closed days and clashes.
 * @throws not-found, invalid at `instructorId` or the end of `repeat`
 */
export async function previewPlan(scope: TenantScope, asked: AskedPlan): Promise<Plan> {
  const { startDate, endDate, instructorId, location, repeat, sessionId } = asked
  if (sessionId) await getSession(scope, sessionId)
  if (instructorId) await checkInstructor(scope, instructorId)
  const timeZone = await zoneOf(scope)
  const duration = Date.parse(endDate) - Date.parse(startDate)
  const { occurrences, nonexistent } = repeat
    ? expand(scheduleOf(startDate, repeat, timeZone), duration)
    : { occurrences: [{ startDate, endDate }], nonexistent: [] }
  const placed = occurrences.map((occurrence) => ({ ...occurrence, instructorId, location, sessionId }))
  const except = sessionId ? [sessionId] : []
  return { sessions: await planSessions(scope, placed, timeZone, except), nonexistent }
}

/** Plans sessions, with their closures and clashes. */
export async function planSessions(
  scope: TenantScope,
  placed: readonly Placed[],
  timeZone: string,
  except: readonly string[],
): Promise<PlannedSession[]> {
  const closedFor = await closuresOf(
    scope,
    placed.map(({ startDate }) => startDate),
    timeZone,
  )
  const clashing = await clashesOf(scope, placed, except)
  return placed.map(({ startDate, endDate }, index) => ({
    startDate,
    endDate,
    closedFor: closedFor(startDate),
    clashes: clashing[index]?.clashes ?? [],
    clashCount: clashing[index]?.clashCount ?? 0,
  }))
}

/**
 * Schedules a series. Sessions on closed days are created as skipped; where the instructor teaches another session, one has no
 * instructor yet.
 * @throws plan.limit (403) unless all of them fit, invalid at `instructorId`, `projectId` or the end of `repeat`
 */
export async function createSeries(scope: TenantScope, { repeat, ...input }: NewSeries) {
  await lockSchedule(scope)
  if (input.instructorId) await checkInstructor(scope, input.instructorId)
  const timeZone = await zoneOf(scope)
  const schedule = scheduleOf(input.startDate, repeat, timeZone)
  const duration = Date.parse(input.endDate) - Date.parse(input.startDate)
  const { occurrences } = expand(schedule, duration)
  const { name, description, projectId, instructorId, maxParticipants, location } = input
  const placed = occurrences.map((occurrence) => ({ ...occurrence, instructorId, location }))
  const plans = await planSessions(scope, placed, timeZone, [])
  const open = placed.map((one, index) => (plans[index]?.closedFor ? { ...one, instructorId: null } : one))
  const isWithout = await findWithoutInstructor(scope, open, plans)
  const rows = placed.map((one, index) => {
    const isSkipped = Boolean(plans[index]?.closedFor)
    const hasNone = !isSkipped && instructorId !== null && isWithout[index] === true
    return { ...one, isSkipped, ...(hasNone ? { instructorId: null, detached: ['instructorId'] } : { detached: [] }) }
  })
  const taking = rows.filter(({ isSkipped }) => !isSkipped)
  const skipped = rows.length - taking.length
  await enforceSessionLimit(
    scope,
    scope.tenantId,
    taking.map(({ startDate }) => startDate),
  )
  const now = scope.core.clock.now().toISOString()
  const { id: seriesId } = await SeriesModel.query(scope.trx).insert({
    ...schedule,
    durationMinutes: Math.max(Math.round(duration / MINUTE_MS), 1),
    name,
    description,
    tenantProjectId: projectId && (await assignProject(scope, projectId)),
    instructorId,
    maxParticipants,
    location,
    createdAt: now,
    updatedAt: now,
  })
  const sessionIds = await insertOccurrences(scope, seriesId, rows)
  await record(scope, {
    action: 'series.created',
    category: 'system',
    description: `Scheduled the series ${name} with ${countText(rows.length, 'session')}`,
    resource: 'series',
    resourceId: seriesId,
    after: { ...input, repeat },
  })
  await emit(scope, sessionsCreated, { tenantId: scope.tenantId, seriesId, sessionIds, name })
  return {
    seriesId,
    sessions: rows.length - skipped,
    skipped,
    withoutInstructor: rows.filter(({ detached }) => detached.length > 0).length,
  }
}

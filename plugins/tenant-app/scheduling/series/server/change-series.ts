import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { emit } from '#core/server/events/events.ts'
import { enforceSessionLimit } from '#core/server/limits.ts'
import { countText } from '#core/server/texts.ts'
import { assignProject } from '../../../base/projects/server/adopt-projects.ts'
import { sessionsCreated, sessionsDeleted, sessionsUpdated } from '../../sessions/server/events.ts'
import type { SeriesChange, SeriesEffect } from '../contract.ts'
import { planChange, type ChangePlan, type Target } from './change-plan.ts'
import { namesOf } from './occurrence-rows.ts'
import { insertOccurrences } from './occurrences.ts'
import type { Moved } from './reshape.ts'
import { SeriesModel, type SeriesRow } from './series.ts'

const sharedFields = ['name', 'description', 'projectId', 'maxParticipants', 'location'] as const
const sessionFields = ['startDate', 'endDate', 'instructorId'] as const

/** Names the fields of a session that a change modifies; the session's own fields stay. */
function fieldsOf({ tenantProjectId, ...series }: SeriesRow, change: SeriesChange, target: Target): string[] {
  const before = { ...series, projectId: tenantProjectId }
  const { row } = target
  return [
    ...sharedFields.filter((field) => {
      return change[field] !== undefined && change[field] !== before[field] && !row.detached.includes(field)
    }),
    ...sessionFields.filter((field) => target[field] !== row[field]),
  ]
}

/** Previews a change of a series. @throws as `changeSeries` */
export async function previewSeriesChange(
  scope: TenantScope,
  sessionId: string,
  change: SeriesChange,
): Promise<SeriesEffect> {
  const plan = await planChange(scope, sessionId, change)
  return effectOf(scope, plan, plan.series.id)
}

/**
 * Changes or cancels a series from a session on, or all of it that has not begun. Sessions that have begun, have attendance or
 * are canceled stay, and so do a session's own fields. With `following` the series is split into two.
 * @throws not-found, outdated (409), plan.limit (403), conflict, forbidden where an instructor would take sessions from their
 *   leaders, invalid at a field
 */
export async function changeSeries(scope: TenantScope, sessionId: string, change: SeriesChange): Promise<SeriesEffect> {
  const plan = await planChange(scope, sessionId, change)
  await enforceSessionLimit(scope, scope.tenantId, plan.starts, plan.leaving)
  const { series, shape, targets } = plan
  const isSplit = change.status === undefined && shape.before.length > 0
  const projectId = change.projectId && (await assignProject(scope, change.projectId))
  const written = { ...change, projectId }
  const seriesId = await writeSeries(scope, plan, written, isSplit)
  const called = await removeVanishing(scope, shape.vanishing)
  await writeSessions(scope, seriesId, [...targets, ...called], written)
  if (isSplit) await scope.rows(updateSeriesVersions, { seriesId: series.id, now: scope.core.clock.now() })
  const created = await insertOccurrences(scope, seriesId, plan.added)
  const changed = targets.filter(({ isKept }) => !isKept)
  const name = change.name ?? series.name
  await record(scope, {
    action: 'series.changed',
    category: 'system',
    description: `${change.status ? 'Cancelled' : 'Changed'} ${countText(changed.length, 'session')} of the series ${name}`,
    resource: 'series',
    resourceId: seriesId,
    after: change,
    metadata: { appeared: created.length, vanished: shape.vanishing.length },
  })
  const { tenantId } = scope
  const announced = changed.map(({ row }) => row.id)
  if (announced.length > 0) {
    const fields = changed.map((target) => [target.row.id, fieldsOf(series, written, target)] as const)
    const what = { name, fieldsOf: Object.fromEntries(fields), movedTo: change.status }
    await emit(scope, sessionsUpdated, { tenantId, seriesId, sessionIds: announced, ...what })
  }
  if (created.length > 0) await emit(scope, sessionsCreated, { tenantId, seriesId, sessionIds: created, name })
  if (called.length > 0) {
    const sessionIds = called.map(({ row }) => row.id)
    await emit(scope, sessionsUpdated, { tenantId, seriesId, sessionIds, name, movedTo: 'cancelled' })
  }
  const unused = unusedOf(shape.vanishing)
  if (unused.length > 0) {
    await emit(scope, sessionsDeleted, { tenantId, seriesId, sessionIds: unused, name })
  }
  return effectOf(scope, plan, seriesId)
}

/** Saves the series with its new rule, or the following sessions as a new series. @returns the series of the sessions */
async function writeSeries(
  scope: TenantScope,
  { series, shape }: ChangePlan,
  change: SeriesChange,
  isSplit: boolean,
): Promise<string> {
  const now = scope.core.clock.now().toISOString()
  // A canceled series keeps its rule, so that its original times remain visible.
  const when = change.status ? {} : { ...shape.schedule, durationMinutes: shape.durationMinutes }
  const template: Partial<SeriesRow> = { ...templateOf(change), ...when, updatedAt: now }
  if (!isSplit) {
    await SeriesModel.query(scope.trx).findById(series.id).patch(template)
    return series.id
  }
  const [last] = shape.before.slice(-1)
  const lastDay = last ? dayBefore(last.originalStart, series) : series.firstDay
  await SeriesModel.query(scope.trx).findById(series.id).patch({ lastDay, sessionCount: null, updatedAt: now })
  const { id: _id, ...before } = series
  const { id } = await SeriesModel.query(scope.trx).insert({
    ...before,
    ...template,
    previousSeriesId: series.id,
    createdAt: now,
  })
  return id
}

/** Day of the last session that the series keeps. */
const dayBefore = (originalStart: string, { timeZone }: SeriesRow) =>
  Temporal.Instant.from(originalStart).toZonedDateTimeISO(timeZone).toPlainDate().toString()

function templateOf({ name, description, projectId, instructorId, maxParticipants, location }: SeriesChange) {
  const template: Partial<SeriesRow> = {
    name,
    description,
    tenantProjectId: projectId,
    instructorId,
    maxParticipants,
    location,
  }
  return Object.fromEntries(Object.entries(template).filter(([, value]) => value !== undefined))
}

/** SQL: the change's value of a column, unless the session has its own. */
const takeField = (column: string, field: string) =>
  `${column} = case when not c."isKept" and '${field}' = any($fields::text[]) and not '${field}' = any(s.detached)
    then $${field} else s.${column} end`

const updateReshapedSessions = statement(
  `update sessions s set series_id = $seriesId, original_start = c."originalStart",
      start_date = case when c."isKept" then s.start_date else c."startDate" end,
      end_date = case when c."isKept" then s.end_date else c."endDate" end,
      status = case when c."isKept" then s.status when c."isCancelled" or c."isSkipped" then 'cancelled' else 'scheduled' end,
      is_skipped = c."isSkipped" and not c."isCancelled", instructor_id = c."instructorId",
      detached = case when c."losesInstructor" and not 'instructorId' = any(s.detached)
        then s.detached || '{instructorId}' else s.detached end,
      ${takeField('name', 'name')}, ${takeField('description', 'description')}, ${takeField('tenant_project_id', 'projectId')},
      ${takeField('max_participants', 'maxParticipants')}, ${takeField('location', 'location')},
      updated_at = case when c."isKept" then s.updated_at else greatest($now, s.updated_at + interval '1 millisecond') end
    from jsonb_to_recordset($targets::jsonb) c (id uuid, "originalStart" timestamptz, "startDate" timestamptz,
      "endDate" timestamptz, "instructorId" uuid, "isKept" boolean, "isSkipped" boolean, "isCancelled" boolean,
      "losesInstructor" boolean)
    where s.id = c.id`,
)

async function writeSessions(
  scope: TenantScope,
  seriesId: string,
  targets: readonly Target[],
  change: SeriesChange,
): Promise<void> {
  const { name = null, description = null, projectId = null, maxParticipants = null, location = null } = change
  const rows = targets.map(({ row, ...target }) => ({ ...target, id: row.id }))
  await scope.rows(updateReshapedSessions, {
    seriesId,
    targets: JSON.stringify(rows),
    fields: Object.keys(change).filter((field) => change[field as keyof SeriesChange] !== undefined),
    name,
    description,
    projectId,
    maxParticipants,
    location,
    now: scope.core.clock.now(),
  })
}

// Users with one of its sessions open would save on top of a shortened series, and get a conflict instead.
const updateSeriesVersions = statement(
  `update sessions set updated_at = greatest($now, updated_at + interval '1 millisecond')
    where series_id = $seriesId and status = 'scheduled'`,
)

const deleteSessions = statement('delete from sessions where id = any($ids::uuid[])')

/** Ids of sessions without any registration ever. */
const unusedOf = (vanishing: readonly Moved[]) => vanishing.flatMap(({ row }) => (row.isUsed ? [] : [row.id]))

/** Deletes sessions that the rule no longer makes, or cancels them where a student was ever registered. */
async function removeVanishing(scope: TenantScope, vanishing: readonly Moved[]): Promise<Target[]> {
  const unused = unusedOf(vanishing)
  if (unused.length > 0) await scope.rows(deleteSessions, { ids: unused })
  return vanishing
    .filter(({ row }) => row.isUsed)
    .map((moved) => ({
      ...moved,
      instructorId: moved.row.instructorId,
      isSkipped: false,
      isCancelled: true,
      losesInstructor: false,
    }))
}

async function effectOf(scope: TenantScope, plan: ChangePlan, seriesId: string): Promise<SeriesEffect> {
  const { shape, targets, appearing, troubled } = plan
  const names = await namesOf(
    scope,
    shape.vanishing.flatMap(({ row }) => (row.students > 0 ? [row.id] : [])),
  )
  const changed = targets.filter(({ isKept }) => !isKept).length
  return {
    seriesId,
    changed,
    kept: targets.length - changed,
    appearing,
    vanishing: shape.vanishing.map(({ row }) => ({
      startDate: row.startDate,
      endDate: row.endDate,
      registered: row.students,
      students: names.get(row.id) ?? [],
    })),
    troubled,
    nonexistent: shape.nonexistent,
  }
}

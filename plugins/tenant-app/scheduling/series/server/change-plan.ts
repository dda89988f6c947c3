import type { TenantScope } from '#core/server/core.ts'
import { conflict, notFound } from '#core/server/errors.ts'
import { refuseOutdated } from '#core/server/versions.ts'
import { countText } from '#core/server/texts.ts'
import { checkInstructor } from '../../../base/people/server/instructors.ts'
import { checkSubstitutesAreFree } from '../../sessions/server/availability.ts'
import { lockSchedule } from '../../sessions/server/schedule-sessions.ts'
import { getSession } from '../../sessions/server/sessions.ts'
import type { PlannedSession, SeriesChange } from '../contract.ts'
import { findWithoutInstructor } from './clashes.ts'
import { planSessions } from './create-series.ts'
import { occurrencesOf, type OccurrenceRow } from './occurrence-rows.ts'
import type { NewOccurrence } from './occurrences.ts'
import { refuseTaking } from './refuse-taking.ts'
import { reshape, type Moved, type Reshaped } from './reshape.ts'
import { SeriesModel, type SeriesRow } from './series.ts'

/** A session after the change. */
export interface Target extends Moved {
  instructorId: string | null
  isSkipped: boolean
  isCancelled: boolean
  /** True if its instructor teaches another session then. */
  losesInstructor: boolean
}

export interface ChangePlan {
  series: SeriesRow
  shape: Reshaped
  targets: Target[]
  added: NewOccurrence[]
  appearing: PlannedSession[]
  troubled: PlannedSession[]
  /** Starts of the affected sessions that take place after the change. */
  starts: string[]
  /** Starts of the same sessions before the change. */
  leaving: string[]
}

const isOpen = ({ isSkipped, isCancelled, isKept }: Target) => !isKept && !isSkipped && !isCancelled

/**
 * Plans the change of a series, with its sessions locked.
 * @throws not-found, outdated (409), conflict, forbidden where an instructor would take sessions from their leaders, invalid at
 *   a field
 */
export async function planChange(scope: TenantScope, sessionId: string, change: SeriesChange): Promise<ChangePlan> {
  await lockSchedule(scope)
  const session = await getSession(scope, sessionId)
  refuseOutdated('this session', session.updatedAt, change.updatedAt)
  const series = session.seriesId ? await SeriesModel.query(scope.trx).findById(session.seriesId) : undefined
  if (!series) throw notFound('Series')
  const rows = await occurrencesOf(scope, series.id)
  const pivot = rows.find(({ id }) => id === sessionId)
  if (!pivot) throw notFound('Session')
  const isCancelling = change.status === 'cancelled'
  const shape = reshape(series, rows, pivot, isCancelling ? cancellationOf(change) : change, scope.core.clock.now())
  const changing = shape.moved.filter(({ isKept }) => !isKept)
  await checkFields(
    scope,
    change,
    changing.map(({ row }) => row),
  )
  const except = [...changing.map(({ row }) => row.id), ...shape.vanishing.map(({ row }) => row.id)]
  const placed = changing.map(({ row, startDate, endDate }) => ({
    startDate,
    endDate,
    instructorId: valueFor(row, 'instructorId', change.instructorId),
    location: valueFor(row, 'location', change.location),
    sessionId: row.id,
  }))
  const appeared = shape.appearing.map((occurrence) => ({
    ...occurrence,
    instructorId: change.instructorId === undefined ? series.instructorId : change.instructorId,
    location: change.location ?? series.location,
  }))
  const all = isCancelling ? [] : [...placed, ...appeared]
  const plans = await planSessions(scope, all, series.timeZone, except)
  const isSkipped = all.map((one, index) => {
    const row = changing[index]?.row
    if (!row) return plans[index]?.closedFor !== null
    if (row.detached.includes('status')) return false
    return one.startDate === row.startDate ? row.isSkipped : plans[index]?.closedFor !== null
  })
  const open = all.map((one, index) => (isSkipped[index] ? { ...one, instructorId: null } : one))
  const isWithout = (await findWithoutInstructor(scope, open, plans)).map(
    (without, index) => without && !isSkipped[index],
  )
  const targets = changing.map((moved, index) => ({
    ...moved,
    instructorId: isWithout[index] ? null : (placed[index]?.instructorId ?? null),
    isSkipped: isSkipped[index] === true,
    isCancelled: isCancelling,
    losesInstructor: isWithout[index] === true,
  }))
  refuseTaking(
    scope,
    targets.filter(({ losesInstructor }) => losesInstructor).map(({ row }) => row),
  )
  const added = appeared.map((occurrence, index): NewOccurrence => {
    const hasNone = isWithout[placed.length + index] === true
    return {
      ...occurrence,
      instructorId: hasNone ? null : occurrence.instructorId,
      isSkipped: isSkipped[placed.length + index] === true,
      detached: hasNone ? ['instructorId'] : [],
    }
  })
  await checkSubstitutesAreFree(scope, [
    ...targets.map((target) => ({
      ...pickTimes(target),
      id: target.row.id,
      name: target.row.name,
      takesPlace: isOpen(target),
    })),
    ...shape.vanishing.map(({ row }) => ({ ...pickTimes(row), id: row.id, name: row.name, takesPlace: false })),
    ...added.map((one) => ({ ...pickTimes(one), id: null, name: series.name, takesPlace: !one.isSkipped })),
  ])
  const kept = shape.moved.filter((one) => one.isKept)
  const before = [...changing, ...shape.vanishing].filter(({ row }) => row.status === 'scheduled')
  const after = [...targets.filter(isOpen), ...added.filter((one) => !one.isSkipped)]
  return {
    series,
    shape,
    targets: [...targets, ...kept.map(unchangedTarget)],
    added,
    appearing: plans.slice(placed.length),
    troubled: plans.slice(0, placed.length).filter((plan, index) => isTroubled(plan, targets[index], change)),
    starts: after.map(({ startDate }) => startDate),
    leaving: before.map(({ row }) => row.startDate),
  }
}

const pickTimes = ({
  startDate,
  endDate,
  instructorId,
}: Pick<OccurrenceRow, 'startDate' | 'endDate' | 'instructorId'>) => ({
  startDate,
  endDate,
  instructorId,
})

/** Removes all other fields of a cancellation, which moves nothing. */
const cancellationOf = ({ scope }: SeriesChange): SeriesChange => ({ scope })

/** Returns a session's own value, or the change's. */
function valueFor<Value>(row: OccurrenceRow & Record<string, unknown>, field: string, value: Value | undefined): Value {
  return value === undefined || row.detached.includes(field) ? (row[field] as Value) : value
}

const unchangedTarget = (moved: Moved): Target => ({
  ...moved,
  instructorId: moved.row.instructorId,
  isSkipped: moved.row.isSkipped,
  isCancelled: moved.row.status === 'cancelled',
  losesInstructor: false,
})

/** Reports whether a planner should see a session first: known trouble is left out. */
function isTroubled(
  { closedFor, clashes }: PlannedSession,
  target: Target | undefined,
  { instructorId, location }: SeriesChange,
): boolean {
  if (!target) return false
  const hasMoved = target.startDate !== target.row.startDate || target.endDate !== target.row.endDate
  const isElsewhere = hasMoved || instructorId !== undefined || location !== undefined
  return (hasMoved && closedFor !== null) || (isElsewhere && clashes.length > 0)
}

async function checkFields(scope: TenantScope, change: SeriesChange, rows: readonly OccurrenceRow[]): Promise<void> {
  const { instructorId, maxParticipants } = change
  if (instructorId) await checkInstructor(scope, instructorId)
  if (instructorId !== undefined) refuseTaking(scope, rows)
  if (!maxParticipants) return
  const over = rows.filter((row) => !row.detached.includes('maxParticipants') && row.registered > maxParticipants)
  if (over.length === 0) return
  const most = Math.max(...over.map(({ registered }) => registered))
  throw conflict(
    'maxParticipants',
    `In ${countText(over.length, 'of these sessions', 'of these sessions')} there are more participants already, up to ${most}`,
  )
}

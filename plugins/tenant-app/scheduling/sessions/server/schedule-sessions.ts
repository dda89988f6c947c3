import type { PartialModelObject } from 'objection'
import { changedFields, record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { conflict, invalidField } from '#core/server/errors.ts'
import { emit } from '#core/server/events/events.ts'
import { enforceSessionLimit } from '#core/server/limits.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import { checkInstructor } from '../../../base/people/server/instructors.ts'
import { assignProject } from '../../../base/projects/server/adopt-projects.ts'
import { describeEndTrouble, MAX_SESSION_DAYS, MAX_TERM_DAYS } from '../contract.ts'
import type { NewSession, Session, SessionChange } from '../contract.ts'
import { nextStatuses, type SessionState, type SessionStatus } from '../state-contract.ts'
import { sessionCreated, sessionUpdated } from './events.ts'
import { checkInstructorIsFree } from './availability.ts'
import { checkOwns } from './check-leads.ts'
import { SessionModel } from './session.ts'
import { getSession } from './sessions.ts'

/**
 * Schedules a session.
 * @param writeDays writes its own days; by default it meets on each day between
 * @throws plan.limit (403) at the organization's limit, invalid at `instructorId` or `projectId`, conflict (409) at
 *   `instructorId` when the instructor teaches another session at that time
 */
export async function createSession(
  scope: TenantScope,
  input: NewSession,
  writeDays?: (sessionId: string) => Promise<unknown>,
): Promise<Session> {
  await lockSchedule(scope)
  await enforceSessionLimit(scope, scope.tenantId, [input.startDate])
  if (input.instructorId) {
    await checkInstructor(scope, input.instructorId)
    if (input.status !== 'cancelled' && !writeDays) await checkInstructorIsFree(scope, input.instructorId, input)
  }
  const now = scope.core.clock.now().toISOString()
  const { id } = await SessionModel.query(scope.trx).insert({
    ...(await columnsOf(scope, input)),
    hasOwnDays: writeDays !== undefined,
    createdAt: now,
    updatedAt: now,
  })
  await writeDays?.(id)
  const created = await getSession(scope, id)
  await record(scope, {
    action: 'session.created',
    category: 'system',
    description: `Scheduled the session ${created.name}`,
    resource: 'session',
    resourceId: id,
    after: input,
  })
  await emit(scope, sessionCreated, { tenantId: scope.tenantId, sessionId: id, name: created.name })
  return created
}

/**
 * Changes the given fields of a session.
 * @throws not-found, outdated (409) when `updatedAt` differs, forbidden where another instructor leads it and it is in progress
 *   or would be reassigned, plan.limit (403) where it moves to a billing period that is full, conflict at `status`,
 *   `instructorId` or `maxParticipants`, invalid at a field
 */
export async function updateSession(
  scope: TenantScope,
  id: string,
  { updatedAt, ...change }: SessionChange,
): Promise<Session> {
  await lockSchedule(scope)
  await lockSession(scope, id)
  const before = await getSession(scope, id)
  refuseOutdated('this session', before.updatedAt, updatedAt)
  const changed = changedFields<Omit<SessionChange, 'updatedAt'>>(before, normalizeTimes(change))
  if (Object.keys(changed.after).length === 0) return before
  if (before.status === 'in-progress') await checkOwns(scope, id, 'Another instructor runs this session now')
  if (changed.after.instructorId !== undefined) {
    await checkOwns(
      scope,
      id,
      'Only the instructor who leads this session, or an admin, can give it to another instructor',
    )
  }
  await checkChange(scope, before, changed.after)
  await SessionModel.query(scope.trx)
    .findById(id)
    .patch({ ...(await columnsOf(scope, changed.after)), updatedAt: nextVersion(scope.core.clock, before.updatedAt) })
  if (before.seriesId) await updateDetached(scope, id, Object.keys(changed.after))
  const after = await getSession(scope, id)
  await record(scope, {
    action: 'session.updated',
    category: 'system',
    description: `Changed the session ${after.name}`,
    resource: 'session',
    resourceId: id,
    ...changed,
  })
  const { tenantId } = scope
  const fields = Object.keys(changed.after)
  await emit(scope, sessionUpdated, {
    tenantId,
    sessionId: id,
    name: after.name,
    fields,
    movedTo: changed.after.status,
    wasOver: Date.parse(before.endDate) <= scope.core.clock.now().getTime(),
  })
  return after
}

const lockScheduleKey = statement(
  `select pg_advisory_xact_lock(hashtextextended('tenant-app.schedule:' || $tenantId, 0))`,
)

/** Locks the organization's schedule to the end of the transaction, so that checks still hold when it is written. */
export async function lockSchedule(scope: TenantScope): Promise<void> {
  await scope.rows(lockScheduleKey, { tenantId: scope.tenantId })
}

const lockSessionRow = statement('select id from sessions where id = $id for no key update')

/** Locks before places are counted, so that none is given away that the change removes. */
export const lockSession = (scope: TenantScope, id: string) => scope.rows(lockSessionRow, { id })

const updateDetachedFields = statement(
  `update sessions set detached = array(select distinct unnest(detached || $fields::text[]) order by 1) where id = $id`,
)

/** Marks fields as the session's own: they stay when its series changes. */
export const updateDetached = (scope: TenantScope, id: string, fields: readonly string[]) =>
  scope.rows(updateDetachedFields, { id, fields })

async function checkChange(
  scope: TenantScope,
  before: Session,
  change: Omit<SessionChange, 'updatedAt'>,
): Promise<void> {
  const after = { ...before, ...change }
  const trouble = describeEndTrouble(after, before.hasOwnDays ? MAX_TERM_DAYS : MAX_SESSION_DAYS)
  if (trouble && (change.startDate || change.endDate)) throw invalidField('endDate', trouble)
  if (change.status && !nextStatuses(before.status, before.state).includes(change.status)) {
    throw conflict('status', `A session that is ${statusText(before.state)} cannot become ${statusText(change.status)}`)
  }
  if (change.maxParticipants && change.maxParticipants < before.currentParticipants) {
    throw conflict('maxParticipants', `There are ${before.currentParticipants} participants already`)
  }
  if (change.startDate && after.status !== 'cancelled') {
    await enforceSessionLimit(scope, scope.tenantId, [change.startDate], [before.startDate])
  }
  if (change.instructorId) await checkInstructor(scope, change.instructorId)
  const isElsewhere = change.instructorId || change.startDate || change.endDate
  if ((after.instructorId || after.hasOwnDays) && isElsewhere && after.status !== 'cancelled') {
    await checkInstructorIsFree(scope, after.instructorId, after, before.id)
  }
}

const statusText = (status: SessionState | SessionStatus) => status.replace('-', ' ')

/** Converts instants to the database's form, so that the same moment in another offset is no change. */
function normalizeTimes<Change extends Omit<SessionChange, 'updatedAt'>>(change: Change): Change {
  const utc = (name: 'startDate' | 'endDate') =>
    change[name] === undefined ? {} : { [name]: new Date(change[name]).toISOString() }
  return { ...change, ...utc('startDate'), ...utc('endDate') }
}

/** Maps the input to columns. The first session with a catalog project earmarks it. */
async function columnsOf(
  scope: TenantScope,
  { projectId, ...rest }: Omit<SessionChange, 'updatedAt'>,
): Promise<PartialModelObject<SessionModel>> {
  if (projectId === undefined) return rest
  return { ...rest, tenantProjectId: projectId && (await assignProject(scope, projectId)) }
}

import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, forbidden, notFound } from '#core/server/errors.ts'
import { nextVersion } from '#core/server/versions.ts'
import { listText } from '#core/server/texts.ts'
import type { NewCall, NewFollowUp, Sharing } from '../acts-contract.ts'
import { FollowUpModel, IncidentEntryModel, IncidentModel } from './incident.ts'
import { emailFamilies } from './emails.ts'
import { listNamedChildren } from './named-children.ts'
import { lockSeenIncident, requireManager, requireStaff, rightsOf } from './policies.ts'
import { recordIncident } from './write-incidents.ts'

const wrongState = (message: string) => new AppError('conflict', 409, message)

const isSubmitted = ({ status }: IncidentModel) => status !== 'draft'

/**
 * Reports whether the caller may share a report now: admins, leads, and by the setting writers of reports that are not serious.
 */
export async function mayShare(scope: TenantScope, incident: IncidentModel): Promise<boolean> {
  const { mayManage, instructorsShare } = await rightsOf(scope)
  return mayManage || (instructorsShare && !incident.isSerious && incident.writtenBy === scope.actor.user?.id)
}

/**
 * Shares a report: every guardian who may see the child reads it from now on.
 * @throws not-found, forbidden, conflict where it is not submitted or shared already, `incident.call-missing` 409,
 *   `incident.names` 409 where other children are named and that is not confirmed
 */
export async function shareIncident(
  scope: TenantScope,
  id: string,
  { familyText, isNameMeant }: Sharing,
): Promise<void> {
  const incident = await lockSeenIncident(scope, id)
  if (!(await mayShare(scope, incident))) throw forbidden('An admin shares this report with the family')
  if (incident.status !== 'submitted') {
    throw wrongState(isSubmitted(incident) ? 'This report is shared already' : 'Submit the report first')
  }
  if (incident.isSerious && (await countCalls(scope, id)) === 0) {
    throw new AppError('incident.call-missing', 409, 'This is serious: call a guardian and log the call first')
  }
  const { studentId, sessionId, eventId } = incident
  const text = { studentId, sessionId, eventId, familyText }
  const named = isNameMeant ? [] : await listNamedChildren(scope, text)
  if (named.length > 0) {
    const message = `The text for the family names ${listText(named)}. Write it without other children’s names.`
    throw new AppError('incident.names', 409, message, { fields: { familyText: message } })
  }
  await IncidentModel.query(scope.trx)
    .findById(id)
    .patch({
      status: 'shared',
      familyText,
      sharedAt: scope.core.clock.now().toISOString(),
      sharedByName: requireStaff(scope).name,
      updatedAt: nextVersion(scope.core.clock, incident.updatedAt),
    })
  await recordIncident(scope, incident, 'incident.shared', 'Shared an incident report with the family')
  await emailFamilies(scope, [id], false)
}

async function countCalls({ trx }: TenantScope, incidentId: string): Promise<number> {
  return IncidentEntryModel.query(trx).where({ incidentId, kind: 'call' }).resultSize()
}

/** Logs a call to a guardian. @throws not-found, conflict */
export async function addCall(scope: TenantScope, id: string, call: NewCall): Promise<{ id: string }> {
  return addEntry(scope, id, { kind: 'call', ...call }, ['incident.call-logged', 'Logged a call on an incident'])
}

/** Adds to a submitted report. @throws not-found, conflict */
export async function addToIncident(
  scope: TenantScope,
  id: string,
  { words }: { words: string },
): Promise<{ id: string }> {
  const entry = { kind: 'addition', words, happenedAt: scope.core.clock.now().toISOString() } as const
  return addEntry(scope, id, entry, ['incident.added-to', 'Added to an incident report'])
}

async function addEntry(
  scope: TenantScope,
  incidentId: string,
  entry: Partial<NewCall> & { kind: 'addition' | 'call'; words: string; happenedAt: string },
  [action, did]: [`incident.${string}`, string],
): Promise<{ id: string }> {
  const incident = await lockSeenIncident(scope, incidentId)
  if (!isSubmitted(incident)) throw wrongState('Submit the report first')
  if (incident.status === 'closed') throw wrongState('This report is closed')
  const { id } = await IncidentEntryModel.query(scope.trx).insert({
    ...entry,
    incidentId,
    madeByName: requireStaff(scope).name,
  })
  await recordIncident(scope, incident, action, did)
  return { id }
}

const selectOwner = statement(
  z.object({ id: z.uuid() }),
  `select id from users where tenant_id = $tenantId and id = $ownerId and is_active and role in ('tenant_admin', 'instructor')`,
)

/** @throws not-found, forbidden, conflict */
export async function addFollowUp(scope: TenantScope, incidentId: string, input: NewFollowUp): Promise<{ id: string }> {
  const incident = await lockSeenIncident(scope, incidentId)
  await requireManager(scope)
  if (!isSubmitted(incident) || incident.status === 'closed') throw wrongState('A follow-up belongs to an open report')
  const { tenantId } = scope
  if ((await scope.rows(selectOwner, { tenantId, ownerId: input.ownerId })).length === 0) throw notFound('Staff member')
  const { id } = await FollowUpModel.query(scope.trx).insert({
    ...input,
    incidentId,
    createdByName: requireStaff(scope).name,
  })
  await recordIncident(scope, incident, 'incident.follow-up-added', 'Added a follow-up to an incident')
  return { id }
}

/** @throws not-found, forbidden, conflict where it is completed already */
export async function completeFollowUp(scope: TenantScope, incidentId: string, id: string): Promise<void> {
  const incident = await lockSeenIncident(scope, incidentId)
  const found = await FollowUpModel.query(scope.trx).findOne({ id, incidentId })
  if (!found) throw notFound('Follow-up')
  if (found.ownerId !== scope.actor.user?.id) await requireManager(scope)
  if (found.doneAt !== null) throw wrongState('This follow-up is done already')
  await FollowUpModel.query(scope.trx)
    .findById(id)
    .patch({ doneAt: scope.core.clock.now().toISOString(), doneByName: requireStaff(scope).name })
  await recordIncident(scope, incident, 'incident.follow-up-done', 'Completed a follow-up of an incident')
}

/** @throws not-found, forbidden, conflict where it is not shared, or follow-ups are open */
export async function closeIncident(scope: TenantScope, id: string): Promise<void> {
  const incident = await lockSeenIncident(scope, id)
  await requireManager(scope)
  if (incident.status === 'closed') throw wrongState('This report is closed already')
  if (incident.sharedAt === null) throw wrongState('Share the report with the family first')
  const open = await FollowUpModel.query(scope.trx).where({ incidentId: id }).whereNull('doneAt').resultSize()
  if (open > 0) throw wrongState('Complete its follow-ups first')
  await IncidentModel.query(scope.trx)
    .findById(id)
    .patch({
      status: 'closed',
      closedAt: scope.core.clock.now().toISOString(),
      closedByName: requireStaff(scope).name,
      updatedAt: nextVersion(scope.core.clock, incident.updatedAt),
    })
  await recordIncident(scope, incident, 'incident.closed', 'Closed an incident report')
}

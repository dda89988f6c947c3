import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { record, referTo } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, invalidField, notFound } from '#core/server/errors.ts'
import { deleteFile } from '#core/server/files/files.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import type { DraftChange, NewIncidents } from '../contract.ts'
import { IncidentModel, IncidentPhotoModel } from './incident.ts'
import { emailSeriousIncident } from './emails.ts'
import { lockOwnIncident, requireStaff } from './policies.ts'

const selectChildren = statement(
  z.object({ id: z.uuid() }),
  'select id from students where id = any($studentIds::uuid[]) and erased_at is null',
)
const selectSession = statement(z.object({ id: z.uuid() }), 'select id from sessions where id = $sessionId')

const insertIncident = statement(
  z.object({ id: z.uuid() }),
  `insert into incidents (id, student_id, session_id, event_id, kind, occurred_at, place, description, body_parts, signs,
      supervised_by, witness, first_aid, prevention, family_text, written_by, written_by_name, created_at, updated_at)
    values ($id, $studentId, $sessionId, $eventId, $kind, $occurredAt, $place, $description, $bodyParts::text[],
      $signs::text[], $supervisedBy, $witness, $firstAid, $prevention, $familyText, $writtenBy, $writtenByName, $now, $now)
    on conflict (id) do nothing returning id`,
)

/**
 * Writes a report for each child of an event. Reports that this writer sent before stay unchanged.
 * @throws not-found, invalid where a submitted report lacks a description
 */
export async function createIncidents(scope: TenantScope, input: NewIncidents): Promise<{ ids: string[] }> {
  const { reports, isSubmitted, ...report } = input
  const writer = requireStaff(scope)
  const studentIds = [...new Set(reports.map(({ studentId }) => studentId))]
  if (studentIds.length < reports.length) throw invalidField('reports', 'A child has one report of an event')
  if ((await scope.rows(selectChildren, { studentIds })).length < studentIds.length) throw notFound('Student')
  const { sessionId } = report
  if (sessionId !== null && (await scope.rows(selectSession, { sessionId })).length === 0) throw notFound('Session')
  if (isSubmitted) refuseEmpty(report)
  const values = {
    ...report,
    eventId: randomUUID(),
    writtenBy: writer.id,
    writtenByName: writer.name,
    now: scope.core.clock.now(),
  }
  for (const { id, studentId } of reports) {
    const [written] = await scope.rows(insertIncident, { ...values, id, studentId })
    if (written) {
      await recordIncident(scope, { id, studentId }, 'incident.drafted', 'Drafted an incident report')
      if (isSubmitted) await submit(scope, await IncidentModel.query(scope.trx).findById(id).throwIfNotFound())
    } else {
      // The device repeats a request whose answer was lost; locking refuses the ids of other writers' reports.
      await lockOwnIncident(scope, id)
    }
  }
  return { ids: reports.map(({ id }) => id) }
}

function refuseEmpty({ description }: { description: string }): void {
  if (description === '') throw invalidField('description', 'Write what happened')
}

export const notDraftError = () =>
  new AppError('conflict', 409, 'This report is submitted and does not change any more')

const selectLists = statement(
  z.object({ bodyParts: z.array(z.string()), signs: z.array(z.string()) }),
  'select body_parts as "bodyParts", signs from incidents where id = $id',
)
const updateLists = statement(
  'update incidents set body_parts = $bodyParts::text[], signs = $signs::text[] where id = $id',
)

/** Changes an own draft. @throws not-found, forbidden, conflict where it is submitted, outdated */
export async function updateDraft(
  scope: TenantScope,
  id: string,
  { updatedAt, bodyParts, signs, ...change }: DraftChange,
): Promise<{ updatedAt: string }> {
  const before = await lockOwnIncident(scope, id)
  if (before.status !== 'draft') throw notDraftError()
  refuseOutdated('this report', before.updatedAt, updatedAt)
  const [lists] = await scope.rows(selectLists, { id })
  const isSame =
    Object.entries(change).every(([field, value]) => before[field as keyof typeof change] === value) &&
    (bodyParts === undefined || String(bodyParts) === String(lists?.bodyParts)) &&
    (signs === undefined || String(signs) === String(lists?.signs))
  if (isSame) return { updatedAt: before.updatedAt }
  const next = nextVersion(scope.core.clock, before.updatedAt)
  await IncidentModel.query(scope.trx)
    .findById(id)
    .patch({ ...change, updatedAt: next })
  await scope.rows(updateLists, {
    id,
    bodyParts: bodyParts ?? lists?.bodyParts ?? [],
    signs: signs ?? lists?.signs ?? [],
  })
  await recordIncident(scope, before, 'incident.draft-changed', 'Changed a draft of an incident report')
  return { updatedAt: next }
}

/** Deletes an own draft with its photos. @throws not-found, forbidden, conflict */
export async function deleteDraft(scope: TenantScope, id: string): Promise<void> {
  const before = await lockOwnIncident(scope, id)
  if (before.status !== 'draft') throw notDraftError()
  const photos = await IncidentPhotoModel.query(scope.trx).where({ incidentId: id })
  await IncidentPhotoModel.query(scope.trx).where({ incidentId: id }).delete()
  for (const photo of photos) await deleteFile(scope, photo.id)
  await IncidentModel.query(scope.trx).deleteById(id)
  await recordIncident(scope, before, 'incident.draft-deleted', 'Deleted a draft of an incident report')
}

/** Submits an own draft. @throws not-found, forbidden, conflict, invalid at `description` */
export async function submitIncident(scope: TenantScope, id: string): Promise<void> {
  const draft = await lockOwnIncident(scope, id)
  if (draft.status !== 'draft') throw notDraftError()
  refuseEmpty(draft)
  await submit(scope, draft)
}

async function submit(scope: TenantScope, draft: IncidentModel): Promise<void> {
  const now = scope.core.clock.now().toISOString()
  await IncidentModel.query(scope.trx)
    .findById(draft.id)
    .patch({ status: 'submitted', submittedAt: now, updatedAt: nextVersion(scope.core.clock, draft.updatedAt) })
  await recordIncident(scope, draft, 'incident.submitted', 'Submitted an incident report')
  if (draft.isSerious) await emailSeriousIncident(scope, draft.id)
}

/** Records an action on a report: the student, without the content. */
export async function recordIncident(
  scope: TenantScope,
  { id, studentId }: { id: string; studentId: string },
  action: `incident.${string}`,
  did: string,
): Promise<void> {
  await record(scope, {
    action,
    category: 'account',
    description: `${did} of ${referTo('student', studentId)}`,
    resource: 'incident',
    resourceId: id,
  })
}

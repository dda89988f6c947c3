import { z } from 'zod'
import type { FileKind, TenantScope } from '#core/server/core.ts'
import { viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { AppError, notFound } from '#core/server/errors.ts'
import { encodedImageTypes, MAX_ENCODED_IMAGE_BYTES } from '#core/server/files/encoded-image.ts'
import { deleteFile } from '#core/server/files/files.ts'
import { MAX_PHOTOS } from '../contract.ts'
import { IncidentPhotoModel } from './incident.ts'
import { lockOwnIncident, seenIncidents, sightOf } from './policies.ts'
import { notDraftError, recordIncident } from './write-incidents.ts'

const selectReached = variants({ viewer: viewers, isOwn: [true, false] }, ({ viewer, isOwn }) =>
  statement(
    z.object({ id: z.uuid() }),
    `select i.id from incidents i where i.id = $ownerId and ${seenIncidents(viewer, 'i.id')}
      ${isOwn ? 'and i.written_by = $caller' : ''}`,
  ),
)

const selectUses = statement(z.object({ id: z.uuid() }), 'select id from incident_photos where id = $fileId')

/** Private photos of incident reports: staff who read the report see them, its writer adds them, families never see them. */
export const incidentPhoto: FileKind = {
  id: 'tenant-app.incident-photo',
  types: encodedImageTypes,
  maxBytes: MAX_ENCODED_IMAGE_BYTES,
  belongsToChild: true,
  thumbnails: [320],
  may: async (scope, act, { ownerId }) => {
    if (scope.kind !== 'tenant' || ownerId === null) return false
    // Reports are by session alone.
    if (scope.actor.apiToken) return false
    const { user } = scope.actor
    if (user?.role !== 'tenant_admin' && user?.role !== 'instructor') return false
    const asked = selectReached({ viewer: viewerOf(scope), isOwn: act !== 'see' })
    return (await scope.rows(asked, { ownerId, ...sightOf(scope) })).length > 0
  },
  usesOf: async (scope, fileId) => (await scope.rows(selectUses, { fileId })).map(() => 'an incident report'),
}

/** Adds a stored photo to an own report. @throws not-found, forbidden, conflict */
export async function addPhoto(scope: TenantScope, incidentId: string, id: string): Promise<{ id: string }> {
  const incident = await lockOwnIncident(scope, incidentId)
  const count = await IncidentPhotoModel.query(scope.trx).where({ incidentId }).resultSize()
  if (count >= MAX_PHOTOS) throw new AppError('conflict', 409, `A report has at most ${MAX_PHOTOS} photos`)
  await IncidentPhotoModel.query(scope.trx).insert({ id, incidentId, createdAt: scope.core.clock.now().toISOString() })
  await recordIncident(scope, incident, 'incident.photo-added', 'Added a photo to an incident report')
  return { id }
}

/** Deletes a photo of an own draft. @throws not-found, forbidden, conflict once it is submitted */
export async function deleteIncidentPhoto(scope: TenantScope, incidentId: string, id: string): Promise<void> {
  const incident = await lockOwnIncident(scope, incidentId)
  if (incident.status !== 'draft') throw notDraftError()
  if ((await IncidentPhotoModel.query(scope.trx).where({ id, incidentId }).delete()) === 0) throw notFound('Photo')
  await deleteFile(scope, id)
  await recordIncident(scope, incident, 'incident.photo-deleted', 'Deleted a photo of an incident report')
}

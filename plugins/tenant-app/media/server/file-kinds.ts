import { z } from 'zod'
import type { FileKind, Scope, TenantScope } from '#core/server/core.ts'
import type { KeptFile } from '#core/server/files/kept-file.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { encodedImageTypes, MAX_ENCODED_IMAGE_BYTES } from '#core/server/files/encoded-image.ts'
import { mediaKinds } from '#core/server/files/media-types.ts'
import { refuseProgram } from '#core/server/files/programs.ts'
import { MEDIA_FILE, type MediaKind } from '../contract.ts'
import { MediaModel } from './media.ts'
import { instructedSessions } from '../../base/people/server/meeting-instructors.ts'
import { seenOne, sightOf } from './policies.ts'

const selectSeenMedia = variants({ viewer: viewers }, ({ viewer }) =>
  statement(z.object({ id: z.uuid() }), `select m.id from media m where m.id = $id and ${seenOne(viewer, 'm.id')}`),
)

const selectFedSession = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    z.object({ id: z.uuid() }),
    `select s.id from sessions s where s.id = $sessionId and ${instructedSessions(viewer, 's.id')}`,
  ),
)

const editorRoles: ReadonlySet<string> = new Set(['superadmin', 'tenant_admin', 'instructor', 'system'])

/**
 * Reports whether the caller may add media to a session, or to none: admins anywhere, instructors to sessions that they lead.
 */
export async function mayPutInto(scope: TenantScope, sessionId: string | null): Promise<boolean> {
  const viewer = viewerOf(scope)
  if (sessionId === null) return viewer !== 'instructor' && editorRoles.has(viewer)
  return (await scope.rows(selectFedSession({ viewer }), { sessionId, ...callerOf(scope) })).length > 0
}

const selectFileName = statement(
  z.object({ fileName: z.string() }),
  `select file_name as "fileName" from media
  where id = $id and deleted_at is null`,
)

/** Access rules of the library's files. Files are deleted in the library, and purged when they can no longer be restored. */
const gate: Pick<FileKind, 'belongsToChild' | 'may' | 'usesOf' | 'resource'> = {
  belongsToChild: true,
  resource: 'media',
  may: async (scope, act, { id, ownerId }) => {
    if (scope.kind !== 'tenant') return false
    if (act === 'put') return mayPutInto(scope, ownerId)
    const viewer = viewerOf(scope)
    if (act === 'delete' && !editorRoles.has(viewer)) return false
    return id !== null && (await scope.rows(selectSeenMedia({ viewer }), { id, ...sightOf(scope) })).length > 0
  },
  usesOf: async (scope, id) => ((await scope.rows(selectFileName, { id })).length > 0 ? ['the Media Library'] : []),
}

const kindOf: Readonly<Record<string, MediaKind>> = { ...mediaKinds, 'image/svg+xml': 'document' }

/** @throws invalid 400 at `file`, not-found at an organization's wrong place */
export async function putIntoLibrary(
  scope: Scope,
  { id, filename, mimeType }: KeptFile,
  sessionId: string | null,
): Promise<TenantScope> {
  // A super admin on the platform's host belongs to no organization, and was refused by the gate.
  if (scope.kind !== 'tenant') throw notFound('Media')
  refuseProgram('file', filename)
  const now = scope.core.clock.now().toISOString()
  const kind = kindOf[mimeType] ?? 'picture'
  await MediaModel.query(scope.trx).insert({ id, sessionId, kind, fileName: filename, createdAt: now, updatedAt: now })
  return scope
}

/** All files except images, uploaded in parts. */
export const mediaFile: FileKind = {
  ...gate,
  id: MEDIA_FILE,
  types: Object.keys(kindOf),
  maxBytes: 2 * 1024 ** 3,
  resumable: async (scope, file) => void (await putIntoLibrary(scope, file, file.ownerId)),
}

/** Images, which are encoded anew before they are stored. */
export const mediaPicture: FileKind = {
  ...gate,
  id: 'tenant-app.media-picture',
  types: encodedImageTypes,
  maxBytes: MAX_ENCODED_IMAGE_BYTES,
  thumbnails: [160, 320, 640],
}

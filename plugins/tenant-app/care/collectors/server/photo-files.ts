import { z } from 'zod'
import type { FileKind } from '#core/server/core.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { encodedImageTypes, MAX_ENCODED_IMAGE_BYTES } from '#core/server/files/encoded-image.ts'
import { collectingDecided, studentsWithCollectors } from './policies.ts'

const selectReachedCollector = variants({ viewer: viewers, isKept: [true, false] }, ({ viewer, isKept }) =>
  statement(
    z.object({ id: z.uuid() }),
    `select id from collectors
      where id = $ownerId and ${(isKept ? collectingDecided : studentsWithCollectors)(viewer, 'student_id')}`,
  ),
)

const selectPhotoUses = statement(
  z.object({ name: z.string() }),
  'select name from collectors where photo_id = $fileId',
)

/** Photos of authorized pickups: users who see a child's pickups see them, users who may change these upload them. */
export const collectorPhoto: FileKind = {
  id: 'tenant-app.collector-photo',
  types: encodedImageTypes,
  maxBytes: MAX_ENCODED_IMAGE_BYTES,
  belongsToChild: true,
  thumbnails: [160],
  may: async (scope, act, { ownerId }) => {
    if (scope.kind !== 'tenant' || ownerId === null) return false
    const values = { ownerId, ...callerOf(scope) }
    return (
      (await scope.rows(selectReachedCollector({ viewer: viewerOf(scope), isKept: act !== 'see' }), values)).length > 0
    )
  },
  usesOf: async (scope, fileId) =>
    (await scope.rows(selectPhotoUses, { fileId })).map(({ name }) => `the photo of ${name}, an authorized pickup`),
}

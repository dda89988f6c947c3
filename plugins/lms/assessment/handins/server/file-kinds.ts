import { z } from 'zod'
import type { FileKind, Scope } from '#core/server/core.ts'
import type { KeptFile } from '#core/server/files/kept-file.ts'
import { callerOf, viewerOf, viewers } from '#core/server/database/row-policy.ts'
import { statement, variants } from '#core/server/database/statement.ts'
import { AppError, notFound } from '#core/server/errors.ts'
import { encodedImageTypes, MAX_ENCODED_IMAGE_BYTES } from '#core/server/files/encoded-image.ts'
import { mediaKinds } from '#core/server/files/media-types.ts'
import { refuseProgram } from '#core/server/files/programs.ts'
import { areVisiblePieces } from '../../../shared/server/seen-work.ts'
import { HAND_IN_FILE, MAX_HAND_IN_BYTES } from '../contract.ts'
import { rejectClosed } from './save-draft.ts'
import { HandInFileModel } from './hand-in.ts'
import { lockOwnSubmission, openHandIn } from './lock-submission.ts'

/** Maximum number of files of one submission, with all its versions. */
const MAX_FILES = 200

const selectOwnFile = statement(
  z.object({ id: z.uuid() }),
  `select f.id from lms_hand_in_files f
      join lms_hand_in_members m on m.tenant_id = f.tenant_id and m.hand_in_id = f.hand_in_id
    where f.tenant_id = $tenantId and f.id = $id and m.user_id = $caller limit 1`,
)

// A draft is visible to its writers alone; submitted files are visible with their piece of work, whichever member submitted
// them.
const selectHandedInFile = variants({ viewer: viewers }, ({ viewer }) =>
  statement(
    z.object({ id: z.uuid() }),
    `select f.id from lms_hand_in_files f
        join lms_hand_in_versions v on v.tenant_id = f.tenant_id and v.hand_in_id = f.hand_in_id
          and v.file_ids @> to_jsonb(f.id::text)
        join lms_work w on w.tenant_id = f.tenant_id and w.kind = 'hand-in' and w.subject_id = f.hand_in_id
      where f.tenant_id = $tenantId and f.id = $id and ${areVisiblePieces(viewer)} limit 1`,
  ),
)

const selectFileUses = statement(
  z.object({ number: z.number().int() }),
  `select v.number from lms_hand_in_versions v where v.tenant_id = $tenantId and v.file_ids @> to_jsonb($id::text)
    order by v.number limit 10`,
)

const countFiles = statement(
  z.object({ count: z.number().int() }),
  'select count(*)::int as count from lms_hand_in_files where tenant_id = $tenantId and hand_in_id = $handInId',
)

/** Permissions: learners of the lesson upload files; they, their team and its graders see submitted ones. */
const gate: Pick<FileKind, 'belongsToChild' | 'may' | 'usesOf' | 'resource'> = {
  belongsToChild: true,
  resource: 'hand-in-file',
  may: async (scope, act, { id, ownerId }) => {
    if (scope.kind !== 'tenant') return false
    if (act === 'put') return ownerId !== null && acceptsFiles(scope, ownerId)
    if (id === null || act === 'delete') return false
    const { tenantId } = scope
    const { caller = null } = callerOf(scope)
    if ((await scope.rows(selectOwnFile, { tenantId, id, caller })).length > 0) return true
    return (
      (await scope.rows(selectHandedInFile({ viewer: viewerOf(scope) }), { tenantId, id, ...callerOf(scope) })).length >
      0
    )
  },
  usesOf: async (scope, id) => {
    const { tenantId } = scope as Scope & { tenantId: string }
    return (await scope.rows(selectFileUses, { tenantId, id })).map(({ number }) => `version ${number} of a submission`)
  },
}

async function acceptsFiles(scope: Extract<Scope, { kind: 'tenant' }>, lessonId: string): Promise<boolean> {
  try {
    return (await lockOwnSubmission(scope, lessonId)).details.accepts.includes('file')
  } catch (error) {
    // The lesson does not exist, or is locked.
    if (error instanceof AppError) return false
    throw error
  }
}

/**
 * Adds a file to the caller's submission for a lesson, in the transaction that completes the upload. It is not submitted
 * until a draft names it.
 * @throws invalid (400) at `field`, hand-in.refused (409), not-found
 */
export async function addHandInFile(
  scope: Scope,
  { id, filename, ownerId }: KeptFile & { ownerId: string | null },
  field = 'file',
): Promise<void> {
  // The gate has already refused callers without a lesson, and super admins on the platform's host.
  if (ownerId === null || scope.kind !== 'tenant') throw notFound('Lesson')
  refuseProgram(field, filename)
  const held = await lockOwnSubmission(scope, ownerId)
  const row = await openHandIn(scope, held)
  await rejectClosed(scope, held, row)
  const { tenantId } = scope
  const [{ count } = { count: 0 }] = await scope.rows(countFiles, { tenantId, handInId: row.id })
  if (count >= MAX_FILES) throw new AppError('hand-in.most-files', 409, `At most ${MAX_FILES} files can be put here.`)
  const { caller: userId = null } = callerOf(scope)
  const createdAt = scope.core.clock.now().toISOString()
  await HandInFileModel.query(scope.trx).insert({ id, handInId: row.id, userId, name: filename, createdAt })
}

/** Files other than pictures, uploaded in parts. */
const handInFile: FileKind = {
  ...gate,
  id: HAND_IN_FILE,
  types: Object.keys(mediaKinds),
  maxBytes: MAX_HAND_IN_BYTES,
  resumable: addHandInFile,
}

/** Pictures, which are re-encoded before they are stored: this removes location data that phones write into them. */
export const handInPicture: FileKind = {
  ...gate,
  id: 'lms.hand-in-picture',
  types: encodedImageTypes,
  maxBytes: MAX_ENCODED_IMAGE_BYTES,
  thumbnails: [160, 640],
}

export const handInFileKinds = [handInFile, handInPicture]

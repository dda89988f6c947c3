import { changedFields, recordAll } from '#core/server/audit.ts'
import type { AuditEntry } from '#core/server/audit-entry.ts'
import type { TenantScope } from '#core/server/core.ts'
import { conflict, invalidField } from '#core/server/errors.ts'
import { refuseProgram } from '#core/server/files/programs.ts'
import { nextVersion, refuseOutdated } from '#core/server/versions.ts'
import type { MediaChange, MediaDetail } from '../contract.ts'
import { getMedia } from './details.ts'
import { mayPutInto } from './file-kinds.ts'
import { entryOf, lockMedia, type HeldMedia } from './lock-media.ts'
import { MediaModel } from './media.ts'
import { sharingEntry, findSharingTroubles } from './share-media.ts'
import { checkStudents, normalizeIds, writeTags } from './tag-media.ts'

type Described = Pick<MediaChange, 'fileName' | 'caption' | 'altText' | 'sessionId'>

/**
 * Changes the given fields of a file: name, texts, session, tags and sharing.
 * @throws not-found, outdated (409) when `updatedAt` differs, conflict at `isPublic` when it cannot be shared or was deleted,
 *   invalid at `fileName`, `sessionId` or `studentIds`
 */
export async function updateMedia(
  scope: TenantScope,
  id: string,
  { updatedAt, ...change }: MediaChange,
): Promise<MediaDetail> {
  const [held] = await lockMedia(scope, [id])
  if (!held) throw new Error('What is held was not found')
  refuseOutdated('this file', held.updatedAt, updatedAt)
  if (held.deletedAt !== null) throw conflict('fileName', 'This file was deleted. Restore it first.')
  const entries = [
    ...(await changeDescription(scope, held, change)),
    ...(await changeTags(scope, held, change)),
    ...(await changeSharing(scope, held, change)),
  ]
  await recordAll(scope, entries)
  return getMedia(scope, held.id)
}

async function changeDescription(scope: TenantScope, held: HeldMedia, change: MediaChange): Promise<AuditEntry[]> {
  const { fileName, caption, altText, sessionId } = change
  const { after } = changedFields<Described>(held, { fileName, caption, altText, sessionId })
  if (Object.keys(after).length === 0) return []
  if (after.fileName !== undefined) refuseProgram('fileName', after.fileName)
  if (after.sessionId !== undefined && !(await mayPutInto(scope, after.sessionId))) {
    throw invalidField('sessionId', 'Choose a session that you lead')
  }
  await MediaModel.query(scope.trx)
    .findById(held.id)
    .patch({ ...after, updatedAt: nextVersion(scope.core.clock, held.updatedAt) })
  if (after.fileName !== undefined) await scope.trx('files').where({ id: held.id }).update({ filename: after.fileName })
  // Names of files may name people, like captions.
  const { fileName: renamed, caption: words, altText: description, ...rest } = after
  return [
    entryOf(held, {
      action: 'media.updated',
      description: 'Changed a file of the library',
      after: {
        ...rest,
        ...(renamed !== undefined && { fileName: 'changed' }),
        ...(words !== undefined && { caption: 'changed' }),
        ...(description !== undefined && { altText: 'changed' }),
      },
    }),
  ]
}

async function changeTags(scope: TenantScope, held: HeldMedia, change: MediaChange): Promise<AuditEntry[]> {
  const { studentIds, showsNobody } = tagsAfter(held, change)
  if (showsNobody && studentIds.length > 0) {
    throw invalidField('showsNobody', 'Children are tagged. Remove them first.')
  }
  await checkStudents(
    scope,
    'studentIds',
    studentIds.filter((id) => !held.studentIds.includes(id)),
  )
  return writeTags(scope, [{ media: held, studentIds, showsNobody }])
}

function tagsAfter(held: HeldMedia, change: MediaChange): Pick<HeldMedia, 'studentIds' | 'showsNobody'> {
  const studentIds = change.studentIds ? normalizeIds(change.studentIds) : held.studentIds
  // A tag implies that a child is recognizable.
  const isTagged = change.studentIds !== undefined && studentIds.length > 0
  return { studentIds, showsNobody: change.showsNobody ?? (held.showsNobody && !isTagged) }
}

async function changeSharing(scope: TenantScope, held: HeldMedia, change: MediaChange): Promise<AuditEntry[]> {
  const isPublic = change.isPublic ?? held.isPublic
  const altText = change.altText ?? held.altText
  if (isPublic && held.kind === 'picture' && altText === '' && held.isPublic) {
    throw conflict('altText', 'Families see this picture. Describe it for those who do not see it.')
  }
  if (isPublic === held.isPublic) return []
  const after = { ...held, ...tagsAfter(held, change), altText }
  const trouble = isPublic ? (await findSharingTroubles(scope, [after])).get(held.id) : undefined
  if (trouble !== undefined) throw conflict('isPublic', trouble)
  const { updatedAt } = (await MediaModel.query(scope.trx).findById(held.id)) ?? held
  await MediaModel.query(scope.trx)
    .findById(held.id)
    .patch({ isPublic, updatedAt: nextVersion(scope.core.clock, updatedAt) })
  return [sharingEntry({ ...held, fileName: change.fileName ?? held.fileName }, isPublic)]
}

import { notFound } from '#core/server/errors.ts'
import { encodedPicture } from '#core/server/files/encoded-image.ts'
import { storeFile } from '#core/server/files/files.ts'
import { refuseReadOnly } from '#core/server/http/access.ts'
import type { Unscoped } from '#core/server/http/mount.ts'
import type { Upload } from '#core/server/http/upload.ts'
import type { PutFile } from '../../../authoring/files/put-contract.ts'
import { answerPicture, addAnswerFile } from './file-kinds.ts'

/** Adds a picture to an attempt. @throws invalid (400) at `image`, forbidden (403), plan.limit (403), attempt.over (409) */
export async function putAnswerPicture(unscoped: Unscoped, attemptId: string, upload: Upload): Promise<PutFile> {
  refuseReadOnly(unscoped.http)
  const picture = { field: 'image', upload: await encodedPicture(unscoped, upload), ownerId: attemptId }
  return storeFile(unscoped, answerPicture, picture, async (scope, file) => {
    if (scope.kind !== 'tenant') throw notFound('Attempt')
    await addAnswerFile(scope, { ...file, ownerId: attemptId }, 'image')
    const { id, url, mimeType, size } = file
    return { id, name: file.filename, url, mimeType, size }
  })
}

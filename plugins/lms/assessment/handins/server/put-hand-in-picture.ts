import { notFound } from '#core/server/errors.ts'
import { encodedPicture } from '#core/server/files/encoded-image.ts'
import { storeFile } from '#core/server/files/files.ts'
import { refuseReadOnly } from '#core/server/http/access.ts'
import type { Unscoped } from '#core/server/http/mount.ts'
import type { Upload } from '#core/server/http/upload.ts'
import type { PutFile } from '../../../authoring/files/put-contract.ts'
import { handInPicture, addHandInFile } from './file-kinds.ts'

/**
 * Adds a picture to a submission.
 * @throws invalid (400) at `image`, forbidden (403), plan.limit (403), hand-in.refused (409)
 */
export async function putHandInPicture(unscoped: Unscoped, lessonId: string, upload: Upload): Promise<PutFile> {
  refuseReadOnly(unscoped.http)
  const picture = { field: 'image', upload: await encodedPicture(unscoped, upload), ownerId: lessonId }
  return storeFile(unscoped, handInPicture, picture, async (scope, file) => {
    if (scope.kind !== 'tenant') throw notFound('Lesson')
    await addHandInFile(scope, { ...file, ownerId: lessonId }, 'image')
    const { id, url, mimeType, size } = file
    return { id, name: file.filename, url, mimeType, size }
  })
}

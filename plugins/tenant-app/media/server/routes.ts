import { encodedPicture } from '#core/server/files/encoded-image.ts'
import { keepFile } from '#core/server/files/files.ts'
import { refuseReadOnly } from '#core/server/http/access.ts'
import { mount } from '#core/server/http/mount.ts'
import { roomOf } from '#core/server/limits.ts'
import { mediaContract } from '../contract.ts'
import { updateMedia } from './changing.ts'
import { libraryBytes, listFedSessions, listMediaStudents } from './choices.ts'
import { deleteMedia, restoreMedia } from './deleting.ts'
import { getMedia } from './details.ts'
import { mediaPicture, putIntoLibrary } from './file-kinds.ts'
import { listFolders, listMedia, listSharedMedia } from './library.ts'
import { shareMedia } from './sharing.ts'
import { tagMedia } from './tagging.ts'

export const mediaRoutes = mount(mediaContract, {
  listMedia: (scope, { query }) => listMedia(scope, query),
  mediaFolders: (scope, { query }) => listFolders(scope, query),
  mediaStorage: async (scope) => ({
    ...(await roomOf(scope, scope.tenantId, 'storage')),
    ...(await libraryBytes(scope)),
  }),
  mediaSessions: (scope, { query }) => listFedSessions(scope, query),
  mediaStudents: (scope, { query }) => listMediaStudents(scope, query),
  listSharedMedia: (scope, { query }) => listSharedMedia(scope, query),
  putPicture: async (unscoped, { upload, body }) => {
    refuseReadOnly(unscoped.http)
    const sessionId = body.sessionId ?? null
    const picture = { field: 'image', upload: await encodedPicture(unscoped, upload), ownerId: sessionId }
    return keepFile(unscoped, mediaPicture, picture, async (scope, file) => {
      const kept = await putIntoLibrary(scope, file, sessionId)
      return getMedia(kept, file.id)
    })
  },
  tagMedia: (scope, { body }) => tagMedia(scope, body),
  shareMedia: (scope, { body }) => shareMedia(scope, body),
  deleteMedia: (scope, { body }) => deleteMedia(scope, body),
  restoreMedia: (scope, { body }) => restoreMedia(scope, body),
  getMedia: (scope, { params }) => getMedia(scope, params.id),
  updateMedia: (scope, { params, body }) => updateMedia(scope, params.id, body),
})

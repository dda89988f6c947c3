import { encodedPicture } from '#core/server/files/encoded-image.ts'
import { storeFile } from '#core/server/files/files.ts'
import { refuseReadOnly } from '#core/server/http/access.ts'
import { mount } from '#core/server/http/mount.ts'
import { roomOf } from '#core/server/limits.ts'
import { mediaContract } from '../contract.ts'
import { updateMedia } from './update-media.ts'
import { getLibraryBytes, listFedSessions, listMediaStudents } from './choices.ts'
import { deleteMedia, restoreMedia } from './delete-media.ts'
import { getMedia } from './details.ts'
import { mediaPicture, putIntoLibrary } from './file-kinds.ts'
import { listFolders, listMedia, listSharedMedia } from './library.ts'
import { shareMedia } from './share-media.ts'
import { tagMedia } from './tag-media.ts'

export const mediaRoutes = mount(mediaContract, {
  listMedia,
  mediaFolders: listFolders,
  mediaStorage: async (scope) => ({
    ...(await roomOf(scope, scope.tenantId, 'storage')),
    ...(await getLibraryBytes(scope)),
  }),
  mediaSessions: listFedSessions,
  mediaStudents: listMediaStudents,
  listSharedMedia,
  putPicture: async (unscoped, body, upload) => {
    refuseReadOnly(unscoped.http)
    const sessionId = body.sessionId ?? null
    const picture = { field: 'image', upload: await encodedPicture(unscoped, upload), ownerId: sessionId }
    return storeFile(unscoped, mediaPicture, picture, async (scope, file) => {
      const kept = await putIntoLibrary(scope, file, sessionId)
      return getMedia(kept, file.id)
    })
  },
  tagMedia,
  shareMedia,
  deleteMedia,
  restoreMedia,
  getMedia,
  updateMedia,
})

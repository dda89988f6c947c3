import { useUser } from '#core/web/session.ts'
import type { Upload } from '#core/web/ui/fields/useUpload.ts'
import { MAX_PICTURE_BYTES, type PutFile } from '../put-contract.ts'
import { uploadInParts } from './inParts.ts'

/** Types that the server re-encodes; all others are uploaded in parts. */
const pictures: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/heic',
  'image/heif',
])

interface Put {
  /** Kind of the files that are uploaded in parts. */
  kind: string
  /** Id of the owner. */
  ownerId: string
  /** Uploads a picture whole. */
  putPicture: (file: File, onProgress: (share: number) => void, signal: AbortSignal) => Promise<PutFile>
}

/** Uploads files for a learner's work. */
export function usePutFile({ kind, ownerId, putPicture }: Put): Upload<PutFile> {
  const { id: userId } = useUser()
  return async (file, { signal, onProgress }) => {
    if (pictures.has(file.type)) {
      if (file.size > MAX_PICTURE_BYTES) throw new Error('A picture can have at most 25 MB')
      return putPicture(file, onProgress, signal)
    }
    const id = await uploadInParts({ file, kind, ownerId, userId, signal, onProgress })
    return { id, name: file.name, url: `/api/files/${id}`, mimeType: file.type, size: file.size }
  }
}

import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Unscoped } from '../http/mount.ts'
import { signedIn } from '../http/mount.ts'
import type { Upload } from '../http/upload.ts'

/** Media types of what the process for pictures makes. */
export const encodedImageTypes = ['image/png', 'image/webp'] as const

/** Bytes. More than 16 megapixels take in no format. */
export const MAX_ENCODED_IMAGE_BYTES = 64 * 1024 ** 2

/**
 * The upload with what the process for pictures has made of its bytes, which lies where they did. Call it before any
 * transaction: encoding takes longer than all queries of a call.
 * @throws invalid 400 at `image` where it is no picture, as the encoder says
 */
export async function encodedImage({ core, http }: Unscoped, upload: Upload): Promise<Upload> {
  const { data } = await core.images.encode(await upload.bytes(), signedIn(http).user.id)
  await writeFile(upload.path, data)
  return { ...upload, size: data.length, sha256: createHash('sha256').update(data).digest('hex') }
}

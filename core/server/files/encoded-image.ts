import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Unscoped } from '../http/mount.ts'
import { signedIn } from '../http/mount.ts'
import type { Upload } from '../http/upload.ts'
import { contentTypeOf } from './content-type.ts'

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

/** The same with a name that ends as what it is now, for those who save it. @throws invalid 400 at `image` */
export async function encodedPicture(unscoped: Unscoped, upload: Upload): Promise<Upload> {
  const encoded = await encodedImage(unscoped, upload)
  const ending = (await contentTypeOf(encoded.path, '')) === 'image/png' ? 'png' : 'webp'
  const name = upload.filename.replace(/\.(avif|gif|jpe?g|jfif|png|webp)$/i, '').slice(0, 250)
  return { ...encoded, filename: `${name}.${ending}` }
}

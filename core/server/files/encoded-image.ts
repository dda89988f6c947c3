import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Unscoped } from '../http/mount.ts'
import { signedIn } from '../http/mount.ts'
import type { Upload } from '../http/upload.ts'
import { contentTypeOf } from './content-type.ts'

/** Media types of encoded pictures. */
export const encodedImageTypes = ['image/png', 'image/webp'] as const

/** Maximum size in bytes; 16 megapixels fit into it in every format. */
export const MAX_ENCODED_IMAGE_BYTES = 64 * 1024 ** 2

/**
 * Encodes an uploaded picture in the image process, in place. Call it before any
 * transaction: encoding takes longer than all queries of a call.
 * @throws invalid 400 at `image` with the encoder's message where it is no picture
 */
export async function encodedImage({ core, http }: Unscoped, upload: Upload): Promise<Upload> {
  const { data } = await core.images.encode(await upload.bytes(), signedIn(http).user.id)
  await writeFile(upload.path, data)
  return { ...upload, size: data.length, sha256: createHash('sha256').update(data).digest('hex') }
}

/** Encodes it, and gives its name the extension of the new type, for users who save it. @throws invalid 400 at `image` */
export async function encodedPicture(unscoped: Unscoped, upload: Upload): Promise<Upload> {
  const encoded = await encodedImage(unscoped, upload)
  const ending = (await contentTypeOf(encoded.path, '')) === 'image/png' ? 'png' : 'webp'
  const name = upload.filename.replace(/\.(avif|gif|jpe?g|jfif|png|webp)$/i, '').slice(0, 250)
  return { ...encoded, filename: `${name}.${ending}` }
}

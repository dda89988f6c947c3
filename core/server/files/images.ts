import { filesContract } from '#core/contract/files.ts'
import { record } from '../audit.ts'
import type { Scope } from '../core.ts'
import { invalidField, notFound } from '../errors.ts'
import { FileAnswer } from '../http/answers.ts'
import { refuseReadOnly } from '../http/access.ts'
import { mount, signedIn } from '../http/mount.ts'
import { enforceLimit } from '../limits.ts'
import { systemActor } from '../identity/actor.ts'
import type { Upload } from '../http/upload.ts'

const formats: Record<string, { mimeType: string; extension: string }> = {
  png: { mimeType: 'image/png', extension: 'png' },
  jpeg: { mimeType: 'image/jpeg', extension: 'jpg' },
  webp: { mimeType: 'image/webp', extension: 'webp' },
  gif: { mimeType: 'image/gif', extension: 'gif' },
  avif: { mimeType: 'image/avif', extension: 'avif' },
}

/** Pixels of the decoded image, all frames together: a small file may unpack to something huge. */
const MAX_PIXELS = 50_000_000

/**
 * Checks an image by its content and encodes it anew, so that nothing but pixels is kept: no metadata, no place where
 * it was taken, no script that a sniffing browser could run.
 * @throws invalid at `image`
 */
async function reencode(bytes: Buffer): Promise<{ data: Buffer; mimeType: string }> {
  // Imported with the first upload: it takes 20 MB of memory, and most nodes never see a picture.
  const { default: sharp } = await import('sharp')
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, animated: true, failOn: 'error' })
    const metadata = await image.metadata()
    const name = metadata.format === 'heif' && metadata.compression === 'av1' ? 'avif' : metadata.format
    const format = formats[name]
    if (!format) throw new Error('another format')
    const data = await image.rotate().toFormat(name).toBuffer()
    return { data, mimeType: format.mimeType }
  } catch {
    throw invalidField('image', 'This is not a PNG, JPEG, WebP, GIF or AVIF image')
  }
}

async function uploadImage(
  scopeOf: (work: (scope: Scope) => Promise<string>) => Promise<string>,
  upload: Upload,
  userId: string,
): Promise<{ imageUrl: string }> {
  // Before the transaction: encoding takes longer than all its queries.
  const { data, mimeType } = await reencode(upload.bytes)
  const id = await scopeOf(async (scope) => {
    if (scope.kind === 'tenant') await enforceLimit(scope, scope.tenantId, 'storage', data.length)
    const [row] = await scope
      .trx('images')
      .insert({ data, mimeType, filename: upload.filename, size: data.length, uploadedBy: userId }, ['id'])
    const { id: imageId } = row as { id: string }
    await record(scope, {
      action: 'image.uploaded',
      category: 'account',
      description: `Uploaded ${upload.filename}`,
      resource: 'image',
      resourceId: imageId,
      after: { mimeType, size: data.length },
    })
    return imageId
  })
  return { imageUrl: `/api/images/${id}` }
}

export const mountedFiles = mount(filesContract, {
  uploadImage: async ({ core, http, upload }) => {
    const { user } = signedIn(http)
    refuseReadOnly(http)
    const tenantId = http.tenant?.id ?? user.tenantId
    const actor = http.actor
    return uploadImage(
      (work) => (tenantId ? core.db.tenant(tenantId, actor, work) : core.db.platform(actor, work)),
      upload as Upload,
      user.id,
    )
  },
  image: async ({ core }, { params }) => {
    const image = await core.db.platform(systemActor, async ({ rows }) => {
      const [row] = await rows<{ data: Buffer; mimeType: string }>(
        'images.read',
        'select data, mime_type as "mimeType" from images where id = $1',
        [params.id],
      )
      return row
    })
    if (!image) throw notFound('Image')
    // The id never gets other bytes, and images carry no script that could run even when opened alone.
    return new FileAnswer(image.mimeType, image.data, {
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
    })
  },
})

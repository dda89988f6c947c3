import sharp, { type Metadata } from 'sharp'

/**
 * Process that decodes and encodes pictures, started by `ImageEncoder`: if a picture crashes a decoder, the
 * node that answers requests is unaffected. It gets pictures as bytes, one at a time, and answers each.
 */

export interface EncodingTask {
  bytes: Uint8Array
  /** Width of the requested thumbnail, in pixels; without one the picture itself is requested. */
  width?: number
}

export type EncodingAnswer = EncodedImage | { refusal: string }

export interface EncodedImage {
  data: Uint8Array
  mimeType: 'image/png' | 'image/webp'
}

/** Bytes. */
const memoryLimit = Number(process.argv[2])

/** Maximum pixels of all frames together, checked before decoding: a kilobyte may unpack to gigabytes. */
const MAX_PIXELS = 16_000_000

/** Maximum pixels of a JPEG, larger for photos of phones: it is decoded in parts, or downscaled. */
const MAX_JPEG_PIXELS = 50_400_000

/** Maximum pixels of the longer side of a stored picture. */
const MAX_SIDE = 2560

/** Maximum pixels of a PNG that stays one, as logos do: 512 by 512. */
const MAX_EXACT_PIXELS = 512 * 512

/** Maximum bytes of a picture that stays lossless. */
const MAX_EXACT_BYTES = 1024 * 1024

const QUALITY = 80

/** Exit code of a process that exceeds the memory limit, for the log. */
const OUT_OF_MEMORY_EXIT_CODE = 86

const NOT_A_PICTURE_TEXT = 'This is not a PNG, JPEG, WebP, GIF or AVIF image'
const DAMAGED_TEXT = 'This picture is damaged or incomplete'
const HEIC_TEXT =
  'HEIC photos cannot be read here. Save it as JPEG: on an iPhone, choose Settings, Camera, Formats, Most Compatible.'
const TOO_MANY_PIXELS_TEXT = `At most ${MAX_PIXELS / 1_000_000} megapixels, all frames of an animation together`
const TOO_MANY_JPEG_PIXELS_TEXT = 'At most 50 megapixels'

// Caches are useless: each picture comes once. One thread leaves the other processors to requests.
sharp.cache(false)
sharp.concurrency(1)
// libvips reads many more formats, some with rarely audited decoders.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
})

/** A picture that is refused; the message is for its sender. */
class Refusal extends Error {}

function refuse(message: string): () => never {
  return () => {
    throw new Refusal(message)
  }
}

const isAccepted = ({ format, compression }: Metadata) =>
  ['png', 'jpeg', 'webp', 'gif'].includes(format) || (format === 'heif' && compression === 'av1')

/**
 * Checks a picture by its content and encodes it anew, so that only pixels are stored: no metadata, no location where it
 * was taken, no script that a sniffing browser could run. It becomes WebP, animated if it was; flat graphics and small
 * PNGs stay lossless, as PNG.
 */
async function encode(bytes: Uint8Array): Promise<EncodedImage> {
  const unknown = isHeic(bytes) ? HEIC_TEXT : NOT_A_PICTURE_TEXT
  const header = await headerOf(bytes).catch(refuse(unknown))
  if (!isAccepted(header)) throw new Refusal(unknown)
  // The height of an animation is that of all frames stacked.
  const pixels = header.width * header.height
  if (header.format === 'jpeg' && pixels > MAX_JPEG_PIXELS) throw new Refusal(TOO_MANY_JPEG_PIXELS_TEXT)
  if (header.format !== 'jpeg' && pixels > MAX_PIXELS) throw new Refusal(TOO_MANY_PIXELS_TEXT)
  const isMoving = (header.format === 'gif' || header.format === 'webp') && (header.pages ?? 1) > 1
  if (!isMoving && staysExact(header)) {
    const data = await resizeImage(bytes).png({ compressionLevel: 9 }).toBuffer().catch(refuse(DAMAGED_TEXT))
    if (data.length <= MAX_EXACT_BYTES) return { data, mimeType: 'image/png' }
  }
  const data = await resizeImage(bytes, isMoving).webp({ quality: QUALITY }).toBuffer().catch(refuse(DAMAGED_TEXT))
  return { data, mimeType: 'image/webp' }
}

/** Thumbnails an animation's first frame. Drawings keep sharp edges. */
async function thumbnail(bytes: Uint8Array, width: number): Promise<EncodedImage> {
  const header = await headerOf(bytes).catch(refuse(NOT_A_PICTURE_TEXT))
  const small = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .resize({ width, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp(staysExact(header) ? { nearLossless: true } : { quality: QUALITY })
  return { data: await small.toBuffer().catch(refuse(DAMAGED_TEXT)), mimeType: 'image/webp' }
}

async function headerOf(bytes: Uint8Array): Promise<Metadata> {
  return sharp(bytes, { animated: true, limitInputPixels: false }).metadata()
}

/** Detects HEVC-encoded files by their brand. */
const isHeic = (bytes: Uint8Array): boolean =>
  /^ftyp(hei[cxms]|hev[cxms])/.test(Buffer.from(bytes.subarray(4, 12)).toString('latin1'))

/** A palette means drawn and not photographed. */
function staysExact({ format, isPalette, width, height }: Metadata): boolean {
  return isPalette || (format === 'png' && width * height <= MAX_EXACT_PIXELS)
}

function resizeImage(bytes: Uint8Array, isMoving = false) {
  const image = sharp(bytes, { animated: isMoving, limitInputPixels: MAX_JPEG_PIXELS, failOn: 'error' })
  // Only photographs need rotation.
  return (isMoving ? image : image.autoOrient())
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColorspace('srgb')
}

function answer(reply: EncodingAnswer): void {
  // End when the node has ended.
  process.send?.(reply, () => undefined)
}

process.on('message', ({ bytes, width }: EncodingTask) => {
  const answered = width === undefined ? encode(bytes) : thumbnail(bytes, width)
  answered.then(answer, (error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    answer({ refusal: error.message })
  })
})
process.on('disconnect', () => process.exit())

// The operating system's limit, if any, is wide, since it also counts reserved memory.
setInterval(() => {
  if (process.memoryUsage.rss() > memoryLimit) process.exit(OUT_OF_MEMORY_EXIT_CODE)
}, 20).unref()

/** Pixels of the longer side that the server keeps. */
const MAX_SIDE = 2560

/** Bytes below which a picture of few pixels is sent as it is. */
const MAX_PLAIN_BYTES = 1_500_000

const QUALITY = 0.9

const UNREADABLE_HEIC_TEXT =
  'This browser cannot read HEIC photos. Upload it from your phone or in Safari, or save it as JPEG: on an iPhone, choose Settings, Camera, Formats, Most Compatible.'

const isHeic = ({ name, type }: File) => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)

/**
 * Scales a photo to what the server keeps before it is sent, which takes a tenth of the bytes. It lies the way it was held,
 * and has no place or other data of the camera. What moves, is small, or cannot be read here is sent as it is.
 * @throws Error with words for the person where only this browser could have read it
 */
export async function preparePicture(file: File): Promise<File> {
  if (!/^image\/(jpeg|png|webp|avif)$/.test(file.type) && !isHeic(file)) return file
  if (await isMoving(file)) return file
  const prepared = await scale(file).catch(() => undefined)
  if (prepared) return prepared
  if (isHeic(file)) throw new Error(UNREADABLE_HEIC_TEXT)
  return file
}

/** The picture as JPEG or WebP where that is smaller, or HEIC. @throws where the browser cannot read it */
async function scale(file: File): Promise<File> {
  const { naturalWidth, naturalHeight } = await open(file)
  const factor = Math.min(1, MAX_SIDE / Math.max(naturalWidth, naturalHeight))
  const isKept = factor === 1 && !isHeic(file)
  if (isKept && (file.size <= MAX_PLAIN_BYTES || file.type === 'image/png')) return file
  const small = await draw(file, Math.round(naturalWidth * factor), Math.round(naturalHeight * factor))
  if (isKept && small.size >= file.size) return file
  const ending = small.type.replace('image/', '').replace('jpeg', 'jpg')
  return new File([small], `${file.name.replace(/\.[^.]*$/, '')}.${ending}`, { type: small.type })
}

/** An animation would lose all frames but one. */
async function isMoving(file: File): Promise<boolean> {
  const head = new TextDecoder('latin1').decode(await file.slice(0, 4096).arrayBuffer())
  return (
    /^RIFF.{4}WEBPVP8X.{0,60}ANIM/s.test(head) ||
    (head.startsWith('\u0089PNG') && head.includes('acTL')) ||
    head.slice(8, 12) === 'avis'
  )
}

/** Reads the size of a picture, turned the way it was held. */
async function open(file: File): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    return image
  } finally {
    URL.revokeObjectURL(url)
  }
}

async function draw(file: File, width: number, height: number): Promise<Blob> {
  const bitmap = await createImageBitmap(file, {
    imageOrientation: 'from-image',
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'high',
  })
  try {
    const canvas = new OffscreenCanvas(width, height)
    // Colors beyond sRGB are converted to the nearest that every screen shows, as on the server.
    const context = canvas.getContext('2d')
    if (!context) throw new Error('No canvas')
    context.drawImage(bitmap, 0, 0, width, height)
    // Photos have no transparent parts; a browser that writes no WebP writes PNG.
    const type = file.type === 'image/jpeg' || isHeic(file) ? 'image/jpeg' : 'image/webp'
    return await canvas.convertToBlob({ type, quality: QUALITY })
  } finally {
    bitmap.close()
  }
}

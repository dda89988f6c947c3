import { open } from 'node:fs/promises'
import { extname } from 'node:path'

/** Bytes of the beginning by which the type of a content is detected. */
export const HEAD_BYTES = 4096

const ascii = (head: Buffer, start: number, length: number) => head.toString('latin1', start, start + length)

/** Brands of the ISO base media format, after `ftyp`. */
const brands: readonly (readonly [RegExp, string])[] = [
  [/^avi[fs]/, 'image/avif'],
  [/^(hei[cxms]|mif1|msf1)/, 'image/heic'],
  [/^M4A/, 'audio/mp4'],
  [/^qt/, 'video/quicktime'],
]

/** Containers distinguished by the extension of the name: programs inspect the content anyway. */
const zipped: Record<string, string> = {
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.pptx': 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.odt': 'application/vnd.oasis.opendocument.text',
  '.odp': 'application/vnd.oasis.opendocument.presentation',
  '.ods': 'application/vnd.oasis.opendocument.spreadsheet',
  '.pages': 'application/vnd.apple.pages',
  '.key': 'application/vnd.apple.keynote',
  '.numbers': 'application/vnd.apple.numbers',
}

const written: Record<string, string> = {
  '.csv': 'text/csv',
  '.vtt': 'text/vtt',
  '.md': 'text/markdown',
  // Only offered as a download: a drawing can contain a script.
  '.svg': 'image/svg+xml',
}

/** Type of unknown content, which browsers only offer to save. */
const UNKNOWN_TYPE = 'application/octet-stream'

/**
 * Detects the media type of a content by its bytes, not by the sender's claim. Texts, including pages, are plain text; the
 * name decides only among formats with the same signature.
 */
export async function contentTypeOf(path: string, filename: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return typeOf(buffer.subarray(0, bytesRead), filename)
  } finally {
    await file.close()
  }
}

/** Detects the type by the first `HEAD` bytes of a content. */
export function typeOf(head: Buffer, filename: string): string {
  const extension = extname(filename).toLowerCase()
  const begins = (...bytes: number[]) => head.subarray(0, bytes.length).equals(Buffer.from(bytes))
  if (begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (begins(0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (/^GIF8[79]a/.test(ascii(head, 0, 6))) return 'image/gif'
  if (ascii(head, 0, 5) === '%PDF-') return 'application/pdf'
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) return 'application/x-ole-storage'
  if (ascii(head, 0, 4) === 'RIFF') return riffType(ascii(head, 8, 4))
  if (ascii(head, 4, 4) === 'ftyp') {
    return brands.find(([brand]) => brand.test(ascii(head, 8, 4)))?.[1] ?? 'video/mp4'
  }
  if (begins(0x1a, 0x45, 0xdf, 0xa3)) return head.includes('webm') ? 'video/webm' : 'video/x-matroska'
  if (ascii(head, 0, 4) === 'OggS') return 'audio/ogg'
  if (ascii(head, 0, 4) === 'fLaC') return 'audio/flac'
  if (ascii(head, 0, 3) === 'ID3' || isMpegAudio(head)) return 'audio/mpeg'
  if (begins(0x50, 0x4b, 0x03, 0x04)) return zipped[extension] ?? 'application/zip'
  if (hasLatePdf(head) && (extension === '.pdf' || !isText(head))) return 'application/pdf'
  return isText(head) ? (written[extension] ?? 'text/plain') : UNKNOWN_TYPE
}

/** PDF readers skip up to this many bytes before the signature, which email programs and scanners leave there. */
const MAX_BYTES_BEFORE_PDF = 1024

const hasLatePdf = (head: Buffer) => head.subarray(0, MAX_BYTES_BEFORE_PDF + 5).includes('%PDF-')

function riffType(form: string): string {
  if (form === 'WEBP') return 'image/webp'
  return form === 'WAVE' ? 'audio/wav' : UNKNOWN_TYPE
}

/** A frame of layer III: eleven bits that are set, a valid version and layer. */
const isMpegAudio = ([first = 0, second = 0]: Buffer) => first === 0xff && (second & 0xe6) === 0xe2

/** Detects UTF-8 without control characters; the last character may be cut off. */
function isText(head: Buffer): boolean {
  if (head.length === 0) return false
  const text = new TextDecoder('utf-8', { fatal: true })
  try {
    return !/(?![\t\n\f\r])\p{Cc}/u.test(text.decode(head, { stream: true }))
  } catch {
    return false
  }
}

/** Types that browsers show without running anything in them. */
const shown =
  /^(image\/(png|jpeg|gif|webp|avif)|video\/(mp4|webm|quicktime)|audio\/[a-z0-9-]+|application\/pdf|text\/(plain|vtt))$/

/** True if a browser may show the file in place; any other is offered as a download. */
export const isShownInPlace = (mimeType: string) => shown.test(mimeType)

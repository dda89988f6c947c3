import { Readable } from 'node:stream'
import { FileAnswer } from '../http/answers.ts'
import type { Http } from '../http/context.ts'
import { isShownInPlace } from './content-type.ts'
import type { Contents } from './contents.ts'
import type { ByteRange } from './store.ts'

export interface ServedFile {
  filename: string
  mimeType: string
  /** Bytes. */
  size: number
  sha256: string
}

/** Only our own pages may embed it; opened alone it can neither run nor load anything. */
const CONTENT_POLICY =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox"

/** Answers a content, or the requested range of it. */
export async function serveContent(
  contents: Contents,
  http: Pick<Http, 'request' | 'reply'>,
  { filename, mimeType, size, sha256 }: ServedFile,
  { isSaved, belongsToChild }: { isSaved: boolean; belongsToChild: boolean },
): Promise<FileAnswer> {
  const disposition = isSaved || !isShownInPlace(mimeType) ? 'attachment' : 'inline'
  const headers = {
    // Access is checked each time. A child's file is never cached; other files are cached by the browser, which
    // revalidates them.
    'cache-control': belongsToChild ? 'private, no-store' : 'private, no-cache',
    'content-disposition': `${disposition}; filename*=UTF-8''${encodeName(filename)}`,
    'content-security-policy': CONTENT_POLICY,
    'x-frame-options': 'SAMEORIGIN',
  }
  const open = async (range: ByteRange | undefined) => (await contents.open(sha256, range)).content
  return answerBytes(http, { etag: `"${sha256}"`, mimeType, size, headers, open })
}

export interface ServedBytes {
  etag: string
  mimeType: string
  /** Total size in bytes. */
  size: number
  headers: Record<string, string>
  /** Reads a range, or all of it. */
  open: (range: ByteRange | undefined) => Promise<Readable>
}

/**
 * Answers bytes, or the requested range (RFC 9110, sections 13 and 14): 206 with one range, 304 if the client
 * has them already, 416 for a range behind their end. Several ranges are answered with the whole.
 */
export async function answerBytes(
  { request, reply }: Pick<Http, 'request' | 'reply'>,
  { etag, mimeType, size, headers: own, open }: ServedBytes,
): Promise<FileAnswer> {
  const headers = { etag, 'accept-ranges': 'bytes', ...own }
  if (isKnown(request.headers['if-none-match'], etag)) {
    reply.status(304)
    return new FileAnswer(mimeType, Buffer.alloc(0), headers)
  }
  const range = rangeOf(request.headers, etag, size)
  if (range === 'none') {
    reply.status(416)
    return new FileAnswer(mimeType, Buffer.alloc(0), { ...headers, 'content-range': `bytes */${size}` })
  }
  const content = size === 0 ? Readable.from([]) : await open(range)
  if (!range) return new FileAnswer(mimeType, content, { ...headers, 'content-length': String(size) })
  reply.status(206)
  return new FileAnswer(mimeType, content, {
    ...headers,
    'content-range': `bytes ${range.start}-${range.end}/${size}`,
    'content-length': String(range.end - range.start + 1),
  })
}

/** Encodes a name for a header (RFC 8187). */
const encodeName = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)

const isKnown = (header: string | undefined, etag: string) =>
  header !== undefined && header.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()))

/** @returns undefined for the whole, `none` for a range that does not exist */
function rangeOf(
  { range, 'if-range': condition }: { range?: string | undefined; 'if-range'?: string | undefined },
  etag: string,
  size: number,
): ByteRange | 'none' | undefined {
  if (range === undefined || (condition !== undefined && condition !== etag)) return undefined
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range.trim()) ?? []
  if (first === '' && last === '') return undefined
  if (first === '')
    return Number(last) === 0 || size === 0 ? 'none' : { start: Math.max(0, size - Number(last)), end: size - 1 }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'none' : { start, end }
}

import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageFolders } from '../web-build.ts'

/** Bytes of all files that are kept in memory: several times what the web app has, and the smallest come first. */
const MAX_CACHE_BYTES = 8 * 1024 * 1024

/** Variants that the build writes beside each other for one file, best first. */
const kinds = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
  { encoding: undefined, ending: '' },
] as const
type Encoding = (typeof kinds)[number]['encoding']

const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
  webp: 'image/webp',
  woff2: 'font/woff2',
}

interface Variant {
  encoding: Encoding
  body: Buffer
  etag: string
}

/** A file of the build. */
export interface WebFile {
  /** Below the folder of the build, with slashes. */
  path: string
  contentType: string
  /** The best compressed one first, the plain one last; none where the file is read from disk. */
  variants: readonly Variant[]
}

/**
 * The files of a build by their paths, but for hidden ones, which tell of the build. A path that is not among them is
 * not looked for on the disk.
 */
export async function webFiles(folder: string, memory = MAX_CACHE_BYTES): Promise<ReadonlyMap<string, WebFile>> {
  const sizes = new Map<string, number>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    const path = relative(folder, file).split(sep).join('/')
    if (entry.isFile() && !isHidden(path)) sizes.set(path, (await stat(file)).size)
  }
  const files = new Map<string, WebFile>()
  let room = memory
  for (const [path] of [...sizes].toSorted(([, one], [, other]) => one - other)) {
    if (isCompressed(path, sizes)) continue
    const found = kinds.filter(({ ending }) => sizes.has(path + ending))
    const size = found.reduce((sum, { ending }) => sum + (sizes.get(path + ending) ?? 0), 0)
    const kept = size <= room ? found : []
    room -= kept.length > 0 ? size : 0
    const variants = await Promise.all(
      kept.map(async (kind) => variantOf(await readFile(join(folder, path + kind.ending)), kind.encoding)),
    )
    files.set(path, { path, contentType: contentTypeOf(path), variants })
  }
  for (const language of (await languageFolders(folder)).values()) addUnchanged(files, language)
  return files
}

/** Scripts without a word in them have no copy of their own in the folder of a language. */
function addUnchanged(files: Map<string, WebFile>, language: string): void {
  for (const [path, file] of files) {
    const own = path.replace('assets/', `assets/${language}/`)
    if (/^assets\/[\w.-]+\.js$/.test(path) && !files.has(own)) files.set(own, file)
  }
}

const isCompressed = (path: string, sizes: ReadonlyMap<string, number>) =>
  kinds.some(({ ending }) => ending !== '' && path.endsWith(ending) && sizes.has(path.slice(0, -ending.length)))

const contentTypeOf = (path: string) => types[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream'

const isHidden = (path: string) => /(^|\/)\./.test(path)

/** One way to send a content. @param encoding of the body; undefined where it is plain */
export function variantOf(body: Buffer, encoding?: Encoding): Variant {
  // Derived from the content, so that every node and later start computes the same.
  return { encoding, body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
}

/** Answers the file in an accepted encoding, or 304 for a current copy. @returns undefined for a file only on disk */
export function sendVariant(file: WebFile, request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  const found = bestVariant(file, request.headers['accept-encoding'])
  if (!found) return undefined
  reply.header('etag', found.etag)
  if (isKnown(found.etag, request.headers['if-none-match'])) return reply.status(304).send()
  if (found.encoding) reply.header('content-encoding', found.encoding)
  return reply.type(file.contentType).send(found.body)
}

/** Chooses the best variant that the client accepts. @param accepted its `Accept-Encoding` */
function bestVariant({ variants }: WebFile, accepted?: string): Variant | undefined {
  const wanted = acceptedEncodings(accepted)
  return variants.find(({ encoding }) => encoding === undefined || wanted.has(encoding))
}

/** Reads an `Accept-Encoding`. */
export function acceptedEncodings(header: string | string[] = ''): ReadonlySet<string | undefined> {
  return new Set(
    String(header)
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((word) => word.trim()))
      .filter(([, ...parameters]) => !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
      .map(([name]) => name),
  )
}

/** True if the client has this content already. @param known its `If-None-Match` */
export function isKnown(etag: string, known: string | undefined): boolean {
  // A proxy that compresses by itself makes ETags weak.
  return known?.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim())) ?? false
}

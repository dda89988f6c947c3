import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { decodeXml, detectUtf16 } from '../../../contract/decode-text.ts'
import type { Directory } from './directory.ts'
import type { Packages } from './packages.ts'

/** File name of a SCORM manifest. */
export const MANIFEST = 'imsmanifest.xml'

/** Path at which pages of a package find the run-time, beside its own files. */
const RUNTIME_PATH = '.trellis/scorm.js'

/** Maximum bytes of a page that is read whole; authoring tools export some hundred kB. */
export const MAX_PAGE_BYTES = 8 * 1024 ** 2

/** Bytes of a page in which its head must begin. */
const HEAD_BYTES = 65_536

/** Maximum bytes of a manifest; courses with a thousand pages have some hundred kB. */
export const MAX_MANIFEST_BYTES = 2 * 1024 ** 2

export type ScormStandard = 'scorm-1.2' | 'scorm-2004'

export interface Runtime {
  bytes: Buffer
  /** Version of the run-time, for browsers that cache pages. */
  edition: string
}

const require = createRequire(import.meta.url)
const frame = new URL('./scorm-frame.js', import.meta.url)

/** `top` where a script reads the API of it, as `top.API` and `top['API_1484_11']`, or where it is all that is passed on. */
const TOP = /\btop(?=\s*\??\.\s*API(?:_1484_11)?\b|\s*\[\s*(["'])API(?:_1484_11)?\1\s*\]|(\s*[,)]))/g

/** Text before a `top` with which a script begins to look for the API: `findAPI(window.`. */
const SEARCH = /\b(?:find|get|scan|scanFor|search|locate)_?API\w*\s*\(\s*(?:(?:window|self)\s*\.\s*)?$/i

/** Characters searched before each place, so that each costs the same in any text. */
const MAX_SEARCH_LENGTH = 100

/**
 * Rewrites a page or script that looks for the API at `top` to use the stand-in: browsers let no page replace `top`, and
 * reading its API throws an error. A text in UTF-16 becomes UTF-8, as its type declares.
 */
export function withoutTop(script: Buffer): Buffer {
  const bytes = fromUtf16(script)
  if (!bytes.includes('top')) return bytes
  // Keeps all bytes, in UTF-8 or any single-byte encoding.
  const text = bytes.toString('latin1')
  const shown = text.replaceAll(TOP, (found, _quote, isPassed: string | undefined, place: number) => {
    const before = isPassed === undefined ? '' : text.slice(Math.max(0, place - MAX_SEARCH_LENGTH), place)
    return isPassed === undefined || SEARCH.test(before) ? 'parent' : found
  })
  return Buffer.from(shown, 'latin1')
}

function fromUtf16(bytes: Buffer): Buffer {
  const encoding = detectUtf16(bytes)
  return encoding ? Buffer.from(new TextDecoder(encoding).decode(bytes)) : bytes
}

/** Joins a run-time of `scorm-again` and the script that gives pages its API. Browsers run it while the page is still read. */
function loadRuntime(library: string): Runtime {
  const sources = [library, frame].map((source) => readFileSync(source, 'utf8'))
  const bytes = Buffer.from(sources.join('\n'))
  return {
    bytes,
    edition: createHash('sha256').update(bytes).update(`${TOP.source} ${SEARCH.source}`).digest('hex').slice(0, 16),
  }
}

/** Scripts that give a page its `API` or `API_1484_11`. They are the same for all pages, and never change. */
export const runtimes: Record<ScormStandard, Runtime> = {
  'scorm-1.2': loadRuntime(require.resolve('scorm-again/scorm12/min')),
  'scorm-2004': loadRuntime(require.resolve('scorm-again/scorm2004/min')),
}

/** Detects the standard by the version of its schema: 2004 is 'CAM 1.3', '2004 3rd Edition' and the like. */
export const standardOf = (schemaVersion: string): ScormStandard =>
  /2004|1\.3/.test(schemaVersion) ? 'scorm-2004' : 'scorm-1.2'

type FoundStandard = Promise<ScormStandard | undefined>

const standards = new WeakMap<Directory, FoundStandard>()

/** Reads the standard of a package once for each directory in memory; undefined without a manifest. */
export function readStandard(packages: Packages, sha256: string, directory: Directory): FoundStandard {
  const found = standards.get(directory) ?? findStandard(packages, sha256, directory)
  standards.set(directory, found)
  found.catch(() => standards.delete(directory))
  return found
}

async function findStandard(packages: Packages, sha256: string, directory: Directory): FoundStandard {
  const manifest = directory.get(findNamed(directory, MANIFEST) ?? '')
  if (!manifest) return undefined
  if (manifest.size === 0 || manifest.size > MAX_MANIFEST_BYTES) return 'scorm-1.2'
  const content = await packages.open(sha256, manifest, { start: 0, end: manifest.size - 1 })
  const xml = decodeXml(Buffer.concat(await content.toArray()))
  return standardOf(/<(?:[\w-]+:)?schemaversion[^<>]*>([^<]*)/i.exec(xml)?.[1] ?? '')
}

export const isRuntime = (path: string): boolean => path === RUNTIME_PATH

const pathsByLower = new WeakMap<Directory, ReadonlyMap<string, string>>()

/** Finds the path of a file case-insensitively too: many packages were made on case-insensitive systems. */
export function findPath(directory: Directory, path: string): string | undefined {
  if (directory.has(path)) return path
  // Reversed, so that the first of several paths wins.
  const paths =
    pathsByLower.get(directory) ?? new Map([...directory.keys()].toReversed().map((name) => [name.toLowerCase(), name]))
  pathsByLower.set(directory, paths)
  return paths.get(path.toLowerCase())
}

/** The file of a name nearest to the top of a package, case-insensitively. */
export const findNamed = (directory: Directory, name: string): string | undefined =>
  [...directory.keys()]
    .filter((path) => path.slice(path.lastIndexOf('/') + 1).toLowerCase() === name)
    .toSorted((one, other) => one.split('/').length - other.split('/').length)[0]

/**
 * Inserts the run-time before all other scripts of a page. A frame without an origin finds no `API` in the windows
 * around it, where packages look for it, so each page gets one of its own.
 * @param prefix of the package's addresses, with its token
 */
export function withRuntime(page: Buffer, prefix: string): Buffer {
  // Keeps all bytes, in any encoding.
  const beginning = page.subarray(0, HEAD_BYTES).toString('latin1')
  const [tag] = [/<head(?:\s[^<>]*)?>/i, /<html(?:\s[^<>]*)?>/i, /<!doctype[^<>]*>/i].flatMap(
    (pattern) => pattern.exec(beginning) ?? [],
  )
  const place = tag === undefined ? 0 : beginning.indexOf(tag) + tag.length
  const script = Buffer.from(`<script src="${prefix}${RUNTIME_PATH}"></script>`)
  return Buffer.concat([page.subarray(0, place), script, page.subarray(place)])
}

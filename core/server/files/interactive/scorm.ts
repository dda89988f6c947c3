import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Directory } from './directory.ts'

/** Manifest of a package that follows SCORM. */
export const MANIFEST = 'imsmanifest.xml'

/** Path at which pages of a package find the run-time, beside its own files. */
const RUNTIME_PATH = '.trellis/scorm.js'

/** Bytes of a page that is read whole. What an authoring tool exports has some hundred kB. */
export const MAX_PAGE_BYTES = 8 * 1024 ** 2

/** Bytes of a page in which its head begins. */
const HEAD_BYTES = 65_536

const require = createRequire(import.meta.url)
const sources = [
  // Browsers run it while the page is still read; the module would come too late.
  require.resolve('scorm-again/scorm12/min'),
  new URL('./scorm-frame.js', import.meta.url),
]

/** The script that gives a page its `API` (SCORM 1.2, Run-Time Environment). It is the same for all, and never changes. */
export const runtime: Buffer = Buffer.from(sources.map((source) => readFileSync(source, 'utf8')).join('\n'))

/** Tells one run-time from the next, for browsers that keep pages. */
export const runtimeEdition: string = createHash('sha256').update(runtime).digest('hex').slice(0, 16)

export const isRuntime = (path: string, directory: Directory): boolean => path === RUNTIME_PATH && isScorm(directory)

export const isScorm = (directory: Directory): boolean => findNamed(directory, MANIFEST) !== undefined

/** The file of a name nearest to the top of a package, in any case of its letters. */
export const findNamed = (directory: Directory, name: string): string | undefined =>
  [...directory.keys()]
    .filter((path) => path.slice(path.lastIndexOf('/') + 1).toLowerCase() === name)
    .toSorted((one, other) => one.split('/').length - other.split('/').length)[0]

/**
 * The page with the run-time before all else that runs in it. A frame without an origin finds no `API` in the windows
 * around it, where packages look for it, so each page gets one of its own.
 * @param prefix of the package's addresses, with its token
 */
export function withRuntime(page: Buffer, prefix: string): Buffer {
  // Its bytes stay as they are, in whatever encoding.
  const beginning = page.subarray(0, HEAD_BYTES).toString('latin1')
  const [tag] = [/<head(?:\s[^<>]*)?>/i, /<html(?:\s[^<>]*)?>/i, /<!doctype[^<>]*>/i].flatMap(
    (pattern) => pattern.exec(beginning) ?? [],
  )
  const place = tag === undefined ? 0 : beginning.indexOf(tag) + tag.length
  const script = Buffer.from(`<script src="${prefix}${RUNTIME_PATH}"></script>`)
  return Buffer.concat([page.subarray(0, place), script, page.subarray(place)])
}

import type { Core } from '#core/server/core.ts'
import { invalidField } from '#core/server/errors.ts'
import { MANIFEST } from '#core/server/files/interactive/scorm.ts'
import { startPage } from '#core/server/files/interactive/shown-types.ts'
import type { PackageFacts } from '../contract.ts'
import { readManifest } from './manifest.ts'

/** Bytes of a manifest. Those of courses with a thousand pages have some hundred kB. */
const MAX_MANIFEST_BYTES = 2 * 1024 ** 2

/**
 * Reads the facts of a package of interactive content: from its manifest where it has one, else from its `index.html`.
 * @throws invalid 400 at `file` in words; package.unfit 400 as the archive is read
 */
export async function readPackageFacts(core: Core, sha256: string, size: number): Promise<PackageFacts> {
  const directory = await core.files.packages.directory(sha256, size)
  const packed = directory.get(MANIFEST)
  if (!packed) {
    const page = startPage(directory.keys())
    if (page === undefined) {
      throw invalidField('file', 'The package has no page to begin with. Put an index.html at its top.')
    }
    return { title: '', startPage: page, standard: 'html' }
  }
  if (packed.size > MAX_MANIFEST_BYTES) throw invalidField('file', 'The manifest of the package is too large')
  const range = { start: 0, end: packed.size - 1 }
  const bytes = packed.size === 0 ? [] : await (await core.files.packages.open(sha256, packed, range)).toArray()
  const { title, startPage: page, standard } = readManifest(Buffer.concat(bytes as Buffer[]).toString('utf8'))
  if (page === '') throw invalidField('file', 'The manifest of the package names no page to begin with')
  if (!directory.has(page)) {
    throw invalidField('file', `The manifest of the package begins with “${page}”, which is not in it`)
  }
  return { title, startPage: page, standard }
}

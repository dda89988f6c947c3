import { decodeXml } from '#core/contract/decode-text.ts'
import type { Core } from '#core/server/core.ts'
import { invalidField } from '#core/server/errors.ts'
import type { Directory } from '#core/server/files/interactive/directory.ts'
import { findNamed, MANIFEST } from '#core/server/files/interactive/scorm.ts'
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
  const manifest = findNamed(directory, MANIFEST)
  const packed = manifest === undefined ? undefined : directory.get(manifest)
  if (manifest === undefined || !packed) {
    refuseOtherStandards(directory)
    const page = startPage(directory.keys())
    if (page === undefined) {
      throw invalidField('file', 'The package has no page to begin with. Put an index.html at its top.')
    }
    return { title: '', startPage: page, standard: 'html' }
  }
  const folder = manifest.slice(0, manifest.lastIndexOf('/') + 1)
  if (folder.split('/').length > 2 || [...directory.keys()].some((path) => !isBeside(path, folder))) {
    throw invalidField('file', `The manifest of the package is at “${manifest}”: put it at the top, and pack it again`)
  }
  if (packed.size > MAX_MANIFEST_BYTES) throw invalidField('file', 'The manifest of the package is too large')
  const range = { start: 0, end: packed.size - 1 }
  const bytes = packed.size === 0 ? [] : await (await core.files.packages.open(sha256, packed, range)).toArray()
  const { title, startPage: said, standard } = readManifest(decodeXml(Buffer.concat(bytes as Buffer[])))
  if (said === '') throw invalidField('file', 'The manifest of the package names no page to begin with')
  const wanted = `${folder}${said.replaceAll('\\', '/')}`
  const page = directory.has(wanted)
    ? wanted
    : [...directory.keys()].find((path) => path.toLowerCase() === wanted.toLowerCase())
  if (page === undefined) {
    throw invalidField('file', `The manifest of the package begins with “${wanted}”, which is not in it`)
  }
  return { title, startPage: page, standard }
}

/** True in the folder of the manifest, and for what systems add beside it. */
const isBeside = (path: string, folder: string) => path.startsWith(folder) || /^(?:__MACOSX\/|\.DS_Store$)/.test(path)

const otherStandards = { 'tincan.xml': 'xAPI (Tin Can)', 'cmi5.xml': 'cmi5' }

/** @throws invalid 400 at `file` for a package that its pages alone would not run */
function refuseOtherStandards(directory: Directory): void {
  for (const [file, standard] of Object.entries(otherStandards)) {
    if (findNamed(directory, file) === undefined) continue
    throw invalidField(
      'file',
      `This is a package of ${standard}. Publish it as SCORM 1.2 or SCORM 2004, and choose that.`,
    )
  }
}

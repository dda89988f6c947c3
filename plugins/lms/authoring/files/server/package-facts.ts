import { decodeXml } from '#core/contract/decode-text.ts'
import type { Core } from '#core/server/core.ts'
import { invalidField } from '#core/server/errors.ts'
import type { Directory } from '#core/server/files/interactive/directory.ts'
import {
  findNamed,
  findPath,
  MANIFEST,
  MAX_MANIFEST_BYTES,
  MAX_PAGE_BYTES,
} from '#core/server/files/interactive/scorm.ts'
import { shownType, startPage } from '#core/server/files/interactive/shown-types.ts'
import { MAX_PACKAGE_ITEMS, type PackageFacts } from '../contract.ts'
import { readManifest } from './manifest.ts'

/**
 * Reads the facts of a package of interactive content: from its manifest if it has one, else from its `index.html`.
 * @throws invalid (400) at `file` with a message; package.unfit (400) while the archive is read
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
    return { title: '', startPage: page, standard: 'html', items: [], notes: [] }
  }
  const folder = manifest.slice(0, manifest.lastIndexOf('/') + 1)
  if (folder.split('/').length > 2 || [...directory.keys()].some((path) => !isBeside(path, folder))) {
    throw invalidField('file', `The manifest of the package is at “${manifest}”: put it at the top, and pack it again`)
  }
  if (packed.size > MAX_MANIFEST_BYTES) throw invalidField('file', 'The manifest of the package is too large')
  const range = { start: 0, end: packed.size - 1 }
  const bytes = packed.size === 0 ? [] : await (await core.files.packages.open(sha256, packed, range)).toArray()
  const { startPage: said, items, leftOut, ...facts } = readManifest(decodeXml(Buffer.concat(bytes as Buffer[])))
  if (said === '') throw invalidField('file', 'The manifest of the package names no page to begin with')
  if (leftOut > 0) throw invalidField('file', `The package has more than ${MAX_PACKAGE_ITEMS} parts`)
  const locate = (written: string) => {
    const wanted = `${folder}${written}`
    const page = findPath(directory, wanted)
    if (page !== undefined) return page
    throw invalidField(
      'file',
      /^[a-z]+:/i.test(written)
        ? `A part of the package is at “${written}”, outside of it. Pack its pages into the package.`
        : `The manifest of the package ${written === said ? 'begins with' : 'names'} “${wanted}”, which is not in it`,
    )
  }
  return {
    ...facts,
    startPage: locate(said),
    items: items.map((item) => ({ ...item, page: locate(item.page) })),
    notes: [...facts.notes, ...listLargeNotes(directory)],
  }
}

/** Checks if a file is in the manifest's folder, or was added beside it by an operating system. */
const isBeside = (path: string, folder: string) =>
  path.startsWith(folder) || /^(?:__MACOSX\/|(?:\.DS_Store|Thumbs\.db|desktop\.ini)$)/i.test(path)

/** Names pages and scripts that are served unchanged, since they are too large to be read whole. */
function listLargeNotes(directory: Directory): string[] {
  const large = [...directory].filter(([, { size }]) => size > MAX_PAGE_BYTES).map(([path]) => path)
  const list = (type: string) => large.filter((path) => shownType(path)?.startsWith(type)).map((path) => `“${path}”`)
  const [pages, scripts] = [list('text/html'), list('text/javascript')]
  return [
    ...(pages.length > 0 ? [`Pages above 8 MB do not save progress and scores: ${shorten(pages)}.`] : []),
    ...(scripts.length > 0
      ? [`Scripts above 8 MB do not save progress if they look for the run-time in window.top: ${shorten(scripts)}.`]
      : []),
  ]
}

const MAX_NAMED_FILES = 5

const shorten = (names: readonly string[]) =>
  names.slice(0, MAX_NAMED_FILES).join(', ') + (names.length > MAX_NAMED_FILES ? ' and others' : '')

const otherStandards = { 'tincan.xml': 'xAPI (Tin Can)', 'cmi5.xml': 'cmi5' }

/** @throws invalid (400) at `file` for a package that its pages alone could not run */
function refuseOtherStandards(directory: Directory): void {
  for (const [file, standard] of Object.entries(otherStandards)) {
    if (findNamed(directory, file) === undefined) continue
    throw invalidField(
      'file',
      `This is a package of ${standard}. Publish it as SCORM 1.2 or SCORM 2004, and choose that.`,
    )
  }
}

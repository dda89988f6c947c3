import { posix } from 'node:path'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { isZip } from '#core/server/xlsx.ts'
import { refuseFile } from '../refuse-file.ts'
import { isRosterFile, type RosterFile } from './roster-files.ts'

const MAX_FILES = 100

/** Maximum uncompressed bytes of all files: 50,000 lines take some ten million. */
const MAX_UNPACKED_BYTES = 24 * 1024 ** 2

/** Maximum compression ratio: text compresses less, a zip bomb more. */
const MAX_GROWTH = 200

/** Size in bytes from which the ratio is checked: short files of one repeated line compress well. */
const LARGE_BYTES = 1024 ** 2

const MANIFEST = 'manifest.csv'

export interface UnpackedRoster {
  /** Bytes of the manifest; undefined where the archive has none. */
  manifest: Buffer | undefined
  files: ReadonlyMap<RosterFile, Buffer>
  /** Names of files that are not read. */
  otherFiles: string[]
}

/**
 * Unpacks a OneRoster archive, whose files are at its top or in one folder.
 * @returns undefined for any other file, as a workbook
 * @throws invalid 400 at `file` for an archive that is damaged, encrypted or too large
 */
export async function unpackRoster(bytes: Buffer): Promise<UnpackedRoster | undefined> {
  if (!isZip(bytes)) return undefined
  const archive = await openArchive(bytes)
  if (!archive) return undefined
  if (archive.entryCount > 2 * MAX_FILES) return undefined
  const entries: Entry[] = []
  for await (const entry of archive.eachEntry()) if (isShown(entry.fileName)) entries.push(entry)
  const folder = findFolder(entries)
  if (folder === undefined) return undefined
  if (entries.length > MAX_FILES) refuseFile(`A OneRoster archive has at most ${MAX_FILES} files`)
  refuseLarge(entries)
  const files = new Map<RosterFile, Buffer>()
  const otherFiles: string[] = []
  let manifest: Buffer | undefined
  for (const entry of entries) {
    const name = posix.basename(entry.fileName).toLowerCase()
    const isHere = folderOf(entry) === folder
    if (isHere && name === MANIFEST) manifest = await readEntry(archive, entry)
    else if (isHere && isRosterFile(name)) files.set(name, await readEntry(archive, entry))
    else otherFiles.push(entry.fileName)
  }
  return { manifest, files, otherFiles }
}

/** Opens an archive; undefined for a file that only begins like one. */
async function openArchive(bytes: Buffer): Promise<ZipFile | undefined> {
  try {
    return await yauzl.fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true })
  } catch {
    return undefined
  }
}

/** Reports whether an entry is a visible file: no folder, and no metadata of macOS. */
const isShown = (path: string) => !path.endsWith('/') && !/(^|\/)(__MACOSX\/|\.)/.test(path)

const folderOf = ({ fileName }: Entry) => posix.dirname(fileName)

/** Finds the folder of the manifest, else that of the users: the top of the archive, or one below it. */
function findFolder(entries: readonly Entry[]): string | undefined {
  const near = entries.filter(({ fileName }) => fileName.split('/').length <= 2)
  const withName = (name: string) => near.find(({ fileName }) => posix.basename(fileName).toLowerCase() === name)
  const found = withName(MANIFEST) ?? withName('users.csv')
  return found && folderOf(found)
}

function refuseLarge(entries: readonly Entry[]): void {
  let size = 0
  for (const { fileName, uncompressedSize, compressedSize, ...entry } of entries) {
    if (entry.generalPurposeBitFlag & 1) refuseFile(`“${fileName}” is encrypted. Pack it without a password.`)
    size += uncompressedSize
    if (uncompressedSize > LARGE_BYTES && uncompressedSize > MAX_GROWTH * compressedSize)
      refuseFile(`“${fileName}” is many times as large as it is packed`)
  }
  if (size > MAX_UNPACKED_BYTES)
    refuseFile(
      `The files of the archive have more than ${MAX_UNPACKED_BYTES / 1024 ** 2} MB. Export fewer classes at once.`,
    )
}

async function readEntry(archive: ZipFile, entry: Entry): Promise<Buffer> {
  try {
    const chunks: Buffer[] = []
    for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  } catch {
    refuseFile(`“${entry.fileName}” is damaged in the archive`)
  }
}

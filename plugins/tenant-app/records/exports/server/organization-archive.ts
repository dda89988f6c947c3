import { Readable } from 'node:stream'
import type { Core } from '#core/server/core.ts'
import { AppError } from '#core/server/errors.ts'
import { VERSION } from '#core/server/version.ts'
import { extentOf, type LeftOut } from './columns.ts'
import type { Manifest } from './manifest.ts'
import { Paths } from './names.ts'
import { writeReadme } from './readme.ts'
import type { OrganizationSnapshot, OwnedTable } from './snapshot.ts'
import type { ZipWriter } from '#core/server/zip-writer.ts'

export interface StoredFile {
  id: string
  kind: string
  filename: string
  mimeType: string
  /** Bytes. */
  size: number
  /** Hash of the contents; null while the bytes are in the table of images. */
  sha256: string | null
}

/** Progress from 0 to 1. */
export type Report = (share: number) => void

const filesQuery = `select id, kind, filename, mime_type as "mimeType", size, sha256 from files
    where tenant_id = $1 and state = 'complete' and ($2 or kind <> 'tenant-app.incident-photo')
  union all
  select id, 'core.image', filename, mime_type, size, null from images where tenant_id = $1
  order by 2, 3, 1`

const organizationQuery = `select id, name, subdomain, time_zone as "timeZone" from tenants where id = $1`

/** Writes all data of an organization. @returns the manifest's data */
export async function writeOrganization(
  core: Core,
  snapshot: OrganizationSnapshot,
  zip: ZipWriter,
  { tenantId, includesHealth, report }: { tenantId: string; includesHealth: boolean; report: Report },
): Promise<Manifest> {
  const [organization] = await snapshot.ask<Manifest['organization']>(organizationQuery, [tenantId])
  if (!organization) throw new Error('The organization is gone')
  const files = await snapshot.ask<StoredFile>(filesQuery, [tenantId, includesHealth])
  const readAt = core.clock.now().toISOString()
  const { platformName } = await core.settings.current()
  await addText(zip, 'README.txt', writeReadme({ organization, platformName, readAt, includesHealth }))

  const tables = await snapshot.tables()
  const fileBytes = files.reduce((sum, { size }) => sum + size, 0)
  // A table takes about as long as a megabyte of files.
  const total = tables.length * 1024 ** 2 + fileBytes
  let done = 0
  const advance = (by: number) => report((done += by) / total)

  const written: Manifest['tables'] = []
  const leftOut: LeftOut[] = []
  for (const table of tables) {
    const added = await addTable(snapshot, zip, table, { core, includesHealth })
    leftOut.push(...added.leftOut)
    if (added.table) written.push(added.table)
    advance(1024 ** 2)
  }
  const shared: Manifest['shared'] = []
  for (const { table, rows } of await snapshot.sharedRows()) {
    const entry = await addText(zip, `shared/${table}.json`, `${JSON.stringify(rows, null, 1)}\n`)
    shared.push({ table, rows: rows.length, path: entry.path, bytes: entry.bytes, sha256: entry.sha256 })
  }
  const packed = await addFiles(core, snapshot, zip, files, advance)
  const missing = packed.filter(({ path }) => path === null).length
  const manifest: Manifest = {
    format: 'trellis-export',
    version: 1,
    platformVersion: VERSION,
    readAt,
    organization,
    includesHealth,
    counts: {
      tables: written.length,
      rows: written.reduce((sum, { rows }) => sum + rows, 0),
      files: packed.length - missing,
      missingFiles: missing,
    },
    leftOut,
    tables: written,
    shared,
    files: packed,
  }
  await addText(zip, 'manifest.json', `${JSON.stringify(manifest, null, 1)}\n`)
  return manifest
}

interface AddedTable {
  /** undefined where the whole table was left out. */
  table: Manifest['tables'][number] | undefined
  leftOut: readonly LeftOut[]
}

async function addTable(
  snapshot: OrganizationSnapshot,
  zip: ZipWriter,
  table: OwnedTable,
  { core, includesHealth }: { core: Core; includesHealth: boolean },
): Promise<AddedTable> {
  const { name, columns, isHuge } = table
  const extent = extentOf(core, name, columns, includesHealth)
  if (!extent.columns) return { table: undefined, leftOut: extent.leftOut }
  const folder = `tables/${name === 'tenants' ? 'organization' : name}`
  const json = await zip.add(`${folder}.json`, await snapshot.json(table, extent.columns), { isHuge })
  const printed = extentOf(core, name, columns, false).columns
  const csv = printed && (await zip.add(`${folder}.csv`, await snapshot.csv(table, printed), { isHuge }))
  // Without the line that closes the list; an empty list has no other.
  const rows = json.lines - 1
  return { table: { name, rows, json: packedFile(json), csv: csv ? packedFile(csv) : null }, leftOut: extent.leftOut }
}

const packedFile = ({ path, bytes, sha256 }: { path: string; bytes: number; sha256: string }) => ({
  path,
  bytes,
  sha256,
})

/** Types whose contents are compressed already. */
const COMPRESSED_TYPES = /^(image|video|audio)\/|pdf|zip|officedocument|opendocument/

/** Adds files to a folder per kind, by their names. A missing content is noted and fails nothing. */
export async function addFiles(
  core: Core,
  snapshot: OrganizationSnapshot,
  zip: ZipWriter,
  files: readonly StoredFile[],
  advance: (bytes: number) => void,
): Promise<Manifest['files']> {
  const paths = new Paths()
  const packed: Manifest['files'] = []
  for (const file of files) {
    const { id, kind, filename, mimeType, size } = file
    const content = await contentOf(core, snapshot, file)
    if (!content) {
      packed.push({ id, kind, filename, path: null, bytes: size, sha256: null })
    } else {
      const path = paths.give(`files/${kind.replaceAll('.', '/')}`, filename)
      const { bytes, sha256 } = await zip.add(path, content, { isPacked: COMPRESSED_TYPES.test(mimeType) })
      packed.push({ id, kind, filename, path, bytes, sha256 })
    }
    advance(size)
  }
  return packed
}

async function contentOf(
  { files }: Core,
  snapshot: OrganizationSnapshot,
  { id, sha256 }: StoredFile,
): Promise<Readable | undefined> {
  if (sha256 === null) {
    const [image] = await snapshot.ask<{ data: Buffer }>('select data from images where id = $1', [id])
    return image && Readable.from([image.data])
  }
  try {
    return (await files.contents.open(sha256)).content
  } catch (error) {
    // An unreachable store is an error, not a missing file.
    if (error instanceof AppError && error.status === 404) return undefined
    throw error
  }
}

export const addText = (zip: ZipWriter, path: string, text: string) => zip.add(path, Readable.from([Buffer.from(text)]))

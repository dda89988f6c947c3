import { z } from 'zod'
import { printableLine } from '#core/server/printable.ts'
import { ArchiveError } from './archive-error.ts'
import { readJson } from './manifest-text.ts'

/** Version of the archive's layout. Raised when an older platform could not read what a newer one writes. */
export const FORMAT = 3

/** Version of archives that list no files, which the version before files reads too. */
export const FORMAT_WITHOUT_FILES = 2

export const PRODUCT = 'trellis'

/** Bytes of a part of a table. Rows are never divided, so a row may be as large as that. */
export const MAX_PART_BYTES = 64 * 1024 ** 2

export const MANIFEST_ENTRY = 'manifest.json'
export const CLOSING_ENTRY = 'manifest.sha256'

/** Not a table of the platform: the jobs that were waiting, as rows of the queue. */
export const JOBS_TABLE = 'jobs'

/** Contents of files, a line for each. */
export const listName = (number: number) => `files/${String(number).padStart(6, '0')}.list`

/** @param sha256 of a content that the archive holds itself */
export const contentPartName = (sha256: string, number: number) =>
  `objects/${sha256}/${String(number).padStart(6, '0')}`

export const partName = (table: string, number: number) => `data/${table}/${String(number).padStart(6, '0')}.copy`

// Names become SQL: nothing that would have to be quoted is let in.
const identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)
const total = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
// Names reach terminals and the audit log.
const name = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => printableLine(text) === text, 'holds a character that cannot be printed')
const shortText = name(200)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** Whatever it is: it was parsed from JSON. */
const jsonValue = z.custom<z.core.util.JSONType>((value) => value !== undefined)

const archivedTable = z.strictObject({
  name: identifier,
  columns: z.array(identifier).min(1).max(1600),
  rows: total,
  /** Size of the rows in PostgreSQL's COPY text format. */
  bytes: total,
  /** Hash of all its parts, one after the other. */
  sha256,
})
export type ArchivedTable = z.infer<typeof archivedTable>

/** Contents that an archive lists: they are in memory while it is read, in 40 bytes each. */
export const MAX_FILES = 1_500_000

const listedFiles = {
  count: total.max(MAX_FILES),
  /** Size of all contents together. */
  bytes: total,
  /** Hash of all lines of the list. */
  sha256,
}

const archivedFiles = z.discriminatedUnion('where', [
  z.strictObject({
    /** Beside the archive, as objects. */
    where: z.literal('beside'),
    /** That of the objects: `plain`, or the beginning of the sha256 of the identity's public half. */
    folder: z.string().regex(/^(plain|[0-9a-f]{8})$/),
    ...listedFiles,
  }),
  z.strictObject({
    /** In the archive, behind its tables. */
    where: z.literal('inside'),
    ...listedFiles,
  }),
])

const scope = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('everything') }),
  z.strictObject({ kind: z.literal('organization'), id: z.uuid(), subdomain: shortText, name: name(1000) }),
])
export type ArchiveScope = z.infer<typeof scope>

/** Bounds that hold nothing but times and numbers: they become SQL. */
export const partitionBounds = /^(DEFAULT|FOR VALUES FROM \('[0-9 :.+-]{1,40}'\) TO \('[0-9 :.+-]{1,40}'\))$/

const manifestSchema = z
  .strictObject({
    /** 1 knew no partitions in `tables`, 2 no files. */
    format: z.number().int().min(1).max(FORMAT),
    product: z.literal(PRODUCT),
    id: z.uuid(),
    /** The file's name when it was made. */
    name: shortText,
    createdAt: z.iso.datetime(),
    platformVersion: shortText,
    postgresVersion: shortText,
    plugins: z.array(shortText).max(1000),
    /** Names as in `trellis_migrations`, in the order in which they ran. */
    migrations: z
      .array(
        z
          .string()
          .regex(/^[a-z0-9-]+\/\d+_\w+$/)
          .max(200),
      )
      .max(10_000),
    scope,
    /**
     * In an order in which rows come after those that they refer to, where that is possible. In place of a table that is
     * divided stand its partitions, but in an archive of one organization.
     */
    tables: z.array(archivedTable).max(5000),
    /** The last value of each sequence that belongs to a column; null where none was taken yet. */
    sequences: z
      .array(z.strictObject({ table: identifier, column: identifier, lastValue: total.nullable() }))
      .max(5000),
    /** Partitions of tables that are divided by ranges, with the bounds as PostgreSQL writes them. */
    partitions: z
      .array(z.strictObject({ table: identifier, name: identifier, bounds: z.string().regex(partitionBounds) }))
      .max(5000)
      .optional(),
    /** The contents that rows of `files` name, which follow as lists. */
    files: archivedFiles.optional(),
    tenantCount: total,
    userCount: total,
    /** Rows of the platform's own tables that an organization's rows refer to, columns as in the database. */
    references: z
      .array(z.strictObject({ table: identifier, rows: z.array(z.record(identifier, jsonValue)).max(10_000) }))
      .max(1000),
  })
  .refine(({ tables }) => new Set(tables.map(({ name }) => name)).size === tables.length, 'a table is named twice')
  .refine(
    ({ tables }) => tables.every(({ columns }) => new Set(columns).size === columns.length),
    'a column is named twice',
  )
export type Manifest = z.infer<typeof manifestSchema>

/** Its tables without their division, with the rows of each. */
export function undividedTables({ tables, partitions = [] }: Manifest): Map<string, number> {
  const tableOf = new Map(partitions.map(({ table, name }) => [name, table]))
  const undivided = new Map<string, number>()
  for (const { name, rows } of tables) {
    const table = tableOf.get(name) ?? name
    undivided.set(table, (undivided.get(table) ?? 0) + rows)
  }
  return undivided
}

/** @throws ArchiveError when it is not a manifest, of another product, or of a newer format */
export function parseManifest(text: Buffer): Manifest {
  const content = readJson(text)
  const told = z.object({ format: z.number(), product: z.string() }).safeParse(content)
  if (!told.success) throw new ArchiveError('This is not an archive of the platform: its manifest is unknown')
  if (told.data.product !== PRODUCT) throw new ArchiveError('This is an archive of another product')
  if (told.data.format > FORMAT) {
    throw new ArchiveError(
      `The archive was made by a newer version of the platform (format ${told.data.format}; this one reads up to ${FORMAT})`,
    )
  }
  const parsed = manifestSchema.safeParse(content)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new ArchiveError(`The manifest is not valid: ${issue?.path.join('.')} ${issue?.message}`.slice(0, 500))
}

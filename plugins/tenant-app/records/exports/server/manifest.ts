import type { LeftOut } from './columns.ts'

interface PackedFile {
  path: string
  bytes: number
  sha256: string
}

/** Manifest of an archive, for programs and to check that all of it arrived. */
export interface Manifest {
  format: 'trellis-export'
  version: 1
  platformVersion: string
  /** Time of the snapshot, which later changes are not part of. */
  readAt: string
  organization: { id: string; name: string; subdomain: string; timeZone: string }
  includesHealth: boolean
  counts: { tables: number; rows: number; files: number; missingFiles: number }
  leftOut: LeftOut[]
  tables: { name: string; rows: number; json: PackedFile; csv: PackedFile | null }[]
  /** Platform rows to which rows of the organization refer. */
  shared: (PackedFile & { table: string; rows: number })[]
  /** `path` and `sha256` are null for a file without contents. */
  files: { id: string; kind: string; filename: string; path: string | null; bytes: number; sha256: string | null }[]
}

import { ArchiveError } from './archive-error.ts'
import type { Manifest } from './manifest.ts'

/**
 * Facts known of an archive before it is read: from the record of when it was stored. A field that is left out is
 * unknown.
 */
export interface Expectation {
  isEncrypted?: boolean
  /** Bytes of the file. */
  size?: number
  /** Hash of the file, in hex. */
  sha256?: string
  /** The manifest's. */
  id?: string
}

const REPLACED_TEXT = 'another file may have been put in its place'

/** @throws ArchiveError */
export function expectEncryption(expected: Expectation, isEncrypted: boolean): void {
  if (expected.isEncrypted === undefined || expected.isEncrypted === isEncrypted) return
  throw new ArchiveError(
    isEncrypted
      ? `The file is encrypted, and the backup was not: ${REPLACED_TEXT}`
      : `The file is not encrypted, and the backup was: ${REPLACED_TEXT}`,
  )
}

/** @throws ArchiveError */
export function expectSize(expected: Expectation, size: number): void {
  if (expected.size === undefined || expected.size === size) return
  const how = size < expected.size ? 'it was cut off' : 'something was added to it'
  throw new ArchiveError(
    `The file has ${bytes(size)}, and the backup had ${bytes(expected.size)}: ${how}, or ${REPLACED_TEXT}`,
  )
}

/** @throws ArchiveError */
export function expectContent(expected: Expectation, sha256: string): void {
  if (expected.sha256 === undefined || expected.sha256 === sha256) return
  throw new ArchiveError(
    'The content of the file is not what was stored (its SHA-256 differs): it was damaged or changed',
  )
}

/** @throws ArchiveError */
export function expectManifest(expected: Expectation, { id, name, createdAt }: Manifest): void {
  if (expected.id === undefined || expected.id === id) return
  throw new ArchiveError(
    `The file holds another backup, ${JSON.stringify(name)} of ${createdAt.slice(0, 10)}: ${REPLACED_TEXT}`,
  )
}

const bytes = (size: number) => `${size.toLocaleString('en-US')} bytes`

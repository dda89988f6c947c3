import { findUnwieldiness } from '#core/server/unwieldy-json.ts'
import { ArchiveError } from './archive-error.ts'

/** Bytes of `manifest.json`; it is read into memory. Those of a thousand tables have some hundred kB. */
export const MAX_MANIFEST_BYTES = 4 * 1024 ** 2

/** Arrays and objects within each other; ours have 6, and rows that an organization refers to bring what they hold. */
const MAX_DEPTH = 32

const MAX_VALUES = 200_000

const noManifest = (how: string, cause?: unknown) =>
  new ArchiveError(`This is not an archive of the platform: its manifest ${how}`, cause)

export const manifestTooLarge = () => noManifest('is larger than 4 MB')

/**
 * The value of a manifest's text. What would take much memory is refused before anything is made of it.
 * @throws ArchiveError
 */
export function readJson(text: Buffer): unknown {
  if (text.length > MAX_MANIFEST_BYTES) throw manifestTooLarge()
  const unwieldy = findUnwieldiness(text, { maxDepth: MAX_DEPTH, maxValues: MAX_VALUES })
  if (unwieldy) throw noManifest(unwieldy)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text))
  } catch (error) {
    throw noManifest('is no JSON', error)
  }
}

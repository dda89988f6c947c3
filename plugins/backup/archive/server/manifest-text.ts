import { ArchiveError } from './archive-error.ts'

/** Bytes of `manifest.json`; it is read into memory. Those of a thousand tables have some hundred kB. */
export const MAX_MANIFEST = 4 * 1024 ** 2

/** Arrays and objects within each other; ours have 6, and rows that an organization refers to bring what they hold. */
const MAX_DEPTH = 32

/** Arrays, objects, and what is in them: each takes some hundred bytes of memory once it is parsed, however short it is. */
const MAX_VALUES = 200_000

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c]
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

const noManifest = (how: string, cause?: unknown) =>
  new ArchiveError(`This is not an archive of the platform: its manifest ${how}`, cause)

export const manifestTooLarge = () => noManifest('is larger than 4 MB')

/**
 * The value of a manifest's text. What would take much memory is refused before anything is made of it.
 * @throws ArchiveError
 */
export function readJson(text: Buffer): unknown {
  if (text.length > MAX_MANIFEST) throw manifestTooLarge()
  refuseUnwieldy(text)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text))
  } catch (error) {
    throw noManifest('is no JSON', error)
  }
}

// Bytes of characters beyond ASCII are none of those that are looked for.
function refuseUnwieldy(text: Buffer): void {
  let depth = 0
  let values = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const byte = text[at] as number
    if (inString) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) inString = false
    } else if (byte === QUOTE) inString = true
    else if (OPENING.has(byte)) {
      values++
      if (++depth > MAX_DEPTH) throw noManifest(`is nested deeper than ${MAX_DEPTH} levels`)
    } else if (CLOSING.has(byte)) depth--
    else if (byte === COMMA) values++
    if (values > MAX_VALUES) throw noManifest(`holds more than ${MAX_VALUES.toLocaleString('en-US')} values`)
  }
}

/** Characters that some system refuses in a name, or that would change the folder or the writing direction. */
const UNSAFE_CHARACTERS = /[<>:"/\\|?*\p{Cc}\p{Cs}\p{Bidi_Control}\p{Zl}\p{Zp}\u00ad\u200b\u2060\ufeff]+/gu

/** Device names that Windows reserves, with any extension. */
const RESERVED_NAMES = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/** Maximum bytes of a name without its extension; file systems allow 255 in total. */
const MAX_NAME_BYTES = 120

/** Converts a user's name to one that every system can unpack. */
function makeSafeName(name: string, fallback = 'file'): string {
  const plain = name.toWellFormed().normalize('NFC').replaceAll(UNSAFE_CHARACTERS, '_').trim()
  const end = /\.[A-Za-z0-9]{1,10}$/.exec(plain)?.[0] ?? ''
  const begin = shorten(plain.slice(0, plain.length - end.length)).replace(/^[. ]+|(?<![. ])[. ]+$/g, '')
  const safe = `${begin === '' ? fallback : begin}${end}`
  return RESERVED_NAMES.test(safe) ? `_${safe}` : safe
}

function shorten(text: string): string {
  let bytes = 0
  let kept = ''
  for (const sign of text) {
    bytes += Buffer.byteLength(sign)
    if (bytes > MAX_NAME_BYTES) break
    kept += sign
  }
  return kept
}

/** Assigns each path once: a duplicate gets a number. Some systems ignore case. */
export class Paths {
  readonly #taken = new Map<string, number>()

  give(folder: string, name: string): string {
    const safe = makeSafeName(name)
    const key = `${folder}/${safe}`.toLowerCase()
    const times = this.#taken.get(key) ?? 0
    this.#taken.set(key, times + 1)
    if (times === 0) return `${folder}/${safe}`
    const point = safe.lastIndexOf('.')
    const [begin, end] = point > 0 ? [safe.slice(0, point), safe.slice(point)] : [safe, '']
    return this.give(folder, `${begin} (${times + 1})${end}`)
  }
}

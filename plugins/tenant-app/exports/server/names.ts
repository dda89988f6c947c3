/** Signs that some system does not take in a name, or that would lead to another folder or turn writing around. */
const UNSAFE = /[<>:"/\\|?*\p{Cc}\p{Cs}\p{Bidi_Control}\p{Zl}\p{Zp}\u00ad\u200b\u2060\ufeff]+/gu

/** Names that Windows keeps for devices, whatever follows the first point. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/** Bytes of a name without its end; file systems take 255 of the whole. */
const LONGEST = 120

/** A name of people's as every system can unpack it. */
function safeName(name: string, fallback = 'file'): string {
  const plain = name.toWellFormed().normalize('NFC').replaceAll(UNSAFE, '_').trim()
  const end = /\.[A-Za-z0-9]{1,10}$/.exec(plain)?.[0] ?? ''
  const begin = shortened(plain.slice(0, plain.length - end.length)).replace(/^[. ]+|(?<![. ])[. ]+$/g, '')
  const safe = `${begin === '' ? fallback : begin}${end}`
  return RESERVED.test(safe) ? `_${safe}` : safe
}

function shortened(text: string): string {
  let bytes = 0
  let kept = ''
  for (const sign of text) {
    bytes += Buffer.byteLength(sign)
    if (bytes > LONGEST) break
    kept += sign
  }
  return kept
}

/** Gives out each path once: what is there already gets a number. Capitals do not tell two names apart everywhere. */
export class Paths {
  readonly #taken = new Map<string, number>()

  give(folder: string, name: string): string {
    const safe = safeName(name)
    const key = `${folder}/${safe}`.toLowerCase()
    const times = this.#taken.get(key) ?? 0
    this.#taken.set(key, times + 1)
    if (times === 0) return `${folder}/${safe}`
    const point = safe.lastIndexOf('.')
    const [begin, end] = point > 0 ? [safe.slice(0, point), safe.slice(point)] : [safe, '']
    return this.give(folder, `${begin} (${times + 1})${end}`)
  }
}

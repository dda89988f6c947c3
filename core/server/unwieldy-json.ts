export interface JsonLimits {
  /** Arrays and objects within each other. */
  maxDepth: number
  /** Arrays, objects, and what is in them: each takes some hundred bytes of memory once it is parsed, however short it is. */
  maxValues: number
}

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c]
const OPENING_BRACKETS = new Set([0x5b, 0x7b])
const CLOSING_BRACKETS = new Set([0x5d, 0x7d])

/**
 * Why a text of JSON in UTF-8 would take too much memory once it is parsed, as the end of a sentence about it; undefined
 * where it would not. Looks at bytes alone, so that nothing is made of it before.
 */
export function findUnwieldiness(text: Buffer, { maxDepth, maxValues }: JsonLimits): string | undefined {
  let depth = 0
  let values = 0
  let inString = false
  // Bytes of characters beyond ASCII are none of those that are looked for.
  for (let at = 0; at < text.length; at++) {
    const byte = text[at] as number
    if (inString) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) inString = false
    } else if (byte === QUOTE) inString = true
    else if (OPENING_BRACKETS.has(byte)) {
      values++
      if (++depth > maxDepth) return `is nested deeper than ${maxDepth} levels`
    } else if (CLOSING_BRACKETS.has(byte)) depth--
    else if (byte === COMMA) values++
    if (values > maxValues) return `holds more than ${maxValues.toLocaleString('en-US')} values`
  }
  return undefined
}

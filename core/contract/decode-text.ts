/** A text file as characters, and the name of its encoding. */
export interface DecodedText {
  text: string
  encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252'
}

/** Bytes at the beginning that tell the encoding. */
const SAMPLE_BYTES = 4096

/**
 * Decodes a text file as programs write it: UTF-8, UTF-16 of either order with or without its mark, or Windows-1252. The
 * mark is no part of the text.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const wide = detectUtf16(bytes)
  if (wide) return { text: new TextDecoder(wide).decode(bytes), encoding: 'UTF-16' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' }
  }
}

/** Finds the order of bytes by the mark, or by the zeros that line breaks, spaces and digits have in one half. */
export function detectUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes.length % 2 === 1) return undefined
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const countZeros = (half: 0 | 1) => sample.filter((byte, at) => byte === 0 && at % 2 === half).length
  const [high, low] = [countZeros(0), countZeros(1)]
  // Commas and line breaks alone are ASCII in a list of Arabic or Chinese names, and 一 has a zero in its other half.
  const few = sample.length / 100
  if (low > few && high <= low / 3) return 'utf-16le'
  return high > few && low <= high / 3 ? 'utf-16be' : undefined
}

/** Decodes XML: by its mark, else by the encoding that it declares. */
export function decodeXml(bytes: Uint8Array): string {
  const wide = detectUtf16(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const [, declared = 'utf-8'] =
    /^(?:\u00EF\u00BB\u00BF)?\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)/.exec(beginning) ?? []
  try {
    // An encoding of two bytes would have been seen.
    return new TextDecoder(/^utf-?16/i.test(declared) ? 'utf-8' : declared).decode(bytes)
  } catch {
    return decodeText(bytes).text
  }
}

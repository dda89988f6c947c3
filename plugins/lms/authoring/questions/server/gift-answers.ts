/** Answer between the braces of a question in GIFT. */
export interface GiftAnswer {
  /** True if it begins with `=`, false for `~`. */
  isEqual: boolean
  /** Percent of the points, as in `%50%`. */
  weight: number | undefined
  text: string
  feedback: string
}

const CONTROL_CHARACTERS = '~=#{}:\\'
/** First of Unicode's noncharacters: no text contains them. */
const FIRST_PRIVATE_CODE = 0xfdd0

/** Replaces escaped characters by noncharacters while the text is parsed. */
export const setAside = (text: string): string =>
  text
    .replaceAll(/[\ufdd0-\ufdef]/g, '')
    // The '#' of an entity begins no feedback.
    .replaceAll(/&#(?=(?:\d{1,7}|x[\da-f]{1,6});)/gi, String.raw`&\#`)
    .replaceAll(/\\([~=#{}:\\])/g, (_, sign: string) =>
      String.fromCharCode(FIRST_PRIVATE_CODE + CONTROL_CHARACTERS.indexOf(sign)),
    )

/**
 * Restores the characters that `setAside` replaced; `
 * ` is a line break.
 */
export const unescapeGift = (text: string): string =>
  text
    .replaceAll(/\\n/g, '\n')
    .replaceAll(/[\ufdd0-\ufdd6]/g, (sign) => CONTROL_CHARACTERS.charAt(sign.charCodeAt(0) - FIRST_PRIVATE_CODE))

export function parseAnswers(written: string): GiftAnswer[] {
  return [...written.matchAll(/([=~])\s*(?:%(-?\d{1,3}(?:\.\d{1,5})?)%)?([^=~#]*)(?:#([^=~]*))?/g)].map(
    ([, sign, weight, text = '', feedback = '']) => ({
      isEqual: sign === '=',
      weight: weight === undefined ? undefined : Number(weight),
      text: text.trim(),
      feedback: feedback.trim(),
    }),
  )
}

/** Parses `prompt -> match`; undefined if it is none. */
export function parseMatch(text: string): { prompt: string; match: string } | undefined {
  const at = text.indexOf('->')
  return at < 0 ? undefined : { prompt: text.slice(0, at), match: text.slice(at + 2) }
}

/** Parses `3.14`, `3.14:0.05` or `1..5`; a range becomes its middle with a tolerance. */
export function parseNumber(text: string): { value: number; tolerance: number } | undefined {
  const plain = text.trim()
  if (plain.length > 100) return undefined
  const dots = plain.indexOf('..')
  const isRange = dots >= 0
  const [first = '', second = '0'] = isRange ? [plain.slice(0, dots), plain.slice(dots + 2)] : plain.split(':', 2)
  const numbers = [first.trim(), second.trim()].map((one) =>
    /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(one) ? Number(one) : Number.NaN,
  )
  const [one = Number.NaN, other = Number.NaN] = numbers
  if (Number.isNaN(one) || Number.isNaN(other)) return undefined
  if (!isRange) return { value: one, tolerance: other }
  // Rounds to twelve digits, to which sums of fractions are exact.
  const exact = (value: number) => Number(value.toPrecision(12))
  return { value: exact((one + other) / 2), tolerance: exact((other - one) / 2) }
}

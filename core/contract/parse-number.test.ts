import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { assertLaw } from '#core/testing/laws.ts'
import { parseNumber } from './parse-number.ts'

describe('numbers as people type them', () => {
  it.each([
    ['49.00', 49],
    ['3,14', 3.14],
    ['−3.14', -3.14],
    ['–3,14', -3.14],
    ['- 3', -3],
    ['1,5', 1.5],
    ['0.125', 0.125],
    [',5', 0.5],
    ['5.', 5],
    ['1234.567', 1234.567],
    ['1.234,5', 1234.5],
    ['1,234.50', 1234.5],
    ['1.234.567', 1_234_567],
    ['12,34,567.8', 1_234_567.8],
    ['1\u202F234,5', 1234.5],
    ['1\u00A0234', 1234],
    ["1'234.5", 1234.5],
    ['1’234', 1234],
    ['١٫٥', 1.5],
    ['١٬٥٠٠', 1500],
    ['۳٫۱۴', 3.14],
    ['१२', 12],
    ['１２．５', 12.5],
    ['＋７', 7],
    ['6.626e-34', 6.626e-34],
    ['\u200F-12\u200E', -12],
  ])('reads “%s” as %d', (typed, value) => {
    expect(parseNumber(typed)).toEqual({ kind: 'number', value })
  })

  it.each([
    ['1.500', 1.5, 1500],
    ['1,500', 1.5, 1500],
    ['8.875', 8.875, 8875],
    ['-12,345', -12.345, -12_345],
    ['１．５００', 1.5, 1500],
  ])('asks about “%s”', (typed, ...readings) => {
    expect(parseNumber(typed)).toEqual({ kind: 'ambiguous', readings })
  })

  it.each(['three', '1.2.3', '1,23.4.5', '1 5', '.', '--1', '1,2,3', '4 9.00 €', '1e', '9'.repeat(101)])(
    'takes “%s” for none',
    (typed) => {
      expect(parseNumber(typed)).toEqual({ kind: 'unreadable' })
    },
  )
})

const locales = ['en-US', 'de-DE', 'fr-FR', 'de-CH', 'en-IN', 'ar-EG', 'fa-IR', 'hi-IN-u-nu-deva', 'sv-SE', 'pt-PT']

test('a number in the writing of each language is read as it is, or asked about, and never as another', () => {
  assertLaw(
    fc.property(
      fc.constantFrom(...locales),
      fc.boolean(),
      fc.nat(4),
      fc.integer({ min: -1e9, max: 1e9 }),
      (locale, useGrouping, decimals, hundredths) => {
        const value = Number((hundredths / 10 ** decimals).toFixed(decimals)) + 0
        const typed = new Intl.NumberFormat(locale, { useGrouping, maximumFractionDigits: 4 }).format(value)
        const parsed = parseNumber(typed)
        const readings = parsed.kind === 'ambiguous' ? parsed.readings : parsed.kind === 'number' ? [parsed.value] : []
        expect(readings).toContain(value)
      },
    ),
  )
})

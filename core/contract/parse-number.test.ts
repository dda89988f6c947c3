import { readFileSync } from 'node:fs'
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

test('a number in the format of each language is read correctly, or reported as ambiguous, never misread', () => {
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

test('numbers of the cases are what was typed, whatever the language of the browser', () => {
  const cases = readFileSync(new URL('testing/cases/numbers.txt', import.meta.url), 'utf8')
  const rows = cases
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(/\s{2,}/))
  // The texts among them are compared by `foldAnswer`, which has its own test.
  const numbers = rows.filter(([, field = '']) => !field.startsWith('short text'))
  const [taxRate, ...others] = numbers.map(([, , typed = '']) => parseNumber(typed)).toReversed()
  expect(others.toReversed()).toEqual([49, 3.14, 3.14, -3.14].map((value) => ({ kind: 'number', value })))
  // Fields take the reading that their limits allow, and a tax rate is at most 100.
  expect(taxRate).toEqual({ kind: 'ambiguous', readings: [8.875, 8875] })
})

describe('numbers of other keyboards', () => {
  it.each([
    ["1'234.50", 1234.5],
    ['1’234,50', 1234.5],
    ['1\u00a0234,5', 1234.5],
    ['1\u202f234,5', 1234.5],
    ['12,34,567.89', 1_234_567.89],
    ['٣٫١٤', 3.14],
    ['١٬٢٣٤٫٥', 1234.5],
    ['۳٫۱۴', 3.14],
    ['१२', 12],
    ['３．１４', 3.14],
    ['３，１４', 3.14],
    ['\u200e-5', -5],
    ['1e3', 1000],
    ['+5', 5],
  ])('reads %j as %d', (typed, value) => {
    expect(parseNumber(typed)).toEqual({ kind: 'number', value })
  })

  it.each(['1_000', '$5', '5%', '½', '1/2', '5-', '(5)', '1,2,3', '0x10', 'Infinity'])('refuses %j', (typed) => {
    expect(parseNumber(typed)).toEqual({ kind: 'unreadable' })
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertLaw } from '#core/testing/laws.ts'
import { decimal, taxOn } from './money.ts'

/** Up to 99,999,999.99. */
const amounts = fc.integer({ min: 0, max: 9_999_999_999 })

test('tax is exact to the minor unit, a half rounded up', () => {
  assertLaw(
    fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), (minor, hundredths) => {
      const exact = (BigInt(minor) * BigInt(hundredths) * 2n + 10_000n) / 20_000n
      expect(taxOn(minor, hundredths / 100)).toBe(Number(exact))
    }),
  )
})

test('an amount as decimal text has all its minor units', () => {
  assertLaw(
    fc.property(fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }), (minor) => {
      const text = decimal(minor)
      expect(text).toMatch(/^-?\d+\.\d\d$/)
      expect(BigInt(text.replace('.', ''))).toBe(BigInt(minor))
    }),
  )
})

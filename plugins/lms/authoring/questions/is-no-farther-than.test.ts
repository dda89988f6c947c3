import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertLaw } from '#core/testing/laws.ts'
import { isNoFartherThan } from './is-no-farther-than.ts'

test.each([
  [8_000_000_007, 8_000_000_000, 0, false],
  [8_000_000_000, 8_000_000_000, 0, true],
  [0, 6.6e-34, 0, false],
  [6.6e-34, 6.6e-34, 0, true],
  [6.7e-34, 6.6e-34, 1e-35, true],
  [0.1 + 0.2, 0.3, 0, false],
  [0.4, 0.3, 0.1, true],
  [0.2, 0.3, 0.1, true],
  [9.82, 9.81, 0.01, true],
  [9.8, 9.81, 0.01, true],
  [9.820001, 9.81, 0.01, false],
  [-5, 5, 10, true],
  [1e12, -1e12, 2e12, true],
  [1e12, -1e12, 1_999_999_999_999.9, false],
  [-0, 0, 0, true],
])('%d is no farther from %d than %d: %s', (one, other, most, expected) => {
  expect(isNoFartherThan(one, other, most)).toBe(expected)
  expect(isNoFartherThan(other, one, most)).toBe(expected)
})

test('numbers in hundredths are as far apart as their whole hundredths', () => {
  const hundredths = fc.integer({ min: -1e9, max: 1e9 })
  assertLaw(
    fc.property(hundredths, fc.integer({ min: -300, max: 300 }), fc.nat(300), (start, step, most) => {
      expect(isNoFartherThan((start + step) / 100, start / 100, most / 100)).toBe(Math.abs(step) <= most)
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertLaw } from '#core/testing/laws.ts'
import {
  computeAverageScore,
  isReached,
  formatPercent,
  scoreOf,
  computeShare,
  sumOfPoints,
  toHundredths,
  withoutPercent,
  type Reached,
} from './scores-contract.ts'

// The model uses fractions of integers, parsed from the digits of decimals: none of them is a binary fraction.

interface Fraction {
  over: bigint
  under: bigint
}

/** Reads a decimal of at most two digits. */
function toFraction(value: number): Fraction {
  const [whole = '0', digits = ''] = String(value).split('.')
  return { over: BigInt(whole + digits.padEnd(2, '0')), under: 100n }
}
const addFractions = (one: Fraction, other: Fraction): Fraction => ({
  over: one.over * other.under + other.over * one.under,
  under: one.under * other.under,
})
const multiplyFractions = (one: Fraction, other: Fraction): Fraction => ({
  over: one.over * other.over,
  under: one.under * other.under,
})
const invertFraction = ({ over, under }: Fraction): Fraction => ({ over: under, under: over })
const fromInteger = (integer: number): Fraction => ({ over: BigInt(integer), under: 1n })
const isAtLeast = (one: Fraction, other: Fraction) => one.over * other.under >= other.over * one.under
const zero = fromInteger(0)

/** Rounds down to a decimal with two digits. */
function floorFraction({ over, under }: Fraction): number {
  const digits = String((over * 100n) / under).padStart(3, '0')
  return Number(`${digits.slice(0, -2)}.${digits.slice(-2)}`)
}

const toPercent = ({ points, maxPoints }: Reached): Fraction =>
  maxPoints === 0 || points >= maxPoints
    ? fromInteger(100)
    : multiplyFractions(multiplyFractions(toFraction(points), fromInteger(100)), invertFraction(toFraction(maxPoints)))

const arbitraryPoints = (most: number) => fc.integer({ min: 0, max: most * 100 }).map((hundredths) => hundredths / 100)
const reached: fc.Arbitrary<Reached> = fc
  .tuple(arbitraryPoints(500), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([maxPoints, share]) => ({ maxPoints, points: Math.round(maxPoints * share * 100) / 100 }))
/** Points as teachers choose them, so that marks are met exactly. */
const roundReached: fc.Arbitrary<Reached> = fc
  .tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 0, max: 100 }))
  .map(([units, mark]) => ({ maxPoints: (units * 50) / 100, points: Math.floor((units * mark) / 2) / 100 }))
const anyReached = fc.oneof(reached, roundReached)
const marks = fc.integer({ min: 0, max: 100 })

test('a sum of points is the sum of their decimals, in any order', () => {
  assertLaw(
    fc.property(fc.array(arbitraryPoints(1000), { maxLength: 60 }), (all) => {
      const sum = all.reduce((before, one) => addFractions(before, toFraction(one)), zero)
      expect(sumOfPoints(all)).toBe(floorFraction(sum))
      expect(sumOfPoints(all.toReversed())).toBe(sumOfPoints(all))
    }),
  )
})

test('a share of points divides them equally, rounded down to hundredths', () => {
  assertLaw(
    fc.property(arbitraryPoints(1000), fc.integer({ min: 1, max: 20 }), fc.nat(20), (all, parts, given) => {
      const part = Math.min(given, parts)
      expect(computeShare(all, part, parts)).toBe(
        floorFraction(
          multiplyFractions(multiplyFractions(toFraction(all), fromInteger(part)), invertFraction(fromInteger(parts))),
        ),
      )
    }),
  )
})

test('a score is the exact percent rounded down to hundredths, and passes exactly if the points do', () => {
  assertLaw(
    fc.property(anyReached, marks, (one, mark) => {
      const score = scoreOf(one)
      expect(score).toBe(floorFraction(toPercent(one)))
      expect(isReached(score, mark)).toBe(isAtLeast(toPercent(one), fromInteger(mark)))
    }),
  )
})

test('an average is that of the points, rounded once, and passes exactly if their mean does', () => {
  assertLaw(
    fc.property(fc.array(anyReached, { minLength: 1, maxLength: 12 }), marks, (tries, mark) => {
      const sum = tries.reduce((before, one) => addFractions(before, toPercent(one)), zero)
      const mean = multiplyFractions(sum, invertFraction(fromInteger(tries.length)))
      expect(computeAverageScore(tries)).toBe(floorFraction(mean))
      expect(isReached(computeAverageScore(tries), mark)).toBe(isAtLeast(mean, fromInteger(mark)))
    }),
  )
})

test('deducting percent leaves the difference of the decimals', () => {
  assertLaw(
    fc.property(arbitraryPoints(100), arbitraryPoints(100), (one, other) => {
      const [score, taken] = [Math.max(one, other), Math.min(one, other)]
      expect(addFractions(toFraction(withoutPercent(score, taken)), toFraction(taken))).toMatchObject(
        addFractions(toFraction(score), toFraction(0)),
      )
    }),
  )
})

test('rounding a score again leaves it unchanged, and it is formatted with all of its digits', () => {
  assertLaw(
    fc.property(arbitraryPoints(100), (score) => {
      expect(toHundredths(score)).toBe(score)
      expect(formatPercent(score)).toBe(`${score}%`)
    }),
  )
})

test.each([
  [{ points: 9.45, maxPoints: 13.5 }, 70],
  [{ points: 2, maxPoints: 3 }, 66.66],
  [{ points: 69.99, maxPoints: 100 }, 69.99],
  [{ points: 0, maxPoints: 0 }, 100],
  [{ points: 12, maxPoints: 10 }, 100],
])('%o are %d percent', (one, score) => {
  expect(scoreOf(one)).toBe(score)
})

test('two tries of 10 and 11 of 15 points are 70 percent on average', () => {
  const tries = [10, 11].map((of15) => ({ points: of15, maxPoints: 15 }))
  expect(tries.map(scoreOf)).toEqual([66.66, 73.33])
  expect(computeAverageScore(tries)).toBe(70)
})

import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { assertLaw } from '#core/testing/laws.ts'
import { isWithinEdits } from './is-within-edits.ts'

/** Computes the Levenshtein distance from all prefixes of both texts. */
function computeDistance(one: readonly string[], other: readonly string[]): number {
  let row = [0, ...other.map((_, index) => index + 1)]
  for (const [index, letter] of one.entries()) {
    const next = [index + 1]
    for (const [place, otherLetter] of other.entries()) {
      const replaced = (row[place] ?? 0) + (letter === otherLetter ? 0 : 1)
      next.push(Math.min((row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1, replaced))
    }
    row = next
  }
  return row[other.length] ?? 0
}

// Few letters, so that most texts are near each other.
const texts = fc.array(fc.constantFrom('a', 'b', 'ć'), { maxLength: 10 })
const limits = fc.nat(4)

test('two texts are within a number of edits exactly if their distance is not more', () => {
  let within = 0
  const law = fc.property(texts, texts, limits, (one, other, most) => {
    const isWithin = computeDistance(one, other) <= most
    within += isWithin ? 1 : 0
    expect(isWithinEdits(one, other, most)).toBe(isWithin)
  })
  assertLaw(law)
  // The generated texts cover both outcomes.
  expect(within).toBeGreaterThan(30)
})

test('a text and the result of some edits are within that number of edits', () => {
  const edits = fc.array(fc.record({ at: fc.nat(200), kind: fc.constantFrom('add', 'remove', 'replace') }), {
    maxLength: 4,
  })
  const long = fc.array(fc.constantFrom<string>('a', 'b', 'ć', '𠮷'), { minLength: 20, maxLength: 60 })
  const law = fc.property(long, edits, limits, (one, made, most) => {
    const other = [...one]
    for (const { at, kind } of made)
      other.splice(at % other.length, kind === 'add' ? 0 : 1, ...(kind === 'remove' ? [] : ['z']))
    expect(isWithinEdits(one, other, made.length)).toBe(true)
    expect(isWithinEdits(one, other, most)).toBe(computeDistance(one, other) <= most)
  })
  assertLaw(law)
})

test('each letter is compared with a few of the other text, however long both are, and with none of a longer text', () => {
  const steps = vi.spyOn(Math, 'min')
  onTestFinished(() => steps.mockRestore())
  const stepsFor = (one: string, other: string) => {
    steps.mockClear()
    isWithinEdits(Array.from(one), Array.from(other), 2)
    return steps.mock.calls.length
  }
  for (const length of [100, 1000]) {
    const text = 'ab'.repeat(length / 2)
    // The number of edits exceeds the limit at the last letter only.
    expect(stepsFor(text, `${text.slice(0, -3)}zzz`)).toBeLessThanOrEqual(6 * length)
    expect(stepsFor(text, `b${text.slice(0, -1)}`)).toBeLessThanOrEqual(6 * length)
    expect(stepsFor('a'.repeat(length), 'b'.repeat(length))).toBeLessThanOrEqual(6 * 3)
    expect(stepsFor(text, `${text}aba`)).toBe(0)
  }
})

import { expect, test } from 'vitest'
import { temporaryPassword } from './temporaryPassword.ts'

test('temporary passwords have 12 characters of all three kinds and no look-alikes', () => {
  const passwords = Array.from({ length: 500 }, temporaryPassword)
  for (const password of passwords) {
    expect(password).toMatch(/^[A-Za-z2-9]{12}$/)
    expect(password).not.toMatch(/[0Oo1lIi]/)
    expect(password).toMatch(/(?=.*[a-z])(?=.*[A-Z])(?=.*\d)/)
  }
  expect(new Set(passwords).size).toBe(500)
})

test('no character is likelier than another', () => {
  const counts = new Map<string, number>()
  for (const letter of Array.from({ length: 4000 }, temporaryPassword)
    .join('')
    .replace(/[A-Z2-9]/g, '')) {
    counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  // About 870 of each of the 23 lower-case letters; a remainder of 256 would give some of them a fifth more.
  const expected = [...counts.values()].reduce((sum, count) => sum + count, 0) / counts.size
  const squares = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  expect(counts.size).toBe(23)
  // Chi squared with 22 degrees of freedom exceeds 80 once in 10 million runs.
  expect(squares).toBeLessThan(80)
})

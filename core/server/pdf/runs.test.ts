import { describe, expect, it, vi } from 'vitest'
import { runsOf } from './runs.ts'

const fonts = { familyOf: () => 'latin' as const, has: () => true }
const textsOf = (line: string) => runsOf(line, fonts).map(({ text }) => text)

/** Lengths of the texts that the bidirectional algorithm is given while a function works: it makes a table for each. */
function lengthsGiven(work: () => void): number[] {
  const lengths: number[] = []
  class CountedTable extends Uint32Array {
    constructor(length: number) {
      super(length)
      lengths.push(length)
    }
  }
  vi.stubGlobal('Uint32Array', CountedTable)
  try {
    work()
  } finally {
    vi.unstubAllGlobals()
  }
  return lengths
}

describe('runsOf', () => {
  it('draws a tab and a line break as blanks', () => {
    expect(textsOf('Northside\tAcademy\r\n2026')).toEqual(['Northside Academy  2026'])
  })

  it('draws words of Latin letters, digits and brackets as they are written', () => {
    expect(textsOf('Grade 4 (12 of 15): 80%')).toEqual(['Grade 4 (12 of 15): 80%'])
  })

  it('turns words from right to left around, with the brackets and not the number behind them', () => {
    expect(textsOf('\u05d0 (\u05d1) 12').join('')).toBe('12 (\u05d1) \u05d0')
  })

  it('takes at most 500 steps for each letter of a text of numbers, and draws them as those of a line', () => {
    const text = `\u05d0 ${'12 '.repeat(5000)}`
    const drawn: string[] = []
    const lengths = lengthsGiven(() => drawn.push(...textsOf(text)))
    // For each number it looks back to the letter before.
    const steps = lengths.reduce((sum, length) => sum + length ** 2, 0)
    expect(steps).toBeGreaterThan(0)
    expect(steps).toBeLessThanOrEqual(500 * text.length)
    expect(drawn.join('').replaceAll(' ', '')).toBe(`${'12'.repeat(5000)}\u05d0`)
  })
})

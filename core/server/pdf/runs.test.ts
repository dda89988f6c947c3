import { describe, expect, it } from 'vitest'
import { runsOf } from './runs.ts'

const fonts = { familyOf: () => 'latin' as const }
const textsOf = (line: string) => runsOf(line, fonts).map(({ text }) => text)

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
})

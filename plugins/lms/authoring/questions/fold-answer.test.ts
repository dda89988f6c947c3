import { describe, expect, it } from 'vitest'
import { foldAnswer } from './fold-answer.ts'

describe('answers typed on any keyboard', () => {
  it.each([
    ["don't", 'don’t'],
    ['"yes"', '„Yes“'],
    ['-3', '−3'],
    ['well-known', 'well–known'],
    ['Straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['istanbul', 'İSTANBUL'],
    ['a b', ' A\u00A0\u202F b\u200B '],
    ['H2O', 'Ｈ２Ｏ'],
    ['12', '١٢'],
    ['3.14', '3,14'],
    ['café', 'cafe\u0301'],
  ])('“%s” is “%s”', (one, other) => {
    expect(foldAnswer(other, false)).toBe(foldAnswer(one, false))
  })

  it.each([
    ['resume', 'résumé'],
    ['x2', 'x²'],
    ['7', '007'],
    ['1,2,3', '1.2.3'],
  ])('“%s” is not “%s”', (one, other) => {
    expect(foldAnswer(other, false)).not.toBe(foldAnswer(one, false))
  })

  it('keeps the case if it matters', () => {
    expect(foldAnswer('Don’t', true)).toBe("Don't")
  })
})

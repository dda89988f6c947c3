import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertLaw } from '#core/testing/laws.ts'
import { csvLine, withoutApostrophe } from './csv.ts'

const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom('"', ',', '\r', '\n', '=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', "'", 'a', ' '),
  }),
)
const tables = fc.array(fc.array(texts, { minLength: 2, maxLength: 6 }), { minLength: 1, maxLength: 5 })

/** First characters of a text that a spreadsheet would evaluate. */
const FORMULA = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n']

test('a CSV reader gets each cell unchanged, and none that a spreadsheet would evaluate', () => {
  assertLaw(
    fc.property(tables, (rows) => {
      const read: string[][] = parse(rows.map(csvLine).join(''), { relax_column_count: true })
      expect(read.map((cells) => cells.map(withoutApostrophe))).toEqual(rows)
      expect(read.flat().filter((cell) => FORMULA.some((sign) => cell.startsWith(sign)))).toEqual([])
    }),
  )
})

test.each([
  ["'=1+1", "''=1+1"],
  ["''-5", "'''-5"],
  ['=1+1', "'=1+1"],
  ['＝1+1', "'＝1+1"],
  ['\t=1', "'\t=1"],
  ["'Oumuamua", "'Oumuamua"],
])('%s keeps its own apostrophes', (text, written) => {
  expect(csvLine([text])).toBe(`${written}\r\n`)
  expect(withoutApostrophe(written)).toBe(text)
})

test('a number is no formula', () => {
  expect(csvLine([-5, 1.5, '-5'])).toBe("-5,1.5,'-5\r\n")
})

import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertAsyncLaw } from '#core/testing/laws.ts'
import { writeWorkbook, type Sheet } from './xlsx-writer.ts'
import { readWorkbook } from './xlsx.ts'

const NOW = new Date('2026-11-27T12:00:00Z')

const write = (sheet: Sheet) => buffer(writeWorkbook(sheet, NOW))

/** Texts of every script, with what markup, formulas and escapes are made of. */
const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('=', '＝', '<', '&', '>', '"', "'", '_', 'x', '0', 'D', '\r', '\n', '\t', ' ', '\0'),
  }),
)
const days = fc.date({ min: new Date('1900-03-01'), max: new Date('9999-12-31'), noInvalidDate: true })

test('a workbook is read as it was written, in every script and with every sign', async () => {
  await assertAsyncLaw(
    fc.asyncProperty(
      fc.array(fc.tuple(texts, fc.double({ noNaN: true, noDefaultInfinity: true }), days), { maxLength: 20 }),
      fc.integer({ min: 1, max: 7 }),
      async (rows, size) => {
        const cells = rows.map(([text, number, day]) => [text.toWellFormed(), number, day.toISOString().slice(0, 10)])
        const batches = Array.from({ length: Math.ceil(cells.length / size) }, (_, at) =>
          cells.slice(at * size, (at + 1) * size),
        )
        const columns = [{ heading: 'Name' }, { heading: 'Number' }, { heading: 'Born', kind: 'day' as const }]
        const [head, ...read] = await readWorkbook(await write({ name: 'Students', columns, batches }), 1000)
        expect(head).toEqual(['Name', 'Number', 'Born'])
        expect(read.map(([text, number, day]) => [text, Number(number), day])).toEqual(
          cells.map(([text, number, day]) => [text, Number(number) + 0, day]),
        )
      },
    ),
  )
})

test('a text that looks like a formula is a text, and a day before the calendars of spreadsheets agree', async () => {
  const columns = [{ heading: 'Name' }, { heading: 'Born', kind: 'day' as const }]
  const rows = [
    ['=1+1', '1899-12-31'],
    ['＝1+1', 'unknown'],
    ['', null],
  ]
  expect(await readWorkbook(await write({ name: 'a', columns, batches: [rows] }), 10)).toEqual([
    ['Name', 'Born'],
    ['=1+1', '1899-12-31'],
    ['＝1+1', 'unknown'],
    [],
  ])
})

test.each(['[Robots]: A/B?*', "'", 'x'.repeat(40), ''])('a sheet may be called %s', async (name) => {
  expect(await readWorkbook(await write({ name, columns: [{ heading: 'A' }], batches: [] }), 10)).toEqual([['A']])
})

test('rows are read as the workbook is, and no further for a reader that stops', async () => {
  let read = 0
  async function* batches() {
    for (; read < 10_000; read++) {
      const text = () => crypto.randomUUID()
      yield Array.from({ length: 100 }, () => [text(), text()])
    }
  }
  const stream = writeWorkbook({ name: 'Long', columns: [{ heading: 'A' }, { heading: 'B' }], batches: batches() }, NOW)
  for await (const _chunk of stream) if (read > 20) break
  expect(stream.destroyed).toBe(true)
  expect(read).toBeLessThan(2000)
})

test('rows that cannot be read end the workbook', async () => {
  async function* batches() {
    yield [['one']]
    throw new Error('Connection lost')
  }
  await expect(write({ name: 'a', columns: [{ heading: 'A' }], batches: batches() })).rejects.toThrow('Connection lost')
})

test('a moment of the day is a date with its time', async () => {
  const bytes = await write({
    name: 'a',
    columns: [{ heading: 'Starts', kind: 'time' }],
    batches: [[['2026-03-29 16:00']]],
  })
  const [, [day] = []] = await readWorkbook(bytes, 10)
  expect(day).toBe('2026-03-29')
})

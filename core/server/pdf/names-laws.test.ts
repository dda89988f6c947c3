import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { sampleNames } from '../../testing/names.ts'
import { readPdf } from '../../testing/pdf.ts'
import { PdfDocument } from './document.ts'

const NAMES = 500
const COLUMNS = [{ label: 'Student', share: 1 }]

test('names of every script can be read out of a PDF as they were written into it', async () => {
  const names = sampleNames(NAMES)
  const createdAt = new Date('2026-11-22T16:00:00Z')
  const document = PdfDocument.open({ title: 'Names', letterhead: { name: 'North Star' }, createdAt, foot: 'Names' })
  const written = buffer(document.stream)
  document.table(
    COLUMNS,
    names.map((name) => [name]),
  )
  document.end()
  const [, ...read] = (await readPdf(await written)).cells
  // Lam and alef are one glyph, whose letters pdf.js gives in the other order.
  const plain = (text: string) => text.normalize('NFKC').replaceAll(/ل([اأإآ])/g, '$1ل')
  expect(read.map(plain)).toEqual(names.map(plain))
})

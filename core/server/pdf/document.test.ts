import { expect, test } from 'vitest'
import { scaleOf } from './bar-chart.ts'
import { PdfDocument } from './document.ts'
import { readPdf } from '#core/testing/pdf.ts'

const foot = 'Made by Ada King on November 22, 2026'
const createdAt = new Date('2026-11-22T16:00:00Z')

async function written(names: readonly string[], { by = 'North Star', at = foot } = {}): Promise<Buffer> {
  const document = PdfDocument.open({ title: 'Attendance', letterhead: { name: by }, createdAt, foot: at })
  const chunks: Buffer[] = []
  document.stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  document.heading(1, 'Attendance')
  document.table(
    [
      { label: 'Student', share: 0.4 },
      { label: 'Hours', share: 0.2, align: 'end' },
    ],
    names.map((name) => [name, '12.5']),
  )
  const ended = new Promise((resolve) => document.stream.once('end', resolve))
  document.end()
  await ended
  return Buffer.concat(chunks)
}

test('names in every script that the fonts have are read back unchanged, with their words in order', async () => {
  const names = [
    'Łukasz Żółć',
    'Ελένη Παπαδοπούλου',
    'Їжак Ґанок',
    'Nguyễn Thị Ánh',
    'فاطمة الزهراء بنت محمد',
    'דוד בן גוריון',
    'Sara فاطمة King',
    '王小明',
    '歐陽建華',
    '山田 さくら',
    '𠮷野 髙橋',
    '김민준 Lee',
  ]
  const { cells, lang, title } = await readPdf(await written([...names, 'ᚠᚢ']))
  expect({ lang, title }).toEqual({ lang: 'en-US', title: 'Attendance' })
  const said = cells.filter((_, index) => index % 2 === 0).map((cell) => cell.normalize('NFKC').replaceAll(/\s+/g, ' '))
  expect(said).toEqual(['Student', ...names, '??'])
})

test('long names of an organization, an author and the listed people fit on the page', async () => {
  const long = 'Association of the Northern Coast for Robotics '.repeat(8)
  const { pages, right } = await readPdf(await written(['Wolfeschlegelsteinhausen'.repeat(12)], { by: long, at: long }))
  expect(pages).toHaveLength(1)
  // A4, and a margin that a printer leaves.
  expect(right).toBeLessThan(595.28 - 36)
  expect(pages[0]).toContain('Page 1 of 1')
})

test('figures, a chart and lines to sign are tagged, and read out with their words', async () => {
  const document = PdfDocument.open({ title: 'Attendance', letterhead: { name: 'North Star' }, createdAt, foot })
  const chunks: Buffer[] = []
  document.stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  document.write([
    { kind: 'figures', figures: Array.from({ length: 7 }, (_, at) => ({ label: `Figure ${at}`, value: `${at}%` })) },
    {
      kind: 'bars',
      alt: 'Bars of present and absent by month',
      series: [
        { name: 'present', color: '#15803d' },
        { name: 'absent', color: '#b91c1c' },
      ],
      points: Array.from({ length: 24 }, (_, at) => ({ label: `Month ${at}`, values: [at, 3] })),
    },
    { kind: 'signatures', labels: ['Signature', 'Date'] },
  ])
  const ended = new Promise((resolve) => document.stream.once('end', resolve))
  document.end()
  await ended
  const { pages, structure, right } = await readPdf(Buffer.concat(chunks))
  expect(pages).toHaveLength(1)
  for (const said of ['Figure 6', '6%', 'present', 'absent', 'Month 0', '26', 'Signature', 'Date'])
    expect(pages[0]).toContain(said)
  expect(structure).toContain('Figure')
  expect(right).toBeLessThan(595.28 - 36)
})

test.for([
  [0, 2],
  [1, 2],
  [26, 26],
  [27, 28],
  [99, 100],
  [101, 120],
  [3479, 3600],
])('a scale for %i ends at %i', ([value = 0, end]) => expect(scaleOf(value)).toBe(end))

test('a table continues across pages, which are numbered and tagged as one table', async () => {
  const names = Array.from({ length: 120 }, (_, index) => `Student ${index + 1}`)
  const { cells, pages, structure } = await readPdf(await written(names))
  expect(pages.length).toBeGreaterThan(2)
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
    expect(page).toContain(foot)
  }
  // The head once, although it is drawn on each page.
  expect(cells).toEqual(['Student', 'Hours', ...names.flatMap((name) => [name, '12.5'])])
  expect(structure).toEqual(new Set(['Document', 'P', 'H1', 'Table', 'TR', 'TH', 'TD']))
})

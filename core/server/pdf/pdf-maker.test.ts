import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { readPdf } from '#core/testing/pdf.ts'
import { definePdf, PdfMaker, PdfThread } from './pdf-maker.ts'
import { draw } from './testing/draw-lines.ts'

const lines = definePdf<readonly string[]>(new URL('testing/draw-lines.ts', import.meta.url))

/** A kind of PDF by the source of its drawing. */
const drawnBy = (source: string) => definePdf(new URL(`data:text/javascript,${encodeURIComponent(source)}`))
const endless = drawnBy('export const draw = () => { for (;;); }')
const broken = drawnBy('export const draw = () => { throw new TypeError("no such glyph") }')

const scripts = ['Łukasz Żółć', 'فاطمة الزهراء', 'דוד בן גוריון', '王小明', '山田 さくら', '김민준 Lee']

function openThread(options: ConstructorParameters<typeof PdfThread>[0] = {}) {
  const thread = new PdfThread(options)
  const maker = new PdfMaker(thread)
  onTestFinished(() => maker.close())
  return { thread, maker }
}

async function directly(texts: readonly string[]): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of draw(texts)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

test('a PDF that is drawn in the thread is the file that its drawing makes, each time', async () => {
  const { maker } = openThread()
  const first = await maker.make(lines, scripts)
  const second = await maker.make(lines, ['Ada King'])
  expect(first.equals(await directly(scripts))).toBe(true)
  expect(second.equals(await directly(['Ada King']))).toBe(true)
  expect((await maker.make(lines, scripts)).equals(first)).toBe(true)
})

test('letters that share a glyph are copied out as they were written, whatever another document wrote', async () => {
  const { maker } = openThread()
  // Increment and Delta are one glyph of the font, which is parsed once.
  for (const text of ['∆ of x', 'Δ of x', '∆ of x']) {
    expect((await readPdf(await maker.make(lines, [text]))).pages[0]).toContain(text)
  }
})

test('an error of a drawing rejects its own call, and the next PDF is drawn', async () => {
  const { maker } = openThread()
  await expect(maker.make(broken, [])).rejects.toThrow(new TypeError('no such glyph'))
  await expect(maker.make(lines, { isData: () => false } as never)).rejects.toThrow('could not be cloned')
  expect((await readPdf(await maker.make(lines, ['Ada']))).pages[0]).toContain('Ada')
})

test('a drawing that takes too much memory fails alone', async () => {
  const { maker } = openThread({ heapLimit: 32 })
  const greedy = drawnBy('export const draw = () => { const all = []; for (;;) all.push(new Array(1e6).fill(all)) }')
  await expect(maker.make(greedy, [])).rejects.toThrow('memory')
  expect((await readPdf(await maker.make(lines, ['Ada']))).pages[0]).toContain('Ada')
})

test('a PDF that exceeds the time limit is aborted with its thread, and another thread draws the next', async () => {
  const { thread, maker } = openThread({ timeLimit: 1 })
  await expect(maker.make(endless, [])).rejects.toMatchObject({ status: 503, code: 'busy' })
  expect(thread.isRunning).toBe(false)
  const patient = openThread()
  expect((await readPdf(await patient.maker.make(lines, ['Ada']))).pages[0]).toContain('Ada')
})

test('one PDF is drawn at a time and a few wait; further calls are refused with a message', async () => {
  const { maker } = openThread({ waiting: 2 })
  const wanted = ['one', 'two', 'three', 'four'].map((text) => maker.make(lines, [text]))
  const ends = await Promise.allSettled(wanted)
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
  await expect(wanted[3]).rejects.toMatchObject({ status: 503, message: /^Many PDFs are being made right now\./ })
})

test('no thread runs before the first PDF, nor after a while without one', async () => {
  const { thread, maker } = openThread({ idleLimit: 1 })
  expect(thread.isRunning).toBe(false)
  await maker.make(lines, ['Ada'])
  await expect.poll(() => thread.isRunning).toBe(false)
})

test('platforms of one process share a thread, which ends with the last of them that has used it', async () => {
  const { thread, maker } = openThread()
  const [other, unused] = [new PdfMaker(thread), new PdfMaker(thread)]
  await maker.make(lines, ['Ada'])
  await other.make(lines, ['Ben'])
  await unused.close()
  await maker.close()
  expect(thread.isRunning).toBe(true)
  await other.close()
  expect(thread.isRunning).toBe(false)
})

test('a thread that waits for work does not keep its process from ending', async () => {
  const program = `
    import { definePdf, PdfMaker } from ${JSON.stringify(new URL('pdf-maker.ts', import.meta.url).href)}
    const pdf = await new PdfMaker().make(definePdf(new URL(${JSON.stringify(lines.drawing)})), ['Ada'])
    process.stdout.write(pdf.subarray(0, 5))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  expect(stdout).toBe('%PDF-')
})

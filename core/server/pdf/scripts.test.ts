import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { describe, expect, it, onTestFinished, test } from 'vitest'
import { readPdf } from '#core/testing/pdf.ts'
import { fontsForDocument, type Family } from './fonts.ts'
import { PdfMaker, PdfThread, definePdf } from './pdf-maker.ts'
import { findUnprintable, runsOf } from './runs.ts'
import { openPdf } from './text.ts'
import { wordsOf } from './words.ts'

const fonts = fontsForDocument()

function glyphsOf(name: string) {
  return runsOf(name, fonts).flatMap(({ text, family }) => {
    const font = fonts.fontOf(family, 'regular')
    return font.layout(text).glyphs.map(({ id }) => id)
  })
}

const unshapedOf = (name: string, family: Family) =>
  Array.from(name, (letter) => fonts.fontOf(family, 'regular').glyphForCodePoint(letter.codePointAt(0) ?? 0).id)

const names: [Family, string][] = [
  ['devanagari', 'नेपाल श्रेष्ठ'],
  ['thai', 'สมชาย ใจดี'],
  ['tamil', 'தமிழ் செல்வி'],
  ['georgian', 'ქეთევან ბერიძე'],
  ['armenian', 'Արմեն Պետրոսյան'],
  ['ethiopic', 'አበበ ቢቂላ'],
  ['bengali', 'রবীন্দ্রনাথ ঠাকুর'],
  ['telugu', 'శ్రీనివాస్ రావు'],
  ['sinhala', 'ප්‍රේමදාස'],
  ['khmer', 'ស្រីមុំ ភ្នំពេញ'],
  ['myanmar', 'အောင်ဆန်းစုကြည်'],
  ['gujarati', 'ક્રિશ્ના પટેલ'],
  ['gurmukhi', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ'],
  ['kannada', 'ಕೃಷ್ಣ ರಾವ್'],
  ['malayalam', 'ശ്രീക്കുട്ടി'],
  ['oriya', 'ପ୍ରିୟଙ୍କା'],
  ['lao', 'ສົມຊາຍ ນ້ຳ'],
  ['emoji', '👩‍🚀'],
]

/** Names of scripts whose letters change, join or trade places, as HarfBuzz's own `hb-shape` shapes them. */
const shaped: [Family, string, number[]][] = [
  ['thai', 'น้ำ', [61, 57, 47, 76]],
  ['khmer', 'ស្រីមុំ', [216, 79, 105, 72, 111, 133]],
  ['myanmar', 'မြန်မာ', [47, 29, 24, 381, 29, 368]],
  ['bengali', 'রবীন্দ্রনাথ', [51, 47, 61, 337, 214, 312, 277, 44, 59, 41]],
  ['telugu', 'శ్రీనివాస్', [244, 556, 196, 171, 138]],
  ['sinhala', 'කර්‍ම', [24, 401]],
  ['gujarati', 'ક્રિશ્ના', [625, 204, 388, 57]],
  ['gurmukhi', 'ਗੁਰਪ੍ਰੀਤ', [19, 54, 43, 37, 111, 53, 32]],
  ['kannada', 'ಕೃಷ್ಣ', [23, 65, 55, 112]],
  ['malayalam', 'ശ്രീക്കുട്ടി', [162, 56, 66, 163, 67, 184, 65]],
  ['oriya', 'ପ୍ରିୟଙ୍କା', [125, 60, 78, 263, 59]],
  ['lao', 'ນ້ຳ', [30, 108, 59]],
]

describe('fonts of scripts', () => {
  it.each(names)('prints a name in %s: %s', (family, name) => {
    expect(runsOf(name, fonts).every((run) => run.family === family)).toBe(true)
    expect(findUnprintable(name, fonts)).toBe('')
    expect(glyphsOf(name)).not.toContain(0)
  })

  it.each(shaped)('shapes %s as HarfBuzz does: %s', (family, name, glyphs) => {
    expect(glyphsOf(name)).toEqual(glyphs)
    expect(glyphs).not.toEqual(unshapedOf(name, family))
  })

  it.each(['श्रेष्ठ', 'செல்வி', '👩‍🚀'])('gives joined letters one glyph, or vowels their place: %s', (name) => {
    const [run] = runsOf(name, fonts)
    expect(glyphsOf(name)).not.toEqual(unshapedOf(name, run?.family ?? 'latin'))
  })

  it('keeps joiners, marks and skin tones with the letter before', () => {
    const families = runsOf('Ada नेपाल 👍🏽👩‍🚀', fonts).map(({ text, family }) => [family, text.trim()])
    expect(families).toEqual([
      ['latin', 'Ada'],
      ['devanagari', 'नेपाल'],
      ['emoji', '👍🏽👩‍🚀'],
    ])
  })
})

test('each name of the cases is printed in its own script', () => {
  const cases = readFileSync(new URL('testing/cases/names-on-certificates.txt', import.meta.url), 'utf8')
  const lines = cases.trim().split('\n')
  expect(lines.map((name) => findUnprintable(name, fonts))).toEqual(['', '', '', ''])
  expect(lines.flatMap((name) => [...new Set(runsOf(name, fonts).map(({ family }) => family))])).toEqual([
    'devanagari',
    'thai',
    'tamil',
    'georgian',
  ])
})

test('an emoji is as wide as the font says, whose units are not thousandths', () => {
  const { text } = openPdf({})
  expect(text.widthOf('🎉', { size: 20 })).toBeCloseTo(24.9, 0)
})

test('letters that no font has are found, each once; joiners and blanks need none', () => {
  expect(findUnprintable('Ada ᚠᚢᚠ ප්‍රේමදාස\u200e', fonts)).toBe('ᚠᚢ')
})

test('the thread is asked which letters cannot be printed, and not for texts of Latin letters', async () => {
  const thread = new PdfThread()
  const pdfs = new PdfMaker(thread)
  onTestFinished(() => pdfs.close())
  const latin = Array.from({ length: 0x180 }, (_, code) => String.fromCodePoint(code)).filter(
    (one) => !/\p{Cc}/u.test(one),
  )
  expect(await pdfs.findUnprintable(['Ada', latin.join('')])).toEqual(['', ''])
  expect(thread.isRunning).toBe(false)
  expect(findUnprintable(latin.join(''), fonts)).toBe('')
  expect(await pdfs.findUnprintable(['ꯃꯅꯤ King', 'Ada', 'नेपाल'])).toEqual(['ꯃꯅꯤ', '', ''])
})

test('lines of scripts without blanks end after a word, and others where a blank is', () => {
  expect(wordsOf('ได้รับประกาศนียบัตร')).toEqual(['ได้', 'รับ', 'ประกาศนียบัตร'])
  expect(wordsOf('Ada  King (นที)')).toEqual(['Ada  ', 'King ', '(นที)'])
})

/** Texts of the `ActualText` entries of a PDF without pictures, in their order. */
function actualTextsOf(pdf: Buffer): string[] {
  const texts: string[] = []
  for (const { index } of pdf.toString('latin1').matchAll(/(?<!end)stream\n/g)) {
    const start = index + 'stream\n'.length
    const stream = pdf.subarray(start, pdf.indexOf('\nendstream', start))
    if (stream[0] !== 0x78) continue
    for (const [, said = ''] of inflateSync(stream)
      .toString('latin1')
      .matchAll(/\/ActualText \(((?:[^\\)]|\\.)*)\)/gs)) {
      const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
      const bytes = said.replaceAll(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter)
      texts.push(
        Buffer.from(bytes, 'latin1')
          .swap16()
          .toString('utf16le')
          .replace(/^\ufeff/, ''),
      )
    }
  }
  return texts
}

test('each name is in its document in the order of its letters, whatever the order of their glyphs', async () => {
  const pdfs = new PdfMaker()
  onTestFinished(() => pdfs.close())
  const kind = definePdf<readonly string[]>(new URL('testing/draw-lines.ts', import.meta.url))
  const lines = names.map(([, name]) => name.normalize('NFC'))
  expect(actualTextsOf(await pdfs.make(kind, lines))).toEqual(lines)
})

test('a document prints all of these names, and says its text to those that copy it', async () => {
  const pdfs = new PdfMaker()
  onTestFinished(() => pdfs.close())
  const kind = definePdf<readonly string[]>(new URL('testing/draw-lines.ts', import.meta.url))
  const lines = names.map(([, name]) => name)
  const text = (await readPdf(await pdfs.make(kind, lines))).pages.join(' ')
  // Readers that know no ActualText, as this one, get the letters of one script in the order of their glyphs.
  for (const said of ['ქეთევან ბერიძე', 'Արմեն Պետրոսյան', 'አበበ ቢቂላ']) expect(text).toContain(said)
})

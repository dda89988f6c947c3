import { describe, expect, it } from 'vitest'
import { transliterate } from '#core/contract/transliteration.ts'
import { withRuntime } from '#core/server/files/interactive/scorm.ts'
import { printable } from '#core/server/printable.ts'
import { findFlags } from '#plugins/lms/discussions/server/flags.ts'
import { readCaptions } from '#plugins/lms/authoring/files/captions-contract.ts'
import { readManifest } from '#plugins/lms/authoring/files/server/manifest.ts'
import { toDocument } from '#plugins/lms/authoring/lessons/server/paragraphs.ts'
import { tidyMarks } from '#plugins/lms/authoring/questions/mark-contract.ts'
import { splitPrompt } from '#plugins/lms/authoring/questions/prompt-contract.ts'
import { readQuestionsCsv } from '#plugins/lms/authoring/questions/server/read-csv.ts'
import { readGift } from '#plugins/lms/authoring/questions/server/read-gift.ts'
import { stepsOf } from '../../../core/testing/text-steps.ts'

/** Texts that a function goes through, each of which is this long; `length` is at most what the platform takes. */
interface Reader {
  read: (text: string) => unknown
  length: number
}

const readers: Readonly<Record<string, Reader>> = {
  'flagsOf, of a post': { read: findFlags, length: 5000 },
  'readGift, of questions': { read: readGift, length: 20_000 },
  'readGift, of answers': { read: (text) => readGift(`Why?{${text}}`), length: 20_000 },
  'readQuestionsCsv, of questions': { read: (text) => readQuestionsCsv(`Type,Question\n${text}`), length: 10_000 },
  'partsOf, of a sentence with blanks': { read: splitPrompt, length: 10_000 },
  'tidyMarks, of a text with marks': { read: tidyMarks, length: 10_000 },
  'readGift, of Markdown': { read: (text) => readGift(`[markdown]${text} {T}`), length: 10_000 },
  'documentOf, of paragraphs': { read: toDocument, length: 20_000 },
  'readCaptions, of captions': {
    read: (text) => readCaptions(`WEBVTT\n\n00:01.000 --> 00:02.000\n${text}`),
    length: 20_000,
  },
  'readManifest, of a package': { read: (text) => readManifest(`<manifest>${text}`), length: 20_000 },
  'withRuntime, of a page': { read: (text) => withRuntime(Buffer.from(text), '/'), length: 20_000 },
  'transliterate, of a name': { read: transliterate, length: 2000 },
  'printable, of a name': { read: printable, length: 2000 },
}

/** Repeated, each is what some way of reading goes through again and again. */
// oxfmt-ignore
const units = [
  'a', '1', ' ', '\n', '.', '-', '@', ':', '=', '#', '~', '{', '}', '<', '>', '&', '"', "'", '\\', ';', '|', '/', '*', '漢',
  '\u0301', '㌖', '㍿', 'ﷲ', '𝟓', '1️⃣', 'a@',
  'a.', 'a ', '1 ', '1.', '1,', '1*', '(1,', '<a ', '</a', '&a', '{}', '{a', '::', '=a', '~a', '->', '\r\n', 'a\n', '\n\n', 'five ',
  '[b]', '[i', '[/b]', '**a', '_a',
  'at ', 'dot ', 'visit ', 'snap ', 'add me ', 'calle ', '1 Aa ', 'my snap ', '<head ', '<!--', '<![CDATA[', '-->',
]

/** Steps for each letter that all patterns together may take. */
const MAX_STEPS_PER_LETTER = 400

/** Steps for a text: what refuses it has read it too. */
const stepsFor = ({ read }: Reader, text: string) =>
  stepsOf(() => {
    try {
      read(text)
    } catch (error) {
      if (!(error instanceof Error)) throw error
    }
  })

describe('regular expressions on user input', () => {
  it.each(Object.entries(readers))('is read in steps for each letter by %s', (_name, reader) => {
    const slow = units.flatMap((unit) => {
      const [whole, half] = [reader.length, reader.length / 2].map((length) =>
        stepsFor(reader, unit.repeat(length / unit.length)),
      )
      // Twice the text takes twice the steps, and what every text takes.
      const isLinear = (whole ?? 0) <= 2.2 * (half ?? 0) + 1000
      return isLinear && (whole ?? 0) <= MAX_STEPS_PER_LETTER * reader.length ? [] : [{ unit, half, whole }]
    })
    expect(slow).toEqual([])
  })
})

describe('stepsOf', () => {
  it('distinguishes repeated scans from a single one', () => {
    const again = (text: string) => Array.from(text, (_, at) => /b/.test(text.slice(at)))
    const once = (text: string) => [...text.matchAll(/a/g)]
    const grows = (read: (text: string) => unknown) =>
      stepsOf(() => read('a'.repeat(200))) / stepsOf(() => read('a'.repeat(100)))
    expect(grows(again)).toBeGreaterThan(3.5)
    expect(grows(once)).toBeLessThan(2.1)
  })
})

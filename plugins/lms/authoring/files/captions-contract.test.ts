import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { decodeText } from '#core/contract/decode-text.ts'
import { assertLaw } from '#core/testing/laws.ts'
import { formatCaptions, readCaptions } from './captions-contract.ts'

const listTexts = (source: string) => readCaptions(source).cues.map(({ text }) => text)
const times = '00:01.000 --> 00:02.000'

describe('captions written by other programs', () => {
  it.each([
    ['captions-youtube.vtt', ['so today', 'more']],
    ['captions-entities.vtt', ["It's café"]],
    ['captions.srt', ['first']],
  ])('are read: %s', (name, texts) => {
    const bytes = readFileSync(new URL(`./testing/cases/${name}`, import.meta.url))
    const { text } = decodeText(bytes)
    expect(listTexts(text)).toEqual(texts)
    expect(readCaptions(text).leftOut).toEqual([])
    const utf16 = Buffer.from(text, 'utf16le')
    for (const encoded of [utf16, Buffer.from(utf16).swap16()]) {
      expect(decodeText(encoded)).toEqual({ text, encoding: 'UTF-16' })
    }
  })
})

describe('captions in WebVTT', () => {
  it.each([
    [`WEBVTT\n${times}\nHello`, ['Hello']],
    [`WEBVTT - Robots\nKind: captions\n1\n${times}\nHello`, ['Hello']],
    [`WEBVTT\n\n${times}\nHello\n${times}\nAgain`, ['Hello', 'Again']],
    [`WEBVTT\n\n${times} align:start position:0%\n \nHello\n\t\nyou`, ['Hello\nyou']],
    [`WEBVTT\n\nNOTE of\nthe author\n\nSTYLE\n::cue {}\n\nREGION\nid:a\n\nNOTE\n${times}\nHello`, ['Hello']],
    [`WEBVTT\r\rone\r1:00:00.000-->100:00:01.000\rHello`, ['Hello']],
    [`WEBVTT\n\n${times}\nI <3 you &lt;b&gt; <v Ada>a &lt b</v> &hellip;`, ['I <3 you <b> a < b …']],
    [`WEBVTT\n\n${times}\n<00:00:01.500><c.yellow.bg_blue> one</c>\n\n${times}\n<b></b>`, ['one']],
    [`\uFEFFWEBVTT\r\n\r\n1\r\n${times}\r\nHello\r\nyou\r\n\r\n${times}\r\nAgain\r\n`, ['Hello\nyou', 'Again']],
    [`WEBVTT\n\nNOTE\n\nNOTE one line\n\n${times}\nHello`, ['Hello']],
    [`WEBVTT\nRegion: id=a\n\nSTYLE\n::cue(b) { color: red }\n::cue {}\n\n${times} region:a\nHello`, ['Hello']],
    [`WEBVTT\n\nREGION\nid:a\nlines:3\n\n${times}\nHello\n\nNOTE the end`, ['Hello']],
    ['WEBVTT\n\n123:00:00.000 --> 1234:59:59.999\nHello', ['Hello']],
    [`WEBVTT\n\n${times}\n<ruby>漢<rt>kan</rt></ruby>&nbsp;<lang en>a</lang>&lrm;`, ['漢kan\u00a0a\u200e']],
    [`WEBVTT\n\n${times}\n- No.\n- Yes.`, ['- No.\n- Yes.']],
  ])('are read as browsers do: %j', (source, texts) => {
    expect(readCaptions(source)).toMatchObject({ cues: texts.map((text) => ({ text })), leftOut: [] })
  })

  it.each([
    [`WEBVTT\n\n00:01,000 --> 00:02,000\nLost\n\n${times}\nHello`, 3, 'its times'],
    [`WEBVTT\n\n1\n00:01.0000 --> 00:02.000\nLost\n\n${times}\nHello`, 4, 'its times'],
    [`WEBVTT\n\n00:05.000 --> 00:02.000\nLost\n\n${times}\nHello`, 3, 'it ends before it begins'],
    [`WEBVTT\n\n${times}\nHello\n\nand more\nwords`, 6, 'no times stand above'],
  ])('are listed by line if they cannot be shown: %j', (source, line, words) => {
    expect(listTexts(source)).toEqual(['Hello'])
    expect(readCaptions(source).leftOut).toEqual([{ line, message: expect.stringContaining(words) }])
  })
})

describe('captions in SRT', () => {
  it.each([
    ['1\n00:00:01,000 --> 00:00:02,000\nHello\n2\n00:00:02,000 --> 00:00:03,000\nAgain', ['Hello', 'Again']],
    ['00:00:01,000 --> 00:00:02,000\n42\n00:00:02,000 --> 00:00:03,000\nAgain', ['42', 'Again']],
    ['1\n0:0:1,5 --> 0:0:2 X1:1 X2:2\n{\\an8}<font color="red">Hot</font>\n\n{b}tea{/b} {x}\n', ['Hot\ntea {x}']],
    ['\uFEFF1\r\n00:00:01,000 --> 00:00:02,000\r\nHello\r\nyou\r\n\r\n', ['Hello\nyou']],
    ['1\n123:00:00,000 --> 123:00:01,000\nHello', ['Hello']],
    ['\n\n1\n00:00:01.000 --> 00:00:02.000\n<i>R&D</i> &amp; <3', ['R&D & <3']],
  ])('are converted: %j', (source, texts) => {
    expect(readCaptions(source)).toMatchObject({ cues: texts.map((text) => ({ text })), leftOut: [] })
  })
})

test('captions with any text are the same after writing and reading', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<',
      '>',
      '&',
      '&amp;',
      '<b>',
      '-->',
      'NOTE',
      'WEBVTT',
      '\u200F',
      '&eacute;',
      times,
      '1',
      '{\\an8}',
    ),
    fc.string({ minLength: 1, maxLength: 6 }),
  )
  const line = fc
    .array(piece, { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join(' ').trim())
    .filter((text) => text !== '' && !/[\p{Cc}\p{Cs}]|(?![\u200E\u200F])\p{Bidi_Control}/u.test(text))
  const cue = fc
    .record({
      start: fc.nat(86_400_000),
      length: fc.integer({ min: 1, max: 100_000 }),
      lines: fc.array(line, { minLength: 1, maxLength: 3 }),
    })
    .map(({ start, length, lines }) => ({
      start: start / 1000,
      end: (start + length) / 1000,
      text: lines.join('\n'),
    }))
  assertLaw(
    fc.property(fc.array(cue, { minLength: 1, maxLength: 5 }), (written) => {
      const cues = written.toSorted((one, other) => one.start - other.start)
      const read = readCaptions(formatCaptions(cues))
      expect(read.leftOut).toEqual([])
      expect(read.cues.map(({ text }) => text)).toEqual(cues.map(({ text }) => text))
      for (const [at, { start, end }] of read.cues.entries()) {
        expect(start).toBeCloseTo(cues[at]?.start ?? 0, 6)
        expect(end).toBeCloseTo(cues[at]?.end ?? 0, 6)
      }
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertLaw } from '#core/testing/laws.ts'
import { question, type Question, type QuestionType } from '../contract.ts'
import { stripMarks, tidyMarks } from '../mark-contract.ts'
import { readQuestionsCsv } from './read-csv.ts'
import { readGift } from './read-gift.ts'
import type { ReadQuestion } from './read-texts.ts'
import { parseDocument, readMoodle } from './read-moodle.ts'
import { PictureShelf } from './picture-shelf.ts'
import { toCsv, toGift } from './write-questions.ts'
import { toMoodle } from './write-moodle.ts'

/** Texts as teachers write them, and texts with the file formats' own signs. */
const pieces = [
  'CH4 + 2 O2 -> CO2',
  '10³ + H₂O',
  'C # major',
  'P(A | B)',
  'A->B',
  '6.6e-34',
  '50%',
  '%50%',
  '{1',
  '2}',
  '[html]',
  '<p>',
  '&lt;',
  '#',
  '->',
  '|',
  '*',
  '\\',
  '\\#',
  '\\n',
  '::',
  '$CATEGORY:',
  '//',
  '=',
  '~',
  ';',
  ',',
  '"',
  "'",
  '\n',
  ' ',
  'x',
  'é',
  '\ue023',
  '####',
  'TRUE',
  '＃',
  '&#10;',
  String.raw`\(\frac{1}{2}\)`,
  String.raw`\[x^{2}\]`,
  String.raw`\(`,
  '$$',
  '[b]',
  '[/b]',
  '[i]',
  '[/i]',
  '[b]not[/b]',
  '[i]E. coli[/i]',
]
const texts = fc
  .oneof(
    fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
    fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' ')),
    fc.string({ minLength: 1, maxLength: 12 }),
  )
  .map((text) => text.trim())
  .filter((text) => stripMarks(text).trim() === text.trim() || stripMarks(text).trim() !== '')
  .filter((text) => text !== '' && !/[^\P{Cc}\n]/u.test(text))
/** Checks if an answer has no marks, as typed answers do. */
const isTyped = (text: string) => !/\[\/?[bi]\]/.test(text)

const distinctTexts = (minLength: number) =>
  fc.uniqueArray(texts, { minLength, maxLength: 4, selector: (text) => text.replaceAll(/\s+/g, ' ').toLowerCase() })
const newId = () => crypto.randomUUID()
const explanation = fc.oneof(fc.constant(''), texts)

const written: Partial<Record<QuestionType, fc.Arbitrary<object>>> = {
  single: distinctTexts(2)
    .chain((all) =>
      fc.record({
        options: fc.tuple(...all.map((text) => explanation.map((feedback) => ({ id: newId(), text, feedback })))),
        right: fc.nat(all.length - 1),
      }),
    )
    .map(({ options, right }) => ({ options: options.map((one, at) => ({ ...one, isRight: at === right })) })),
  multiple: distinctTexts(2).map((all) => ({
    options: all.map((text, at) => ({ id: newId(), text, isRight: at === 0, feedback: at === 1 ? text : '' })),
  })),
  short_text: distinctTexts(1).map((all) => ({ accepted: all.filter(isTyped) })),
  number: fc.record({
    value: fc.oneof(fc.double({ min: -1e12, max: 1e12, noNaN: true }), fc.constant(6.6e-34)).map((value) => value + 0),
    tolerance: fc.double({ min: 0, max: 1000, noNaN: true }),
  }),
  matching: fc.tuple(distinctTexts(4), distinctTexts(4)).map(([prompts, matches]) => ({
    pairs: prompts.slice(1).map((prompt, at) => ({ id: newId(), prompt, matchId: newId(), match: matches[at] ?? '' })),
    distractors: [{ id: newId(), text: matches.at(-1) ?? '' }],
  })),
  true_false: fc.record({ isTrue: fc.boolean(), feedbackTrue: explanation, feedbackFalse: explanation }),
  long_text: fc.constant({}),
  ordering: distinctTexts(2).map((all) => ({ items: all.map((text) => ({ id: newId(), text })) })),
  fill_blanks: fc.tuple(texts, texts, distinctTexts(1)).map(([before, after, accepted]) => ({
    prompt: `${before} {1} ${after}`,
    blanks: [{ id: newId(), accepted: accepted.filter(isTyped) }],
  })),
}

const arbitraryTags = fc.array(texts.map((text) => text.replaceAll(/\s+/g, ' ').slice(0, 40).trim()).filter(Boolean), {
  maxLength: 3,
})

const picture = Buffer.from('\x89PNG\r\n\x1a\n0', 'latin1')
const imageUrl = '/api/images/01a20572-1c9d-7511-baaf-4777381d349d'
/** Description of a picture; undefined: no picture. */
const described = fc.option(texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter(Boolean), {
  nil: undefined,
})

const arbitraryQuestions = (types: readonly QuestionType[]) =>
  fc
    .oneof(
      ...types.map((type) =>
        fc
          .tuple(texts, explanation, written[type] ?? fc.constant({}))
          .map(([prompt, why, rest]) => question.safeParse({ id: newId(), type, prompt, explanation: why, ...rest })),
      ),
    )
    .filter(({ success }) => success)
    .map(({ data }) => data as Question)

/** Builds a question as its reader sees it: without ids and values that a file without settings leaves out. */
const toPlain = (one: unknown) =>
  JSON.parse(
    JSON.stringify(question.parse(one), (name, value) =>
      name === 'id' || name === 'matchId' ? undefined : typeof value === 'string' ? tidyMarks(value) : value,
    ),
  )

/** Strips marks from matches, which are plain text in Moodle's XML. */
const withPlainMatches = (one: Question): Question =>
  one.type === 'matching'
    ? {
        ...one,
        pairs: one.pairs.map((pair) => ({ ...pair, match: stripMarks(pair.match) })),
        distractors: one.distractors.map((rest) => ({ ...rest, text: stripMarks(rest.text) })),
      }
    : one

const getOnly = (read: ReadQuestion[]) => {
  expect(read).toHaveLength(1)
  expect(read[0]).not.toHaveProperty('problem')
  return toPlain((read[0] as { question: object }).question)
}

test('a question with any text is the same after a round trip through CSV', () => {
  const every = arbitraryQuestions([
    ...(['single', 'multiple', 'short_text', 'number', 'matching'] as const),
    ...(['true_false', 'long_text', 'ordering', 'fill_blanks'] as const),
  ])
  assertLaw(
    fc.property(every, arbitraryTags, (one, tags) => {
      const banked = { id: newId(), bankId: newId(), question: one, tags, updatedAt: '2026-01-01T00:00:00Z' }
      const read = readQuestionsCsv(toCsv([banked]))
      expect(getOnly(read)).toEqual(toPlain(one))
      expect(read[0]?.tags).toEqual(tags)
    }),
  )
})

test('a question with any text is the same after a round trip through GIFT for Moodle', () => {
  const known = arbitraryQuestions([
    ...(['single', 'multiple', 'short_text', 'number', 'matching'] as const),
    ...(['true_false', 'long_text', 'fill_blanks'] as const),
  ])
  assertLaw(
    fc.property(known, arbitraryTags, described, (one, tags, alt) => {
      const pictured = { ...one, ...(alt && { pictures: [{ imageUrl, alt }] }) }
      const banked = { id: newId(), bankId: newId(), question: pictured, tags, updatedAt: '2026-01-01T00:00:00Z' }
      const unpriced = { ...toPlain(pictured), points: 1 }
      const shelf = new PictureShelf()
      const find = shelf.finder((path) => (path === '@@PLUGINFILE@@/a b.png' ? picture : undefined))
      const read = readGift(toGift([banked], new Map([[imageUrl, { name: 'a b.png', bytes: picture }]])), find)
      expect(withoutUrls(getOnly(read))).toEqual(withoutUrls(unpriced))
      expect(read[0]).toMatchObject({ tags, notes: alt ? ['Its pictures are shown above its text'] : [] })
    }),
  )
})

test('a question with any text is the same after a round trip through Moodle’s XML', () => {
  const every = arbitraryQuestions([
    ...(['single', 'multiple', 'short_text', 'number', 'matching'] as const),
    ...(['true_false', 'long_text', 'ordering', 'fill_blanks', 'file'] as const),
  ])
  const points = fc.constantFrom(0, 0.5, 1, 12.25)
  assertLaw(
    fc.property(every, arbitraryTags, described, points, (one, tags, alt, price) => {
      const pictured = { ...one, points: price, ...(alt && { pictures: [{ imageUrl, alt }] }) } as Question
      const banked = { id: newId(), bankId: newId(), question: pictured, tags, updatedAt: '2026-01-01T00:00:00Z' }
      const xml = toMoodle([banked], new Map([[imageUrl, { name: 'a b.png', bytes: picture }]]))
      const shelf = new PictureShelf()
      const read = readMoodle(parseDocument(xml), shelf)
      expect(withoutUrls(getOnly(read))).toEqual(withoutUrls(toPlain(withPlainMatches(pictured))))
      expect(read[0]?.tags).toEqual(tags)
      for (const { imageUrl: url } of (read[0] as { question: Question }).question.pictures ?? []) {
        expect(shelf.get(url)).toEqual(picture)
      }
    }),
  )
})

const withoutUrls = (one: Question) => ({ ...one, pictures: one.pictures?.map(({ alt }) => alt) })

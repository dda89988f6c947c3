import { expect, onTestFinished, test, vi } from 'vitest'
import type { Answer } from './answer-contract.ts'
import { question, type Question, type WrittenQuestion } from './contract.ts'
import { gradeAnswer } from './grading.ts'

/** Ids that can be told apart in the table. */
const id = (name: string) => `${name.charCodeAt(0).toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`

type Given = WrittenQuestion extends infer One
  ? One extends WrittenQuestion
    ? Omit<One, 'id' | 'prompt'>
    : never
  : never

const asked = (given: Given & { prompt?: string }): Question =>
  question.parse({ id: id('Q'), prompt: 'What is right?', ...given })

const options = (right: string) =>
  ['a', 'b', 'c', 'd', 'e'].map((name) => ({ id: id(name), text: name, isRight: right.includes(name) }))

const multiple = (points: number, partialCredit: 'per_choice' | 'all_or_nothing' = 'per_choice') =>
  asked({ type: 'multiple', points, partialCredit, options: options('abc') })
const chosen = (names: string): Answer => ({ type: 'multiple', optionIds: names.split('').map(id) })

const single = asked({ type: 'single', points: 2, options: options('b') })
const picked = (name: string): Answer => ({ type: 'single', optionId: id(name) })

const number = (tolerance: number) => asked({ type: 'number', points: 1, value: 9.81, tolerance })
const figure = (value: number): Answer => ({ type: 'number', value })

const short = (more: object = {}) =>
  asked({ type: 'short_text', points: 1, accepted: ['Straße', 'Le  Havre'], ...more })
const said = (text: string): Answer => ({ type: 'short_text', text })

const matching = (partialCredit: 'per_choice' | 'all_or_nothing' = 'per_choice') =>
  asked({
    type: 'matching',
    points: 1,
    partialCredit,
    pairs: ['a', 'b', 'c'].map((name) => ({
      id: id(name),
      prompt: name,
      matchId: id(name.toUpperCase()),
      match: name,
    })),
    distractors: [{ id: id('X'), text: 'x' }],
  })
const matched = (...pairs: string[]): Answer => ({
  type: 'matching',
  pairs: pairs.map(([prompt = '', match = '']) => ({ promptId: id(prompt), matchId: id(match) })),
})

const ordering = asked({
  type: 'ordering',
  points: 4,
  items: ['a', 'b', 'c', 'd'].map((text) => ({ id: id(text), text })),
})
const ordered = (names: string): Answer => ({ type: 'ordering', itemIds: names.split('').map(id) })

const blanks = asked({
  type: 'fill_blanks',
  points: 2,
  prompt: '{1} {2} {3}',
  blanks: [
    { id: id('a'), accepted: ['one', 'uno'] },
    { id: id('b'), accepted: ['Two'], isCaseSensitive: true },
    { id: id('c'), accepted: ['three'] },
  ],
})
const filled = (...texts: [string, string][]): Answer => ({
  type: 'fill_blanks',
  blanks: texts.map(([blank, text]) => ({ blankId: id(blank), text })),
})

// Figures worked out by hand from the rules in words.
const cases: [string, Question, Answer | null, number | null, boolean | null][] = [
  ['single: the right one', single, picked('b'), 2, true],
  ['single: another', single, picked('a'), 0, false],
  ['single: one that it does not have', single, picked('z'), 0, false],
  ['single: nothing', single, null, 0, false],
  ['an answer to another type', single, chosen('b'), 0, false],
  ['multiple: all three', multiple(3), chosen('abc'), 3, true],
  ['multiple: two of three', multiple(3), chosen('ab'), 2, false],
  ['multiple: three right, one wrong: 3 × (3 − 1) / 3', multiple(3), chosen('abcd'), 2, false],
  ['multiple: one right, one wrong', multiple(3), chosen('ad'), 0, false],
  ['multiple: one right, two wrong is not below nothing', multiple(3), chosen('ade'), 0, false],
  ['multiple: everything: 3 × (3 − 2) / 3', multiple(3), chosen('abcde'), 1, false],
  ['multiple: nothing chosen', multiple(3), chosen(''), 0, false],
  ['multiple: one of three of one point, down to hundredths', multiple(1), chosen('a'), 0.33, false],
  ['multiple: two of three of one point', multiple(1), chosen('ab'), 0.66, false],
  ['multiple: the same twice counts once', multiple(3), chosen('aaa'), 1, false],
  ['multiple: all or nothing, all', multiple(3, 'all_or_nothing'), chosen('cba'), 3, true],
  ['multiple: all or nothing, two', multiple(3, 'all_or_nothing'), chosen('ab'), 0, false],
  [
    'true or false: right',
    asked({ type: 'true_false', points: 1, isTrue: false }),
    { type: 'true_false', isTrue: false },
    1,
    true,
  ],
  [
    'true or false: wrong',
    asked({ type: 'true_false', points: 1, isTrue: false }),
    { type: 'true_false', isTrue: true },
    0,
    false,
  ],
  ['short text: spaces and capitals', short(), said('  le   HAVRE '), 1, true],
  ['short text: capitals that count', short({ isCaseSensitive: true }), said('le havre'), 0, false],
  [
    'short text: a combined letter written as two',
    asked({ type: 'short_text', accepted: ['café'] }),
    said('cafe\u0301'),
    1,
    true,
  ],
  ['short text: a letter missing where none may', short(), said('Strae'), 0, false],
  ['short text: one letter of six', short({ typos: 1 }), said('Straze'), 1, true],
  ['short text: two letters where one may', short({ typos: 1 }), said('Strzze'), 0, false],
  [
    'short text: a typo in a word of four letters',
    asked({ type: 'short_text', accepted: ['iron'], typos: 2 }),
    said('iran'),
    0,
    false,
  ],
  ['short text: blank', short({ typos: 2 }), said(' '), 0, false],
  ['number: at the edge', number(0.01), figure(9.82), 1, true],
  ['number: behind it', number(0.01), figure(9.8201), 0, false],
  ['number: a tenth away', asked({ type: 'number', value: 0.3, tolerance: 0.1 }), figure(0.4), 1, true],
  ['number: exactly, where it is large', asked({ type: 'number', value: 8e9 }), figure(8_000_000_007), 0, false],
  ['number: exactly, where it is tiny', asked({ type: 'number', value: 6.6e-34 }), figure(0), 0, false],
  ['number: exactly', number(0), figure(9.8), 0, false],
  ['matching: all', matching(), matched('aA', 'bB', 'cC'), 1, true],
  ['matching: two of three', matching(), matched('aA', 'bB', 'cX'), 0.66, false],
  ['matching: all or nothing', matching('all_or_nothing'), matched('aA', 'bB'), 0, false],
  ['matching: the same for all', matching(), matched('aA', 'bA', 'cA'), 0.33, false],
  ['ordering: all', ordering, ordered('abcd'), 4, true],
  ['ordering: two in their places', ordering, ordered('abdc'), 2, false],
  ['ordering: moved by one', ordering, ordered('bcda'), 0, false],
  ['ordering: as far as it goes', ordering, ordered('ab'), 2, false],
  ['blanks: all', blanks, filled(['a', 'UNO'], ['b', 'Two'], ['c', 'three']), 2, true],
  ['blanks: capitals that count: 2 × 2 / 3', blanks, filled(['a', 'one'], ['b', 'two'], ['c', 'three']), 1.33, false],
  ['blanks: one', blanks, filled(['c', 'three']), 0.66, false],
  [
    'long text: somebody reads it',
    asked({ type: 'long_text', points: 5 }),
    { type: 'long_text', text: 'So it is.' },
    null,
    null,
  ],
  ['long text: empty', asked({ type: 'long_text', points: 5 }), { type: 'long_text', text: '' }, 0, false],
  ['file: somebody looks at it', asked({ type: 'file', points: 5 }), { type: 'file', fileIds: [id('f')] }, null, null],
  ['file: none', asked({ type: 'file', points: 5 }), null, 0, false],
]

test.each(cases)('%s', (_, one, answer, points, isRight) => {
  const graded = gradeAnswer(one, answer)
  expect([graded?.points ?? null, graded?.isRight ?? null]).toEqual([points, isRight])
})

/** Counts missing, extra and different letters, straight from the definition. */
function lettersApart(one: string, other: string): number {
  if (one === '' || other === '') return one.length + other.length
  if (one[0] === other[0]) return lettersApart(one.slice(1), other.slice(1))
  return (
    1 +
    Math.min(
      lettersApart(one.slice(1), other),
      lettersApart(one, other.slice(1)),
      lettersApart(one.slice(1), other.slice(1)),
    )
  )
}

const wordsOf = (length: number) =>
  Array.from({ length: 2 ** length }, (_, bits) => bits.toString(2).padStart(length, '0').replaceAll('0', 'a'))

test.each([1, 2])('short text: what is at most %i letters away is right, and nothing else', (typos) => {
  for (const accepted of ['aa1a1', '1a1a11', 'a11aaa1']) {
    const asking = asked({ type: 'short_text', accepted: [accepted], typos })
    for (const word of [4, 5, 6, 7].flatMap(wordsOf)) {
      const { isRight } = gradeAnswer(asking, said(word)) ?? {}
      expect([word, isRight]).toEqual([word, lettersApart(accepted, word) <= typos])
    }
  }
})

test('short text: an answer of 200 letters takes a few steps for each of them', () => {
  const steps = vi.spyOn(Math, 'min')
  onTestFinished(() => steps.mockRestore())
  gradeAnswer(asked({ type: 'short_text', accepted: [`${'a'.repeat(199)}b`], typos: 2 }), said('a'.repeat(200)))
  expect(steps.mock.calls.length).toBeLessThan(10 * 200)
})

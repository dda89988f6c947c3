import { expect, onTestFinished, test, vi } from 'vitest'
import type { Answer } from './answer-contract.ts'
import { question, type Question, type WrittenQuestion } from './contract.ts'
import { gradeAnswer } from './grading.ts'

/** Ids that are distinguishable in the table. */
const toId = (name: string) => `${name.charCodeAt(0).toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`

type Given = WrittenQuestion extends infer One
  ? One extends WrittenQuestion
    ? Omit<One, 'id' | 'prompt'>
    : never
  : never

const newQuestion = (given: Given & { prompt?: string }): Question =>
  question.parse({ id: toId('Q'), prompt: 'What is right?', ...given })

const newOptions = (right: string) =>
  ['a', 'b', 'c', 'd', 'e'].map((name) => ({ id: toId(name), text: name, isRight: right.includes(name) }))

const newMultiple = (points: number, partialCredit: 'per_choice' | 'all_or_nothing' = 'per_choice') =>
  newQuestion({ type: 'multiple', points, partialCredit, options: newOptions('abc') })
const answerMultiple = (names: string): Answer => ({ type: 'multiple', optionIds: names.split('').map(toId) })

const single = newQuestion({ type: 'single', points: 2, options: newOptions('b') })
const answerSingle = (name: string): Answer => ({ type: 'single', optionId: toId(name) })

const number = (tolerance: number) => newQuestion({ type: 'number', points: 1, value: 9.81, tolerance })
const answerNumber = (value: number): Answer => ({ type: 'number', value })

const newShortText = (more: object = {}) =>
  newQuestion({ type: 'short_text', points: 1, accepted: ['Straße', 'Le  Havre'], ...more })
const answerShortText = (text: string): Answer => ({ type: 'short_text', text })

const newMatching = (partialCredit: 'per_choice' | 'all_or_nothing' = 'per_choice') =>
  newQuestion({
    type: 'matching',
    points: 1,
    partialCredit,
    pairs: ['a', 'b', 'c'].map((name) => ({
      id: toId(name),
      prompt: name,
      matchId: toId(name.toUpperCase()),
      match: name,
    })),
    distractors: [{ id: toId('X'), text: 'x' }],
  })
const answerMatching = (...pairs: string[]): Answer => ({
  type: 'matching',
  pairs: pairs.map(([prompt = '', match = '']) => ({ promptId: toId(prompt), matchId: toId(match) })),
})

const ordering = newQuestion({
  type: 'ordering',
  points: 4,
  items: ['a', 'b', 'c', 'd'].map((text) => ({ id: toId(text), text })),
})
const answerOrdering = (names: string): Answer => ({ type: 'ordering', itemIds: names.split('').map(toId) })

const blanks = newQuestion({
  type: 'fill_blanks',
  points: 2,
  prompt: '{1} {2} {3}',
  blanks: [
    { id: toId('a'), accepted: ['one', 'uno'] },
    { id: toId('b'), accepted: ['Two'], isCaseSensitive: true },
    { id: toId('c'), accepted: ['three'] },
  ],
})
const answerBlanks = (...texts: [string, string][]): Answer => ({
  type: 'fill_blanks',
  blanks: texts.map(([blank, text]) => ({ blankId: toId(blank), text })),
})

// Expected values computed by hand from the written rules.
const cases: [string, Question, Answer | null, number | null, boolean | null][] = [
  ['single: the right one', single, answerSingle('b'), 2, true],
  ['single: another', single, answerSingle('a'), 0, false],
  ['single: one that it does not have', single, answerSingle('z'), 0, false],
  ['single: nothing', single, null, 0, false],
  ['an answer to another type', single, answerMultiple('b'), 0, false],
  ['multiple: all three', newMultiple(3), answerMultiple('abc'), 3, true],
  ['multiple: two of three', newMultiple(3), answerMultiple('ab'), 2, false],
  ['multiple: three right, one wrong: 3 × (3 − 1) / 3', newMultiple(3), answerMultiple('abcd'), 2, false],
  ['multiple: one right, one wrong', newMultiple(3), answerMultiple('ad'), 0, false],
  ['multiple: one right, two wrong is not below nothing', newMultiple(3), answerMultiple('ade'), 0, false],
  ['multiple: everything: 3 × (3 − 2) / 3', newMultiple(3), answerMultiple('abcde'), 1, false],
  ['multiple: nothing chosen', newMultiple(3), answerMultiple(''), 0, false],
  ['multiple: one of three of one point, down to hundredths', newMultiple(1), answerMultiple('a'), 0.33, false],
  ['multiple: two of three of one point', newMultiple(1), answerMultiple('ab'), 0.66, false],
  ['multiple: the same twice counts once', newMultiple(3), answerMultiple('aaa'), 1, false],
  ['multiple: all or nothing, all', newMultiple(3, 'all_or_nothing'), answerMultiple('cba'), 3, true],
  ['multiple: all or nothing, two', newMultiple(3, 'all_or_nothing'), answerMultiple('ab'), 0, false],
  [
    'true or false: right',
    newQuestion({ type: 'true_false', points: 1, isTrue: false }),
    { type: 'true_false', isTrue: false },
    1,
    true,
  ],
  [
    'true or false: wrong',
    newQuestion({ type: 'true_false', points: 1, isTrue: false }),
    { type: 'true_false', isTrue: true },
    0,
    false,
  ],
  ['short text: spaces and capitals', newShortText(), answerShortText('  le   HAVRE '), 1, true],
  ['short text: capitals that count', newShortText({ isCaseSensitive: true }), answerShortText('le havre'), 0, false],
  [
    'short text: a combined letter written as two',
    newQuestion({ type: 'short_text', accepted: ['café'] }),
    answerShortText('cafe\u0301'),
    1,
    true,
  ],
  ['short text: a letter missing where none may', newShortText(), answerShortText('Strae'), 0, false],
  ['short text: one letter of six', newShortText({ typos: 1 }), answerShortText('Straze'), 1, true],
  ['short text: two letters where one may', newShortText({ typos: 1 }), answerShortText('Strzze'), 0, false],
  [
    'short text: a typo in a word of four letters',
    newQuestion({ type: 'short_text', accepted: ['iron'], typos: 2 }),
    answerShortText('iran'),
    0,
    false,
  ],
  ['short text: blank', newShortText({ typos: 2 }), answerShortText(' '), 0, false],
  ['number: at the edge', number(0.01), answerNumber(9.82), 1, true],
  ['number: behind it', number(0.01), answerNumber(9.8201), 0, false],
  ['number: a tenth away', newQuestion({ type: 'number', value: 0.3, tolerance: 0.1 }), answerNumber(0.4), 1, true],
  [
    'number: exactly, where it is large',
    newQuestion({ type: 'number', value: 8e9 }),
    answerNumber(8_000_000_007),
    0,
    false,
  ],
  ['number: exactly, where it is tiny', newQuestion({ type: 'number', value: 6.6e-34 }), answerNumber(0), 0, false],
  ['number: exactly', number(0), answerNumber(9.8), 0, false],
  ['matching: all', newMatching(), answerMatching('aA', 'bB', 'cC'), 1, true],
  ['matching: two of three', newMatching(), answerMatching('aA', 'bB', 'cX'), 0.66, false],
  ['matching: all or nothing', newMatching('all_or_nothing'), answerMatching('aA', 'bB'), 0, false],
  ['matching: the same for all', newMatching(), answerMatching('aA', 'bA', 'cA'), 0.33, false],
  ['ordering: all', ordering, answerOrdering('abcd'), 4, true],
  ['ordering: two in their places', ordering, answerOrdering('abdc'), 2, false],
  ['ordering: moved by one', ordering, answerOrdering('bcda'), 0, false],
  ['ordering: as far as it goes', ordering, answerOrdering('ab'), 2, false],
  ['blanks: all', blanks, answerBlanks(['a', 'UNO'], ['b', 'Two'], ['c', 'three']), 2, true],
  [
    'blanks: capitals that count: 2 × 2 / 3',
    blanks,
    answerBlanks(['a', 'one'], ['b', 'two'], ['c', 'three']),
    1.33,
    false,
  ],
  ['blanks: one', blanks, answerBlanks(['c', 'three']), 0.66, false],
  [
    'long text: someone reads it',
    newQuestion({ type: 'long_text', points: 5 }),
    { type: 'long_text', text: 'So it is.' },
    null,
    null,
  ],
  ['long text: empty', newQuestion({ type: 'long_text', points: 5 }), { type: 'long_text', text: '' }, 0, false],
  [
    'file: someone looks at it',
    newQuestion({ type: 'file', points: 5 }),
    { type: 'file', fileIds: [toId('f')] },
    null,
    null,
  ],
  ['file: none', newQuestion({ type: 'file', points: 5 }), null, 0, false],
]

test.each(cases)('%s', (_, one, answer, points, isRight) => {
  const graded = gradeAnswer(one, answer)
  expect([graded?.points ?? null, graded?.isRight ?? null]).toEqual([points, isRight])
})

/** Counts missing, extra and different letters, straight from the definition. */
function countDifferences(one: string, other: string): number {
  if (one === '' || other === '') return one.length + other.length
  if (one[0] === other[0]) return countDifferences(one.slice(1), other.slice(1))
  return (
    1 +
    Math.min(
      countDifferences(one.slice(1), other),
      countDifferences(one, other.slice(1)),
      countDifferences(one.slice(1), other.slice(1)),
    )
  )
}

const listWords = (length: number) =>
  Array.from({ length: 2 ** length }, (_, bits) => bits.toString(2).padStart(length, '0').replaceAll('0', 'a'))

test.each([1, 2])('short text: an answer at most %i letters away is correct, and no other', (typos) => {
  for (const accepted of ['aa1a1', '1a1a11', 'a11aaa1']) {
    const asking = newQuestion({ type: 'short_text', accepted: [accepted], typos })
    for (const word of [4, 5, 6, 7].flatMap(listWords)) {
      const { isRight } = gradeAnswer(asking, answerShortText(word)) ?? {}
      expect([word, isRight]).toEqual([word, countDifferences(accepted, word) <= typos])
    }
  }
})

test('short text: an answer of 200 letters takes a few steps for each of them', () => {
  const steps = vi.spyOn(Math, 'min')
  onTestFinished(() => steps.mockRestore())
  gradeAnswer(
    newQuestion({ type: 'short_text', accepted: [`${'a'.repeat(199)}b`], typos: 2 }),
    answerShortText('a'.repeat(200)),
  )
  expect(steps.mock.calls.length).toBeLessThan(10 * 200)
})

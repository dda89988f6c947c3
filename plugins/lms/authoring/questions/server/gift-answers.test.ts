import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseNumber } from './gift-answers.ts'
import { readGift } from './read-gift.ts'

describe('numbers in GIFT', () => {
  it.each([
    ['3.14', 3.14, 0],
    [' 3. ', 3, 0],
    ['3.14 : 0.05', 3.14, 0.05],
    ['1..5', 3, 2],
    [' -1 .. 2 ', 0.5, 1.5],
    ['.5..1', 0.75, 0.25],
  ])('reads “%s” as %d with a tolerance of %d', (text, value, tolerance) => {
    expect(parseNumber(text)).toEqual({ value, tolerance })
  })

  it.each(['', '..', '1..', '..5', '1..2..3', '1..5:2', 'three', '1.2.3', '1'.repeat(101)])(
    'does not take “%s” for one',
    (text) => {
      expect(parseNumber(text)).toBeUndefined()
    },
  )
})

describe('questions in GIFT', () => {
  it.each([
    ['It floats.{T}', { isTrue: true, feedbackTrue: '', feedbackFalse: '' }],
    [
      'It floats.{ false #Ice does #Right, it sinks }',
      { isTrue: false, feedbackTrue: 'Ice does', feedbackFalse: 'Right, it sinks' },
    ],
    ['It floats.{TRUE#No#Yes # it does}', { isTrue: true, feedbackTrue: 'Yes # it does', feedbackFalse: 'No' }],
  ])('are read with the feedback of either answer: %s', (text, question) => {
    expect(readGift(text)).toMatchObject([{ question: { type: 'true_false', prompt: 'It floats.', ...question } }])
  })

  it.each([
    ['::Ice::It floats.{T}', 'It floats.'],
    ['::Ice::{T}', 'Ice'],
    ['::It floats.{T}', '::It floats.'],
  ])('are read with their title, where it has an end: %s', (text, prompt) => {
    expect(readGift(text)).toMatchObject([{ question: { prompt } }])
  })
})

describe('markup in GIFT', () => {
  const read = (name: string) => readGift(readFileSync(new URL(`../testing/cases/${name}`, import.meta.url), 'utf8'))

  it('keeps raised and lowered letters', () => {
    expect(read('gift-superscript.gift')).toMatchObject([{ question: { prompt: 'What is 10³ + H₂O?' } }])
  })

  it('names a picture, which is not supported', () => {
    expect(read('gift-picture.gift')).toMatchObject([{ line: 1, problem: 'Its picture “part” cannot be imported' }])
  })

  it('reads marks of formats in questions, answers and feedback', () => {
    expect(read('gift-format-marks.gift')).toMatchObject([
      {
        question: {
          type: 'single',
          prompt: 'Pick one',
          explanation: 'why',
          options: [
            { text: 'Yes', isRight: true, feedback: 'right' },
            { text: 'No', isRight: false },
          ],
        },
      },
    ])
  })

  it.each([
    ['It&#39;s caf&eacute; &amp; tea', "It's café & tea"],
    ['[html]<ol><li>One</li><li>Two<ul><li>a</li></ul></li></ol>Which?', '1. One\n2. Two\n  • a\n\nWhich?'],
    ['[html]<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>', 'a | b\n1 | 2'],
    ['[html]e<sup>iπ</sup> and x<sub>q</sub>', String.raw`e\(^{\text{iπ}}\) and x\(_{\text{q}}\)`],
    [String.raw`[html]$$\frac\{1\}\{2\}$$ and \(x\)`, String.raw`\[\frac{1}{2}\] and \(x\)`],
    [
      String.raw`[html]<math><semantics><mi>x</mi><annotation encoding\="application/x-tex">x^2</annotation></semantics></math>`,
      String.raw`\(x^2\)`,
    ],
    ['[plain]a <b>c</b>', 'a <b>c</b>'],
    ['[markdown]**Why**?', '**Why**?'],
    ['List<String> a < b', 'List<String> a < b'],
  ])('is written as plain text: %s', (written, prompt) => {
    expect(readGift(`${written} {T}`)).toMatchObject([{ question: { prompt } }])
  })

  it('reads tags above a question and each name in its category', () => {
    const text = String.raw`$CATEGORY: $course$/top/Safety/Fire//Water

// [id:7] [tag:Year 1] [tag:a\]b]
It burns. {T}`
    expect(readGift(text)).toMatchObject([{ tags: ['Safety', 'Fire/Water', 'Year 1', 'a]b'] }])
  })
})

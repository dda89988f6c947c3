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
    'does not read “%s” as a number',
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
  ])('are read with their title, if it is closed: %s', (text, prompt) => {
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
            { text: 'Yes', isRight: true, feedback: '[b]right[/b]' },
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
    ['[markdown]**Why** is a*b*c not _x_ or snake_case_name?', '[b]Why[/b] is a*b*c not [i]x[/i] or snake_case_name?'],
    ['List<String> a < b', 'List<String> a < b'],
    ['[html]a<br>b<br/>c', 'a\nb\nc'],
    ['[html]<p>a</p><p>b</p>', 'a\n\nb'],
    ['[html]<ul><li>a</li><li>b</li></ul>', '• a\n• b'],
    ['[html]<b>a</b> <em>b</em> <span style\\="x">c</span>', '[b]a[/b] [i]b[/i] c'],
    ['[html]un<b>believ</b>able <b> and <i>both </i></b>', 'un[b]believ[/b]able [b]and [i]both[/i][/b]'],
    ['[html]<b style\\="font-weight\\:normal">a</b> <span style\\="font-weight\\: 700">b</span>', 'a [b]b[/b]'],
    ['[html]<strong><p>a</p><p>b</p></strong><h3>c</h3>', '[b]a\n\nb\n\nc[/b]'],
    ['[html]<b>x<sup>2</sup></b> is <b>10<sup><b>n</b></sup></b>', '[b]x²[/b] is [b]10ⁿ[/b]'],
    [
      '[html]<p style\\="font-weight\\: bold">a <span style\\="font-weight\\: normal">b</span> c</p>',
      '[b]a[/b] b [b]c[/b]',
    ],
    [String.raw`[html]<b>\(x^2\)</b> and \(<i>y</i>\)`, String.raw`[b]\(x^2\)[/b] and \(y\)`],
    ['[markdown]Say `__init__` and **why**', 'Say `__init__` and [b]why[/b]'],
    ['[html]a[i] and <b>b[i]</b>', 'a[i] and [b]b[i][/b]'],
    ['[html]a&nbsp;b &lt; c &#x41;', 'a b < c A'],
    ['[html]x<sup>2</sup> + x<sub>1</sub>', 'x² + x₁'],
    ['[html]<script>alert(1)</script>a<!-- b -->', 'a'],
    ['[moodle]a &amp; b', 'a & b'],
    [String.raw`a \{ b \} \= \~ \# c\: d`, 'a { b } = ~ # c: d'],
    [String.raw`a\nb`, 'a\nb'],
    ['Ünïcödé 漢字 😀', 'Ünïcödé 漢字 😀'],
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

describe('answers in GIFT', () => {
  it.each([
    ['{TRUE}', { type: 'true_false', isTrue: true }],
    ['{f}', { type: 'true_false', isTrue: false }],
    ['{}', { type: 'long_text' }],
    ['{ =a ~b }', { type: 'single', options: [{ text: 'a' }, { text: 'b' }] }],
    ['{\r\n~a\r\n=b\r\n}', { type: 'single', options: [{ text: 'a' }, { text: 'b', isRight: true }] }],
    ['{~%100%a ~%0%b}', { type: 'multiple', options: [{ isRight: true }, { isRight: false }] }],
    ['{~%33.33333%a ~%33.33333%b ~%33.33333%c ~%-100%d}', { type: 'multiple' }],
    ['{=a =b}', { type: 'short_text', accepted: ['a', 'b'] }],
    ['{=%100%a}', { type: 'short_text', accepted: ['a'] }],
    ['{=1 -> one =2 -> two}', { type: 'matching', pairs: [{ prompt: '1', match: 'one' }, { prompt: '2' }] }],
    ['{=1 -> one =2 -> two = -> three}', { type: 'matching', distractors: [{ text: 'three' }] }],
    ['{#3}', { type: 'number', value: 3, tolerance: 0 }],
    ['{#1..5}', { type: 'number', value: 3, tolerance: 2 }],
    ['{#-3.5:0.5}', { type: 'number', value: -3.5, tolerance: 0.5 }],
    ['{#=3:1#Right}', { type: 'number', value: 3, tolerance: 1 }],
    ['{=a#yes ~b#no ####why}', { explanation: 'why', options: [{ feedback: 'yes' }, { feedback: 'no' }] }],
  ])('are understood: %j', (answers, question) => {
    expect(readGift(`Which? ${answers}`)).toMatchObject([{ question: { prompt: 'Which?', ...question } }])
  })

  it.each([
    ['{ =motor } turns', ['motor']],
    ['{=motor =engine} turns', ['motor', 'engine']],
  ])('in the middle of a text are a blank: %s', (answers, accepted) => {
    expect(readGift(`A ${answers}`)).toMatchObject([
      { question: { type: 'fill_blanks', prompt: 'A {1} turns', blanks: [{ accepted }] } },
    ])
  })

  it.each(['{#}', '{#three}', '{#1..}', '{=%50%a =%50%b}'])('are refused with a message: %s', (answers) => {
    expect(readGift(`Which? ${answers}`)).toMatchObject([{ line: 1, problem: expect.stringMatching(/./) }])
  })
})

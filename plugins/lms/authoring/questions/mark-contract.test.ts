import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { assertLaw } from '#core/testing/laws.ts'
import { addMark, formatMarks, hasMarks, splitMarks, stripMarks, tidyMarks } from './mark-contract.ts'
import { splitMarkedPrompt } from './prompt-contract.ts'
import { isFormatted, shortenText, toPlainText } from './text-contract.ts'

const plain = { isBold: false, isItalic: false }
const bold = { isBold: true, isItalic: false }

describe('splitMarks', () => {
  it('finds bold and italic words, also if they overlap', () => {
    expect(splitMarks('Is it [b]not [i]E. coli[/b] x[/i]?')).toEqual([
      { text: 'Is it ', ...plain },
      { text: 'not ', ...bold },
      { text: 'E. coli', isBold: true, isItalic: true },
      { text: ' x', isBold: false, isItalic: true },
      { text: '?', ...plain },
    ])
  })

  it.each(['a[i] = b[i]', '[b]', '[/b] x [b]', String.raw`\(a[b]c[/b]\)`, '[B]x[/B]'])(
    'leaves as written: %s',
    (text) => {
      expect(splitMarks(text)).toEqual([{ text, ...plain }])
      expect(hasMarks(text)).toBe(false)
    },
  )
})

test('a whole text becomes bold, whatever its marks were', () => {
  expect(addMark('b', 'a [b]b[/b] [i]c[/i]')).toBe('[b]a b [i]c[/i][/b]')
})

describe('tidyMarks', () => {
  it.each([
    ['[b] a [/b]', ' [b]a[/b] '],
    ['[b]a[/b] [b]b[/b]', '[b]a b[/b]'],
    ['[b]a[/b][b][/b]', '[b]a[/b]'],
    ['[b]a[i]b[/b]c[/i]', '[b]a[i]b[/b]c[/i]'],
  ])('%s becomes %s', (text, tidy) => expect(tidyMarks(text)).toBe(tidy))
})

test('the marks of any text are written as they are read, and its words stay', () => {
  const pieces = ['[b]', '[/b]', '[i]', '[/i]', ' ', '\n', 'a', 'é', String.raw`\(`, String.raw`\)`, '[', ']']
  assertLaw(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
      const text = parts.join('')
      const tidy = tidyMarks(text)
      expect(tidyMarks(tidy)).toBe(tidy)
      expect(stripMarks(tidy)).toBe(stripMarks(text))
      expect(stripMarks(formatMarks(splitMarks(text)))).toBe(stripMarks(text))
    }),
  )
})

test('lists and names have marked texts, shortened and plain', () => {
  expect(shortenText('Which is [b]not a mammal[/b] here?', 14)).toBe('Which is [b]not …[/b]')
  expect(toPlainText(String.raw`Is [b]\(x^2\)[/b] [i]even[/i]?`)).toBe('Is x^2 even?')
  expect(['x', 'a[i]', '[b]x[/b]', String.raw`\(x\)`].map(isFormatted)).toEqual([false, false, true, true])
})

test('words are bold across a blank', () => {
  expect(splitMarkedPrompt('A [b]red {1} moves[/b] {2}', 2)).toEqual([
    { text: 'A ', ...plain },
    { text: 'red ', ...bold },
    1,
    { text: ' moves', ...bold },
    { text: ' ', ...plain },
    2,
  ])
})

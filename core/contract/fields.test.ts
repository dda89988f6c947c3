import { expect, test } from 'vitest'
import type { z } from 'zod'
import { email, instant, line, requiredText, text } from './fields.ts'

test.for([
  '2026-11-21T07:00:00Z',
  '2026-11-21T07:00:00.000000Z',
  '2026-11-21T07:00:00.123456789+05:30',
  '1900-01-01T00:00:00Z',
  '2999-12-31T23:59:59.999Z',
])('%s is an instant', (text) => {
  expect(instant.safeParse(text).success).toBe(true)
})

test.for([
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+23:59',
  '1899-12-31T23:59:59Z',
  '3000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-23:59',
  '2026-02-30T00:00:00Z',
  '2026-11-21T07:00:00',
  `2026-11-21T07:00:00.${'0'.repeat(30)}Z`,
  'yesterday',
])('%s is none', (text) => {
  expect(instant.safeParse(text).success).toBe(false)
})

const refusal = (schema: z.ZodType, value: string) => schema.safeParse(value).error?.issues[0]?.message

const UNSTORABLE_TEXT = 'Contains a character that cannot be stored'
const UNSEEN_TEXT = 'Contains a character that cannot be seen'
const ONE_LINE_TEXT = 'Write it on one line, without tabs'

test.for([
  ['a line break', 'North\nStar', ONE_LINE_TEXT],
  ['a carriage return', 'North\rStar', ONE_LINE_TEXT],
  ['a tab', 'North\tStar', ONE_LINE_TEXT],
  ['the escape of a terminal', 'North\u001b[2JStar', UNSTORABLE_TEXT],
  ['the other escape of a terminal', 'North\u009b2JStar', UNSTORABLE_TEXT],
  ['a NUL', 'North\u0000Star', UNSTORABLE_TEXT],
  ['half a surrogate pair', 'North\ud83dStar', UNSTORABLE_TEXT],
  ['what turns writing around', 'North\u202eratS', UNSEEN_TEXT],
  ['an isolated direction', 'North\u2066Star', UNSEEN_TEXT],
  ['a separator of lines', 'North\u2028Star', UNSEEN_TEXT],
  ['a space without width', 'North\u200bStar', UNSEEN_TEXT],
  ['a mark of byte order', 'North\ufeffStar', UNSEEN_TEXT],
])('a name with %s is refused in words', ([, name = '', message]) => {
  expect(refusal(requiredText(100), name)).toBe(message)
  expect(refusal(line(100), name)).toBe(message)
})

test.for(['Zoë Ångström', 'محمد', 'می‌خواهم', 'क्‍ष', '👩‍🚀', '王小明', "O'Brien-Smith, Jr."])(
  'the name %s is taken as it is',
  (name) => {
    expect(requiredText(100).parse(name)).toBe(name)
    expect(line(100).parse(name)).toBe(name)
  },
)

test('a name without visible characters is blank', () => {
  for (const name of ['', '  ', '\u200d\u200c', '\u3164', '\u115f']) {
    expect(refusal(requiredText(100, 'Say who'), name)).toBe('Say who')
  }
})

test('longer texts keep line breaks and tabs, and refuse control characters', () => {
  expect(text(100).parse('first\n\tsecond\r\nthird')).toBe('first\n\tsecond\r\nthird')
  for (const value of ['a\u001b[2J', 'a\u0007', 'a\u0000', 'a\u009b2J', 'a\ud83d']) {
    expect(refusal(text(100), value)).toBe(UNSTORABLE_TEXT)
  }
})

// Addresses are compared folded: one that only looks like another must not become the same.
test.for(['mıke@example.org', 'mike@gıthub.com', 'josé@example.org', 'ｍike@example.org', '\u212aim@example.org'])(
  'the address %s is refused, since its letters fold to others',
  (address) => {
    expect(email().safeParse(address).success).toBe(false)
  },
)

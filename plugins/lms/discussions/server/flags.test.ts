import { describe, expect, it, test } from 'vitest'
import { postsToHold, postsToPass } from '../../testing/discussion-posts.ts'
import { MAX_POST_LENGTH } from '../contract.ts'
import { findFlags } from './flags.ts'
import { foldText } from './flags/fold-text.ts'

describe('posts that are held', () => {
  it.each(postsToHold)('holds “%s” for its %s', (text, reason) => {
    expect(findFlags(text)).toContain(reason)
  })

  it.each(postsToPass)('lets “%s” pass', (text) => {
    expect(findFlags(text)).toEqual([])
  })

  it.each([
    ['5\u200b551\u200b234567', ['phone']],
    ['Call 555-123-4567 or mia@school.org', ['phone', 'email']],
    // An email address is neither a link nor a username.
    ['mia.bell@mail.example', ['email']],
    // A number grouped like a date, and one grouped in threes.
    ['06.12.24.56.78', ['phone']],
    ['612 345 678', ['phone']],
    // Two numbers, the first of which is no phone number.
    ['3.14 and 555 123 4567', ['phone']],
    ['ISBN 978-3-16-148410-1', ['phone']],
    ['My address is house 12, mail mia@school.org, snap: mia', ['email', 'address', 'handle']],
  ])('holds “%s” for these reasons alone: %j', (text, flags) => {
    expect(findFlags(text)).toEqual(flags)
  })
})

test('a folded text is at most four times as long as the original, with any characters in it', () => {
  let longest = 0
  for (let code = 0; code <= 0x10_ff_ff; code += 1) {
    if (code >= 0xd8_00 && code <= 0xdf_ff) continue
    const sign = String.fromCodePoint(code)
    longest = Math.max(longest, foldText(sign).length / sign.length)
  }
  expect(longest).toBe(4)
  // Characters with six and eighteen letters in Unicode's decomposition.
  expect(foldText('㌖'.repeat(MAX_POST_LENGTH))).toBe(' ')
  expect(foldText('ﷺ'.repeat(MAX_POST_LENGTH))).toBe(' ')
})

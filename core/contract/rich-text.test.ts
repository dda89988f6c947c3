import { expect, test } from 'vitest'
import { filesOf, isBlank, richText, type RichText } from './rich-text.ts'

const words = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const picture = (fileId: string) => ({ type: 'image', attrs: { fileId } })
const doc = (...content: object[]): RichText => richText.parse({ type: 'doc', content })

const bridge = '0193d3b4-0000-7000-8000-000000000001'
const tower = '0193d3b4-0000-7000-8000-000000000002'

test('the files of a text are found at any depth, each once', () => {
  const cell = { type: 'tableCell', content: [picture(tower)] }
  const text = doc(
    picture(bridge),
    { type: 'callout', attrs: { tone: 'tip' }, content: [picture(bridge)] },
    { type: 'table', content: [{ type: 'tableRow', content: [cell] }] },
  )
  expect(filesOf(text).toSorted()).toEqual([bridge, tower])
})

test('a text is blank until it has a letter, a file or a link to another site', () => {
  expect(isBlank(doc({ type: 'paragraph' }, { type: 'horizontalRule' }, words('  ')))).toBe(true)
  const embed = { type: 'embed', attrs: { url: 'https://example.org/' } }
  for (const block of [words('x'), picture(bridge), embed]) {
    expect(isBlank(doc({ type: 'blockquote', content: [block] }))).toBe(false)
  }
})

test('content that cannot be stored or would run is refused at its path', () => {
  for (const block of [words('\u0000'), words('\ud800'), { type: 'embed', attrs: { url: 'javascript:alert(1)' } }]) {
    expect(richText.safeParse({ type: 'doc', content: [block] }).success).toBe(false)
  }
})

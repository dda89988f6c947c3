import { expect, test } from 'vitest'
import { linksOf, matches, parseArticle, parseBlocks, parseInline } from './article.ts'

const text = `---
title: Plan a session
roles: tenant_admin, instructor
screens: /sessions, /sessions/$id
---

Choose **New Session**.

- One
- Two with [a link](/sessions?add=true)

1. First
2. Second
`

test('reads the head of an article, and its text', () => {
  const article = parseArticle('tenant-app-sessions', text)
  expect(article).toMatchObject({
    title: 'Plan a session',
    roles: ['tenant_admin', 'instructor'],
    screens: ['/sessions', '/sessions/$id'],
  })
  expect(linksOf(article)).toEqual(['/sessions?add=true'])
  expect(parseBlocks(article.body).map(({ kind, lines }) => [kind, lines.length])).toEqual([
    ['paragraph', 1],
    ['bullets', 2],
    ['steps', 2],
  ])
  expect(parseArticle('core-find', '---\ntitle: Find\nroles: everyone\nscreens:\n---\nText').roles).toHaveLength(5)
})

test('refuses an article without a head, and one for a role that there is not', () => {
  expect(() => parseArticle('core-x', 'Text')).toThrow('has no head')
  expect(() => parseArticle('core-x', '---\nroles: teacher\n---\n')).toThrow('teacher')
})

test('splits a line into words, bold words and links', () => {
  expect(parseInline('Choose **Save**, or [go](/help).')).toEqual([
    { text: 'Choose ' },
    { text: 'Save', isBold: true },
    { text: ', or ' },
    { text: 'go', href: '/help' },
    { text: '.' },
  ])
})

test('finds an article by all words that were typed, in any case', () => {
  const article = parseArticle('x', text)
  expect(['new SESSION', '', 'second plan', 'restore'].map((typed) => matches(article, typed))).toEqual([
    true,
    true,
    true,
    false,
  ])
})

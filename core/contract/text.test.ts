import { afterAll, beforeEach, expect, test } from 'vitest'
import { readBy, t, type Catalog } from './text.ts'

let language = 'en'
let catalog: Catalog = {}
const former = readBy({ language: () => language, find: (text) => catalog[text] })
beforeEach(() => {
  language = 'en'
  catalog = {}
})
afterAll(() => {
  readBy(former)
})

test('a text takes its values, and numbers are written as the language does', () => {
  expect(t('Edit {name}', { name: 'Ava' })).toBe('Edit Ava')
  expect(t('{count} chosen', { count: 1200 })).toBe('1,200 chosen')
  language = 'es'
  catalog = { 'Edit {name}': 'Editar a {name}' }
  expect(t('Edit {name}', { name: '{count}' })).toBe('Editar a {count}')
  expect(t('Not translated')).toBe('Not translated')
})

const emails = (count: number) => t.count(count, '{count} email is on the way.', '{count} emails are on the way.')

test('English has two forms, also where a language has no translation', () => {
  expect([0, 1, 2].map(emails)).toEqual([
    '0 emails are on the way.',
    '1 email is on the way.',
    '2 emails are on the way.',
  ])
  language = 'es'
  expect(emails(1)).toBe('1 email is on the way.')
})

test('Spanish has a form for millions, and Arabic has six', () => {
  language = 'es'
  catalog = {
    '{count} emails are on the way.': {
      one: 'Hay {count} correo en camino.',
      many: 'Hay {count} de correos en camino.',
      other: 'Hay {count} correos en camino.',
    },
  }
  expect([1, 2, 1_000_000].map(emails)).toEqual([
    'Hay 1 correo en camino.',
    'Hay 2 correos en camino.',
    'Hay 1,000,000 de correos en camino.',
  ])
  language = 'ar'
  catalog = { '{count} emails are on the way.': { zero: 'z', one: 'a', two: 'b', few: 'f', many: 'm', other: 'o' } }
  expect([0, 1, 2, 3, 11, 100].map(emails)).toEqual(['z', 'a', 'b', 'f', 'm', 'o'])
})

test('values are checked when the code is compiled', () => {
  const wrong = [
    // @ts-expect-error a value is missing
    () => t('Edit {name}'),
    // @ts-expect-error a value is misspelt
    () => t('Edit {name}', { nmae: 'Ava' }),
    // @ts-expect-error a value is superfluous
    () => t('Edit', { name: 'Ava' }),
    // @ts-expect-error a plural lacks its value
    () => t.count(2, '{count} email to {name}', '{count} emails to {name}'),
    // @ts-expect-error a plural has a superfluous value
    () => t.count(2, '{count} email', '{count} emails', { name: 'Ava' }),
  ]
  expect(wrong).toHaveLength(5)
})

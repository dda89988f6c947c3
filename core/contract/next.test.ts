import { expect, test } from 'vitest'
import { safeNext } from './next.ts'

test('a path of this host is accepted with its query and hash', () => {
  expect(safeNext('/users?role=parent#row-3')).toBe('/users?role=parent#row-3')
})

test.each([
  'https://elsewhere.example/',
  '//elsewhere.example/',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  '/.//elsewhere.example',
  '/.\\\\elsewhere.example',
  '/users/..//elsewhere.example',
  '/users/..\\\\elsewhere.example',
  '/%2e//elsewhere.example',
  'javascript:alert(1)',
  'users',
  '',
  undefined,
  ['/users'],
])('%j leads nowhere', (next) => {
  expect(safeNext(next)).toBeUndefined()
})

test('the sign-in page is refused as a target', () => {
  expect(safeNext('/auth?next=/auth')).toBeUndefined()
})

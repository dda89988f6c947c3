import { expect, test } from 'vitest'
import { goKeys } from './goKeys.ts'

const lettersOf = (...labels: string[]) =>
  [...goKeys(labels.map((label) => ({ label })))].map(([key, { label }]) => [label, key])

test('a place gets the first letter of its words that is free, then any of its name', () => {
  expect(lettersOf('Dashboard', 'Sessions', 'Students', 'Door log', 'Dad')).toEqual([
    ['Dashboard', 'd'],
    ['Sessions', 's'],
    ['Students', 't'],
    ['Door log', 'l'],
    ['Dad', 'a'],
  ])
})

test('names without Latin letters get letters as well, and no two places the same', () => {
  expect(lettersOf('日曆', '學生', 'A')).toEqual([
    ['日曆', 'a'],
    ['學生', 'b'],
    ['A', 'c'],
  ])
  const many = goKeys(Array.from({ length: 40 }, () => ({ label: 'Same' })))
  expect(many.size).toBe(36)
})

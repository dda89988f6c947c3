import { expect, test } from 'vitest'
import { pageRange } from './pageRange.ts'

test('a page says which items it shows', () => {
  expect(pageRange(1, 25, 312)).toEqual({ pages: 13, page: 1, from: 1, to: 25 })
  expect(pageRange(13, 25, 312)).toEqual({ pages: 13, page: 13, from: 301, to: 312 })
})

test('a page beyond either end is the nearest one, and an empty list has one page of nothing', () => {
  expect(pageRange(99, 25, 26)).toEqual({ pages: 2, page: 2, from: 26, to: 26 })
  expect(pageRange(-3, 25, 26).page).toBe(1)
  expect(pageRange(Number.NaN, 25, 26).page).toBe(1)
  expect(pageRange(1, 25, 0)).toEqual({ pages: 1, page: 1, from: 0, to: 0 })
})

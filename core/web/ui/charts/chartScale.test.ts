import { expect, test } from 'vitest'
import { labelsThatFit, ticksTo } from './chartScale.ts'

test.for<[number, number[]]>([
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [9, [0, 3, 6, 9]],
  [12, [0, 5, 10, 15]],
  [291, [0, 100, 200, 300]],
  [1_000_000, [0, 250_000, 500_000, 750_000, 1_000_000]],
])('a chart up to %d has lines at %j', ([max, ticks]) => {
  expect(ticksTo(max)).toEqual(ticks)
})

test('labels are left out evenly where there is no room for all', () => {
  expect(labelsThatFit(7, 720)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(labelsThatFit(30, 300)).toEqual([0, 8, 16, 24])
})

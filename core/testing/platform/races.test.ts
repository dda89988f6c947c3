import { expect, test } from 'vitest'
import { races as billing } from '#plugins/billing/testing/races.ts'
import { locksOf } from '../locks.ts'

const root = new URL('../../../', import.meta.url).pathname

/** Locks that have no race yet; the number only falls. */
const WITHOUT = 158

test('every lock has a race that decides, and every race a lock', async () => {
  const locks = (await locksOf(root)).map(({ id }) => id)
  const raced = [billing].flatMap((races) => Object.keys(races))
  expect(raced.filter((id) => !locks.includes(id))).toEqual([])
  const without = locks.filter((id) => !raced.includes(id))
  expect(without, without.join('\n')).toHaveLength(WITHOUT)
})

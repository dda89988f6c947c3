import { expect, test } from 'vitest'
import { packageItem } from '../../../../files/contract.ts'
import { canChoose, findNextItem, openItem, readStates, withItem } from './packageStates.ts'

const itemsOf = (...facts: Record<string, unknown>[]) =>
  facts.map((fact, index) =>
    packageItem.parse({
      id: `i${index}`,
      title: '',
      depth: 0,
      page: 'a.html',
      search: '',
      isAsset: false,
      isHidden: false,
      launch: {},
      ...fact,
    }),
  )

const finish = (states: ReturnType<typeof readStates>, items: ReturnType<typeof itemsOf>, ...ids: string[]) =>
  ids.reduce((before, id) => withItem(before, id, { isFinished: true }, items), states)

test('a part opens once the parts that it requires are completed', () => {
  const items = itemsOf({ requires: ['i1'] }, {}, {})
  const begun = readStates('', items)
  expect(begun.at).toBe('i1')
  const chosen = (states: typeof begun) => items.filter((item) => canChoose(states, item, items)).map(({ id }) => id)
  expect(chosen(begun)).toEqual(['i1', 'i2'])
  expect(findNextItem(begun, 'previous', items)).toBeUndefined()
  expect(findNextItem(begun, 'i0', items)).toBeUndefined()
  expect(findNextItem(begun, 'next', items)?.id).toBe('i2')
  expect(chosen(finish(begun, items, 'i1'))).toEqual(['i0', 'i1', 'i2'])
})

test('parts without choice open in sequence, and forward-only parts lead to none before them', () => {
  const items = itemsOf({}, {}, {}).map((item) => ({ ...item, isChoosable: false, isForwardOnly: true }))
  const states = openItem(readStates('', items), 'i1', items)
  expect(items.map((item) => canChoose(states, item, items))).toEqual([false, true, false])
  expect(findNextItem(states, 'previous', items)).toBeUndefined()
  expect(findNextItem(states, 'next', items)?.id).toBe('i2')
  const done = finish(states, items, 'i0', 'i1', 'i2')
  expect(items.map((item) => canChoose(done, item, items))).toEqual([true, true, true])
  expect(findNextItem(done, 'previous', items)?.id).toBe('i0')
})

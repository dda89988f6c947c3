import { expect, test } from 'vitest'
import { prioritiesInTurn } from './turns.ts'

const kinds = ['urgent', 'news'] as const
const [north, south] = ['north', 'south']

/** Names of the turns, the first to be done first. */
const inOrder = (
  turns: readonly { kind: 'urgent' | 'news'; tenantId: string }[],
  waiting: Parameters<typeof prioritiesInTurn<'urgent' | 'news'>>[2],
) => {
  const priorities = prioritiesInTurn(kinds, turns, waiting)
  return turns
    .map(({ kind, tenantId }, at) => ({ name: `${kind} ${tenantId} ${at}`, priority: priorities[at] ?? 0 }))
    .toSorted((a, b) => b.priority - a.priority)
    .map(({ name }) => name)
}

test('urgent kinds go first, and organizations take turns within a kind', () => {
  const news = (tenantId: string) => ({ kind: 'news' as const, tenantId })
  const turns = [news(north), news(north), news(south), { kind: 'urgent' as const, tenantId: north }]
  expect(
    inOrder(turns, [
      { ...news(north), count: 2 },
      { ...news(south), count: 1 },
      { kind: 'urgent', tenantId: north, count: 1 },
    ]),
  ).toEqual(['urgent north 3', 'news north 0', 'news south 2', 'news north 1'])
})

test('work of an organization comes after all of it that waits already', () => {
  const news = (tenantId: string) => ({ kind: 'news' as const, tenantId })
  expect(
    inOrder(
      [news(north), news(south)],
      [
        { ...news(north), count: 5 },
        { ...news(south), count: 1 },
      ],
    ),
  ).toEqual(['news south 1', 'news north 0'])
})

test('a million that wait for one organization stay behind the more urgent kinds and before the others', () => {
  const waiting = [{ kind: 'urgent' as const, tenantId: north, count: 5_000_000 }]
  const [urgent = 0] = prioritiesInTurn(kinds, [{ kind: 'urgent', tenantId: north }], waiting)
  const [news = 0] = prioritiesInTurn(kinds, [{ kind: 'news', tenantId: south }], [])
  expect(urgent).toBeGreaterThan(news)
})

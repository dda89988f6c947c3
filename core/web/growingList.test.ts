import { expect, test } from 'vitest'
import { eachOnce, nextPosition, readGrownPage, type AskForPage, type PagePosition } from './growingList.ts'

interface Row {
  id: string
}

const rowsOf = (text: string): Row[] => text.split('').map((id) => ({ id }))

/** Loads a list to its end by two rows a page; after each page but the first the list is another one. */
async function loadAll(...lists: string[]): Promise<string> {
  let list = ''
  const ask: AskForPage<Row> = async ({ limit, offset = 0 }) => ({
    rows: rowsOf(list.slice(offset, offset + limit)),
    more: list.length > offset + limit,
  })
  const loaded: Row[] = []
  let position: PagePosition | undefined = 0
  while (position !== undefined) {
    list = lists.shift() ?? list
    const page: Awaited<ReturnType<typeof readGrownPage<Row>>> = await readGrownPage(position, 2, ask)
    loaded.push(...page.rows)
    position = nextPosition(page)
  }
  return eachOnce(loaded)
    .map(({ id }) => id)
    .join('')
}

test('a list that stays as it is is loaded page by page', async () => {
  expect(await loadAll('abcde')).toBe('abcde')
  expect(await loadAll('abcd')).toBe('abcd')
  expect(await loadAll('')).toBe('')
})

test('rows that come before the loaded ones repeat none and lose none', async () => {
  expect(await loadAll('cdefg', 'bcdefg')).toBe('cdefg')
  expect(await loadAll('cdefg', 'abcdefg')).toBe('cdefg')
  expect(await loadAll('cdefg', 'bcdefg', 'abcdefg')).toBe('cdefg')
})

test('rows of the loaded pages that go, the last one too, lose none of those that follow', async () => {
  expect(await loadAll('abcdef', 'bcdef')).toBe('abcdef')
  expect(await loadAll('abcdef', 'acdef')).toBe('abcdef')
  expect(await loadAll('abcdef', 'abcdef', 'abcef')).toBe('abcdef')
})

test('a row that comes after the loaded ones is loaded, and one that goes there is not', async () => {
  expect(await loadAll('abde', 'abcde')).toBe('abcde')
  expect(await loadAll('abcde', 'abde')).toBe('abde')
})

test('a list by cursor goes on after its cursor, and rows without an id are counted', () => {
  expect(nextPosition({ rows: rowsOf('ab'), more: true, end: 0, cursor: '2026 b' })).toBe('2026 b')
  expect(nextPosition({ rows: [{ name: 'Red' }, { name: 'Blue' }], more: true, end: 2 })).toBe(2)
  expect(nextPosition({ rows: rowsOf('ab'), more: false, end: 2 })).toBeUndefined()
})

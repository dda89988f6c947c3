import { expect, expectTypeOf, test } from 'vitest'
import { address } from './address.ts'

const ID = '6f9619ff-8b86-4d01-b42d-00c04fc964ff'
const read = address.of({
  search: address.text(5),
  status: address.oneOf(['active', 'paused']),
  kind: address.oneOf({ options: ['cash', 'card'] }),
  course: address.id,
  tenantId: address.idOr('platform'),
  day: address.day,
  from: address.instant,
  page: address.page,
  students: address.whole(1, 1000),
  add: address.yes,
})

test('search parameters are parsed to the types that the page needs', () => {
  const written = {
    search: 'ada',
    status: 'paused',
    kind: 'card',
    course: ID,
    tenantId: 'platform',
    day: '2028-02-29',
    from: '2026-11-23T08:00:00Z',
    page: 2,
    students: 1000,
    add: true,
  } as const
  expect(read(written)).toEqual(written)
  expectTypeOf(read(written).status).toEqualTypeOf<'active' | 'paused' | undefined>()
  // The router reads a text of digits as a number.
  expect(read({ search: 2026 })).toEqual({ search: '2026' })
  expect(read({ tenantId: ID })).toEqual({ tenantId: ID })
})

test.for([
  ['search', 'adalov'],
  ['search', ['ada']],
  ['status', 'erased'],
  ['status', null],
  ['kind', 'gold'],
  ['course', `${ID}0`],
  ['course', 'platform'],
  ['tenantId', 'everything'],
  ['day', '2027-02-29'],
  ['day', '2027-2-1'],
  ['day', '2027-13-01'],
  ['from', '2026-11-23T08:00:00'],
  ['from', 'soonZ'],
  ['page', 0],
  ['page', 1.5],
  ['page', '2'],
  ['page', 1_000_001],
  ['students', 1001],
  ['add', 'true'],
] as [string, unknown][])('%s=%j, which no one wrote so, is as good as none', ([name, given]) => {
  // Present, so that the router forgets what stood there.
  expect(read({ [name]: given })).toStrictEqual({ [name]: undefined })
})

test('unknown parameters are dropped', () => {
  expect(read({ utm_source: 'mail' })).toStrictEqual({})
})

import { expect, test } from 'vitest'
import { instant } from './fields.ts'

test.for([
  '2026-11-21T07:00:00Z',
  '2026-11-21T07:00:00.000000Z',
  '2026-11-21T07:00:00.123456789+05:30',
  '1900-01-01T00:00:00Z',
  '2999-12-31T23:59:59.999Z',
])('%s is an instant', (text) => {
  expect(instant.safeParse(text).success).toBe(true)
})

test.for([
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+23:59',
  '1899-12-31T23:59:59Z',
  '3000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-23:59',
  '2026-02-30T00:00:00Z',
  '2026-11-21T07:00:00',
  `2026-11-21T07:00:00.${'0'.repeat(5000)}Z`,
  'yesterday',
])('%s is none', (text) => {
  expect(instant.safeParse(text).success).toBe(false)
})

import { readFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { databaseError, isDatabaseUnavailable } from './errors.ts'

test('a missing socket means an unavailable database, a missing file does not', async () => {
  const nowhere = '/tmp/trellis-nowhere'
  const refused = await once(createConnection(nowhere), 'connect').catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'ENOENT' })
  expect(isDatabaseUnavailable(refused)).toBe(true)
  const missing = await readFile(nowhere).catch((error: unknown) => error)
  expect(missing).toMatchObject({ code: 'ENOENT' })
  expect(isDatabaseUnavailable(missing)).toBe(false)
})

test('an operation that lost to a concurrent one in the database can be retried', () => {
  const lost = ['40001', '40P01', '55P03'].map((code) => databaseError({ code }))
  expect(lost).toMatchObject(lost.map(() => ({ code: 'busy', status: 503 })))
  expect(databaseError({ code: '23505' })).toMatchObject({ code: 'conflict', status: 409 })
})

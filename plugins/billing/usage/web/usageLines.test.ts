import { expect, test } from 'vitest'
import { usageLines } from './usageLines.ts'

test('usage stands against its limit, and unlimited has no share', () => {
  const lines = usageLines({
    usage: { users: 101, sessions: 40, storageBytes: 0 },
    limits: { users: 100, sessions: null, storageBytes: 1024 ** 3 },
  })
  expect(lines.map(({ text }) => text)).toEqual(['101 of 100', '40, unlimited', '0 Bytes of 1 GB'])
  expect(lines.map(({ share }) => share)).toEqual([1.01, 0, 0])
})

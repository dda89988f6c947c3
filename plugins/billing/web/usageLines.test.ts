import { expect, test } from 'vitest'
import { bytesText, usageLines } from './usageLines.ts'

test.for([
  [0, '0 bytes'],
  [1023, '1,023 bytes'],
  [1024, '1 KB'],
  [1_572_864, '1.5 MB'],
  [1024 ** 3, '1 GB'],
  [250 * 1024 ** 3, '250 GB'],
] as const)('%d bytes are read as %s', ([bytes, text]) => {
  expect(bytesText(bytes)).toBe(text)
})

test('usage stands against its limit, and unlimited has no share', () => {
  const lines = usageLines({
    usage: { users: 101, sessions: 40, storageBytes: 0 },
    limits: { users: 100, sessions: null, storageBytes: 1024 ** 3 },
  })
  expect(lines.map(({ text }) => text)).toEqual(['101 of 100', '40, unlimited', '0 bytes of 1 GB'])
  expect(lines.map(({ share }) => share)).toEqual([1.01, 0, 0])
})

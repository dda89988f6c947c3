import { expect, test } from 'vitest'
import { sizeText } from './sizes.ts'

test.for<[number, string]>([
  [0, '0 Bytes'],
  [1023, '1,023 Bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [1_572_864, '1.5 MB'],
  [12.4 * 1024 ** 2, '12.4 MB'],
  [250 * 1024 ** 3, '250 GB'],
  [5 * 1024 ** 4, '5 TB'],
  [5000 * 1024 ** 4, '5,000 TB'],
])('%d bytes are %s', ([bytes, words]) => {
  expect(sizeText(bytes, 'en')).toBe(words)
})

test('the decimal sign is the reader’s', () => {
  expect(sizeText(1536, 'de')).toBe('1,5 KB')
})

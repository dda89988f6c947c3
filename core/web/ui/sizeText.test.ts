import { expect, test } from 'vitest'
import { sizeText } from './sizeText.ts'

test.for<[number, string]>([
  [0, '0 Bytes'],
  [1023, '1,023 Bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [12 * 1024 ** 2, '12 MB'],
  [5 * 1024 ** 4, '5 TB'],
])('%d bytes are %s', ([bytes, words]) => {
  expect(sizeText(bytes)).toBe(words)
})

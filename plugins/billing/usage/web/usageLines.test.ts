import { expect, test } from 'vitest'
import { usageLines } from './usageLines.ts'

test('shows what is used against its limit: below it, full, or over it', () => {
  const lines = usageLines({
    usage: { users: 101, sessions: 40, storageBytes: 0 },
    limits: { users: 100, sessions: 50, storageBytes: 1024 ** 3 },
  })
  expect(lines.map(({ text }) => text)).toEqual(['101 of 100', '40 of 50', '0 Bytes of 1 GB'])
  expect(lines.map(({ state }) => state)).toEqual(['over', 'free', 'free'])
  expect(lines.map(({ over }) => over)).toEqual(['1 over the limit', undefined, undefined])
  const [full] = usageLines({
    usage: { users: 100, sessions: 0, storageBytes: 0 },
    limits: { users: 100, sessions: 50, storageBytes: 1 },
  })
  expect([full?.state, full?.over]).toEqual(['full', undefined])
})

import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { currentAttempt, runAttempt, RunningAttempt } from '#core/server/jobs/attempt.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { Cache } from './cache.ts'
import type { Invalidations } from './invalidations.ts'

const test = pluginTest([], { env: { DATABASE_POOL: '4' } })

const listening = { live: true, onEverything: () => undefined } as unknown as Invalidations

test('scopes that use up the pool can all read the settings', async ({ platform }) => {
  const { db, settings, invalidations } = platform.core
  await db.platform(systemActor, (scope) => invalidations.announce(scope, 'settings', ''))
  const asked = Array.from({ length: 12 }, () => db.platform(systemActor, () => settings.current()))
  expect(await Promise.all(asked)).toHaveLength(12)
})

test('concurrent reads of one key share one look-up', async () => {
  const cache = new Cache<number>(listening, 10)
  let looked = 0
  const look = () => Promise.resolve(++looked)
  expect(await Promise.all([cache.get('a', look), cache.get('a', look), cache.get('a', look)])).toEqual([1, 1, 1])
})

test('a look-up belongs to no job, since others wait for it', async () => {
  const cache = new Cache<boolean>(listening, 10)
  const attempt = new RunningAttempt({ name: 'first', id: '1', retryCount: 0 }, () => Promise.resolve(true))
  const isOfJob = () => cache.get('a', () => Promise.resolve(currentAttempt() !== undefined))
  expect(await runAttempt(attempt, isOfJob)).toBe(false)
})

test('a value read before a change is not cached when it arrives after the invalidation', async () => {
  const cache = new Cache<string>(listening, 10)
  const slow = Promise.withResolvers<string>()
  const first = cache.get('a', () => slow.promise)
  cache.clear()
  const second = cache.get('a', () => Promise.resolve('new'))
  slow.resolve('old')
  expect(await Promise.all([first, second])).toEqual(['old', 'new'])
  expect(await cache.get('a', () => Promise.resolve('asked again'))).toBe('new')
})

test('a failed look-up is not cached', async () => {
  const cache = new Cache<string>(listening, 10)
  await expect(cache.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await cache.get('a', () => Promise.resolve('back'))).toBe('back')
})

test('the least recently used entry is evicted first', async () => {
  const cache = new Cache<string>(listening, 2)
  const look = (key: string) => cache.get(key, () => Promise.resolve(`${key} anew`))
  await cache.get('a', () => Promise.resolve('a'))
  await cache.get('b', () => Promise.resolve('b'))
  await look('a')
  await look('c')
  expect([await look('a'), await look('b')]).toEqual(['a', 'b anew'])
})

import { readFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { PASSWORD, pluginTest } from '#core/testing/harness.ts'
import { systemActor } from './actor.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

const test = pluginTest([])

/** A hash that is cheap to compute. */
const CHEAP_HASH = '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHRzYWx0$c2FsdHNhbHRzYWx0c2FsdHNhbHRzYWx0c2FsdHNhbHQ'

test('a new password is stored as argon2id with 7 MiB and five passes, salted', async ({ platform }) => {
  const caller = await (await platform.organization()).signIn('instructor')
  const password = 'a-lantern-in-the-fog-9'
  const body = { currentPassword: PASSWORD, password, confirmPassword: password }
  expect((await caller.post('/api/user/password', body)).status).toBe(200)
  const kept = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('users').where({ id: caller.user?.id }).pluck<string[]>('password_hash'),
  )
  expect(kept).toEqual([expect.stringMatching(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$[\w+/]{22}\$[\w+/]{43}$/)])
  expect(await hashPassword(password)).not.toBe(kept[0])
})

test('a file is read while many people sign in, and not after them', async () => {
  let hashed = 0
  const hashes = Array.from({ length: 24 }, async () => {
    await hashPassword(PASSWORD)
    hashed += 1
  })
  // The maximum number has begun.
  await setImmediate()
  await readFile(fileURLToPath(import.meta.url))
  expect(hashed).toBeLessThan(12)
  await Promise.all(hashes)
})

test('when the queue is full the next sign-in is asked to retry later, and the attempt does not count', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const { email } = await organization.user('instructor')
  // One hash finishes and makes room for one more, and two are requested.
  let isOver = false
  const crowd = async (): Promise<void> => {
    const answered = await verifyPassword('x', CHEAP_HASH).catch(() => undefined)
    if (!isOver && answered !== undefined) await Promise.all([crowd(), crowd()])
  }
  const all = Array.from({ length: 200 }, crowd)
  const answers = []
  for (let turn = 0; turn < 7; turn++) {
    answers.push(await organization.client().post('/api/login', { email, password: PASSWORD }))
  }
  isOver = true
  await Promise.all(all)
  for (const { status, body, headers } of answers) {
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'busy', '5'])
    expect(body.message).toBe('Very many people are signing in at this moment. Please try again in a few seconds.')
  }
  const counted = await platform.core.db.platform(systemActor, ({ trx }) =>
    trx('sign_in_failures').where({ account: email }).pluck('failures'),
  )
  expect(counted).toEqual([0])
  expect((await organization.client().post('/api/login', { email, password: PASSWORD })).status).toBe(200)
})

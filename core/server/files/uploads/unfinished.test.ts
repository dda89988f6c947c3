import { once } from 'node:events'
import { expect } from 'vitest'
import {
  ask,
  begin,
  beginFilm,
  contentOf,
  filesOf,
  films,
  mp4,
  offsetOf,
  remove,
  send,
  sendSome,
} from '#core/testing/films.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { systemActor } from '../../identity/actor.ts'
import { roomOf } from '../../limits.ts'
import { cleanUpFiles } from '../clean-up.ts'

const test = pluginTest([films])

test('a person who has ten unfinished uploads is refused an eleventh, also when all begin at once', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const client = await organization.signIn('instructor')
  const answers = await Promise.all(Array.from({ length: 13 }, () => begin(client, 1000)))
  const refused = answers.find(({ status }) => status !== 201)
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
  expect(refused).toMatchObject({ status: 429, body: { code: 'upload.unfinished' } })
  expect(refused?.body.message).toContain('Finish or cancel one of them')
  // Other users can begin as many.
  await beginFilm(await organization.signIn('instructor'), 1000)
  const [first, second] = answers.flatMap(({ headers }) => headers['location'] ?? [])
  expect((await remove(client, String(first))).status).toBe(204)
  await beginFilm(client, 1000)
  expect((await send(client, String(second), 0, mp4(1000))).status).toBe(204)
  await beginFilm(client, 1000)
  expect((await begin(client, 1000)).status).toBe(429)
})

test('uploads use storage as bytes arrive: of two that do not fit together the second is refused and deleted', async ({
  platform,
}) => {
  const { core } = platform
  const organization = await platform.organization()
  const [one, other] = [await organization.signIn('instructor'), await organization.signIn('instructor')]
  const bytes = mp4(600_000)
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', { maxStoragePerTenantMB: 1 })
  try {
    const used = () =>
      core.db.tenant(organization.id, systemActor, (scope) => roomOf(scope, organization.id, 'storage'))
    const urls = [await beginFilm(one, bytes.length), await beginFilm(other, bytes.length)] as const
    expect((await used()).used).toBe(0)
    const half = bytes.length / 2
    await send(one, urls[0], 0, bytes.subarray(0, half))
    await send(other, urls[1], 0, bytes.subarray(0, half))
    expect((await used()).used).toBe(2 * half)
    expect((await begin(one, bytes.length)).body.code).toBe('plan.limit')
    const rest = bytes.subarray(half)
    const answers = await Promise.all([send(one, urls[0], half, rest), send(other, urls[1], half, rest)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 403])
    expect(await filesOf(platform, organization.id)).toMatchObject([{ size: bytes.length, state: 'complete' }])
    expect(await core.files.contents.partNames()).toEqual([])
  } finally {
    await admin.put('/api/settings', { maxStoragePerTenantMB: 1000 })
  }
})

test('an upload without progress for 15 minutes is deleted, and an active one stays', async ({ platform }) => {
  const { core, clock } = platform
  const organization = await platform.organization()
  const client = await organization.signIn('instructor')
  const bytes = mp4(1_000_000)
  const [begunAlone, sent, coming] = [
    await beginFilm(client, 1000),
    await beginFilm(client, 1000),
    await beginFilm(client, 1_000_000),
  ]
  for (let more = 0; more < 7; more++) await beginFilm(client, 1000)
  await send(client, sent, 0, bytes.subarray(0, 500))
  const call = await sendSome(platform, client, coming, bytes, 500_000)
  clock.forward(16 * 60_000)
  expect((await ask(client, begunAlone)).status).toBe(404)
  expect((await send(client, begunAlone, 0, mp4(1000))).status).toBe(404)
  const answers = []
  for (let more = 0; more < 9; more++) answers.push((await begin(client, 1000)).status)
  expect(answers).toEqual([...Array(8).fill(201), 429])
  await cleanUpFiles.perform(core, null, {})
  expect(await filesOf(platform, organization.id)).toHaveLength(10)
  expect(await offsetOf(client, sent)).toBe(500)
  call.end(bytes.subarray(500_000))
  await once(call, 'response')
  expect((await contentOf(platform, client, coming)).equals(bytes)).toBe(true)
})

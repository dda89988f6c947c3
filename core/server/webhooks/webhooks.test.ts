import { Webhook as Verifier } from 'standardwebhooks'
import { describe, expect, test as unit } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { query } from '#core/testing/query.ts'
import { countRows } from '#core/testing/rows.ts'
import { workWebhooks } from '#core/testing/webhook-receiver.ts'
import {
  buildWebhooks,
  deliveriesOf,
  numbersAt,
  ringBells,
  school,
  webhookInput,
  WEBHOOKS_PATH,
} from '#core/testing/webhook-school.ts'
import { addressProblem, postOutgoing } from '../outgoing.ts'
import { cleanUpWebhooks } from './clean-up.ts'
import { signWebhook } from './sign.ts'

const SECOND_MS = 1000
const DAY_MS = 86_400_000

const test = pluginTest([school], { env: { WEBHOOKS_ALLOW_PRIVATE: '1' } })

const WAITS_HERE = 'datname = current_database()'

const sorted = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other)

describe('a webhook', () => {
  test('gets each event signed by the Standard Webhooks scheme, with its log', async ({ platform }) => {
    const { receiver, organization, admin, hook } = await buildWebhooks(platform)
    await ringBells(platform, organization, [['Gym', 1]])
    await workWebhooks(platform, organization)
    const [got] = receiver.asked
    const verified = new Verifier(hook.secret).verify(got?.text ?? '', got?.headers as Record<string, string>)
    expect(verified).toEqual({
      type: 'bell.rang',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: { room: 'Gym', number: 1 },
    })
    expect(() => new Verifier(hook.secret).verify(`${got?.text} `, got?.headers as Record<string, string>)).toThrow(
      'No matching signature',
    )
    const [delivery] = await deliveriesOf(admin, hook.id)
    expect(delivery).toMatchObject({
      webhookId: got?.headers['webhook-id'],
      type: 'bell.rang',
      subject: 'room:Gym',
      status: 'delivered',
      attempts: 1,
      lastStatus: 204,
    })
    const shown = (await admin.get(`${WEBHOOKS_PATH}/${hook.id}/deliveries/${delivery.id}`)).body
    expect(shown.payload).toEqual(verified)
    expect(JSON.stringify((await admin.get(WEBHOOKS_PATH)).body)).not.toContain(hook.secret.slice(8))
  })

  unit('has the signature that the scheme gives as its example', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const body = '{"test": 2432232314}'
    const signed = { webhookId: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body }
    expect(signWebhook([secret], signed)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  test('gets names of children only where it includes them, and nothing that was rolled back', async ({ platform }) => {
    const { receiver, organization, admin } = await buildWebhooks(platform)
    await admin.post(WEBHOOKS_PATH, webhookInput(receiver.url('named'), { includesNames: true }))
    await ringBells(platform, organization, [['Gym', 1]])
    const failing = ringBells(platform, organization, [['Gym', 2]], () => {
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    await workWebhooks(platform, organization)
    const bodies = receiver.asked.map(({ path, body }) => [path, body.data])
    expect(bodies).toHaveLength(2)
    expect(Object.fromEntries(bodies)).toEqual({
      hook: { room: 'Gym', number: 1 },
      named: { room: 'Gym', number: 1, childName: 'Ada King' },
    })
  })

  test('gets events of its own organization and of its own types alone', async ({ platform }) => {
    const { receiver, organization, admin, hook } = await buildWebhooks(platform)
    const other = await platform.organization()
    await ringBells(platform, other, [['Gym', 9]])
    expect(await countRows(platform, 'webhook_messages', { tenantId: other.id })).toBe(0)
    await admin.put(`${WEBHOOKS_PATH}/${hook.id}/active`, { isActive: false })
    await ringBells(platform, organization, [['Gym', 1]])
    await admin.put(`${WEBHOOKS_PATH}/${hook.id}/active`, { isActive: true })
    await ringBells(platform, organization, [['Gym', 2]])
    await workWebhooks(platform, organization)
    expect(numbersAt({ receiver })).toEqual([2])
  })
})

describe('deliveries', () => {
  test('stay in order within a subject, and do not wait for other subjects', async ({ platform }) => {
    const { receiver, organization } = await buildWebhooks(platform)
    receiver.answer('hook', { status: 500 })
    const rings = [['Gym', 1], ['Gym', 2], ['Lab', 3], ['Gym', 4]] as const // prettier-ignore
    await ringBells(platform, organization, rings)
    await workWebhooks(platform, organization)
    expect(sorted(numbersAt({ receiver }))).toEqual([1, 3])
    platform.clock.forward(4 * SECOND_MS)
    await workWebhooks(platform, organization)
    expect(numbersAt({ receiver })).toHaveLength(2)
    platform.clock.forward(2 * SECOND_MS)
    await workWebhooks(platform, organization)
    expect(numbersAt({ receiver }).slice(2)).toEqual([1, 2, 4])
    const ids = receiver.asked
      .filter(({ body }) => body.data['number'] === 1)
      .map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(1)
  })

  test('are tried ten times over some days, then have failed, and are sent again by hand', async ({ platform }) => {
    const { receiver, organization, admin, hook } = await buildWebhooks(platform)
    receiver.answer('hook', ...Array.from({ length: 10 }, () => ({ status: 503, text: 'Down\0for now' })))
    await ringBells(platform, organization, [['Gym', 1]])
    const waits: number[] = []
    for (let attempt = 0; attempt < 10; attempt++) {
      const by = await organization.client().signIn(admin.user?.email ?? '')
      await workWebhooks(platform, organization)
      const [{ status, nextTryAt }] = await deliveriesOf(by, hook.id)
      if (status !== 'pending') break
      const seconds = Math.round((Date.parse(nextTryAt) - platform.clock.now().getTime()) / 1000)
      waits.push(seconds)
      platform.clock.forward((seconds + 1) * SECOND_MS)
    }
    expect(waits.map((seconds) => (seconds < 60 ? 5 : Math.round(seconds / 60)))).toEqual([
      5, 5, 30, 120, 300, 600, 840, 1200, 1440,
    ])
    const by = await organization.client().signIn(admin.user?.email ?? '')
    const [failed] = await deliveriesOf(by, hook.id)
    expect(failed).toMatchObject({
      status: 'failed',
      attempts: 10,
      lastStatus: 503,
      error: 'The receiver answered 503',
    })
    const path = `${WEBHOOKS_PATH}/${hook.id}/deliveries/${failed.id}` as const
    expect((await by.get(path)).body.answer).toBe('Downfor now')
    expect((await by.post(`${path}/again`)).status).toBe(204)
    await workWebhooks(platform, organization)
    expect(await deliveriesOf(by, hook.id)).toMatchObject([{ status: 'delivered', attempts: 1 }])
    expect(receiver.asked).toHaveLength(11)
  })

  test('leave a receiver alone for as long as it asks, and follow no redirect', async ({ platform }) => {
    const { receiver, organization, admin, hook } = await buildWebhooks(platform)
    receiver.answer(
      'hook',
      { status: 429, headers: { 'retry-after': '600' } },
      { status: 302, headers: { location: receiver.url('elsewhere') } },
    )
    await ringBells(platform, organization, [['Gym', 1]])
    await workWebhooks(platform, organization)
    await ringBells(platform, organization, [['Lab', 2]])
    platform.clock.forward(590 * SECOND_MS)
    await workWebhooks(platform, organization)
    expect(receiver.asked).toHaveLength(1)
    platform.clock.forward(11 * SECOND_MS)
    await workWebhooks(platform, organization)
    expect(receiver.asked.every(({ path }) => path === 'hook')).toBe(true)
    const statuses = (await deliveriesOf(admin, hook.id)).map((one: { lastStatus: number }) => one.lastStatus)
    expect(statuses.toSorted()).toEqual([204, 302])
  })

  test('to a receiver that gives no answer stop there, and others get theirs', async ({ platform }) => {
    const { receiver, organization, hooks, admin } = await buildWebhooks(platform, ['lame', 'quick'])
    receiver.answer('lame', 'silent', 'silent', 'silent')
    await ringBells(platform, organization, [['Gym', 1], ['Lab', 2], ['Hall', 3], ['Yard', 4]]) // prettier-ignore
    await workWebhooks(platform, organization)
    expect(sorted(numbersAt({ receiver }, 'quick'))).toEqual([1, 2, 3, 4])
    expect(numbersAt({ receiver }, 'lame').length).toBeLessThanOrEqual(2)
    await workWebhooks(platform, organization)
    expect(numbersAt({ receiver }, 'lame').length).toBeLessThanOrEqual(2)
    for (let turn = 0; turn < 4; turn++) {
      platform.clock.forward(400 * SECOND_MS)
      await workWebhooks(platform, organization)
    }
    expect((await admin.get(WEBHOOKS_PATH)).body.find(({ id }: { id: string }) => id === hooks[0]?.id)).toMatchObject({
      waiting: 0,
      failingSince: null,
    })
  })

  test('are sent once by two runs at once', async ({ platform }) => {
    const { receiver, organization } = await buildWebhooks(platform)
    await Promise.all(
      [1, 2, 3].map((number) => ringBells(platform, organization, [['Gym', number], ['Lab', number + 10]])), // prettier-ignore
    )
    await Promise.all([workWebhooks(platform, organization), workWebhooks(platform, organization)])
    expect(sorted(numbersAt({ receiver }))).toEqual([1, 2, 3, 11, 12, 13])
  })

  test('to a webhook that is deleted meanwhile fail no act', async ({ platform }) => {
    const { organization, hook } = await buildWebhooks(platform)
    const [deleted, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const deleting = platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
      await trx('webhook_endpoints').where({ id: hook.id }).delete()
      deleted.resolve()
      await mayCommit.promise
    })
    await deleted.promise
    const ringing = ringBells(platform, organization, [['Gym', 1]])
    const waiting = () =>
      query(platform.databaseUrl, `select from pg_stat_activity where ${WAITS_HERE} and wait_event_type = 'Lock'`)
    await expect.poll(async () => (await waiting()).length).toBe(1)
    mayCommit.resolve()
    await Promise.all([deleting, ringing])
    expect(await countRows(platform, 'webhook_messages', { tenantId: organization.id })).toBe(0)
  })

  test('are deleted after a month', async ({ platform }) => {
    const { organization } = await buildWebhooks(platform)
    await ringBells(platform, organization, [['Gym', 1]])
    await workWebhooks(platform, organization)
    platform.clock.forward(31 * DAY_MS)
    await cleanUpWebhooks.perform(platform.core, null, {})
    expect(await countRows(platform, 'webhook_deliveries', { tenantId: organization.id })).toBe(0)
  })
})

unit('an address whose name leads to a private network gets no request', async () => {
  expect(addressProblem('https://localtest.me/', false)).toBeUndefined()
  const sent = postOutgoing(
    'https://127.0.0.1.nip.invalid/',
    Buffer.from('{}'),
    {},
    { allowPrivate: false, now: new Date() },
  )
  await expect(sent).rejects.toThrow('nip.invalid')
  await expect(
    postOutgoing('https://127.0.0.1/', Buffer.from('{}'), {}, { allowPrivate: false, now: new Date() }),
  ).rejects.toThrow('The address is private')
})

import { Webhook as Verifier } from 'standardwebhooks'
import { describe, expect, test as unit } from 'vitest'
import { z } from 'zod'
import { MAX_WEBHOOKS } from '#core/contract/webhooks.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { definePlugin } from '#core/server/plugin.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { query } from '#core/testing/query.ts'
import { countRows } from '#core/testing/rows.ts'
import { startWebhookReceiver, workWebhooks } from '#core/testing/webhook-receiver.ts'
import { defineEvent, emit } from '../events/events.ts'
import { addressProblem, postOutgoing } from '../outgoing.ts'
import { cleanUpWebhooks } from './clean-up.ts'
import { signWebhook } from './sign.ts'
import { defineWebhookEvent } from './webhook-events.ts'

const SECOND_MS = 1000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const ring = z.object({ tenantId: z.uuid(), room: z.string(), number: z.number() })
const bellsRang = defineEvent('school.bells-rang', z.object({ rings: z.array(ring) }))

const school = definePlugin({
  id: 'school',
  setup: () => ({
    webhookEvents: [
      defineWebhookEvent({
        type: 'bell.rang',
        group: 'Bells',
        summary: 'A bell rang.',
        on: bellsRang,
        data: z.object({ room: z.string(), number: z.number(), childName: z.string().optional() }),
        example: { room: 'Gym', number: 1 },
        read: async (_scope, { rings }) =>
          rings.map(({ tenantId, room, number }) => ({
            tenantId,
            subject: `room:${room}`,
            data: { room, number },
            names: { childName: 'Ada King' },
          })),
      }),
    ],
  }),
})

const test = pluginTest([school], { env: { WEBHOOKS_ALLOW_PRIVATE: '1' } })
const publicTest = pluginTest([school])

const WAITS_HERE = 'datname = current_database()'

type Rings = readonly (readonly [room: string, number: number])[]

const ringBells = (platform: TestPlatform, { id }: TestOrganization, rings: Rings, after?: () => void) =>
  platform.core.db.tenant(id, systemActor, async (scope) => {
    await emit(scope, bellsRang, { rings: rings.map(([room, number]) => ({ tenantId: id, room, number })) })
    after?.()
  })

const input = (url: string, change: object = {}) => ({
  url,
  description: 'Calendar of the school',
  types: ['bell.rang'],
  includesNames: false,
  ...change,
})

const PATH = '/api/tenant/webhooks'

interface Built {
  receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
  organization: TestOrganization
  admin: Client
}

/** Builds an organization with a webhook to each path of a receiver. */
async function buildWebhooks(platform: TestPlatform, paths = ['hook'], change: object = {}) {
  const receiver = await startWebhookReceiver()
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const made: { id: string; secret: string }[] = []
  for (const path of paths) {
    const { status, body } = await admin.post(PATH, input(receiver.url(path), change))
    expect(status).toBe(201)
    made.push(body)
  }
  const [hook] = made as [{ id: string; secret: string }]
  return { receiver, organization, admin, hook, hooks: made }
}

const numbersAt = ({ receiver }: Pick<Built, 'receiver'>, path = 'hook') =>
  receiver.asked.filter((one) => one.path === path).map(({ body }) => body.data.number)

const deliveriesOf = async (admin: Client, id: string) => (await admin.get(`${PATH}/${id}/deliveries`)).body

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
    expect(() => new Verifier(hook.secret).verify(`${got?.text} `, got?.headers as Record<string, string>)).toThrow()
    const [delivery] = await deliveriesOf(admin, hook.id)
    expect(delivery).toMatchObject({
      webhookId: got?.headers['webhook-id'],
      type: 'bell.rang',
      subject: 'room:Gym',
      status: 'delivered',
      attempts: 1,
      lastStatus: 204,
    })
    const shown = (await admin.get(`${PATH}/${hook.id}/deliveries/${delivery.id}`)).body
    expect(shown.payload).toEqual(verified)
    expect(JSON.stringify((await admin.get(PATH)).body)).not.toContain(hook.secret.slice(8))
  })

  unit('has the signature that the scheme gives as its example', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const body = '{"test": 2432232314}'
    const signed = { webhookId: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body }
    expect(signWebhook([secret], signed)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  test('gets names of children only where it includes them, and nothing that was rolled back', async ({ platform }) => {
    const { receiver, organization, admin } = await buildWebhooks(platform)
    await admin.post(PATH, input(receiver.url('named'), { includesNames: true }))
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
    await admin.put(`${PATH}/${hook.id}/active`, { isActive: false })
    await ringBells(platform, organization, [['Gym', 1]])
    await admin.put(`${PATH}/${hook.id}/active`, { isActive: true })
    await ringBells(platform, organization, [['Gym', 2]])
    await workWebhooks(platform, organization)
    expect(numbersAt({ receiver })).toEqual([2])
  })
})

describe('deliveries', () => {
  test('of one subject stay in order, and those of others do not wait', async ({ platform }) => {
    const { receiver, organization } = await buildWebhooks(platform)
    receiver.answer('hook', { status: 500 })
    const rings = [['Gym', 1], ['Gym', 2], ['Lab', 3], ['Gym', 4]] as const // prettier-ignore
    await ringBells(platform, organization, rings)
    await workWebhooks(platform, organization)
    expect(numbersAt({ receiver }).toSorted()).toEqual([1, 3])
    platform.clock.forward(4 * SECOND_MS)
    await workWebhooks(platform, organization)
    expect(numbersAt({ receiver })).toHaveLength(2)
    platform.clock.forward(2 * SECOND_MS)
    await workWebhooks(platform, organization)
    expect(numbersAt({ receiver }).slice(2)).toEqual([1, 2, 4])
    const ids = receiver.asked.filter(({ body }) => body.data.number === 1).map(({ headers }) => headers['webhook-id'])
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
    expect(failed).toMatchObject({ status: 'failed', attempts: 10, lastStatus: 503, error: 'The receiver answered 503' })
    const path = `${PATH}/${hook.id}/deliveries/${failed.id}` as const
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
    expect(numbersAt({ receiver }, 'quick').toSorted()).toEqual([1, 2, 3, 4])
    expect(numbersAt({ receiver }, 'lame').length).toBeLessThanOrEqual(2)
    await workWebhooks(platform, organization)
    expect(numbersAt({ receiver }, 'lame').length).toBeLessThanOrEqual(2)
    for (let turn = 0; turn < 4; turn++) {
      platform.clock.forward(400 * SECOND_MS)
      await workWebhooks(platform, organization)
    }
    expect((await admin.get(PATH)).body.find(({ id }: { id: string }) => id === hooks[0]?.id)).toMatchObject({
      waiting: 0,
      failingSince: null,
    })
  })

  test('of two runs at once are sent once', async ({ platform }) => {
    const { receiver, organization } = await buildWebhooks(platform)
    await Promise.all(
      [1, 2, 3].map((number) => ringBells(platform, organization, [['Gym', number], ['Lab', number + 10]])), // prettier-ignore
    )
    await Promise.all([workWebhooks(platform, organization), workWebhooks(platform, organization)])
    expect(numbersAt({ receiver }).toSorted((one, other) => one - other)).toEqual([1, 2, 3, 11, 12, 13])
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

describe('a webhook is turned off', () => {
  const emails = (platform: TestPlatform, { id }: TestOrganization) =>
    query<{ subject: string }>(platform.databaseUrl, `select subject from mail_messages where tenant_id = '${id}'`)

  test('where its receiver answers 410, with one email to each admin', async ({ platform }) => {
    const { receiver, organization, admin, hook } = await buildWebhooks(platform)
    receiver.answer('hook', { status: 410 }, { status: 410 })
    await ringBells(platform, organization, [['Gym', 1], ['Gym', 2], ['Lab', 3]]) // prettier-ignore
    await workWebhooks(platform, organization)
    expect((await admin.get(PATH)).body).toMatchObject([{ isActive: false, disabledReason: 'gone', waiting: 0 }])
    expect(await emails(platform, organization)).toHaveLength(1)
    expect((await admin.post(`${PATH}/${hook.id}/test`)).status).toBe(409)
  })

  test('after a week in which every delivery failed, and can be turned on again', async ({ platform }) => {
    const { receiver, organization, admin, hook } = await buildWebhooks(platform)
    receiver.answer('hook', ...Array.from({ length: 9 }, () => ({ status: 500 })))
    for (let day = 0; day < 9; day++) {
      await ringBells(platform, organization, [[`Day ${day}`, day]])
      await query(platform.databaseUrl, `update webhook_deliveries set status = 'failed' where subject <> 'room:Day ${day}'`)
      await workWebhooks(platform, organization)
      platform.clock.forward(DAY_MS)
    }
    const by = await organization.client().signIn(admin.user?.email ?? '')
    expect((await by.get(PATH)).body).toMatchObject([{ isActive: false, disabledReason: 'failing' }])
    expect(await emails(platform, organization)).toMatchObject([{ subject: expect.stringMatching(/^The webhook to 127/) }])
    expect(receiver.asked).toHaveLength(8)
    const on = await by.put(`${PATH}/${hook.id}/active`, { isActive: true })
    expect(on.body).toMatchObject({ isActive: true, disabledReason: null, failingSince: null })
    receiver.answer('hook')
    expect((await by.post(`${PATH}/${hook.id}/test`)).status).toBe(204)
    await workWebhooks(platform, organization)
    expect(receiver.asked.at(-1)?.body).toMatchObject({ type: 'webhook.test' })
  })
})

test('a new secret signs at once, and the previous one for a day', async ({ platform }) => {
  const { receiver, organization, admin, hook } = await buildWebhooks(platform)
  const { body } = await admin.post(`${PATH}/${hook.id}/secret`)
  const signatures = async () => {
    await ringBells(platform, organization, [['Gym', 1]])
    await workWebhooks(platform, organization)
    const { headers, text = '' } = receiver.asked.at(-1) ?? {}
    const webhookId = String(headers?.['webhook-id'])
    const timestamp = Number(headers?.['webhook-timestamp'])
    const expected = (secret: string) => signWebhook([secret], { webhookId, timestamp, body: text })
    const given = String(headers?.['webhook-signature']).split(' ')
    return [given.includes(expected(body.secret)), given.includes(expected(hook.secret))]
  }
  expect(await signatures()).toEqual([true, true])
  platform.clock.forward(25 * HOUR_MS)
  expect(await signatures()).toEqual([true, false])
})

describe('POST /api/tenant/webhooks', () => {
  publicTest('refuses what is wrong at its field', async ({ platform }) => {
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    const refused = async (url: string, change: object = {}) => {
      const { status, body } = await admin.post(PATH, input(url, change))
      return status === 400 ? Object.keys(body.fields) : status
    }
    for (const url of [
      'http://hooks.example.org/',
      'https://localhost/',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://169.254.169.254/latest',
      'https://10.1.2.3/',
      'https://2130706433/',
      'https://user:word@hooks.example.org/',
      'ftp://hooks.example.org/',
      'not an address',
      ' ',
    ])
      expect(await refused(url), url).toEqual(['url'])
    const good = 'https://hooks.example.org:8443/trellis?key=1'
    expect(await refused(good, { types: [] })).toEqual(['types'])
    expect(await refused(good, { types: ['health.changed'] })).toEqual(['types'])
    expect(await refused(good, { description: 'x'.repeat(201) })).toEqual(['description'])
    expect(await refused(good)).toBe(201)
  })

  publicTest('is for admins in their session, and at most twenty', async ({ platform }) => {
    const organization = await platform.organization()
    for (const role of ['instructor', 'parent', 'student'] as const) {
      const client = await organization.signIn(role)
      expect((await client.get(PATH)).status).toBe(403)
      expect((await client.post(PATH, input('https://hooks.example.org/'))).status).toBe(403)
    }
    const admin = await organization.signIn('tenant_admin')
    const [first] = await Promise.all(
      Array.from({ length: 1 }, () => admin.post(PATH, input('https://hooks.example.org/'))),
    )
    const { id } = first?.body ?? {}
    await query(
      platform.databaseUrl,
      `insert into webhook_endpoints (tenant_id, url, description, types, includes_names, secret, created_at, updated_at)
        select tenant_id, url, description, types, includes_names, secret, created_at, updated_at
          from webhook_endpoints, generate_series(2, ${MAX_WEBHOOKS - 1}) where id = '${id}'`,
    )
    const last = await Promise.all([1, 2].map(() => admin.post(PATH, input('https://hooks.example.org/'))))
    expect(last.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409])
    const stranger = await (await platform.organization()).signIn('tenant_admin')
    for (const path of [`${PATH}/${id}/deliveries`] as const) expect((await stranger.get(path)).status).toBe(404)
    expect((await stranger.delete(`${PATH}/${id}`)).status).toBe(404)
    const { updatedAt } = (await admin.get(PATH)).body[0]
    const change = { ...input('https://hooks.example.org/new'), updatedAt }
    const changes = await Promise.all([1, 2].map(() => admin.put(`${PATH}/${id}`, change)))
    expect(changes.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  })

  publicTest('lists its events with a schema and an example', async ({ platform }) => {
    const admin = await (await platform.organization()).signIn('tenant_admin')
    expect((await admin.get(`${PATH}/types`)).body).toEqual([
      {
        type: 'bell.rang',
        group: 'Bells',
        summary: 'A bell rang.',
        schema: expect.objectContaining({ type: 'object', required: ['room', 'number'] }),
        example: { type: 'bell.rang', timestamp: expect.any(String), data: { room: 'Gym', number: 1 } },
      },
    ])
  })
})

unit('an address whose name leads to a private network gets no request', async () => {
  expect(addressProblem('https://localtest.me/', false)).toBeUndefined()
  const sent = postOutgoing('https://127.0.0.1.nip.invalid/', Buffer.from('{}'), {}, { allowPrivate: false, now: new Date() })
  await expect(sent).rejects.toThrow()
  await expect(
    postOutgoing('https://127.0.0.1/', Buffer.from('{}'), {}, { allowPrivate: false, now: new Date() }),
  ).rejects.toThrow('The address is private')
})

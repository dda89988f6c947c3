import { createECDH } from 'node:crypto'
import { jwtVerify } from 'jose'
import { describe, expect, test as unit } from 'vitest'
import { MAX_PUSH_DEVICES } from '#core/contract/push.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { browserSubscription, decryptPush, startPushService, workPushes } from '#core/testing/push-service.ts'
import { query } from '#core/testing/query.ts'
import { deliverPush } from './deliver.ts'
import { CURVE, encryptPush } from './encrypt.ts'
import { sendPushes, type NewPush } from './send.ts'
import { endpointProblem } from './transport.ts'

const test = pluginTest([], { env: { PUSH_ALLOW_PRIVATE: '1' } })
const closedTest = pluginTest([])

const bytes = (text: string) => Buffer.from(text, 'base64url')

describe('encryption', () => {
  unit('is that of the example of RFC 8291', () => {
    const sender = createECDH(CURVE)
    sender.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'))
    const receiver = createECDH(CURVE)
    receiver.setPrivateKey(bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'))
    const auth = 'BTBZMqHH6r4Tts7J_aSIgg'
    const text = 'When I grow up, I want to be a watermelon'
    const salt = bytes('DGv6ra1nlYgDCS1FRnbzlw')
    const sealed = encryptPush(text, { p256dh: receiver.getPublicKey('base64url'), auth }, { sender, salt })
    expect(sealed.toString('base64url')).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    )
    expect(decryptPush(sealed, { ecdh: receiver, auth: bytes(auth) })).toBe(text)
  })
})

describe('addresses of push services', () => {
  unit.each([
    ['https://fcm.googleapis.com/fcm/send/abc', true],
    ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
    ['https://web.push.apple.com/abc', true],
    ['http://fcm.googleapis.com/fcm/send/abc', false],
    ['https://localhost/abc', false],
    ['https://push.localhost/abc', false],
    ['https://127.0.0.1/abc', false],
    ['https://[::1]/abc', false],
    ['https://169.254.169.254/latest', false],
    ['https://10.1.2.3/abc', false],
    ['https://2130706433/abc', false],
    ['https://push.example.org:8443/abc', false],
    ['https://user:word@push.example.org/abc', false],
    ['file:///etc/passwd', false],
    ['not an address', false],
  ])('%s: %s', (endpoint, isTaken) => expect(endpointProblem(endpoint, false) === undefined).toBe(isTaken))
})

const send = (platform: TestPlatform, organization: TestOrganization, pushes: NewPush[]) =>
  platform.core.db.tenant(organization.id, systemActor, (scope) => sendPushes(scope, pushes))

const statuses = async ({ databaseUrl }: TestPlatform, { id }: TestOrganization) =>
  (
    await query<{ status: string }>(
      databaseUrl,
      `select status from push_notifications where tenant_id = '${id}' order by created_at, id`,
    )
  ).map(({ status }) => status)

const countDevices = async ({ databaseUrl }: TestPlatform, { id }: TestOrganization) =>
  (await query(databaseUrl, `select id from push_subscriptions where tenant_id = '${id}'`)).length

/** Builds a guardian with notifications on one device. */
async function buildDevice(platform: TestPlatform) {
  const service = await startPushService()
  const organization = await platform.organization({ name: 'Harbour Makers' })
  const parent = await organization.signIn('parent')
  const userId = parent.user?.id ?? ''
  expect((await parent.get('/api/push/key')).status).toBe(200)
  const subscription = service.subscribe('phone')
  expect((await parent.post('/api/push/subscription', subscription)).status).toBe(204)
  const push = (kind: NewPush['kind'] = 'urgent'): NewPush => ({ userId, kind, path: '/messages/1' })
  return { service, organization, parent, userId, subscription, push }
}

describe('push notifications', () => {
  test('reach each device of a user with the kind and the organization alone, signed by the platform', async ({
    platform,
  }) => {
    const { service, organization, parent, push } = await buildDevice(platform)
    expect((await parent.post('/api/push/subscription', service.subscribe('tablet'))).status).toBe(204)
    await send(platform, organization, [push()])
    await workPushes(platform, organization)
    expect(service.received.map(({ device }) => device).toSorted()).toEqual(['phone', 'tablet'])
    const [first] = service.received
    expect(first?.shown).toEqual({
      title: 'Harbour Makers',
      body: 'Urgent message',
      path: '/messages/1',
      tag: '/messages/1',
    })
    expect(first?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' })
    expect(Number(first?.headers['ttl'])).toBeGreaterThan(43_000)
    const { publicKey } = (await parent.get('/api/push/key')).body
    const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(first?.headers['authorization'] ?? '') ?? []
    expect(key).toBe(publicKey)
    const point = bytes(key)
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    }
    const { payload } = await jwtVerify(token, jwk, { currentDate: platform.clock.now() })
    expect(payload.aud).toBe(`http://${first?.headers.host}`)
    expect(payload.sub).toMatch(/^mailto:/)
    expect(await statuses(platform, organization)).toEqual(['sent', 'sent'])
  })

  test.for([404, 410])('a device that is gone (%i) is deleted', async (status, { platform }) => {
    const { service, organization, push } = await buildDevice(platform)
    service.answer('phone', { status })
    await send(platform, organization, [push()])
    await workPushes(platform, organization)
    expect(await statuses(platform, organization)).toEqual(['failed'])
    expect(await countDevices(platform, organization)).toBe(0)
  })

  test('a service that is busy is asked again when it says, and one that does not answer by the queue', async ({
    platform,
  }) => {
    const { service, organization, push } = await buildDevice(platform)
    service.answer('phone', { status: 429, headers: { 'retry-after': '120' } })
    await send(platform, organization, [push()])
    await workPushes(platform, organization)
    expect(await statuses(platform, organization)).toEqual(['pending'])
    const delays = await query<{ seconds: number }>(
      platform.databaseUrl,
      `select extract(epoch from start_after - created_on)::int as seconds from pgboss.job
        where name = 'push.deliver' and data->>'tenantId' = '${organization.id}' order by seconds desc limit 1`,
    )
    expect(delays).toEqual([{ seconds: 120 }])
    service.answer('phone', 'silent')
    await expect(workPushes(platform, organization)).rejects.toThrow('No answer')
    service.answer('phone', { status: 503 })
    await expect(workPushes(platform, organization)).rejects.toThrow('answered 503')
    await workPushes(platform, organization)
    expect(await statuses(platform, organization)).toEqual(['sent'])
    expect(service.asked).toHaveLength(4)
  })

  test('a notification that is refused for good, or has expired, is not tried again', async ({ platform }) => {
    const { service, organization, push } = await buildDevice(platform)
    service.answer('phone', { status: 403 })
    await send(platform, organization, [push()])
    await workPushes(platform, organization)
    await send(platform, organization, [push()])
    platform.clock.forward(13 * 3_600_000)
    await workPushes(platform, organization)
    service.answer('phone', { status: 302, headers: { location: 'http://127.0.0.1:1/' } })
    await send(platform, organization, [push('announcement')])
    await workPushes(platform, organization)
    expect(await statuses(platform, organization)).toEqual(['failed', 'failed', 'failed'])
    expect(service.asked).toHaveLength(2)
  })

  test('two runs of a job that follow each other send one notification', async ({ platform }) => {
    const { service, organization, push } = await buildDevice(platform)
    await send(platform, organization, [push()])
    const [{ id: notificationId }] = (await query<{ id: string }>(
      platform.databaseUrl,
      `select id from push_notifications where tenant_id = '${organization.id}'`,
    )) as [{ id: string }]
    for (let run = 0; run < 2; run++) await deliverPush.perform(platform.core, organization.id, { notificationId })
    expect(service.asked).toHaveLength(1)
  })

  test('end on a device when its user signs out there, and on the others with a new password', async ({ platform }) => {
    const { service, organization, parent } = await buildDevice(platform)
    const email = parent.user?.email ?? ''
    const other = await organization.client().signIn(email)
    await other.post('/api/push/subscription', service.subscribe('tablet'))
    await parent.post('/api/logout')
    expect(await countDevices(platform, organization)).toBe(1)
    const third = await organization.client().signIn(email)
    await third.post('/api/push/subscription', service.subscribe('laptop'))
    const { id } = other.user ?? {}
    await platform.core.db.platform(systemActor, (scope) => platform.core.sessions.endOfUser(scope, id ?? ''))
    expect(await countDevices(platform, organization)).toBe(0)
  })

  test('are not delivered to a deactivated user', async ({ platform }) => {
    const { service, organization, push, userId } = await buildDevice(platform)
    await send(platform, organization, [push()])
    await query(platform.databaseUrl, `update users set is_active = false where id = '${userId}'`)
    await workPushes(platform, organization)
    expect(service.asked).toEqual([])
    expect(await statuses(platform, organization)).toEqual(['failed'])
  })
})

describe('POST /api/push/subscription', () => {
  test('gives a device to the user who turned it on last, and is recorded once', async ({ platform }) => {
    const { service, organization, parent, subscription, push } = await buildDevice(platform)
    await parent.post('/api/push/subscription', subscription)
    const next = await organization.signIn('instructor')
    await next.post('/api/push/subscription', subscription)
    await send(platform, organization, [push()])
    await workPushes(platform, organization)
    expect(service.asked).toEqual([])
    expect((await parent.post('/api/push/subscription/end', { endpoint: subscription.endpoint })).status).toBe(204)
    expect(await countDevices(platform, organization)).toBe(1)
    await next.post('/api/push/subscription/end', { endpoint: subscription.endpoint })
    expect(await countDevices(platform, organization)).toBe(0)
  })

  test('leaves a user the devices that were used last', async ({ platform }) => {
    const { service, organization, parent } = await buildDevice(platform)
    for (let device = 0; device < MAX_PUSH_DEVICES; device++) {
      platform.clock.forward(1000)
      await parent.post('/api/push/subscription', service.subscribe(`device-${device}`))
    }
    const left = await query<{ endpoint: string }>(
      platform.databaseUrl,
      `select endpoint from push_subscriptions where tenant_id = '${organization.id}'`,
    )
    expect(left).toHaveLength(MAX_PUSH_DEVICES)
    expect(left.some(({ endpoint }) => endpoint.endsWith('/phone'))).toBe(false)
  })

  closedTest('refuses addresses and keys that no browser has, and students', async ({ platform }) => {
    const organization = await platform.organization()
    const parent = await organization.signIn('parent')
    const good = browserSubscription()
    const refused = async (change: object) =>
      (await parent.post('/api/push/subscription', { ...good, ...change })).status
    expect(await refused({ endpoint: 'http://push.example.org/1' })).toBe(400)
    expect(await refused({ endpoint: 'https://192.168.1.1/1' })).toBe(400)
    expect(await refused({ p256dh: 'AAAA' })).toBe(400)
    expect(await refused({ auth: 'AAAA' })).toBe(400)
    expect(await refused({})).toBe(204)
    const student = await organization.signIn('student')
    expect((await student.post('/api/push/subscription', good)).status).toBe(403)
  })
})

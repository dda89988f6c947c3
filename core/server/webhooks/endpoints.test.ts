import { describe, expect } from 'vitest'
import { MAX_WEBHOOKS } from '#core/contract/webhooks.ts'
import { pluginTest, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { query } from '#core/testing/query.ts'
import { workWebhooks } from '#core/testing/webhook-receiver.ts'
import { buildWebhooks, ringBells, school, webhookInput, WEBHOOKS_PATH } from '#core/testing/webhook-school.ts'
import { signWebhook } from './sign.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const test = pluginTest([school], { env: { WEBHOOKS_ALLOW_PRIVATE: '1' } })
const publicTest = pluginTest([school])

describe('a webhook is turned off', () => {
  const emails = (platform: TestPlatform, { id }: TestOrganization) =>
    query<{ subject: string }>(platform.databaseUrl, `select subject from mail_messages where tenant_id = '${id}'`)

  test('after the answer 410, with one email to each admin', async ({ platform }) => {
    const { receiver, organization, admin, hook } = await buildWebhooks(platform)
    receiver.answer('hook', { status: 410 }, { status: 410 })
    await ringBells(platform, organization, [['Gym', 1], ['Gym', 2], ['Lab', 3]]) // prettier-ignore
    await workWebhooks(platform, organization)
    expect((await admin.get(WEBHOOKS_PATH)).body).toMatchObject([
      { isActive: false, disabledReason: 'gone', waiting: 0 },
    ])
    expect(await emails(platform, organization)).toHaveLength(1)
    expect((await admin.post(`${WEBHOOKS_PATH}/${hook.id}/test`)).status).toBe(409)
  })

  test('after a week in which every delivery failed, and can be turned on again', async ({ platform }) => {
    const { receiver, organization, admin, hook } = await buildWebhooks(platform)
    receiver.answer('hook', ...Array.from({ length: 9 }, () => ({ status: 500 })))
    for (let day = 0; day < 9; day++) {
      await ringBells(platform, organization, [[`Day ${day}`, day]])
      await query(
        platform.databaseUrl,
        `update webhook_deliveries set status = 'failed' where subject <> 'room:Day ${day}'`,
      )
      await workWebhooks(platform, organization)
      platform.clock.forward(DAY_MS)
    }
    const by = await organization.client().signIn(admin.user?.email ?? '')
    expect((await by.get(WEBHOOKS_PATH)).body).toMatchObject([{ isActive: false, disabledReason: 'failing' }])
    expect(await emails(platform, organization)).toMatchObject([
      { subject: expect.stringMatching(/^The webhook to 127/) },
    ])
    expect(receiver.asked).toHaveLength(8)
    const on = await by.put(`${WEBHOOKS_PATH}/${hook.id}/active`, { isActive: true })
    expect(on.body).toMatchObject({ isActive: true, disabledReason: null, failingSince: null })
    receiver.answer('hook')
    expect((await by.post(`${WEBHOOKS_PATH}/${hook.id}/test`)).status).toBe(204)
    await workWebhooks(platform, organization)
    expect(receiver.asked.at(-1)?.body).toMatchObject({ type: 'webhook.test' })
  })
})

test('a new secret signs at once, and the previous one for a day', async ({ platform }) => {
  const { receiver, organization, admin, hook } = await buildWebhooks(platform)
  const { body } = await admin.post(`${WEBHOOKS_PATH}/${hook.id}/secret`)
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
      const { status, body } = await admin.post(WEBHOOKS_PATH, webhookInput(url, change))
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
      expect((await client.get(WEBHOOKS_PATH)).status).toBe(403)
      expect((await client.post(WEBHOOKS_PATH, webhookInput('https://hooks.example.org/'))).status).toBe(403)
    }
    const admin = await organization.signIn('tenant_admin')
    const [first] = await Promise.all(
      Array.from({ length: 1 }, () => admin.post(WEBHOOKS_PATH, webhookInput('https://hooks.example.org/'))),
    )
    const { id } = first?.body ?? {}
    await query(
      platform.databaseUrl,
      `insert into webhook_endpoints (tenant_id, url, description, types, includes_names, secret, created_at, updated_at)
        select tenant_id, url, description, types, includes_names, secret, created_at, updated_at
          from webhook_endpoints, generate_series(2, ${MAX_WEBHOOKS - 1}) where id = '${id}'`,
    )
    const last = await Promise.all(
      [1, 2].map(() => admin.post(WEBHOOKS_PATH, webhookInput('https://hooks.example.org/'))),
    )
    expect(last.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409])
    const stranger = await (await platform.organization()).signIn('tenant_admin')
    for (const path of [`${WEBHOOKS_PATH}/${id}/deliveries`] as const)
      expect((await stranger.get(path)).status).toBe(404)
    expect((await stranger.delete(`${WEBHOOKS_PATH}/${id}`)).status).toBe(404)
    const { updatedAt } = (await admin.get(WEBHOOKS_PATH)).body[0]
    const change = { ...webhookInput('https://hooks.example.org/new'), updatedAt }
    const changes = await Promise.all([1, 2].map(() => admin.put(`${WEBHOOKS_PATH}/${id}`, change)))
    expect(changes.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  })

  publicTest('lists its events with a schema and an example', async ({ platform }) => {
    const admin = await (await platform.organization()).signIn('tenant_admin')
    expect((await admin.get(`${WEBHOOKS_PATH}/types`)).body).toEqual([
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

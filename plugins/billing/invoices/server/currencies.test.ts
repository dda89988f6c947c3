import { expect } from 'vitest'
import { openTestPlatform, pluginTest } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenants } from '#plugins/tenants/plugin.ts'
import { billing } from '../../plugin.ts'
import { pdfText } from '../../testing/pdf-text.ts'
import { createPlan, invoicesOf, buildSubscribed } from '../../testing/subscriptions.ts'
import { rollOverDue } from '../../subscriptions/server/roll-over.ts'

const test = pluginTest([audit, billing, tenants])

test('yen have no decimals: an invoice with tax is a whole number, and paying it is taken', async ({ platform }) => {
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', { taxRate: 10.093 })
  const { name } = await createPlan(admin, { price: 980, currency: 'JPY' })
  const one = await buildSubscribed(platform, admin, name)
  const [invoice] = await invoicesOf(admin, one.tenantId)
  expect(invoice).toMatchObject({ subtotal: 980, taxRate: 10.093, tax: 99, total: 1079, currency: 'JPY' })
  const { rawPayload } = await platform.app.inject({
    method: 'GET',
    url: `/api/invoices/${invoice?.id}/pdf`,
    headers: { host: admin.host, cookie: admin.cookie },
  })
  expect(pdfText(rawPayload).lines.join(' ')).toContain('¥1,079')
  const pay = (body: object) => admin.post(`/api/subscriptions/${one.id}/record-payment`, body)
  expect((await pay({ amount: 1078.92 })).body.fields).toEqual({
    amount: 'Enter a whole number: the currency is JPY',
  })
  expect((await pay({ amount: 1080 })).body.fields).toEqual({ amount: 'Only ¥1,079 is open' })
  expect((await pay({ amount: 1079 })).body).toMatchObject({ status: 'active', amount: 0 })
})

test('dinars have three decimals, from the price to the payment', async ({ platform }) => {
  const admin = await platform.superAdmin()
  await admin.put('/api/settings', { taxRate: 0 })
  const { name, price } = await createPlan(admin, { price: 12.345, currency: 'KWD' })
  expect(price).toBe(12.345)
  const one = await buildSubscribed(platform, admin, name)
  const pay = (body: object) => admin.post(`/api/subscriptions/${one.id}/record-payment`, body)
  expect((await pay({ amount: 0.001 })).body).toMatchObject({ amount: 12.344, currency: 'KWD' })
  expect((await pay({})).body).toMatchObject({ amount: 0 })
})

test.for([
  [{ price: 9.5, currency: 'JPY' }, 'price'],
  [{ price: 9.995, currency: 'USD' }, 'price'],
  [{ price: 1.2345, currency: 'KWD' }, 'price'],
  [{ price: 1, currency: 'ZZZ' }, 'currency'],
] as const)('a plan with %j is refused at %s, new or changed', async ([given, field], { platform }) => {
  const admin = await platform.superAdmin()
  await expect(createPlan(admin, given)).rejects.toThrow(`"${field}"`)
  const { id } = await createPlan(admin)
  const changed = await admin.put(`/api/subscription-plans/${id}`, given)
  expect([changed.status, Object.keys(changed.body.fields ?? {})]).toEqual([400, [field]])
})

test('a price that the currency of the plan does not have is refused when the currency alone changes', async ({
  platform,
}) => {
  const admin = await platform.superAdmin()
  const { id } = await createPlan(admin, { price: 9.99 })
  const { body } = await admin.put(`/api/subscription-plans/${id}`, { currency: 'JPY' })
  expect(body.fields).toHaveProperty('price')
})

test('invoices in euro and yen are two sums, each paid by itself, and both until it is active', async ({
  platform,
}) => {
  let admin = await platform.superAdmin()
  await admin.put('/api/settings', { taxRate: 0, gracePeriodDays: 60 })
  const euro = await createPlan(admin, { price: 20, currency: 'EUR' })
  const yen = await createPlan(admin, { price: 3000, currency: 'JPY' })
  const one = await buildSubscribed(platform, admin, euro.name)
  await admin.put(`/api/subscriptions/${one.id}`, { planId: yen.id })
  platform.clock.forward(Date.parse(one.currentPeriodEnd) - platform.clock.now().getTime())
  await rollOverDue(platform.core)
  admin = await platform.superAdmin()
  const pay = (body: object) => admin.post(`/api/subscriptions/${one.id}/record-payment`, body)
  const both = [
    { amount: 20, currency: 'EUR' },
    { amount: 3000, currency: 'JPY' },
  ]
  expect((await admin.get(`/api/subscriptions/${one.id}/overdue`)).body).toMatchObject({ ...both[0], amounts: both })
  expect((await pay({ amount: 3020 })).body.fields).toEqual({
    currency: 'Invoices are open in EUR and JPY: choose one of them',
  })
  expect((await pay({ currency: 'USD' })).body.fields).toEqual({ currency: 'No invoice is open in USD' })
  expect((await pay({ amount: 21, currency: 'EUR' })).body.fields).toEqual({ amount: 'Only €20.00 is open' })
  expect((await pay({ currency: 'EUR' })).body).toMatchObject({ amounts: both.slice(1) })
  expect((await invoicesOf(admin, one.tenantId)).map(({ currency, status }) => [currency, status])).toEqual([
    ['JPY', 'open'],
    ['EUR', 'paid'],
  ])
  expect((await pay({ amount: 3000 })).body).toMatchObject({ status: 'active', amounts: [] })
})

test('settings take currencies that there are, and tax rates of three decimals', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const put = async (body: object) => (await admin.put('/api/settings', body)).body
  expect((await put({ defaultCurrency: 'ZZZ' })).fields).toHaveProperty('defaultCurrency')
  expect((await put({ taxRate: 8.8755 })).fields).toHaveProperty('taxRate')
  expect(await put({ taxRate: 8.875 })).toMatchObject({ taxRate: 8.875 })
  await put({ taxRate: 0 })
})

test('revenue has a figure for each currency, with the default one first', async () => {
  const platform = await openTestPlatform([audit, billing, tenants])
  try {
    const admin = await platform.superAdmin()
    await admin.put('/api/settings', { defaultCurrency: 'EUR' })
    const [euro, yen] = [
      await createPlan(admin, { price: 20, currency: 'EUR' }),
      await createPlan(admin, { price: 12_100, currency: 'JPY', billingInterval: 'yearly' }),
    ]
    for (const { name } of [euro, yen]) await buildSubscribed(platform, admin, name)
    const revenue = [
      { amount: 20, currency: 'EUR' },
      { amount: 1008, currency: 'JPY' },
    ]
    expect((await admin.get('/api/subscriptions/stats')).body).toMatchObject({ totalRevenue: 20, revenue })
    expect((await admin.get('/api/dashboard/stats')).body).toMatchObject({ monthlyRevenue: 20, revenue })
    expect((await admin.get('/api/dashboard/trends')).body.monthlyRevenue.at(-1)).toBe(20)
    const { body } = await admin.get('/api/analytics/billing?range=7d')
    expect(body.at(-1).revenue).toEqual([
      { currency: 'EUR', paid: 0, open: 20 },
      { currency: 'JPY', paid: 0, open: 12_100 },
    ])
    const csv = (await admin.get('/api/analytics/billing/export?range=7d')).body as string
    expect(csv.split('\r\n')[0]).toContain('paid EUR,open EUR,paid JPY,open JPY')
  } finally {
    await platform.close()
  }
})

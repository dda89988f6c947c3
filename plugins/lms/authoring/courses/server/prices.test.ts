import { expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { lms } from '../../../plugin.ts'
import { publishCourse } from '../../../testing/courses.ts'
import type { Course } from '../contract.ts'

const test = pluginTest([lms])

const path = '/api/lms/courses'

test('a course has a price with the decimals of its currency, and learners and copies show the current one', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const parent = await organization.signIn('parent')
  const priced = { audience: 'families', price: 49.5, currency: 'EUR' } as const
  const { id } = await publishCourse(admin, { title: 'Evenings', ...priced })
  const shown = async () => {
    const { price, currency } = (await parent.get(`/api/tenant/courses/${id}`)).body as Course
    return { price, currency }
  }
  expect(await shown()).toEqual({ price: 49.5, currency: 'EUR' })
  expect((await parent.get('/api/tenant/course-catalog?search=evenings')).body).toMatchObject([
    { price: 49.5, currency: 'EUR' },
  ])

  // Yen have no decimals: 49.5 of them are refused, and 5000 are 5000.
  const refused = await admin.put(`${path}/${id}`, { currency: 'JPY' })
  expect(refused).toMatchObject({ status: 400, body: { fields: { price: expect.stringContaining('whole number') } } })
  expect((await admin.put(`${path}/${id}`, { currency: 'JPY', price: 5000 })).status).toBe(200)
  expect(await shown()).toEqual({ price: 5000, currency: 'JPY' })
  await admin.put(`${path}/${id}`, { currency: 'KWD' })
  await admin.put(`${path}/${id}`, { price: 12.345 })
  expect(await shown()).toEqual({ price: 12.345, currency: 'KWD' })
  expect((await admin.post(`${path}/${id}/duplicate`)).body).toMatchObject({ price: 12.345, currency: 'KWD' })

  for (const wrong of [{ price: -1 }, { price: 0.0001 }, { price: 100_000_000 }]) {
    expect((await admin.put(`${path}/${id}`, wrong)).body.fields).toHaveProperty('price')
  }
  expect((await admin.put(`${path}/${id}`, { currency: 'ZZZ' })).body.fields).toHaveProperty('currency')
  expect((await admin.post(path, { title: 'Free' })).body).toMatchObject({ price: 0, currency: 'USD' })
})

import { expect } from 'vitest'
import { openTestPlatform, pluginTest } from '#core/testing/harness.ts'
import { lms } from '../../../plugin.ts'

const test = pluginTest([lms])

test('the default categories are those of the specification', async ({ platform }) => {
  const { body } = await (await platform.superAdmin()).get('/api/settings')
  expect(body.courseCategories.map(({ label }: { label: string }) => label)).toEqual([
    'Science & Engineering',
    'Technology & Design',
    'Critical Thinking & Problem Solving',
    'Teamwork & Communication',
    'Creativity',
  ])
})

test('signed-in users read the course categories on both hosts', async ({ platform }) => {
  const admin = await platform.superAdmin()
  const courseCategories = [{ value: 'robots', label: 'Robots', description: 'All that moves' }]
  await admin.put('/api/settings', { courseCategories })
  const member = await (await platform.organization()).signIn('student')
  for (const client of [admin, member]) {
    expect((await client.get('/api/course-categories')).body).toEqual([{ value: 'robots', label: 'Robots' }])
  }
  expect((await platform.client().get('/api/course-categories')).status).toBe(401)
})

test('while the plugin is off, course categories are answered to no one, and the settings have none', async () => {
  const platform = await openTestPlatform([lms], { env: { PLATFORM_PLUGINS_OFF: 'lms' } })
  const admin = await platform.superAdmin()
  expect((await admin.get('/api/course-categories')).status).toBe(404)
  expect((await admin.get('/api/settings')).body).not.toHaveProperty('courseCategories')
  await platform.close()
})

test('a category without a label is refused at its place in the list', async ({ platform }) => {
  const answer = await (
    await platform.superAdmin()
  ).put('/api/settings', {
    courseCategories: [{ value: 'x', label: '' }],
  })
  expect(answer).toMatchObject({ status: 400, body: { fields: { 'courseCategories.0.label': expect.any(String) } } })
})

test.for<[string, object, string]>([
  ['value', { value: 'robots', label: 'Machines' }, 'courseCategories.1.value'],
  ['label', { value: 'machines', label: 'ROBOTS' }, 'courseCategories.1.label'],
])('no two course categories have the same %s', async ([, second, field], { platform }) => {
  const admin = await platform.superAdmin()
  const answer = await admin.put('/api/settings', { courseCategories: [{ value: 'robots', label: 'Robots' }, second] })
  expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } })
})

test('a list of 200 categories of maximum length fits into a request body', async ({ platform }) => {
  const courseCategories = Array.from({ length: 200 }, (_, index) => ({
    value: `category-${index}`,
    label: `${index} ${'学'.repeat(90)}`,
    description: '习'.repeat(500),
  }))
  expect((await (await platform.superAdmin()).put('/api/settings', { courseCategories })).status).toBe(200)
})

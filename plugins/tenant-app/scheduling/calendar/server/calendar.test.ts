import { expect } from 'vitest'
import { create } from '#core/testing/calls.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import type { Session } from '../../sessions/contract.ts'
import { buildParticipant, buildStudent } from '../../../testing/factories.ts'
import type { CalendarSession } from '../contract.ts'

const test = pluginTest([tenantApp])

const plan = (admin: Client, name: string, startDate: string, endDate: string, given: object = {}) =>
  create<Session>(admin, '/api/sessions', { name, startDate, endDate, ...given })

const MARCH = 'from=2083-03-01T05:00:00Z&to=2083-04-01T04:00:00Z'

const namesOf = async (client: Client, query = MARCH) => {
  const { status, body } = await client.get(`/api/calendar?${query}`)
  expect(status).toBe(200)
  return (body as CalendarSession[]).map(({ name }) => name)
}

test('a span lists sessions that touch it, the earliest start first, with search and status', async ({ platform }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  await plan(admin, 'Before', '2083-02-28T10:00:00Z', '2083-03-01T05:00:00Z')
  await plan(admin, 'Over the beginning', '2083-02-20T10:00:00Z', '2083-03-01T05:00:01Z')
  await plan(admin, 'Late', '2083-04-01T03:59:59Z', '2083-04-02T00:00:00Z', { location: 'Lab_1' })
  await plan(admin, 'Middle', '2083-03-10T10:00:00Z', '2083-03-10T11:00:00Z', { status: 'cancelled' })
  await plan(admin, 'After', '2083-04-01T04:00:00Z', '2083-04-01T05:00:00Z')

  expect(await namesOf(admin)).toEqual(['Over the beginning', 'Middle', 'Late'])
  expect(await namesOf(admin, `${MARCH}&search=lab_`)).toEqual(['Late'])
  expect(await namesOf(admin, `${MARCH}&status=cancelled`)).toEqual(['Middle'])
  const page = await admin.get(`/api/calendar?${MARCH}&limit=2`)
  expect(page.headers.link).toContain('rel="next"')
  expect(await namesOf(admin, `${MARCH}&limit=2&offset=2`)).toEqual(['Late'])
  expect(await namesOf(admin, '')).toEqual([])
})

test('a span that is too long or ends before it begins is refused at its end', async ({ platform }) => {
  const admin = await (await platform.organization()).signIn('tenant_admin')
  const refused = async (from: string, to: string) => {
    const { status, body } = await admin.get(`/api/calendar?from=${from}&to=${to}`)
    expect(status).toBe(400)
    return body.fields
  }
  // Sixty-two days and the extra hour of a clock change are allowed.
  expect(await namesOf(admin, 'from=2083-03-01T00:00:00Z&to=2083-05-02T01:00:00Z')).toEqual([])
  expect(await refused('2083-03-01T00:00:00Z', '2083-05-02T01:00:01Z')).toEqual({ to: 'At most 62 days at once' })
  expect(await refused('2083-03-01T00:00:00Z', '2083-03-01T00:00:00Z')).toEqual({
    to: 'The end must be after the start',
  })
  expect(await refused('soon', '2083-03-01T00:00:00Z')).toHaveProperty('from')
})

/** Creates a session in March with these students. */
async function attended(
  platform: TestPlatform,
  organization: TestOrganization,
  name: string,
  students: Record<string, 'registered' | 'waitlisted' | 'cancelled' | 'declined'>,
) {
  const admin = await organization.signIn('tenant_admin')
  const { id: sessionId } = await plan(admin, name, '2083-03-10T15:00:00Z', '2083-03-10T16:00:00Z')
  for (const [studentId, status] of Object.entries(students)) {
    await buildParticipant(platform, organization, { sessionId, studentId, status })
  }
}

test('families see their own children’s registered and waitlisted sessions, and a restricted guardian sees none', async ({
  platform,
}) => {
  const organization = await platform.organization()
  const guardian = await organization.signIn('parent')
  const restricted = await organization.signIn('parent')
  const student = await organization.signIn('student')
  const ids = { guardian: guardian.user?.id ?? '', restricted: restricted.user?.id ?? '' }
  const ada = await buildStudent(platform, organization, {
    firstName: 'Ada',
    userId: student.user?.id,
    guardians: [ids.guardian, { userId: ids.restricted, isRestricted: true }],
  })
  const ben = await buildStudent(platform, organization, { firstName: 'Ben', guardians: [ids.guardian] })
  const other = await buildStudent(platform, organization, { firstName: 'Zoe' })
  await attended(platform, organization, 'Both', {
    [ada.id]: 'registered',
    [ben.id]: 'waitlisted',
    [other.id]: 'registered',
  })
  await attended(platform, organization, 'Zoe alone', { [other.id]: 'registered', [ada.id]: 'declined' })

  const { body } = await guardian.get(`/api/calendar?${MARCH}`)
  expect(body).toMatchObject([
    {
      name: 'Both',
      children: [
        { id: ada.id, firstName: 'Ada', isWaiting: false },
        { id: ben.id, firstName: 'Ben', isWaiting: true },
      ],
    },
  ])
  expect((await student.get(`/api/calendar?${MARCH}`)).body).toMatchObject([
    { name: 'Both', children: [{ firstName: 'Ada' }] },
  ])
  expect(await namesOf(restricted)).toEqual([])
  expect(await namesOf(await organization.signIn('parent'))).toEqual([])
  for (const role of ['instructor', 'tenant_admin'] as const) {
    const staff = (await (await organization.signIn(role)).get(`/api/calendar?${MARCH}`)).body as CalendarSession[]
    expect(staff.map(({ children }) => children)).toEqual([[], []])
  }
})

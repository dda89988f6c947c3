import { describe, expect } from 'vitest'
import { create } from '#core/testing/calls.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { query } from '#core/testing/query.ts'
import { countRows } from '#core/testing/rows.ts'
import { tenantApp } from '../../../plugin.ts'
import { emailedToken, printLetter } from '../../../testing/letters.ts'
import { purgeLetters } from './purge-letters.ts'
import { MAX_TRIES } from './tries.ts'

const test = pluginTest([tenantApp])

const CODE = 'BCDFGHJKMN'
const DAY_MS = 86_400_000
const rosa = { code: CODE, firstName: 'Rosa', lastName: 'Lee', email: 'rosa@families.example', relationship: 'Aunt' }

async function addFamily(admin: Client, email = '', lastName = 'Ng') {
  const guardian = { firstName: 'Pat', lastName: 'Ng', relationship: 'Mother', invite: false, email }
  const { id } = await create<{ id: string }>(admin, '/api/students', { firstName: 'Ada', lastName, guardian })
  return id
}

async function openFamily(platform: TestPlatform, email = '') {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const studentId = await addFamily(admin, email)
  const print = (code = CODE) => printLetter(platform, admin, { tenantId: organization.id, studentId, code })
  await print()
  return { organization, admin, studentId, print }
}

const join = (organization: TestOrganization, body: object = {}) =>
  organization.client().post('/api/join', { ...rosa, ...body })

const confirm = async (platform: TestPlatform, organization: TestOrganization, email = rosa.email) =>
  organization.client().post('/api/join/confirmation', { token: await emailedToken(platform, email) })

const emails = ({ databaseUrl }: TestPlatform, tenantId: string) =>
  query<{ recipient: string; subject: string }>(
    databaseUrl,
    'select recipient, subject from mail_messages where tenant_id = $1 order by created_at, id',
    [tenantId],
  )

const guardiansOf = async (admin: Client, studentId: string) =>
  (await admin.get(`/api/students/${studentId}/guardians`)).body as { firstName: string; mayCollect: boolean }[]

describe('POST /api/join from an address that is not on file', () => {
  test('makes a request that opens nothing until an admin approves it', async ({ platform }) => {
    const { organization, admin, studentId } = await openFamily(platform)
    expect((await join(organization, { code: 'bcdfg-hjkmn' })).status).toBe(204)
    expect((await admin.get('/api/join-requests')).body).toEqual([])
    expect((await confirm(platform, organization)).status).toBe(204)
    expect(await guardiansOf(admin, studentId)).toHaveLength(1)
    const [request] = (await admin.get('/api/join-requests')).body
    expect(request).toMatchObject({ studentName: 'Ada Ng', firstName: 'Rosa', email: rosa.email, relationship: 'Aunt' })
    expect((await admin.post(`/api/join-requests/${request.id}/approval`, {})).status).toBe(204)
    expect(await guardiansOf(admin, studentId)).toMatchObject([{}, { firstName: 'Rosa', mayCollect: false }])
    const sent = await emails(platform, organization.id)
    expect(sent.filter(({ recipient }) => recipient === rosa.email).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Confirm your email address'),
      expect.stringContaining('You are invited to'),
    ])
    expect((await admin.get('/api/join-requests')).body).toEqual([])
  })

  test('is declined with a reason by email, and approved by one of two admins at once', async ({ platform }) => {
    const { organization, admin, studentId, print } = await openFamily(platform)
    await join(organization)
    await confirm(platform, organization)
    const [first] = (await admin.get('/api/join-requests')).body
    await admin.post(`/api/join-requests/${first.id}/refusal`, { reason: 'Please call us' })
    const refused = await query<{ body: string }>(
      platform.databaseUrl,
      `select body from mail_messages where tenant_id = $1 and subject like 'Your request%'`,
      [organization.id],
    )
    expect(refused[0]?.body).toContain('Please call us')
    await print('XXXXXXXXXX')
    await join(organization, { code: 'XXXXXXXXXX' })
    await confirm(platform, organization)
    const [second] = (await admin.get('/api/join-requests')).body
    const other = await organization.signIn('tenant_admin')
    const answers = await Promise.all(
      [admin, other].map((by) => by.post(`/api/join-requests/${second.id}/approval`, {})),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404])
    expect(await guardiansOf(admin, studentId)).toHaveLength(2)
  })

  test('holds a restricted guardian’s request, which no one can approve', async ({ platform }) => {
    const { organization, admin, studentId } = await openFamily(platform, rosa.email)
    const [guardian] = (await admin.get(`/api/students/${studentId}/guardians`)).body
    await admin.put(`/api/students/${studentId}/guardians/${guardian.id}`, { maySee: false })
    expect((await join(organization)).status).toBe(204)
    await confirm(platform, organization)
    const [request] = (await admin.get('/api/join-requests')).body
    expect(request.isWithoutAccess).toBe(true)
    const answer = await admin.post(`/api/join-requests/${request.id}/approval`, {})
    expect(answer.body.code).toBe('letters.no-access')
    const sent = await emails(platform, organization.id)
    expect(sent.some(({ subject }) => subject.includes('You are invited'))).toBe(false)
  })
})

describe('POST /api/join from a guardian’s address on file', () => {
  test('emails the invitation to that address, and works once', async ({ platform }) => {
    const { organization, admin } = await openFamily(platform, 'Pat@families.example')
    expect((await join(organization, { email: 'pat@families.example' })).status).toBe(204)
    const [sent] = await emails(platform, organization.id)
    expect(sent).toMatchObject({ subject: expect.stringContaining('You are invited to') })
    expect((await admin.get('/api/join-requests')).body).toEqual([])
    expect((await join(organization)).body.fields.code).toContain('already been used')
  })
})

describe('the code of a letter', () => {
  test('works once, also for two at once', async ({ platform }) => {
    const { organization, admin } = await openFamily(platform)
    const answers = await Promise.all([join(organization), join(organization, { email: 'ken@families.example' })])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 429])
    const email = answers[0]?.status === 204 ? rosa.email : 'ken@families.example'
    const token = await emailedToken(platform, email)
    const client = organization.client()
    const confirmed = await Promise.all([1, 2].map(() => client.post('/api/join/confirmation', { token })))
    expect(confirmed.map(({ status }) => status)).toEqual([204, 204])
    expect((await admin.get('/api/join-requests')).body).toHaveLength(1)
    expect((await join(organization)).body.fields.code).toContain('already been used')
  })

  test('goes to another address after a minute, which ends the link of the one before', async ({ platform }) => {
    const { organization } = await openFamily(platform)
    await join(organization, { email: 'typo@families.example' })
    const former = await emailedToken(platform, 'typo@families.example')
    platform.clock.forward(61_000)
    expect((await join(organization)).status).toBe(204)
    const answer = await organization.client().post('/api/join/confirmation', { token: former })
    expect(answer.body.code).toBe('letters.link')
    expect((await confirm(platform, organization)).status).toBe(204)
  })

  test('ends after 30 days, by another print, when it is revoked, and is none of another organization', async ({
    platform,
  }) => {
    const { organization, admin, studentId, print } = await openFamily(platform)
    const other = await platform.organization()
    expect((await join(other)).body.fields.code).toContain('not valid')
    await print('XXXXXXXXXX')
    expect((await join(organization)).body.fields.code).toContain('no longer works')
    expect((await admin.get(`/api/students/${studentId}/invitation-letter`)).body.letter.state).toBe('open')
    const [pat] = (await admin.get('/api/people?role=parent')).body
    expect(pat).toMatchObject({ state: 'no-account', letter: { expiresAt: expect.any(String) } })
    expect((await admin.delete(`/api/students/${studentId}/invitation-letter`)).status).toBe(204)
    expect((await join(organization, { code: 'XXXXXXXXXX' })).body.fields.code).toContain('no longer works')
    await print('ZZZZZZZZZZ')
    platform.clock.forward(30 * DAY_MS + 1000)
    expect((await join(organization, { code: 'ZZZZZZZZZZ' })).body.fields.code).toContain('expired')
    const later = await organization.signIn('tenant_admin')
    expect((await later.get(`/api/students/${studentId}/invitation-letter`)).body.letter.state).toBe('expired')
  })

  test('is not guessed: after 20 wrong codes even the right one has to wait', async ({ platform }) => {
    const { organization } = await openFamily(platform)
    const client = organization.client()
    const join = (code: string) => client.post('/api/join', { ...rosa, code })
    expect((await join('WWWWWWWWWW')).status).toBe(400)
    await query(
      platform.databaseUrl,
      `insert into letter_tries (tenant_id, network, at)
        select tenant_id, network, at from letter_tries, generate_series(1, ${MAX_TRIES - 2}) where tenant_id = $1`,
      [organization.id],
    )
    const answers = await Promise.all([join('WWWWWWWWWW'), join('WWWWWWWWWW')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([400, 429])
    expect((await join(CODE)).body.code).toBe('letters.too-many-tries')
    platform.clock.forward(3_601_000)
    expect((await join(CODE)).status).toBe(204)
  })
})

test('requests that no one confirms are deleted once their letter has ended, and old wrong codes', async ({
  platform,
}) => {
  const { organization } = await openFamily(platform)
  await join(organization)
  await join(organization, { code: 'WWWWWWWWWW' })
  const counts = async () => {
    await purgeLetters.perform(platform.core, null, {})
    const { id: tenantId } = organization
    return [
      await countRows(platform, 'join_requests', { tenantId }),
      await countRows(platform, 'letter_tries', { tenantId }),
    ]
  }
  expect(await counts()).toEqual([1, 1])
  platform.clock.forward(4 * DAY_MS)
  expect(await counts()).toEqual([1, 0])
  platform.clock.forward(27 * DAY_MS)
  expect(await counts()).toEqual([0, 0])
})

describe('POST /api/invitation-letters', () => {
  test('prints a PDF for families without an account, of admins alone', async ({ platform }) => {
    const { organization, admin, studentId } = await openFamily(platform)
    const reachable = await addFamily(admin, 'pat@families.example', 'Poe')
    const { body } = await admin.get('/api/invitation-letters')
    expect(body.map(({ id, isReachable }: { id: string; isReachable: boolean }) => [id, isReachable])).toEqual(
      expect.arrayContaining([
        [studentId, false],
        [reachable, true],
      ]),
    )
    const printed = await admin.post('/api/invitation-letters', { studentIds: [studentId, reachable] })
    expect(printed.headers['content-type']).toContain('application/pdf')
    const instructor = await organization.signIn('instructor')
    expect((await instructor.post('/api/invitation-letters', { studentIds: [studentId] })).status).toBe(403)
    const other = await (await platform.organization()).signIn('tenant_admin')
    expect((await other.post('/api/invitation-letters', { studentIds: [studentId] })).status).toBe(404)
  })
})

import { describe, expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { remindInvited } from '#core/server/identity/invitation-reminders.ts'
import { unseal } from '#core/server/secrets.ts'
import { secret } from '#core/testing/calls.ts'
import { pluginTest, type Client, type TestPlatform } from '#core/testing/harness.ts'
import { query } from '#core/testing/query.ts'
import { tenantApp } from '../../../plugin.ts'

const test = pluginTest([tenantApp])

const DAY_MS = 86_400_000

async function addFamily(admin: Client, name: string, guardian: object | null = { email: `${name}@families.example` }) {
  const answer = await admin.post('/api/students', {
    firstName: name,
    lastName: 'Ng',
    guardian: guardian && {
      firstName: `Pat ${name}`,
      lastName: 'Ng',
      relationship: 'Mother',
      invite: false,
      ...guardian,
    },
  })
  expect(answer.status).toBe(201)
  return (answer.body as { id: string }).id
}

const preview = async (admin: Client, search = '') => (await admin.get(`/api/guardian-invitations${search}`)).body

const emails = ({ databaseUrl }: TestPlatform, tenantId: string) =>
  query<{ recipient: string; subject: string }>(
    databaseUrl,
    `select recipient, subject from mail_messages where tenant_id = $1 and subject like '%invited to%' order by created_at, recipient`,
    [tenantId],
  )

/** Returns the token of the last link that was emailed to an address. */
const linkTo = ({ core }: TestPlatform, recipient: string) =>
  core.db.platform(systemActor, async ({ trx }) => {
    const { secret: sealed } = await trx('mail_messages')
      .where({ recipient })
      .orderBy('id', 'desc')
      .first<{ secret: Buffer }>('secret')
    return unseal(core.env.sessionKey, sealed) ?? ''
  })

const idsOf = ({ guardians }: { guardians: { userId: string }[] }) => guardians.map(({ userId }) => userId)

describe('POST /api/guardian-invitations', () => {
  test('invites every guardian without an account once, and says who is left out and why', async ({ platform }) => {
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    for (const name of ['ada', 'ben', 'cleo']) await addFamily(admin, name)
    await addFamily(admin, 'dora', { email: 'ADA@families.example' })
    await addFamily(admin, 'emil', { email: '' })
    await addFamily(admin, 'finn', null)
    const asked = await preview(admin)
    expect(asked.guardians.map((one: { children: string[] }) => one.children)).toEqual(
      expect.arrayContaining([['ada Ng', 'dora Ng'], ['ben Ng'], ['cleo Ng']]),
    )
    expect(asked.guardians).toHaveLength(3)
    expect(asked.leftOut).toMatchObject([{ reason: 'no-email', children: ['emil Ng'] }])
    expect(asked.families).toBe(6)
    const answers = await Promise.all(
      [admin, await organization.signIn('tenant_admin')].map((by) =>
        by.post('/api/guardian-invitations', { userIds: idsOf(asked) }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.reduce((sum, { body }) => sum + body.invited, 0)).toBe(3)
    expect(await emails(platform, organization.id)).toHaveLength(3)
    const after = await preview(admin)
    expect(after.guardians).toEqual([])
    expect(after.leftOut.map((one: { reason: string }) => one.reason).toSorted()).toEqual([
      'invited-today',
      'invited-today',
      'invited-today',
      'no-email',
    ])
    expect(after.families).toBe(2)
  })

  test('what breaks off in the middle has invited no one', async ({ platform }) => {
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    for (const name of ['ada', 'ben', 'cleo']) await addFamily(admin, name)
    const asked = await preview(admin)
    await query(
      platform.databaseUrl,
      `create function fail_third() returns trigger language plpgsql as $$ begin
         if (select count(*) from mail_messages where tenant_id = new.tenant_id) > 2 then raise 'stop'; end if; return null;
       end $$;
       create trigger fail_third after insert on mail_messages for each row execute function fail_third()`,
    )
    const answer = await admin.post('/api/guardian-invitations', { userIds: idsOf(asked) })
    await query(platform.databaseUrl, 'drop trigger fail_third on mail_messages; drop function fail_third')
    expect(answer.status).toBe(500)
    expect((await preview(admin)).guardians).toHaveLength(3)
    expect((await admin.post('/api/guardian-invitations', { userIds: idsOf(asked) })).body).toEqual({ invited: 3 })
    expect(await emails(platform, organization.id)).toHaveLength(3)
  })

  test('leaves out who may not see the child, and whose address bounces until it is tried again', async ({
    platform,
  }) => {
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    const ada = await addFamily(admin, 'ada')
    await addFamily(admin, 'ben')
    const [guardian] = (await admin.get(`/api/students/${ada}/guardians`)).body
    expect(guardian.admin).toMatchObject({ state: 'no-account', isBouncing: false, invitedUntil: null })
    await admin.put(`/api/students/${ada}/guardians/${guardian.id}`, { maySee: false })
    await query(
      platform.databaseUrl,
      `insert into mail_suppressions (tenant_id, address, class, reason, created_at)
       values ('${organization.id}', 'ben@families.example', 'essential', 'bounced', now())`,
    )
    const { guardians, leftOut } = await preview(admin)
    expect(guardians).toEqual([])
    expect(leftOut.map((one: { reason: string }) => one.reason).toSorted()).toEqual(['bounced', 'no-access'])
    const ben = leftOut.find((one: { reason: string }) => one.reason === 'bounced').userId
    expect((await admin.post('/api/guardian-invitations', { userIds: [ben] })).body).toEqual({ invited: 0 })
    expect((await admin.post(`/api/people/${ben}/email-retry`)).body).toMatchObject({ isBouncing: false })
    expect((await admin.post(`/api/people/${ben}/email-retry`)).body.code).toBe('people.email-retried')
    expect((await preview(admin)).guardians).toHaveLength(1)
  })

  test('no instructor and no other organization invites anyone', async ({ platform }) => {
    const organization = await platform.organization()
    await addFamily(await organization.signIn('tenant_admin'), 'ada')
    const [userId] = idsOf(await preview(await organization.signIn('tenant_admin')))
    const instructor = await organization.signIn('instructor')
    expect((await instructor.post('/api/guardian-invitations', { userIds: [userId] })).status).toBe(403)
    const other = await (await platform.organization()).signIn('tenant_admin')
    expect((await other.post('/api/guardian-invitations', { userIds: [userId] })).body).toEqual({ invited: 0 })
  })
})

describe('an invitation of a guardian', () => {
  test('is open for 14 days, with reminders on days 4 and 11, three emails in all', async ({ platform }) => {
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    await addFamily(admin, 'ada')
    await admin.post('/api/guardian-invitations', { userIds: idsOf(await preview(admin)) })
    const start = platform.clock.now().getTime()
    const counts = []
    for (const day of [0, 3, 4, 4, 10, 11, 13]) {
      platform.clock.forward(start + day * DAY_MS + 60_000 - platform.clock.now().getTime())
      await platform.core.db.platform(systemActor, (scope) => remindInvited.perform(scope.core, null, {}))
      counts.push((await emails(platform, organization.id)).length)
    }
    expect(counts).toEqual([1, 1, 2, 2, 2, 3, 3])
    const again = await organization.signIn('tenant_admin')
    expect((await preview(again)).guardians).toHaveLength(0)
    platform.clock.forward(2 * DAY_MS)
    const later = await organization.signIn('tenant_admin')
    expect((await preview(later)).guardians).toHaveLength(1)
  })

  test('is accepted by the link of any of its emails, once', async ({ platform }) => {
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    await addFamily(admin, 'ada')
    await admin.post('/api/guardian-invitations', { userIds: idsOf(await preview(admin)) })
    const first = await linkTo(platform, 'ada@families.example')
    platform.clock.forward(5 * DAY_MS)
    await remindInvited.perform(platform.core, null, {})
    const second = await linkTo(platform, 'ada@families.example')
    expect(second).not.toBe(first)
    const client = organization.client()
    for (const token of [first, second]) {
      expect((await client.post('/api/invitations/open', { token })).body).toMatchObject({ firstName: 'Pat ada' })
    }
    const password = secret()
    const accepted = { calledName: '', password, confirmPassword: password }
    expect((await client.post('/api/invitations/accept', { token: first, ...accepted })).status).toBe(200)
    for (const token of [first, second]) {
      const again = await organization.client().post('/api/invitations/accept', { token, ...accepted })
      expect(again.body.code).toBe('identity.invitation-used')
    }
  })

  test('is sent again at most once in 24 hours', async ({ platform }) => {
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    await addFamily(admin, 'ada')
    const [userId] = idsOf(await preview(admin))
    expect((await admin.post(`/api/people/${userId}/invitation`)).status).toBe(200)
    platform.clock.forward(23 * 3_600_000)
    const soon = await organization.signIn('tenant_admin')
    expect((await soon.post(`/api/people/${userId}/invitation`)).body.code).toBe('identity.invited-today')
    platform.clock.forward(3_700_000)
    expect((await soon.post(`/api/people/${userId}/invitation`)).status).toBe(200)
  })
})

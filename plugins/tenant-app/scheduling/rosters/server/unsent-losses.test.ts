import { describe, expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { query } from '#core/testing/query.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildSession } from '../../../testing/factories.ts'

const test = pluginTest([audit, tenantApp])

const nameOf = (user: { firstName: string; lastName: string } | undefined) => `${user?.firstName} ${user?.lastName}`

describe('POST /api/unsent-losses', () => {
  test('admins are emailed and see who lost how much of which session, once, until one checks it', async ({
    platform,
  }) => {
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    const instructor = await organization.signIn('instructor')
    const since = platform.clock.now().toISOString()
    const session = { instructorId: instructor.user?.id ?? '', startDate: since }
    const { id: sessionId } = await buildSession(platform, organization, { name: 'Robotics', ...session })
    const loss = { kind: 'marks', reason: 'lost', count: 5, since }
    const report = () => instructor.post('/api/unsent-losses', loss)
    // Two tabs of a device notice the same loss.
    const [first, second] = await Promise.all([report(), report()])
    expect([first.status, second.status]).toEqual([204, 204])
    expect((await admin.get('/api/unsent-losses')).body).toMatchObject([
      {
        userName: nameOf(instructor.user),
        kind: 'marks',
        count: 5,
        since,
        sessions: [{ id: sessionId, name: 'Robotics' }],
      },
    ])
    const emails = await query<{ recipient: string; subject: string; body: string }>(
      platform.databaseUrl,
      `select recipient, subject, body from mail_messages where tenant_id = '${organization.id}'`,
    )
    expect(emails).toMatchObject([
      { recipient: admin.user?.email, subject: expect.stringMatching(/lost 5 attendance marks$/) },
    ])
    expect(emails[0]?.body).toMatch(/Sessions of that day: Robotics/)
    const [{ id }] = (await admin.get('/api/unsent-losses')).body as [{ id: string }]
    const check = () => admin.post(`/api/unsent-losses/${id}/check`)
    expect((await check()).status).toBe(204)
    expect((await check()).status).toBe(204)
    expect((await admin.get('/api/unsent-losses')).body).toEqual([])
    expect((await report()).status).toBe(204)
    expect((await admin.get('/api/unsent-losses')).body).toEqual([])
  })

  test('admins see all losses of a user, and are emailed of ten in a day', async ({ platform }) => {
    const organization = await platform.organization()
    const [admin, instructor] = [await organization.signIn('tenant_admin'), await organization.signIn('instructor')]
    for (let index = 0; index < 12; index += 1) {
      const since = new Date(platform.clock.now().getTime() - index * 1000).toISOString()
      const loss = { kind: 'marks', reason: 'lost', count: 1, since }
      expect((await instructor.post('/api/unsent-losses', loss)).status).toBe(204)
    }
    expect((await admin.get('/api/unsent-losses')).body).toHaveLength(12)
    const ofTenant = `select id from mail_messages where tenant_id = '${organization.id}'`
    expect(await query(platform.databaseUrl, ofTenant)).toHaveLength(10)
  })

  test('discarded entries are recorded and ask nothing of admins', async ({ platform }) => {
    const organization = await platform.organization()
    const [admin, instructor] = [await organization.signIn('tenant_admin'), await organization.signIn('instructor')]
    const since = platform.clock.now().toISOString()
    const discarded = { kind: 'door', reason: 'discarded', count: 3, since }
    expect((await instructor.post('/api/unsent-losses', discarded)).status).toBe(204)
    expect((await admin.get('/api/unsent-losses')).body).toEqual([])
    const logged = await query<{ action: string; description: string }>(
      platform.databaseUrl,
      `select action, description from audit_logs where tenant_id = '${organization.id}' and action like 'unsent.%'`,
    )
    expect(logged).toEqual([{ action: 'unsent.discarded', description: 'Discarded 3 door entries unsent' }])
  })

  test('only staff report, only admins list and check, each in their organization', async ({ platform }) => {
    const organization = await platform.organization()
    const since = platform.clock.now().toISOString()
    const loss = { kind: 'points', reason: 'lost', count: 1, since }
    for (const role of ['parent', 'student'] as const) {
      expect((await (await organization.signIn(role)).post('/api/unsent-losses', loss)).status).toBe(403)
    }
    const instructor = await organization.signIn('instructor')
    expect((await instructor.post('/api/unsent-losses', { ...loss, count: 0 })).status).toBe(400)
    const beforeTime = { ...loss, since: '0000-01-01T00:00:00Z' }
    expect((await instructor.post('/api/unsent-losses', beforeTime)).status).toBe(400)
    expect((await instructor.post('/api/unsent-losses', loss)).status).toBe(204)
    expect((await instructor.get('/api/unsent-losses')).status).toBe(403)
    const admin = await organization.signIn('tenant_admin')
    const [{ id }] = (await admin.get('/api/unsent-losses')).body as [{ id: string }]
    expect((await instructor.post(`/api/unsent-losses/${id}/check`)).status).toBe(403)
    const stranger = await (await platform.organization()).signIn('tenant_admin')
    expect((await stranger.get('/api/unsent-losses')).body).toEqual([])
    expect((await stranger.post(`/api/unsent-losses/${id}/check`)).status).toBe(404)
  })
})

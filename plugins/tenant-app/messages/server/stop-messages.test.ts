import { describe, expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { query } from '#core/testing/query.ts'
import { tenantApp } from '../../plugin.ts'
import { buildParticipant, buildSession, buildStudent } from '../../testing/factories.ts'
import { buildFamily, emails, everyone, moveTo } from '../../testing/message-families.ts'
import { draftMessage, sendNow, workMessages } from '../../testing/messages.ts'

const test = pluginTest([tenantApp])

describe('POST /api/messages/{id}/stop', () => {
  test('stops what has not left, and what was not reached finds nothing', async ({ platform }) => {
    const { organization, admin, parent } = await buildFamily(platform)
    const { id } = await draftMessage(admin, everyone)
    await sendNow(platform, organization, admin, id)
    expect((await admin.post(`/api/messages/${id}/stop`)).body).toMatchObject({ status: 'cancelled' })
    const [mail] = await query<{ status: string }>(
      platform.databaseUrl,
      `select status from mail_messages where tenant_id = '${organization.id}' and class = 'news'`,
    )
    expect(mail?.status).toBe('suppressed')
    expect((await parent.get('/api/inbox')).body).toEqual([])
    expect((await admin.post(`/api/messages/${id}/stop`)).body.code).toBe('message.not-stoppable')
  })

  test('stops one of two announcements that were in one email, and the other leaves by itself', async ({
    platform,
  }) => {
    const { organization, admin } = await buildFamily(platform, '2094-07-02T03:00:00Z')
    const ids = []
    for (const subject of ['One', 'Two']) {
      const { id } = await draftMessage(admin, everyone, { subject })
      await sendNow(platform, organization, admin, id)
      ids.push(id)
    }
    moveTo(platform, '2094-07-02T11:00:00Z')
    await workMessages(platform, organization)
    expect(await emails(platform, organization)).toMatchObject([{ subject: '2 announcements from Harbour Makers' }])
    const again = await organization.client().signIn(admin.user?.email ?? '')
    expect((await again.post(`/api/messages/${ids[0]}/stop`)).body).toMatchObject({ status: 'cancelled' })
    await workMessages(platform, organization)
    expect((await emails(platform, organization)).map(({ subject }) => subject)).toEqual([
      '2 announcements from Harbour Makers',
      'Two',
    ])
  })

  test('shows an instructor no restriction among the people who were left out', async ({ platform }) => {
    const { organization, admin, ava } = await buildFamily(platform)
    const instructor = await organization.signIn('instructor')
    const session = await buildSession(platform, organization, {
      instructorId: instructor.user?.id ?? '',
      name: 'Robots',
    })
    await buildParticipant(platform, organization, { sessionId: session.id, studentId: ava.id })
    const { id: other } = await organization.user('parent')
    const cleo = await buildStudent(platform, organization, { firstName: 'Cleo', guardians: [other] })
    await buildParticipant(platform, organization, { sessionId: session.id, studentId: cleo.id })
    await query(platform.databaseUrl, `update parent_students set is_restricted = true where student_id = '${cleo.id}'`)
    const audience = { any: [{ kind: 'session' as const, id: session.id, places: ['registered' as const] }] }
    const { id } = await draftMessage(instructor, audience)
    await sendNow(platform, organization, instructor, id)
    expect((await instructor.get(`/api/messages/${id}`)).body).toMatchObject({
      leftOut: { 'no-right': 1 },
      ruleNames: { any: ['session Robots'], minus: [] },
    })
    expect((await admin.get(`/api/messages/${id}`)).body).toMatchObject({ leftOut: { restricted: 1 } })
  })

  test('sends what is urgent when all emails of a day have left, and announcements the next day', async ({
    platform,
  }) => {
    const { organization, admin } = await buildFamily(platform, '2094-08-02T16:00:00Z')
    await sendNow(platform, organization, admin, (await draftMessage(admin, everyone, { subject: 'First' })).id)
    await query(
      platform.databaseUrl,
      `with copies as (insert into messages (tenant_id, kind, status, subject, body, audience, written_by, written_by_name)
          select m.tenant_id, m.kind, 'sent', 'Copy', '-', m.audience, m.written_by, m.written_by_name
            from messages m, generate_series(1, 20000) where m.tenant_id = '${organization.id}' returning id, tenant_id),
        people as (insert into message_recipients (tenant_id, message_id, user_id, role)
          select c.tenant_id, c.id, r.user_id, r.role from copies c, message_recipients r
            where r.tenant_id = c.tenant_id returning id, tenant_id)
       insert into message_deliveries (tenant_id, recipient_id, status, due_at, sent_at)
         select tenant_id, id, 'sent', '2094-08-02T16:00:00Z', '2094-08-02T16:00:00Z' from people`,
    )
    await sendNow(platform, organization, admin, (await draftMessage(admin, everyone, { subject: 'Second' })).id)
    const urgent = await draftMessage(admin, everyone, { kind: 'urgent', subject: 'Now', body: 'Come.' })
    await sendNow(platform, organization, admin, urgent.id, { confirmedCount: 1 })
    const subjects = async () => (await emails(platform, organization)).map(({ subject }) => subject)
    expect(await subjects()).toEqual(['First', 'Urgent: Now'])
    moveTo(platform, '2094-08-03T16:00:00Z')
    await workMessages(platform, organization)
    expect(await subjects()).toEqual(['First', 'Urgent: Now', 'Second'])
  })
})

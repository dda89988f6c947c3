import { describe, expect } from 'vitest'
import { pluginTest } from '#core/testing/harness.ts'
import { query } from '#core/testing/query.ts'
import { fileForm } from '#core/testing/upload.ts'
import { tenantApp } from '../../plugin.ts'
import { buildParticipant, buildSession, buildStudent } from '../../testing/factories.ts'
import { announcement, draftMessage, sendNow, workMessages } from '../../testing/messages.ts'
import { buildFamily, emails, everyone, moveTo } from '../../testing/message-families.ts'
import { linkToken } from './links.ts'

const test = pluginTest([tenantApp])

describe('POST /api/messages/{id}/sending', () => {
  test('holds an announcement for a minute, in which it is undone, and then sends one message for both children', async ({
    platform,
  }) => {
    const { organization, admin, parent } = await buildFamily(platform)
    const { id, audienceText } = await draftMessage(admin, everyone, { wantsAcknowledgement: true })
    expect(audienceText).toBe('Families of the whole organization')
    expect((await admin.post(`/api/messages/${id}/sending`, {})).body).toMatchObject({ status: 'scheduled' })
    platform.clock.forward(59_000)
    await workMessages(platform, organization)
    expect((await parent.get('/api/inbox')).body).toEqual([])
    expect((await admin.post(`/api/messages/${id}/stop`)).body).toMatchObject({ status: 'draft', sendAt: null })
    platform.clock.forward(60_000)
    await workMessages(platform, organization)
    expect(await emails(platform, organization)).toEqual([])

    await sendNow(platform, organization, admin, id)
    const [email, ...others] = await emails(platform, organization)
    expect(others).toEqual([])
    expect(email).toMatchObject({ recipient: parent.user?.email, subject: 'Bring a lunch', class: 'news' })
    expect(email?.body).toContain('Please pack a lunch for Ava and Ben.')
    const [row] = (await parent.get('/api/inbox')).body
    expect(row).toMatchObject({ id, excerpt: 'Please pack a lunch for Ava and Ben.', openedAt: null })
    expect((await parent.get('/api/inbox/unread')).body).toEqual({ count: 1 })

    // Reading by GET notes nothing.
    await parent.get(`/api/inbox/${id}`)
    expect((await admin.get(`/api/messages/${id}`)).body).toMatchObject({ status: 'sent', opened: 0, recipients: 1 })
    expect((await parent.post(`/api/inbox/${id}/opening`)).status).toBe(204)
    expect((await admin.get(`/api/messages/${id}`)).body).toMatchObject({ opened: 1, acknowledged: 0 })
    expect((await admin.get(`/api/messages/${id}/recipients?state=unacknowledged`)).body).toHaveLength(1)
    expect((await admin.post(`/api/messages/${id}/nudge`)).status).toBe(200)
    await workMessages(platform, organization)
    expect((await emails(platform, organization))[1]?.subject).toBe('Reminder: Bring a lunch')
    expect((await admin.post(`/api/messages/${id}/nudge`)).body.code).toBe('message.not-nudged')
    for (let time = 0; time < 2; time++) {
      expect((await parent.post(`/api/inbox/${id}/acknowledgement`)).status).toBe(204)
    }
    expect((await parent.get('/api/inbox/unread')).body).toEqual({ count: 0 })
    expect((await admin.get(`/api/messages/${id}/recipients?state=acknowledged`)).body).toHaveLength(1)
    expect((await admin.post(`/api/messages/${id}/stop`)).status).toBe(200)
  })

  test('two admins who press Send at once send it once, and two runs of the job write each email once', async ({
    platform,
  }) => {
    const { organization, admin } = await buildFamily(platform)
    const { id } = await draftMessage(admin, everyone)
    const other = await organization.signIn('tenant_admin')
    const answers = await Promise.all([admin, other].map((by) => by.post(`/api/messages/${id}/sending`, {})))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1)
    platform.clock.forward(60_000)
    await Promise.all([workMessages(platform, organization), workMessages(platform, organization)])
    expect(await emails(platform, organization)).toHaveLength(1)
  })

  test('leaves out a guardian who is restricted between scheduling and sending, and before a late email', async ({
    platform,
  }) => {
    const { organization, admin, parent, ava, ben } = await buildFamily(platform, '2094-03-10T17:00:00Z')
    const restrict = (links: string[]) =>
      query(
        platform.databaseUrl,
        `update parent_students set is_restricted = true where id in (${links.map((one) => `'${one}'`).join()})`,
      )
    await parent.put('/api/email/preferences/announcements', { timing: 'evening' })
    const first = await draftMessage(admin, everyone, { subject: 'First' })
    await sendNow(platform, organization, admin, first.id)
    expect(await emails(platform, organization)).toEqual([])
    const at = new Date(platform.clock.now().getTime() + 3_600_000).toISOString()
    const second = await draftMessage(admin, everyone, { subject: 'Second' })
    await admin.post(`/api/messages/${second.id}/sending`, { at })
    await restrict([...ava.links, ...ben.links])
    moveTo(platform, '2094-03-10T23:30:00Z')
    await workMessages(platform, organization)
    expect(await emails(platform, organization)).toEqual([])
    expect((await parent.get('/api/inbox')).body).toEqual([])
    const again = await organization.client().signIn(admin.user?.email ?? '')
    expect((await again.get(`/api/messages/${second.id}`)).body).toMatchObject({
      recipients: 0,
      leftOut: { restricted: 1 },
    })
  })

  test('waits in quiet hours across the change of clocks, and brings several announcements in one evening email', async ({
    platform,
  }) => {
    // In the night to March 14 the clocks of New York go forward.
    const { organization, admin, parent } = await buildFamily(platform, '2094-03-14T02:30:00Z')
    const night = await draftMessage(admin, everyone, { subject: 'At night' })
    await sendNow(platform, organization, admin, night.id)
    expect((await parent.get('/api/inbox')).body).toHaveLength(1)
    moveTo(platform, '2094-03-14T10:59:00Z')
    await workMessages(platform, organization)
    expect(await emails(platform, organization)).toEqual([])
    moveTo(platform, '2094-03-14T11:00:00Z')
    await workMessages(platform, organization)
    expect(await emails(platform, organization)).toMatchObject([{ subject: 'At night' }])

    const [by, reader] = [
      await organization.client().signIn(admin.user?.email ?? ''),
      await organization.client().signIn(parent.user?.email ?? ''),
    ]
    expect((await reader.put('/api/email/preferences/announcements', { timing: 'evening' })).body).toEqual({
      timing: 'evening',
    })
    for (const subject of ['One', 'Two']) {
      await sendNow(platform, organization, by, (await draftMessage(by, everyone, { subject })).id)
    }
    expect(await emails(platform, organization)).toHaveLength(1)
    moveTo(platform, '2094-03-14T22:00:00Z')
    await workMessages(platform, organization)
    const evening = (await emails(platform, organization))[1]
    expect(evening?.subject).toBe('2 announcements from Harbour Makers')
    expect(evening?.body).toMatch(/One[^]*Two/)

    const last = await organization.client().signIn(parent.user?.email ?? '')
    expect((await last.put('/api/email/preferences/announcements', { timing: 'off' })).body).toEqual({ timing: 'off' })
    expect((await last.get('/api/email/preferences/announcements')).body).toEqual({ timing: 'off' })
    const writer = await organization.client().signIn(admin.user?.email ?? '')
    await sendNow(platform, organization, writer, (await draftMessage(writer, everyone, { subject: 'Off' })).id)
    expect(await emails(platform, organization)).toHaveLength(2)
    expect((await last.get('/api/inbox')).body).toHaveLength(4)
  })

  test('sends an urgent message at once, at night, when the number of people was typed', async ({ platform }) => {
    const { organization, admin, parent, ava } = await buildFamily(platform, '2094-06-01T03:00:00Z')
    const urgent = { kind: 'urgent', subject: 'Pick up now', body: 'The pool is closed.' }
    expect(
      (await admin.post('/api/messages', announcement(everyone, { ...urgent, body: 'a'.repeat(301) }))).status,
    ).toBe(400)
    const { id } = await draftMessage(admin, everyone, urgent)
    const refused = await admin.post(`/api/messages/${id}/sending`, { confirmedCount: 2 })
    expect(refused.body.code).toBe('message.count-changed')
    expect((await admin.post(`/api/messages/${id}/sending`, { confirmedCount: 1 })).status).toBe(200)
    await workMessages(platform, organization)
    expect(await emails(platform, organization)).toMatchObject([
      { subject: 'Urgent: Pick up now', class: 'urgent', recipient: parent.user?.email },
    ])
    const instructor = await organization.signIn('instructor')
    const startDate = new Date(platform.clock.now().getTime() + 3_600_000).toISOString()
    const session = await buildSession(platform, organization, { instructorId: instructor.user?.id ?? '', startDate })
    await buildParticipant(platform, organization, { sessionId: session.id, studentId: ava.id })
    const [meeting] = await query<{ id: string }>(
      platform.databaseUrl,
      `select id from session_meetings where session_id = '${session.id}'`,
    )
    const own = await draftMessage(instructor, { any: [{ kind: 'meeting', id: meeting?.id ?? '' }] }, urgent)
    const send = () => instructor.post(`/api/messages/${own.id}/sending`, { confirmedCount: 1 })
    expect((await send()).status).toBe(403)
    platform.clock.forward(3_660_000)
    expect((await send()).status).toBe(200)
  })

  test('an instructor sends five announcements a day', async ({ platform }) => {
    const { organization, admin, ava } = await buildFamily(platform)
    const instructor = await organization.signIn('instructor')
    const session = await buildSession(platform, organization, { instructorId: instructor.user?.id ?? '' })
    await buildParticipant(platform, organization, { sessionId: session.id, studentId: ava.id })
    const audience = { any: [{ kind: 'session' as const, id: session.id, places: ['registered' as const] }] }
    const drafts = []
    for (let count = 0; count < 6; count++) drafts.push(await draftMessage(instructor, audience))
    const answers = await Promise.all(drafts.map(({ id }) => instructor.post(`/api/messages/${id}/sending`, {})))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1)
    expect((await admin.get('/api/messages?status=scheduled')).body).toHaveLength(5)
    expect((await admin.post(`/api/messages/${drafts[0]?.id}/stop`)).status).toBe(200)
  })
})

describe('POST /api/messages', () => {
  test('refuses unknown fields, and no subject begins a header', async ({ platform }) => {
    const { organization, admin } = await buildFamily(platform)
    const refused = await admin.post('/api/messages', announcement(everyone, { body: 'Hello {chlid}' }))
    expect(refused.body.fields).toEqual({ body: '{chlid} is not a field. Use {child}, {name}, {organization}.' })
    const injected = await admin.post('/api/messages', announcement(everyone, { subject: 'Hi\r\nBcc: x@y.example' }))
    expect(injected.body.fields).toHaveProperty('subject')
    await buildStudent(platform, organization, {
      firstName: 'Zoe{name}\r\nBcc: x@y.example',
      guardians: [(await organization.user('parent')).id],
    })
    await sendNow(platform, organization, admin, (await draftMessage(admin, everyone, { subject: 'For {child}' })).id)
    const subjects = (await emails(platform, organization)).map(({ subject }) => subject)
    expect(subjects.toSorted()).toEqual(['For Ava and Ben', 'For Zoe{name} Bcc: x@y.example'])
  })

  test('keeps at most five files, checked by content, which recipients open once it is sent', async ({ platform }) => {
    const { organization, admin, parent } = await buildFamily(platform)
    const { id } = await draftMessage(admin, everyone)
    const pdf = (name = 'map.pdf') => fileForm(Buffer.from('%PDF-1.4\n%%EOF'), { filename: name, field: 'file' })
    const added = await admin.request('POST', `/api/messages/${id}/files`, pdf())
    expect(added.status).toBe(201)
    expect((await parent.get(`/api/files/${added.body.id}`)).status).toBe(404)
    for (let count = 1; count < 5; count++) await admin.request('POST', `/api/messages/${id}/files`, pdf())
    expect((await admin.request('POST', `/api/messages/${id}/files`, pdf())).body.code).toBe('message.most-files')
    await sendNow(platform, organization, admin, id)
    expect((await parent.get(`/api/inbox/${id}`)).body.files).toHaveLength(5)
    expect((await parent.get(`/api/files/${added.body.id}`)).status).toBe(200)
    const stranger = await organization.signIn('parent')
    expect((await stranger.get(`/api/files/${added.body.id}`)).status).toBe(404)
    expect((await stranger.get(`/api/inbox/${id}`)).status).toBe(404)
  })
})

describe('POST /api/message-links/opening', () => {
  test('opens and acknowledges by the link of the email alone, until the guardian is restricted', async ({
    platform,
  }) => {
    const { organization, admin } = await buildFamily(platform)
    const { id } = await draftMessage(admin, everyone, { wantsAcknowledgement: true })
    await sendNow(platform, organization, admin, id)
    const [recipient] = await query<{ id: string }>(
      platform.databaseUrl,
      `select id from message_recipients where message_id = '${id}'`,
    )
    const token = linkToken(platform.core.env, recipient?.id ?? '')
    const visitor = organization.client()
    expect((await visitor.post('/api/message-links/opening', { token: `${recipient?.id}.AAAA` })).status).toBe(404)
    expect((await visitor.post('/api/message-links/opening', { token })).body).toMatchObject({
      subject: 'Bring a lunch',
    })
    expect((await visitor.post('/api/message-links/acknowledgement', { token })).status).toBe(204)
    expect((await admin.get(`/api/messages/${id}`)).body).toMatchObject({ opened: 1, acknowledged: 1 })
    platform.clock.forward(13 * 86_400_000)
    expect((await visitor.post('/api/message-links/opening', { token })).status).toBe(200)
    platform.clock.forward(86_400_000)
    expect((await visitor.post('/api/message-links/opening', { token })).body.code).toBe('not-found')
    await query(
      platform.databaseUrl,
      `update message_deliveries set sent_at = '${platform.clock.now().toISOString()}' where recipient_id = '${recipient?.id}'`,
    )
    expect((await visitor.post('/api/message-links/opening', { token })).status).toBe(200)
    const other = (await platform.organization()).client()
    expect((await other.post('/api/message-links/opening', { token })).status).toBe(404)
    await query(
      platform.databaseUrl,
      `update parent_students set is_restricted = true where tenant_id = '${organization.id}'`,
    )
    expect((await visitor.post('/api/message-links/opening', { token })).status).toBe(404)
  })
})

describe('GET /api/sessions/{id}/message', () => {
  test('fills in what has changed, or a template', async ({ platform }) => {
    const { organization, admin } = await buildFamily(platform)
    const startDate = '2095-03-20T20:00:00Z'
    const session = await buildSession(platform, organization, { name: 'Robots {x}', startDate })
    const filled = (await admin.get(`/api/sessions/${session.id}/message?change=cancelled`)).body
    expect(filled).toMatchObject({ subject: 'Robots x is canceled' })
    expect(filled.body).toContain('Sunday, March 20, 2095 at 4:00 PM')
    const template = { name: 'Late', subject: '{session} starts late', body: 'Bring {child} to {place}.' }
    const { body: made } = await admin.post('/api/message-templates', template)
    const used = (await admin.get(`/api/sessions/${session.id}/message?templateId=${made.id}`)).body
    expect(used.subject).toBe('Robots x starts late')
    expect((await admin.post('/api/message-templates', template)).status).toBe(409)
    expect((await admin.post('/api/message-templates', { ...template, name: 'Bad', body: '{when}' })).status).toBe(400)
    expect((await admin.get('/api/message-templates')).body).toHaveLength(1)
  })
})

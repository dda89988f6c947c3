import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { startSmtpServer } from '#core/testing/smtp.ts'
import { addPoints } from '../../../base/points/server/points.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildScore, buildStudent } from '../../../testing/factories.ts'
import { MINUTE_MS, markStudent, scheduleSession } from '../../../testing/sessions.ts'
import { lookForDigests, sendDigests } from './send-digests.ts'

const test = pluginTest([tenantApp], { work: true })

const DAY = 1440 * MINUTE_MS

const moveTo = ({ clock }: TestPlatform, moment: string) =>
  clock.forward(Math.max(0, Date.parse(moment) - clock.now().getTime()))

/** Runs the job on two nodes at once and returns the recipients of the digests. */
async function sent({ core }: TestPlatform, { id }: TestOrganization): Promise<string[]> {
  const emails = () =>
    core.db.platform(systemActor, ({ trx }) =>
      trx('mail_messages')
        .where({ tenantId: id })
        .whereLike('subject', 'The week of%')
        .orderBy('id')
        .pluck('recipient'),
    ) as Promise<string[]>
  const before = (await emails()).length
  const run = () => sendDigests.perform(core, id, {})
  await Promise.all([run(), run()])
  return (await emails()).slice(before).toSorted()
}

const choose = (by: Client, isOn = true) => by.put('/api/digest', { isOn })

async function family(platform: TestPlatform, timeZone: string) {
  const organization = await platform.organization({ name: 'Harbour Makers' })
  const admin = await organization.signIn('tenant_admin')
  await admin.put('/api/tenant/settings', { timeZone })
  await admin.put('/api/notifications/settings', { digestWeekday: 7, digestHour: 9 })
  return { organization, admin }
}

test('subscribed guardians get one email about the week of children whom they may see, by the organization’s clock', async ({
  platform,
}) => {
  await using smtp = await startSmtpServer()
  const operator = await platform.superAdmin()
  await operator.put('/api/settings', { mailHost: smtp.host, mailPort: smtp.port, mailUseTls: false, mailUsername: '' })
  // New York's clocks go forward on March 14.
  moveTo(platform, '2094-03-09T15:00:00Z')
  const { organization, admin } = await family(platform, 'America/New_York')
  const [subscriber, restricted, silent, blind, idle, childless] = (await Promise.all(
    Array.from({ length: 6 }, () => organization.signIn('parent')),
  )) as [Client, Client, Client, Client, Client, Client]
  const idOf = (by: Client) => by.user?.id ?? ''
  const mia = await buildStudent(platform, organization, {
    firstName: 'Mia',
    guardians: [
      idOf(subscriber),
      idOf(restricted),
      { userId: idOf(silent), mayBeTold: false },
      { userId: idOf(blind), maySee: false },
      idOf(idle),
    ],
  })
  const ben = await buildStudent(platform, organization, {
    firstName: 'Ben',
    guardians: [idOf(subscriber), idOf(restricted)],
  })
  await buildStudent(platform, organization, { firstName: 'Cleo', guardians: [idOf(childless)] })
  const within = platform.core.db.tenant.bind(platform.core.db, organization.id, systemActor)
  await within(async (scope) => {
    await scope
      .trx('parentStudents')
      .whereIn('id', [mia.links[1] ?? '', ben.links[0] ?? ''])
      .update({ isRestricted: true })
    const earnedAt = platform.clock.now()
    await addPoints(scope, [{ studentId: mia.id, points: 12, source: 'given', reason: 'Helped', earnedAt }])
  })
  const completedAt = platform.clock.now().toISOString()
  await buildScore(platform, organization, { studentId: mia.id, feedback: 'Clever bridge', completedAt })
  await admin.put(`/api/students/${mia.id}/health`, { medicalNotes: 'Peanuts' })
  const past = await scheduleSession(platform, admin, { inMinutes: 5, name: 'Robots' })
  await scheduleSession(platform, admin, { inMinutes: 6 * 1440, name: 'Chess', location: 'Room 4' }).then((next) =>
    admin.post(`/api/sessions/${next}/participants`, { studentIds: [mia.id, ben.id] }),
  )
  await admin.post(`/api/sessions/${past}/participants`, { studentIds: [mia.id, ben.id] })
  platform.clock.forward(10 * MINUTE_MS)
  await markStudent(admin, past, mia.id, { mark: 'absent' })

  expect((await subscriber.get('/api/digest')).body).toEqual({
    isOn: false,
    isSent: true,
    weekday: 7,
    hour: 9,
    timeZone: 'America/New_York',
  })
  for (const by of [subscriber, restricted, silent, blind, childless]) {
    const [first, second] = [await choose(by), await choose(by)]
    expect([first, second]).toMatchObject([{ body: { isOn: true } }, { status: 200 }])
  }
  expect((await choose(admin)).status).toBe(403)

  moveTo(platform, '2094-03-14T12:59:00Z')
  expect(await sent(platform, organization)).toEqual([])
  moveTo(platform, '2094-03-14T13:00:00Z')
  const own = [subscriber.user?.email ?? '', restricted.user?.email ?? '']
  expect(await sent(platform, organization)).toEqual(own.toSorted())
  expect(await sent(platform, organization)).toEqual([])
  const [message, other] = [
    await smtp.waitFor(({ to }) => to.includes(own[0] ?? '')),
    await smtp.waitFor(({ to }) => to.includes(own[1] ?? '')),
  ]
  expect(message.subject).toBe('The week of Mia at Harbour Makers')
  expect(message.text).toMatch(/Mia\n {2}Coming up\n {4}Mon, Mar 15, .*: Chess, Room 4\n/)
  expect(message.text).toContain('Tue, Mar 9, Robots: absent')
  expect(message.text).toContain('Maze: 8 of 10. “Clever bridge”')
  expect(message.text).toContain('12 points this week, 12 points in all')
  expect(message.text).toContain('Tell Harbour Makers why Mia was absent from Robots')
  expect(message.text).not.toMatch(/Ben|Peanuts|health/i)
  // Omits a child whom the guardian may not see, and other families' children.
  expect(other.subject).toBe('The week of Ben at Harbour Makers')
  expect(other.text).not.toContain('Mia')

  expect(message.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  const address = new URL(message.headers['list-unsubscribe']?.slice(1, -1) ?? '')
  expect(message.text).toContain(`/unsubscribe${address.search}`)
  const kept = await within(({ trx }) => trx('digests').whereNotNull('tokenHash'))
  expect(JSON.stringify(kept)).not.toContain(address.searchParams.get('token'))
  // Sends the request like an email client without a session.
  const press = (search: string) =>
    organization.client().request('POST', `${address.pathname}${search}`, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
  expect((await press('?token=another')).status).toBe(404)
  // Digests of earlier versions have another URL in their headers.
  const earlier = await organization.client().post(`/api/digest/unsubscribe${address.search}`)
  expect(earlier.status).toBe(204)
  expect([(await press(address.search)).status, (await press(address.search)).status]).toEqual([204, 204])

  // A week later it is nine o'clock again.
  moveTo(platform, '2094-03-21T13:00:00Z')
  const clocks = await organization.client().signIn(idle.user?.email ?? '')
  await choose(clocks)
  expect(await sent(platform, organization)).toEqual([])
  const back = await organization.client().signIn(restricted.user?.email ?? '')
  expect((await back.get('/api/digest')).body).toMatchObject({ isOn: true })
})

test('after a change of the day no guardian gets two digests in a week, and none is sent a day late', async ({
  platform,
}) => {
  moveTo(platform, '2094-10-26T12:00:00Z')
  const { organization, admin } = await family(platform, 'Europe/Berlin')
  const parent = await organization.signIn('parent')
  const { id } = await buildStudent(platform, organization, { guardians: [parent.user?.id ?? ''] })
  for (const days of [2, 4, 10, 15, 16, 24]) {
    const next = await scheduleSession(platform, admin, { inMinutes: days * 1440, name: `After ${days}` })
    await admin.post(`/api/sessions/${next}/participants`, { studentIds: [id] })
  }
  await choose(parent)
  const jobs = () =>
    platform.core.db.platform(
      systemActor,
      async ({ trx }) =>
        (await trx('pgboss.job').whereRaw(`name = ? and data->>'tenantId' = ?`, [sendDigests.name, organization.id]))
          .length,
    )
  // The clocks went back in the night.
  moveTo(platform, '2094-10-31T07:59:00Z')
  await lookForDigests.perform(platform.core, null, {})
  expect(await jobs()).toBe(0)
  moveTo(platform, '2094-10-31T08:00:00Z')
  expect(await sent(platform, organization)).toEqual([parent.user?.email])
  const again = await organization.client().signIn(admin.user?.email ?? '')
  const settings = await again.put('/api/notifications/settings', { digestWeekday: 1, digestHour: 6 })
  expect(settings).toMatchObject({ status: 200, body: { digestWeekday: 1, digestHour: 6, sendsDigests: true } })
  expect((await again.put('/api/notifications/settings', { digestHour: 24 })).body.fields).toHaveProperty('digestHour')
  expect((await again.put('/api/notifications/settings', { digestHour: 7, updatedAt: null })).status).toBe(409)
  moveTo(platform, '2094-11-01T05:00:00Z')
  expect(await sent(platform, organization)).toEqual([])
  // The platform was down for the day.
  moveTo(platform, '2094-11-09T05:00:00Z')
  expect(await sent(platform, organization)).toEqual([])
  platform.clock.forward(6 * DAY)
  const later = await organization.client().signIn(admin.user?.email ?? '')
  await later.put('/api/notifications/settings', { sendsDigests: false })
  expect(await sent(platform, organization)).toEqual([])
  await later.put('/api/notifications/settings', { sendsDigests: true })
  await lookForDigests.perform(platform.core, null, {})
  expect(await jobs()).toBe(1)
})

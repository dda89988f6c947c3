import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest, type TestPlatform } from '#core/testing/harness.ts'
import { audit } from '#plugins/audit/plugin.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildParticipant, buildSession, buildStudent } from '../../../testing/factories.ts'
import type { DoorChild } from '../contract.ts'
import { closeDays } from './close-days.ts'
import { alertLatePickups } from './late-pickups.ts'

const test = pluginTest([audit, tenantApp])

const MINUTE_MS = 60_000

/** A session of an hour that begins now, with Ada who has arrived. */
async function arrive(platform: TestPlatform) {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const instructor = await organization.user('instructor')
  const mother = await organization.user('parent')
  const { id: studentId, links } = await buildStudent(platform, organization, { guardians: [mother.id] })
  const begins = platform.clock.now().getTime()
  const session = await buildSession(platform, organization, {
    name: 'Robotics',
    startDate: new Date(begins).toISOString(),
    instructorId: instructor.id,
  })
  await buildParticipant(platform, organization, { sessionId: session.id, studentId })
  const path = `/api/sessions/${session.id}/door`
  let latest = admin
  const client = () => latest
  /** Signs in anew, once a session has ended. */
  const signInAgain = async () => {
    latest = await organization.signIn('tenant_admin')
  }
  const send = async (kind: 'in' | 'out', minutes: number) => {
    const at = new Date(begins + minutes * MINUTE_MS).toISOString()
    const by = { kind: 'guardian', personId: links[0] }
    const meeting = (await client().get(path)).body.meeting.id as string
    const { body } = await client().post(`${path}/events?meeting=${meeting}`, {
      events: [{ id: randomUUID(), studentId, kind, at, by }],
    })
    return body[0].outcome as string
  }
  const child = async (): Promise<DoorChild> => (await client().get(path)).body.children[0]
  const run = (job: typeof closeDays) => platform.core.db.tenant(organization.id, systemActor, job)
  const mails = () =>
    platform.core.db.platform(systemActor, ({ trx }) =>
      trx('mail_messages').where({ tenantId: organization.id }).select<{ recipient: string; body: string }[]>(),
    )
  const minutes = async () => {
    const rows = (await platform.core.db.tenant(organization.id, systemActor, ({ trx }) =>
      trx('meetingAttendance').where({ studentId }).select('minutes', 'minutesAssumed', 'lastOut'),
    )) as object[]
    return rows[0]
  }
  return { admin, instructor, signInAgain, send, child, run, mails, minutes }
}

test('after midnight the day of a child without a departure is closed once, and its minutes are assumed', async ({
  platform,
}) => {
  const { signInAgain, send, child, run, minutes } = await arrive(platform)
  await send('in', 0)
  await run(closeDays)
  expect(await child()).toMatchObject({ state: 'in' })
  platform.clock.forward(26 * 60 * MINUTE_MS)
  await run(closeDays)
  await run(closeDays)
  await signInAgain()
  expect(await child()).toMatchObject({ state: 'closed' })
  expect(await minutes()).toEqual({ minutes: 60, minutesAssumed: 60, lastOut: null })
  // The tablet that had no connection knows when the child left.
  expect(await send('out', 40)).toBe('saved')
  expect(await child()).toMatchObject({ state: 'out' })
  expect(await minutes()).toMatchObject({ minutes: 40, minutesAssumed: 0 })
})

test('children who are still here are emailed about a quarter and half an hour after the end, once', async ({
  platform,
}) => {
  const { admin, instructor, send, run, mails } = await arrive(platform)
  const text = 'Call the director: 555 0100'
  expect((await admin.put('/api/door/settings', { graceMinutes: 5, lateText: text })).status).toBe(200)
  await send('in', 0)
  platform.clock.forward(74 * MINUTE_MS)
  await run(alertLatePickups)
  expect(await mails()).toEqual([])
  platform.clock.forward(2 * MINUTE_MS)
  await run(alertLatePickups)
  await run(alertLatePickups)
  const first = await mails()
  expect(first.map(({ recipient }) => recipient)).toEqual([admin.user?.email])
  expect(first[0]?.body).toContain('1 child should have been picked up from Robotics and is still here: Ada King.')
  expect(first[0]?.body).not.toContain(text)
  platform.clock.forward(15 * MINUTE_MS)
  await run(alertLatePickups)
  await run(alertLatePickups)
  const again = (await mails()).filter(({ body }) => body.includes(text))
  expect(new Set(again.map(({ recipient }) => recipient))).toEqual(new Set([admin.user?.email, instructor.email]))
  expect(again).toHaveLength(2)
})

test('no email is sent about a child who was released', async ({ platform }) => {
  const { send, run, mails } = await arrive(platform)
  await send('in', 0)
  await send('out', 0)
  platform.clock.forward(180 * MINUTE_MS)
  await run(alertLatePickups)
  expect(await mails()).toEqual([])
})

import { describe, expect } from 'vitest'
import { create } from '#core/testing/calls.ts'
import { pluginTest, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { query } from '#core/testing/query.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { unseal } from '#core/server/secrets.ts'
import { tenantApp } from '../../../plugin.ts'
import { familyLinkToken } from '../../../base/families/server/family-links.ts'
import { mailPlacesGiven } from '../../rosters/server/emails.ts'
import { buildStudent } from '../../../testing/factories.ts'
import { scheduleSession } from '../../../testing/sessions.ts'
import type { ChildSession } from '../contract.ts'
import type { LinkedAbsences } from '../links-contract.ts'
import { mailChangedDay } from './day-emails.ts'

const test = pluginTest([tenantApp])

const DAY_MS = 86_400_000

/** Builds a child whose first guardian has no account and whose second has one, registered in a session. */
async function buildUnregistered(platform: TestPlatform) {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const [guardian, parent] = [await organization.user('parent'), await organization.signIn('parent')]
  await query(platform.databaseUrl, `update users set password_hash = null where id = '${guardian.id}'`)
  const student = await buildStudent(platform, organization, { guardians: [guardian.id, parent.user?.id ?? ''] })
  const sessionId = await scheduleSession(platform, admin)
  await admin.post(`/api/sessions/${sessionId}/participants`, { studentIds: [student.id] })
  return { organization, admin, guardian, parent, student, sessionId, visitor: organization.client() }
}

/** Links of the emails about a child, with their tokens, by recipient. */
async function linksOf({ core, databaseUrl }: TestPlatform, { id }: TestOrganization) {
  const rows = await query<{ recipient: string; body: string; secret: Buffer | null }>(
    databaseUrl,
    `select recipient, body, secret from mail_messages where tenant_id = '${id}' order by id`,
  )
  return rows.map(({ recipient, body, secret }) => ({
    recipient,
    path: /\/(absence|place|parent-portal|calendar)\b/.exec(body)?.[1],
    token: secret ? decodeURIComponent(unseal(core.env.sessionKey, secret) ?? '') : null,
  }))
}

describe('POST /api/absence-links/absences', () => {
  test('a guardian without an account reports an absence by the link of an email, once', async ({ platform }) => {
    const { organization, admin, guardian, parent, student, sessionId, visitor } = await buildUnregistered(platform)
    const startsAt = new Date(platform.clock.now().getTime() + DAY_MS).toISOString()
    const change = { sessionId, name: 'Robots', kind: 'moved', isAhead: true, startsAt, endsAt: startsAt } as const
    await platform.core.db.tenant(organization.id, systemActor, (scope) =>
      mailChangedDay(scope, { ...change, previousStart: null, previousEnd: null }),
    )
    const links = await linksOf(platform, organization)
    const own = links.find(({ recipient }) => recipient === guardian.email)
    expect(own).toMatchObject({ path: 'absence' })
    expect(links.find(({ recipient }) => recipient !== guardian.email)).toMatchObject({ path: 'calendar', token: null })
    const token = own?.token ?? ''
    // Nothing is changed by a look, nor by a GET.
    const opened = await visitor.post('/api/absence-links/opening', { token })
    expect(opened.body as LinkedAbsences).toMatchObject({
      firstName: 'Ada',
      days: [{ sessionId, meetingId: null, name: 'Robots', isReported: false }],
    })
    expect((await visitor.get(`/api/absence-links/absences?token=${encodeURIComponent(token)}`)).status).toBe(404)
    expect((await parent.get(`/api/children/${student.id}/absences`)).body).toEqual([])
    const body = { token, sessionId, reason: 'Fever' }
    expect((await visitor.post('/api/absence-links/absences', body)).status).toBe(201)
    expect((await visitor.post('/api/absence-links/absences', body)).status).toBe(409)
    expect((await admin.get(`/api/sessions/${sessionId}/participants`)).body).toMatchObject([
      { reportedReason: 'Fever' },
    ])
    const again = await visitor.post('/api/absence-links/opening', { token })
    expect(again.body as LinkedAbsences).toMatchObject({ days: [{ isReported: true }] })
    // The link serves one purpose, and reads nothing else.
    expect((await visitor.post('/api/place-links/opening', { token })).status).toBe(404)
    expect((await visitor.get(`/api/children/${student.id}/sessions`)).status).toBe(401)
  })

  test('a link ends after 14 days, with access of its guardian, and in another organization', async ({ platform }) => {
    const { organization, guardian, student, sessionId, visitor } = await buildUnregistered(platform)
    const makeToken = () =>
      familyLinkToken(platform.core, { purpose: 'absence', guardianId: guardian.id, studentId: student.id })
    const token = makeToken()
    const isRefused = async (given: string, by = visitor) => {
      const answers = [
        await by.post('/api/absence-links/opening', { token: given }),
        await by.post('/api/absence-links/absences', { token: given, sessionId }),
      ]
      return answers.every(({ status, body }) => status === 404 && body.message === 'This link does not work any more')
    }
    expect(await isRefused(token, (await platform.organization()).client())).toBe(true)
    expect(await isRefused(`${token}x`)).toBe(true)
    expect(await isRefused(token.replace(student.id, guardian.id))).toBe(true)
    const change = (set: string) =>
      query(platform.databaseUrl, `update parent_students set ${set} where parent_id = '${guardian.id}'`)
    await change('is_restricted = true')
    expect(await isRefused(token)).toBe(true)
    await change('is_restricted = false, may_see = false')
    expect(await isRefused(token)).toBe(true)
    await change('may_see = true')
    const setStatus = (status: string) =>
      query(platform.databaseUrl, `update tenants set status = '${status}' where id = '${organization.id}'`)
    await setStatus('suspended')
    expect(await isRefused(token)).toBe(true)
    await setStatus('active')
    platform.clock.forward(14 * DAY_MS - 1000)
    expect((await visitor.post('/api/absence-links/opening', { token })).status).toBe(200)
    platform.clock.forward(2000)
    expect(await isRefused(token)).toBe(true)
    const fresh = makeToken()
    await query(platform.databaseUrl, `update users set is_active = false where id = '${guardian.id}'`)
    expect(await isRefused(fresh)).toBe(true)
  })
})

describe('POST /api/place-links/answer', () => {
  test('a guardian without an account declines a place, which goes to the next child, whose guardian accepts it', async ({
    platform,
  }) => {
    const { organization, admin, guardian, student, visitor } = await buildUnregistered(platform)
    const next = await organization.signIn('parent')
    const { id: nextId } = await buildStudent(platform, organization, {
      firstName: 'Cleo',
      guardians: [next.user?.id ?? ''],
    })
    const sessionId = await scheduleSession(platform, admin, { maxParticipants: 1, inMinutes: 3000 })
    await create(admin, `/api/sessions/${sessionId}/participants`, { studentIds: [student.id, nextId] })
    await platform.core.db.tenant(organization.id, systemActor, (scope) =>
      mailPlacesGiven(scope, { sessionId, studentIds: [student.id] }),
    )
    const links = await linksOf(platform, organization)
    expect(new Set(links.map(({ path }) => path))).toEqual(new Set(['parent-portal', 'place']))
    expect(links).toHaveLength(2)
    const token = links.find(({ recipient }) => recipient === guardian.email)?.token ?? ''
    expect((await visitor.post('/api/place-links/opening', { token })).body).toMatchObject({
      firstName: 'Ada',
      session: { name: 'Robots', isOpen: true },
    })
    expect((await visitor.post('/api/place-links/answer', { token, answer: 'accept' })).status).toBe(204)
    expect((await visitor.post('/api/place-links/answer', { token, answer: 'decline' })).status).toBe(204)
    expect((await visitor.post('/api/place-links/answer', { token, answer: 'decline' })).status).toBe(404)
    expect((await visitor.post('/api/place-links/opening', { token })).status).toBe(404)
    expect((await next.get(`/api/children/${nextId}/sessions`)).body as ChildSession[]).toMatchObject([
      { place: 'registered', isAnswerAwaited: true },
    ])
  })
})

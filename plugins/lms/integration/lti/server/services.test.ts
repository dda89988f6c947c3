import { describe, expect } from 'vitest'
import { pluginTest, type Client, type TestOrganization, type TestPlatform } from '#core/testing/harness.ts'
import { lms } from '../../../plugin.ts'
import {
  addTool,
  buildTool,
  callService,
  getAccessToken,
  launchTool,
  postForm,
  publishToolLesson,
  secondsNow,
  serveKeys,
  signAsTool,
  tokenForm,
  toolKey,
} from '../testing/tool-double.ts'
import { claims, scopes } from './vocabulary.ts'

const test = pluginTest([lms], { env: { LTI_ALLOW_PRIVATE: '1' } })
const everything = Object.values(scopes).join(' ')

/** Creates a learner who has opened the tool of a lesson, and the tool's access token. */
async function createLaunched(
  platform: TestPlatform,
  organization: TestOrganization,
  given: Parameters<typeof buildTool>[0] = {},
) {
  const admin = await organization.signIn('tenant_admin')
  const tool = await addTool(admin, given)
  const { issuer } = (await admin.get('/api/tenant/lti/platform')).body
  const course = await publishToolLesson(admin, tool)
  const learner = await organization.signIn('student')
  await learner.post(`/api/tenant/courses/${course.id}/enroll`)
  const message = await launchTool(platform, learner, course.lessonId, { issuer })
  const program = organization.client()
  const token = await getAccessToken(platform, program, { clientId: tool.clientId, issuer }, everything)
  const { lineitem, lineitems } = message[claims.grades] as { lineitem: string; lineitems: string }
  const score = (given: object, client: Client = program, at = lineitem) =>
    callService(client, token, `${at}/scores`, {
      userId: message.sub,
      scoreGiven: 8,
      scoreMaximum: 10,
      timestamp: platform.core.clock.now().toISOString(),
      activityProgress: 'Completed',
      gradingProgress: 'FullyGraded',
      ...given,
    })
  const progress = async () =>
    (await learner.get(`/api/tenant/courses/${course.id}/lessons/${course.lessonId}`)).body.progress
  return { admin, tool, issuer, course, learner, program, token, lineitem, lineitems, message, score, progress }
}

describe('POST /api/lti/token', () => {
  test('gives a token for an assertion of the tool alone, once', async ({ platform }) => {
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    const tool = await addTool(admin)
    const { issuer, tokenUrl } = (await admin.get('/api/tenant/lti/platform')).body
    const client = organization.client()
    const now = secondsNow(platform)
    const good = { iss: tool.clientId, sub: tool.clientId, aud: tokenUrl }
    const sign = (given: object = {}, signing: object = {}) => signAsTool({ ...good, ...given }, { now, ...signing })
    const ask = async (assertion: string, scope = scopes.postScores as string, of = client) =>
      (await postForm(of, '/api/lti/token', tokenForm(assertion, scope))).status
    const first = await sign()
    expect(await ask(first)).toBe(200)
    expect(await ask(first)).toBe(400)
    const once = await sign()
    const both = await Promise.all([ask(once), ask(once)])
    expect(both.toSorted((one, other) => one - other)).toEqual([200, 400])
    expect(await ask(`${Buffer.from('{"alg":"none"}').toString('base64url')}.${(await sign()).split('.')[1]}.`)).toBe(
      400,
    )
    const secret = new TextEncoder().encode(toolKey.publicPem)
    expect(await ask(await sign({}, { key: secret, header: { alg: 'HS256' } }))).toBe(400)
    expect(await ask(await sign({ aud: 'https://other.example/api/lti/token' }))).toBe(400)
    expect(await ask(await sign({ iss: 'foreign' }))).toBe(400)
    expect(await ask(await sign({ iss: crypto.randomUUID(), sub: crypto.randomUUID() }))).toBe(400)
    expect(await ask(await sign({ exp: now - 120 }))).toBe(400)
    expect(await ask(await sign({ iat: now + 600, exp: now + 900 }))).toBe(400)
    expect(await ask(await sign({ iat: now - 4000 }))).toBe(400)
    expect(await ask(await sign(), 'openid')).toBe(400)
    // Members are not shared.
    expect(await ask(await sign(), scopes.readMembers)).toBe(400)
    const other = await platform.organization()
    expect(await ask(await sign(), scopes.postScores, other.client())).toBe(400)
    await admin.put(`/api/tenant/lti/tools/${tool.id}`, buildTool({ isEnabled: false }))
    expect(await ask(await sign())).toBe(400)
    expect(issuer).toMatch(/^http/)
  })

  test('reads the keys at their address, and refuses an unknown one', async ({ platform }) => {
    const { url, server } = await serveKeys('tool-1')
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    const tool = await addTool(admin, { keysUrl: url, publicKey: '' })
    const { issuer, tokenUrl } = (await admin.get('/api/tenant/lti/platform')).body
    const client = organization.client()
    const identity = { clientId: tool.clientId, issuer }
    expect(await getAccessToken(platform, client, identity, scopes.postScores)).toBeTypeOf('string')
    const given = { iss: tool.clientId, sub: tool.clientId, aud: tokenUrl }
    const unknown = await signAsTool(given, { now: secondsNow(platform), header: { kid: 'tool-2' } })
    expect((await postForm(client, '/api/lti/token', tokenForm(unknown, scopes.postScores))).status).toBe(400)
    server.close()
  })
})

describe('POST /api/lti/courses/{courseId}/line-items/{lessonId}/scores', () => {
  test('a score completes the lesson and is in the gradebook; later ones alone count', async ({ platform }) => {
    const organization = await platform.organization()
    const { admin, course, score, progress, program, token, lineitem, message } = await createLaunched(
      platform,
      organization,
    )
    const timestamp = platform.core.clock.now().toISOString()
    expect((await score({ timestamp, gradingProgress: 'PendingManual', scoreGiven: undefined })).status).toBe(204)
    expect(await progress()).toMatchObject({ isCompleted: false, facts: { isAwaitingGrade: true, score: null } })
    expect((await score({ timestamp, scoreGiven: 10 })).status).toBe(409)
    platform.clock.forward(1000)
    expect((await score({ scoreGiven: 5 })).status).toBe(204)
    expect(await progress()).toMatchObject({ isCompleted: false, facts: { isAwaitingGrade: false, score: 50 } })
    platform.clock.forward(1000)
    expect((await score({})).status).toBe(204)
    expect(await progress()).toMatchObject({ isCompleted: true, how: 'checked', facts: { score: 80 } })
    const earlier = new Date(platform.core.clock.now().getTime() - 3_600_000).toISOString()
    expect((await score({ scoreGiven: 1, timestamp: earlier })).status).toBe(409)
    const { learners } = (await admin.get(`/api/tenant/courses/${course.id}/gradebook`)).body
    expect(learners?.[0]?.cells).toEqual([{ state: 'done', score: 80 }])
    expect((await callService(program, token, `${lineitem}/results`)).body).toContain('"resultScore":8')
    expect((await callService(program, token, `${lineitem}/results?user_id=${message.sub}`)).body).toContain(
      '"resultMaximum":10',
    )
    expect((await callService(program, token, `${lineitem}/results?user_id=no-id`)).body).toBe('[]')
    expect((await callService(program, token, lineitem)).body).toContain('"label":"Halves"')
    // A completion stays.
    platform.clock.forward(1000)
    expect((await score({ scoreGiven: 0 })).status).toBe(204)
    expect(await progress()).toMatchObject({ isCompleted: true, facts: { score: 0 } })
  })

  test('a learner with a score cannot be unenrolled', async ({ platform }) => {
    const { admin, course, learner, score } = await createLaunched(platform, await platform.organization())
    expect((await score({ scoreGiven: 1 })).status).toBe(204)
    const answer = await admin.delete(`/api/tenant/courses/${course.id}/learners/${learner.user?.id}`)
    expect(answer).toMatchObject({ status: 409, body: { code: 'learners.has-record' } })
  })

  test('two scores of one moment at once: one counts', async ({ platform }) => {
    const { score } = await createLaunched(platform, await platform.organization())
    const timestamp = platform.core.clock.now().toISOString()
    const both = await Promise.all([score({ timestamp }), score({ timestamp, scoreGiven: 3 })])
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 409])
  })

  test('refuses other courses, other tools, other people, other organizations and other tokens', async ({
    platform,
  }) => {
    const organization = await platform.organization()
    const { admin, tool, issuer, course, learner, program, token, lineitem, message, score } = await createLaunched(
      platform,
      organization,
    )
    const other = await publishToolLesson(admin, await addTool(admin, { name: 'Another' }))
    await learner.post(`/api/tenant/courses/${other.id}/enroll`)
    const of = (courseId: string, lessonId: string) => `${issuer}/api/lti/courses/${courseId}/line-items/${lessonId}`
    const status = async (answer: ReturnType<typeof score>) => (await answer).status
    expect(await status(score({}, program, of(other.id, other.lessonId)))).toBe(404)
    expect(await status(score({}, program, of(other.id, course.lessonId)))).toBe(404)
    expect(await status(score({}, program, of(course.id, other.lessonId)))).toBe(404)
    expect(await status(score({}, program, of(course.id, 'no-id')))).toBe(404)
    expect(await status(score({ userId: crypto.randomUUID() }))).toBe(404)
    expect(await status(score({ userId: learner.user?.id }))).toBe(404)
    expect(await status(score({ scoreGiven: -1 }))).toBe(400)
    expect(await status(score({ scoreMaximum: 0 }))).toBe(400)
    expect(await status(score({ timestamp: 'yesterday' }))).toBe(400)
    // It would hold back every report after it.
    const ahead = new Date(platform.core.clock.now().getTime() + 3600_000).toISOString()
    expect(await status(score({ timestamp: ahead }))).toBe(400)
    const foreign = (await platform.organization()).client()
    expect(await status(score({}, foreign))).toBe(401)
    const identity = { clientId: tool.clientId, issuer }
    const reading = await getAccessToken(platform, program, identity, scopes.readLineItems)
    expect((await callService(program, reading, `${lineitem}/scores`, {})).status).toBe(403)
    expect((await callService(program, 'made-up', lineitem)).status).toBe(401)
    expect((await callService(program, token, `${issuer}/api/lti/courses/${course.id}/members`)).status).toBe(403)
    expect((await score({})).status).toBe(204)
    platform.clock.forward(3601 * 1000)
    expect(await status(score({}))).toBe(401)
    expect(message.sub).not.toBe(learner.user?.id)
  })

  test('a token counts no longer once its tool is turned off', async ({ platform }) => {
    const { admin, tool, score } = await createLaunched(platform, await platform.organization())
    await admin.put(`/api/tenant/lti/tools/${tool.id}`, buildTool({ isEnabled: false }))
    expect((await score({})).status).toBe(401)
  })
})

describe('GET /api/lti/courses/{courseId}/members', () => {
  test('lists the learners whom an instructor sees, with what is shared, page by page', async ({ platform }) => {
    const organization = await platform.organization()
    const { admin, issuer, course, program, token } = await createLaunched(platform, organization, {
      sharesMembers: true,
    })
    for (const role of ['student', 'instructor'] as const) {
      const one = await organization.signIn(role)
      await one.post(`/api/tenant/courses/${course.id}/enroll`)
    }
    const path = `${issuer}/api/lti/courses/${course.id}/members`
    const first = await callService(program, token, `${path}?limit=1`)
    expect({ status: first.status, type: first.headers['content-type'] }).toEqual({
      status: 200,
      type: 'application/vnd.ims.lti-nrps.v2.membershipcontainer+json; charset=utf-8',
    })
    expect(first.headers['link']).toBe(`<${path}?limit=1&offset=1>; rel="next"`)
    const { members, context } = JSON.parse((await callService(program, token, path)).body)
    expect(context.title).toBe('Fractions')
    expect(members).toHaveLength(2)
    expect(Object.keys(members[0]).toSorted()).toEqual(['roles', 'status', 'user_id'])
    const plain = await publishToolLesson(admin, await addTool(admin, { name: 'Another' }))
    expect((await callService(program, token, `${issuer}/api/lti/courses/${plain.id}/members`)).status).toBe(404)
  })
})

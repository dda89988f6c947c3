import { describe, expect } from 'vitest'
import { create } from '#core/testing/calls.ts'
import { pluginTest, type TestOrganization } from '#core/testing/harness.ts'
import { lms } from '../../../plugin.ts'
import {
  addTool,
  authorizePath,
  buildTool,
  launchTool,
  postForm,
  publishToolLesson,
  readForm,
  readLogin,
  readMessage,
  secondsNow,
  signAsTool,
  TOOL_ORIGIN,
  toolKey,
} from '../testing/tool-double.ts'
import { claims } from './vocabulary.ts'

const test = pluginTest([lms])

/** Creates an organization whose learner has enrolled in a course with a tool's lesson. */
async function createSchool(organization: TestOrganization, given: Parameters<typeof buildTool>[0] = {}) {
  const admin = await organization.signIn('tenant_admin')
  const tool = await addTool(admin, given)
  const { issuer } = (await admin.get('/api/tenant/lti/platform')).body
  const course = await publishToolLesson(admin, tool)
  const learner = await organization.signIn('student')
  await learner.post(`/api/tenant/courses/${course.id}/enroll`)
  const open = async () =>
    readLogin((await create<{ url: string }>(learner, `/api/tenant/lessons/${course.lessonId}/tool`)).url)
  return { admin, tool, issuer, course, learner, open }
}

describe('launch of an external tool', () => {
  test('a learner opens the tool with a signed message that says no more than was agreed', async ({ platform }) => {
    const organization = await platform.organization()
    const { tool, issuer, course, learner, open } = await createSchool(organization)
    const login = await open()
    expect(login).toMatchObject({
      iss: issuer,
      client_id: tool.clientId,
      lti_deployment_id: tool.deploymentId,
      target_link_uri: tool.launchUrl,
    })
    const page = await learner.get(authorizePath(login))
    expect(page.status).toBe(200)
    expect(page.headers['content-security-policy']).toContain(`form-action https: ${TOOL_ORIGIN}`)
    const { action, fields } = readForm(page.body)
    expect(action).toBe(`${TOOL_ORIGIN}/launch`)
    expect(fields['state']).toBe('state-of-the-tool')
    const message = await readMessage(platform, learner, fields['id_token'] ?? '', {
      clientId: tool.clientId,
      issuer,
    })
    expect(message).toMatchObject({
      nonce: 'nonce-of-the-tool',
      [claims.messageType]: 'LtiResourceLinkRequest',
      [claims.version]: '1.3.0',
      [claims.deployment]: tool.deploymentId,
      [claims.resourceLink]: { id: course.lessonId, title: 'Halves' },
      [claims.context]: { id: course.id, title: 'Fractions' },
      [claims.roles]: ['http://purl.imsglobal.org/vocab/lis/v2/membership#Learner'],
    })
    expect(message.sub).not.toBe(learner.user?.id)
    expect(JSON.stringify(message)).not.toContain('Lovelace')
    expect(message).not.toHaveProperty('email')
    expect(message).not.toHaveProperty([claims.members])
    // The pseudonym stays.
    expect((await launchTool(platform, learner, course.lessonId, { issuer })).sub).toBe(message.sub)
  })

  test('names, addresses and members go to a tool where an admin says so', async ({ platform }) => {
    const organization = await platform.organization()
    const shares = { sharesNames: true, sharesEmails: true, sharesMembers: true }
    const { issuer, course, learner } = await createSchool(organization, shares)
    expect(await launchTool(platform, learner, course.lessonId, { issuer })).toMatchObject({
      name: 'Ada Lovelace',
      email: learner.user?.email,
      [claims.members]: { service_versions: ['2.0'] },
    })
  })

  test('refuses another address, another person, another tool, and the same launch twice', async ({ platform }) => {
    const organization = await platform.organization()
    const { admin, learner, open } = await createSchool(organization)
    const login = await open()
    const answer = async (given: Record<string, string>, client = learner) =>
      (await client.get(authorizePath(login, given))).status
    expect(await answer({ redirect_uri: `${TOOL_ORIGIN}/other` })).toBe(400)
    expect(await answer({ redirect_uri: `${TOOL_ORIGIN}/launch?next=evil` })).toBe(400)
    expect(await answer({ login_hint: crypto.randomUUID() })).toBe(400)
    expect(await answer({ lti_message_hint: 'made-up' })).toBe(400)
    expect(await answer({ client_id: 'foreign' })).toBe(400)
    expect(await answer({ client_id: (await addTool(admin, { name: 'Another' })).clientId })).toBe(400)
    expect(await answer({ response_type: 'code' })).toBe(400)
    expect(await answer({ response_mode: 'query' })).toBe(400)
    expect(await answer({ nonce: '' })).toBe(400)
    expect(await answer({}, await organization.signIn('student'))).toBe(401)
    expect(await answer({}, organization.client())).toBe(401)
    const other = await platform.organization()
    expect(await answer({}, await other.signIn('student'))).toBe(400)
    const both = await Promise.all([answer({}), answer({})])
    expect(both.toSorted((one, another) => one - another)).toEqual([200, 400])
    const late = await open()
    platform.clock.forward(11 * 60_000)
    expect((await learner.get(authorizePath(late))).status).toBe(400)
  })

  test('a post of the tool becomes a get, with which cookies come', async ({ platform }) => {
    const { learner, open } = await createSchool(await platform.organization())
    const [path = '', query = ''] = authorizePath(await open()).split('?')
    const answer = await postForm(learner, path, Object.fromEntries(new URLSearchParams(query)))
    expect(answer.status).toBe(303)
    expect(readForm((await learner.get(String(answer.headers['location']))).body).fields).toHaveProperty('id_token')
  })

  test('opens for learners of the course alone, and while the tool is on', async ({ platform }) => {
    const organization = await platform.organization()
    const { admin, tool, course, learner } = await createSchool(organization)
    const path = `/api/tenant/lessons/${course.lessonId}/tool`
    expect((await (await organization.signIn('student')).post(path)).status).toBe(403)
    expect((await organization.client().post(path)).status).toBe(401)
    expect((await (await (await platform.organization()).signIn('student')).post(path)).status).toBe(404)
    await admin.put(`/api/tenant/lti/tools/${tool.id}`, buildTool({ isEnabled: false }))
    expect((await learner.post(path)).body.code).toBe('external-tools.off')
    await admin.delete(`/api/tenant/lti/tools/${tool.id}`)
    expect((await learner.post(path)).body.code).toBe('external-tools.gone')
  })

  test('two first launches of a learner at once give one pseudonym, and keys rotate', async ({ platform }) => {
    const { learner, open, issuer, course } = await createSchool(await platform.organization())
    const [one, other] = await Promise.all([open(), open()])
    expect(one['login_hint']).toBe(other['login_hint'])
    const pages = await Promise.all([one, other].map((login) => learner.get(authorizePath(login))))
    expect(pages.map(({ status }) => status)).toEqual([200, 200])
    const keys = async () => (await learner.get('/api/lti/keys')).body.keys as Record<string, string>[]
    const before = await keys()
    expect(before).toHaveLength(1)
    expect(before[0]).toMatchObject({ kty: 'RSA', alg: 'RS256', use: 'sig' })
    expect(before[0]).not.toHaveProperty('d')
    platform.clock.forward(91 * 86_400_000)
    const again = await learner.signIn(learner.user?.email ?? '')
    await launchTool(platform, again, course.lessonId, { issuer })
    expect((await keys()).map(({ kid }) => kid)).toContain(before[0]?.['kid'])
    expect(await keys()).toHaveLength(2)
  })
})

describe('deep linking', () => {
  test('an author chooses content at the tool, once and with a token of the tool alone', async ({ platform }) => {
    const organization = await platform.organization()
    const { admin, tool, issuer, course } = await createSchool(organization)
    const path = `/api/tenant/lti/tools/${tool.id}/choices`
    const { id, url } = await create<{ id: string; url: string }>(admin, path, { lessonId: course.lessonId })
    const login = readLogin(url)
    const { fields } = readForm((await admin.get(authorizePath(login))).body)
    const message = await readMessage(platform, admin, fields['id_token'] ?? '', { clientId: tool.clientId, issuer })
    expect(message[claims.messageType]).toBe('LtiDeepLinkingRequest')
    const settings = message[claims.deepLinkSettings] as Record<string, string>
    expect(settings['deep_link_return_url']).toBe(`${issuer}/api/lti/choices`)
    const item = {
      type: 'ltiResourceLink',
      title: 'Thirds',
      url: `${TOOL_ORIGIN}/activities/3`,
      custom: { level: '2' },
      lineItem: { scoreMaximum: 20 },
    }
    const nonce = crypto.randomUUID()
    const good = {
      iss: tool.clientId,
      aud: issuer,
      nonce,
      [claims.messageType]: 'LtiDeepLinkingResponse',
      [claims.version]: '1.3.0',
      [claims.deployment]: tool.deploymentId,
      [claims.deepLinkData]: settings['data'],
      [claims.deepLinkItems]: [item],
    }
    const now = secondsNow(platform)
    const post = async (token: string) =>
      (await postForm(organization.client(), '/api/lti/choices', { JWT: token })).status
    const sign = (given: object, signing: object = {}) => signAsTool({ ...good, ...given }, { now, ...signing })
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${(await sign({})).split('.')[1]}.`
    expect(await post(unsigned)).toBe(400)
    const secret = new TextEncoder().encode(toolKey.publicPem)
    expect(await post(await sign({}, { key: secret, header: { alg: 'HS256' } }))).toBe(400)
    expect(await post(await sign({ aud: 'https://other.example' }))).toBe(400)
    expect(await post(await sign({ iss: 'foreign' }))).toBe(400)
    expect(await post(await sign({ exp: now - 120 }))).toBe(400)
    expect(await post(await sign({ iat: now + 600, exp: now + 900 }))).toBe(400)
    expect(await post(await sign({ [claims.deployment]: crypto.randomUUID() }))).toBe(400)
    expect(await post(await sign({ [claims.deepLinkData]: 'made-up' }))).toBe(400)
    expect(await post(await sign({ [claims.deepLinkItems]: [{ type: 'html', html: '<b>' }] }))).toBe(400)
    expect((await admin.get(`/api/tenant/lti/choices/${id}`)).body).toEqual({ chosen: null })
    expect(await post(await sign({}))).toBe(200)
    expect(await post(await sign({}))).toBe(400)
    expect(await post(await sign({ nonce: 'another' }))).toBe(400)
    expect((await admin.get(`/api/tenant/lti/choices/${id}`)).body).toEqual({
      chosen: { title: 'Thirds', url: item.url, custom: { level: '2' }, maxPoints: 20 },
    })
    expect((await (await organization.signIn('tenant_admin')).get(`/api/tenant/lti/choices/${id}`)).status).toBe(404)
  })
})

describe('PUT /api/tenant/lti/tools/{id}', () => {
  test('registers public addresses and RSA keys alone, for admins', async ({ platform }) => {
    const organization = await platform.organization()
    const admin = await organization.signIn('tenant_admin')
    const fieldsOf = async (given: object) =>
      Object.keys((await admin.post('/api/tenant/lti/tools', buildTool(given))).body.fields)
    expect(await fieldsOf({ loginUrl: 'http://tool.example/login' })).toEqual(['loginUrl'])
    expect(await fieldsOf({ launchUrl: 'https://10.0.0.1/launch' })).toEqual(['launchUrl'])
    expect(await fieldsOf({ redirectUrls: `${TOOL_ORIGIN}/a\nhttps://localhost/b` })).toEqual(['redirectUrls'])
    expect(await fieldsOf({ publicKey: '' })).toEqual(['keysUrl'])
    expect(await fieldsOf({ keysUrl: `${TOOL_ORIGIN}/keys` })).toEqual(['keysUrl'])
    expect(await fieldsOf({ publicKey: 'no key' })).toEqual(['publicKey'])
    for (const role of ['instructor', 'parent', 'student'] as const) {
      const other = await organization.signIn(role)
      expect((await other.get('/api/tenant/lti/tools')).status).toBe(403)
      expect((await other.get('/api/tenant/lti/offered-tools')).status).toBe(403)
    }
    const { id, updatedAt } = await addTool(admin)
    const rename = (name: string) => admin.put(`/api/tenant/lti/tools/${id}`, { ...buildTool({ name }), updatedAt })
    expect((await rename('One')).status).toBe(200)
    expect((await rename('Two')).status).toBe(409)
    const foreign = await (await platform.organization()).signIn('tenant_admin')
    expect((await foreign.get('/api/tenant/lti/tools')).body).toEqual([])
    expect((await foreign.delete(`/api/tenant/lti/tools/${id}`)).status).toBe(404)
  })
})

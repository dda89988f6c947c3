import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createLocalJWKSet, exportJWK, exportSPKI, generateKeyPair, jwtVerify, SignJWT, type JWTPayload } from 'jose'
import { create } from '#core/testing/calls.ts'
import type { Client, TestPlatform } from '#core/testing/harness.ts'
import type { ExternalTool, NewTool } from '../../../authoring/tools/contract.ts'
import { publishCourse } from '../../../testing/courses.ts'

const keyPair = await generateKeyPair('RS256', { extractable: true })
const publicPem = await exportSPKI(keyPair.publicKey)

/** Public key of the double, as PEM. */
export const toolKey = { ...keyPair, publicPem }

export const TOOL_ORIGIN = 'https://tool.example'

/** Builds the settings of a tool; shares nothing by default. */
export const buildTool = (given: Partial<NewTool> = {}): NewTool => ({
  name: 'Fractions Lab',
  loginUrl: `${TOOL_ORIGIN}/login`,
  launchUrl: `${TOOL_ORIGIN}/launch`,
  redirectUrls: `${TOOL_ORIGIN}/launch\n${TOOL_ORIGIN}/deep`,
  keysUrl: '',
  publicKey: publicPem,
  offersContent: true,
  sharesNames: false,
  sharesEmails: false,
  sharesMembers: false,
  isEnabled: true,
  ...given,
})

export const addTool = (admin: Client, given: Partial<NewTool> = {}) =>
  create<ExternalTool>(admin, '/api/tenant/lti/tools', buildTool(given))

/** Publishes a course with lessons that open a tool. */
export async function publishToolLessons(
  author: Client,
  { id: toolId }: Pick<ExternalTool, 'id'>,
  titles: string[],
  details: object = { doneWhen: 'passed', passPercent: 60 },
): Promise<{ id: string; lessons: string[] }> {
  const { id, lessons } = await publishCourse(author, { title: 'Fractions', audience: 'everybody' }, titles)
  for (const lessonId of lessons) {
    await author.put(`/api/lms/lessons/${lessonId}`, { contentType: 'external_tool' })
    const content = { contentType: 'external_tool', details: { toolId, ...details } }
    const { status, body } = await author.put(`/api/lms/lessons/${lessonId}/content`, content)
    if (status !== 200) throw new Error(`Writing the lesson answered ${status}: ${JSON.stringify(body)}`)
  }
  await author.put(`/api/lms/courses/${id}`, { status: 'published' })
  return { id, lessons }
}

/** Publishes a course with one lesson that opens a tool. */
export async function publishToolLesson(
  author: Client,
  tool: Pick<ExternalTool, 'id'>,
  details?: object,
): Promise<{ id: string; lessonId: string }> {
  const { id, lessons } = await publishToolLessons(author, tool, ['Halves'], details)
  return { id, lessonId: lessons[0] ?? '' }
}

/** Reads the parameters of a login that the platform began. */
export const readLogin = (url: string): Record<string, string> => Object.fromEntries(new URL(url).searchParams)

/** Builds the authentication request of the double, as the path of the platform. */
export function authorizePath(login: Record<string, string>, given: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    scope: 'openid',
    response_type: 'id_token',
    response_mode: 'form_post',
    prompt: 'none',
    client_id: login['client_id'] ?? '',
    redirect_uri: `${TOOL_ORIGIN}/launch`,
    login_hint: login['login_hint'] ?? '',
    lti_message_hint: login['lti_message_hint'] ?? '',
    state: 'state-of-the-tool',
    nonce: 'nonce-of-the-tool',
    ...given,
  })
  return `/api/lti/authorize?${query.toString()}`
}

/** Reads the form that the platform has posted to the double. */
export function readForm(page: string): { action: string; fields: Record<string, string> } {
  const action = /action="([^"]*)"/.exec(page)?.[1] ?? ''
  const inputs = page.matchAll(/name="([^"]*)" value="([^"]*)"/g)
  return { action, fields: Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value])) }
}

/** Verifies a message as a tool does, with the keys that the platform publishes. */
export async function readMessage(
  platform: TestPlatform,
  client: Client,
  idToken: string,
  { clientId, issuer }: { clientId: string; issuer: string },
): Promise<JWTPayload> {
  const keys = createLocalJWKSet((await client.get('/api/lti/keys')).body)
  const { payload } = await jwtVerify(idToken, keys, {
    issuer,
    audience: clientId,
    algorithms: ['RS256'],
    maxTokenAge: '10m',
    requiredClaims: ['nonce', 'sub'],
    currentDate: platform.core.clock.now(),
  })
  return payload
}

/** Launches the tool of a lesson as a learner, up to the message. */
export async function launchTool(
  platform: TestPlatform,
  learner: Client,
  lessonId: string,
  { issuer }: { issuer: string },
): Promise<JWTPayload> {
  const login = readLogin((await create<{ url: string }>(learner, `/api/tenant/lessons/${lessonId}/tool`)).url)
  const page = await learner.get(authorizePath(login))
  const { fields } = readForm(page.body)
  return readMessage(platform, learner, fields['id_token'] ?? '', { clientId: login['client_id'] ?? '', issuer })
}

interface Signing {
  /** Seconds since 1970; those of the platform's clock by default. */
  now: number
  key?: CryptoKey | Uint8Array
  header?: Record<string, string>
}

/** Signs a token as the tool. */
export const signAsTool = (claims: JWTPayload, { now, key = keyPair.privateKey, header = {} }: Signing) =>
  new SignJWT({ iat: now, exp: now + 300, jti: crypto.randomUUID(), ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'tool-1', ...header })
    .sign(key)

export const secondsNow = (platform: TestPlatform) => Math.floor(platform.core.clock.now().getTime() / 1000)

/** Posts a form as a program without cookies. */
export const postForm = (client: Client, url: string, fields: Record<string, string>) =>
  client.request('POST', url, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })

export const tokenForm = (assertion: string, scope: string) => ({
  grant_type: 'client_credentials',
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  client_assertion: assertion,
  scope,
})

/** Gets an access token of a tool. */
export async function getAccessToken(
  platform: TestPlatform,
  client: Client,
  { clientId, issuer }: { clientId: string; issuer: string },
  scope: string,
): Promise<string> {
  const claims = { iss: clientId, sub: clientId, aud: `${issuer}/api/lti/token` }
  const assertion = await signAsTool(claims, { now: secondsNow(platform) })
  const { status, body } = await postForm(client, '/api/lti/token', tokenForm(assertion, scope))
  if (status !== 200) throw new Error(`The token endpoint answered ${status}: ${JSON.stringify(body)}`)
  return body.access_token
}

/** Calls a service of the platform as a tool. */
export const callService = (client: Client, token: string, url: string, body?: object) =>
  client.request(body ? 'POST' : 'GET', new URL(url, 'http://any').pathname + new URL(url, 'http://any').search, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/vnd.ims.lis.v1.score+json' }),
    },
    ...(body && { payload: JSON.stringify(body) }),
  })

/** Serves the keys of the double; another `kid` is unknown to the platform. */
export async function serveKeys(kid = 'tool-1'): Promise<{ url: string; server: Server }> {
  const jwk = { ...(await exportJWK(keyPair.publicKey)), kid, alg: 'RS256', use: 'sig' }
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ keys: [jwk] }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`, server }
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt, exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import { Provider, type Context } from 'oidc-provider'
import { onTestFinished } from 'vitest'
import type { Answer, Client } from './harness.ts'

/** Claims of a person at the provider. */
export interface Person {
  sub: string
  email?: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
}

const CLIENT_ID = 'trellis'
const CLIENT_SECRET = 'a-secret-of-the-provider-7'
const ID_TOKEN_KEY = 'key-1'

/** Changes the provider's answer on its way: its ID token's claims, or the token itself. */
interface Tampering {
  claims?: (claims: JWTPayload) => JWTPayload
  token?: (token: string) => string
  /** Signs with a key that the provider does not publish. */
  foreignKey?: true
}

interface Options {
  redirectUris: string[]
  /** Shows a page with a button, for browsers; the person is signed in at once otherwise. */
  hasPage?: true
  /** Gives the address by the user info alone, as providers that follow the specification. */
  inUserInfo?: true
}

/** Starts a real OpenID Connect provider on this machine. */
export async function startIdentityProvider({ redirectUris, hasPage, inUserInfo }: Options) {
  const [keys, foreign] = await Promise.all([
    generateKeyPair('RS256', { extractable: true }),
    generateKeyPair('RS256', { extractable: true }),
  ])
  const people = new Map<string, Person>()
  const state: { person: Person | undefined; tampering: Tampering } = { person: undefined, tampering: {} }
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined
  const server = createServer((request, response) => handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: redirectUris,
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(keys.privateKey)), kid: ID_TOKEN_KEY, alg: 'RS256', use: 'sig' }] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    conformIdTokenClaims: inUserInfo === true,
    cookies: { keys: ['a-key-for-tests'] },
    features: { devInteractions: { enabled: false } },
    findAccount: async (_context: Context, sub: string) => ({
      accountId: sub,
      claims: async () => people.get(sub) ?? { sub },
    }),
    interactions: { url: (_context: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
    loadExistingGrant: async ({ oidc }: Context) => {
      const grant = new provider.Grant({ accountId: oidc.session?.accountId, clientId: oidc.client?.clientId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
  })
  const answer = provider.callback()

  const sign = (claims: JWTPayload, header: Record<string, string> = {}, isForeign = false) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: ID_TOKEN_KEY, ...header })
      .sign(isForeign ? foreign.privateKey : keys.privateKey)

  const tamper = async (text: string): Promise<string> => {
    const { claims, token, foreignKey } = state.tampering
    const body = JSON.parse(text) as { id_token?: string }
    if (body.id_token === undefined) return text
    const changed = claims ? claims(decodeJwt(body.id_token)) : decodeJwt(body.id_token)
    const signed = claims || foreignKey ? await sign(changed, {}, foreignKey) : body.id_token
    return JSON.stringify({ ...body, id_token: token ? token(signed) : signed })
  }

  handle = (request, response) => {
    const path = request.url ?? ''
    if (path.startsWith('/interaction/')) {
      if (hasPage && request.method === 'GET') {
        response.setHeader('content-type', 'text/html; charset=utf-8')
        response.end(`<!doctype html><html lang="en"><title>School account</title><main><h1>School account</h1>
          <form method="post"><button>Sign in as ${state.person?.given_name ?? 'no one'}</button></form></main>`)
        return
      }
      const result = state.person
        ? { login: { accountId: state.person.sub } }
        : { error: 'access_denied', error_description: 'The person went back' }
      void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
      return
    }
    if (path.startsWith('/token')) {
      const end = response.end.bind(response)
      const send = async (body: string | Buffer | undefined) => {
        const text = await tamper(String(body ?? '{}'))
        response.setHeader('content-length', Buffer.byteLength(text))
        end(text)
      }
      response.end = ((body?: string | Buffer) => {
        void send(body)
        return response
      }) as typeof response.end
    }
    void answer(request, response)
  }
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    sign,
    /** Says who signs in from now on; no one goes back to the application. */
    be: (person: Person | undefined) => {
      if (person) people.set(person.sub, person)
      state.person = person
    },
    tamper: (tampering: Tampering) => {
      state.tampering = tampering
    },
  }
}

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>

/** Returns where browsers of a client are sent back to. */
export const callbackOf = ({ host }: Client) => `http://${host}/api/sso/callback`

/** Body that adds the provider. */
export const ssoBody = ({ issuer, clientId, clientSecret }: IdentityProvider, given: object = {}) => ({
  name: 'School account',
  issuer,
  clientId,
  clientSecret,
  allowedDomains: [],
  defaultRole: null,
  trustedFactors: [],
  isEnabled: true,
  ...given,
})

/** Follows a browser through the provider. @returns the path of the callback that it is sent to */
async function goThrough(address: string): Promise<string> {
  const jar = new Map<string, string>()
  let url = new URL(address)
  for (let hops = 0; hops < 10; hops++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      jar.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
    const next = new URL(location, url)
    if (next.pathname === '/api/sso/callback') return next.pathname + next.search
    url = next
  }
  throw new Error('The provider sends around in circles')
}

/** Starts a sign-in. @returns the path of the callback that the browser is sent to */
export async function comeBack(browser: Client, providerId: string, query = ''): Promise<string> {
  const start = await browser.get(`/api/sso/${providerId}/start${query}`)
  if (start.status !== 303) throw new Error(`The start answered ${start.status}`)
  return goThrough(String(start.headers['location']))
}

/** Signs in. @returns the path that the browser is led to at last */
export async function signInBy(browser: Client, providerId: string, query = ''): Promise<string> {
  const { headers }: Answer = await browser.get(await comeBack(browser, providerId, query))
  return String(headers['location'])
}

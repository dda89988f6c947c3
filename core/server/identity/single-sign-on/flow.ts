import * as client from 'openid-client'
import { z } from 'zod'
import { safeNext } from '#core/contract/next.ts'
import { SSO_CALLBACK_PATH, type SsoOutcome } from '#core/contract/single-sign-on.ts'
import type { Core } from '../../core.ts'
import { AppError, notFound } from '../../errors.ts'
import type { Http } from '../../http/context.ts'
import { isPlatformName } from '../../http/platform-host.ts'
import { seal, unseal } from '../../secrets.ts'
import { issueChallenge, takeChallenge } from '../second-factor/challenges.ts'
import { findIdentified, type Destination } from './find-account.ts'
import { vouchedBy, type Vouched } from './person.ts'
import type { Provider } from './provider.ts'

/** Facts of a sign-in whose browser is at the provider; sealed in the row that its state names. */
const flow = z.object({
  providerId: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  next: z.string().optional(),
  /** Organization that it is for, where the platform's provider was chosen on an organization's host. */
  tenantId: z.string().optional(),
})
type Flow = z.infer<typeof flow>

/** Thrown where the sign-in page explains the end of a sign-in. */
export class SsoEnd extends Error {
  override name = 'SsoEnd'
  readonly outcome: SsoOutcome

  constructor(outcome: SsoOutcome, cause?: unknown) {
    super(outcome, { cause })
    this.outcome = outcome
  }
}

/** Query of the start. */
export const startQuery = z.object({
  next: z.string().max(2000).optional().catch(undefined),
  organization: z.string().max(50).optional().catch(undefined),
})

/** Returns the origin by which the browser reached this host. */
function originHere({ env }: Core, { request }: Http): string {
  const protocol = env.publicUrl ? new URL(env.publicUrl).protocol : `${request.protocol}:`
  return `${protocol}//${request.client.hostName}`
}

/** Returns the one origin of the platform that its providers send browsers back to. */
function platformOrigin(core: Core, http: Http): string {
  const { env } = core
  if (env.publicUrl) return new URL(env.publicUrl).origin
  const [, port = ''] = /(:\d+)?$/.exec(http.request.client.hostName) ?? []
  return `${http.request.protocol}://${env.platformDomain}${port}`
}

/**
 * Begins a sign-in: what it is bound to is sealed in a row, and the browser's cookie names the row.
 * @returns the address to go to: the provider's, or the platform's own host for the platform's providers
 * @throws not-found 404 on another organization's host; SsoEnd where the provider does not answer
 */
export async function startSso(core: Core, http: Http, id: string, given: z.output<typeof startQuery>) {
  const next = safeNext(given.next)
  const provider = await core.signInProviders.find(id)
  if (!provider) throw notFound('Sign-in')
  const { tenant, host } = http
  if (provider.tenantId !== null && tenant?.id !== provider.tenantId) throw notFound('Sign-in')
  if (host.app === 'tenant' && !tenant) throw notFound('Organization')
  const origin = originHere(core, http)
  if (provider.tenantId === null && (tenant || origin !== platformOrigin(core, http))) {
    if (!tenant && !isPlatformName(core.env, http.request.client.hostName)) throw notFound('Sign-in')
    const organization = tenant?.subdomain ?? given.organization
    const query = new URLSearchParams({ ...(next && { next }), ...(organization && { organization }) })
    return `${platformOrigin(core, http)}/api/sso/${provider.id}/start?${query.toString()}`
  }
  const asked =
    provider.tenantId === null && given.organization ? await core.tenants.bySubdomain(given.organization) : null
  const configuration = await core.signInProviders.configurations.of(provider).catch((error: unknown) => {
    core.log.warn({ err: error, provider: provider.id }, 'an identity provider does not answer')
    throw new SsoEnd('unavailable', error)
  })
  const kept: Flow = {
    providerId: provider.id,
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
    redirectUri: origin + SSO_CALLBACK_PATH,
    ...(next !== undefined && { next }),
    ...(asked && { tenantId: asked.id }),
  }
  const state = await core.db.platform(http.actor, (scope) =>
    issueChallenge(scope, { purpose: 'sso', host }, seal(core.env.sessionKey, JSON.stringify(kept))),
  )
  http.request.session.set('sso', state)
  return client.buildAuthorizationUrl(configuration, {
    redirect_uri: kept.redirectUri,
    scope: 'openid email profile',
    state,
    nonce: kept.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(kept.verifier),
    code_challenge_method: 'S256',
  }).href
}

/** Sign-in whose provider has answered as asked. */
export interface Answered {
  provider: Provider
  person: Vouched
  destination: Destination
  next: string | undefined
}

/**
 * Takes the provider's answer: of this browser, on this host, once, and with a token for this sign-in.
 * @throws SsoEnd
 */
export async function takeAnswer(core: Core, http: Http): Promise<Answered> {
  const { request } = http
  const query = new URL(request.url, 'http://same.invalid').searchParams
  const state = query.get('state') ?? ''
  const expected = request.session.get('sso')
  request.session.set('sso', undefined)
  if (state === '' || state !== expected) throw new SsoEnd('expired')
  const taken = await core.db.platform(http.actor, (scope) =>
    takeChallenge(scope, state, { purpose: 'sso', host: http.host }),
  )
  const sealed = taken?.secret && unseal(core.env.sessionKey, taken.secret)
  if (!sealed) throw new SsoEnd('expired')
  const { providerId, nonce, verifier, redirectUri, next, tenantId } = flow.parse(JSON.parse(sealed))
  const provider = await core.signInProviders.find(providerId)
  if (!provider) throw new SsoEnd('unavailable')
  const destination = tenantId === undefined ? undefined : { tenantId }
  try {
    const configuration = await core.signInProviders.configurations.of(provider)
    const url = new URL(redirectUri)
    url.search = query.toString()
    const tokens = await client.authorizationCodeGrant(configuration, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    const person = claims && vouchedBy(claims)
    if (!claims || !person) throw new SsoEnd('failed')
    if (person.email !== null || (await isIdentified(core, http, provider, person, destination)))
      return { provider, person, destination, next }
    if (!configuration.serverMetadata().userinfo_endpoint) return { provider, person, destination, next }
    const userInfo = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
    return { provider, person: vouchedBy(claims, userInfo) ?? person, destination, next }
  } catch (error) {
    if (error instanceof SsoEnd || error instanceof AppError) throw error
    if (query.get('error') === 'access_denied') throw new SsoEnd('canceled')
    core.log.warn({ err: error, provider: provider.id }, 'refused the answer of an identity provider')
    throw new SsoEnd('failed', error)
  }
}

const isIdentified = (core: Core, http: Http, provider: Provider, person: Vouched, destination: Destination) =>
  core.db.platform(http.actor, async (scope) => {
    const found = await findIdentified(scope, provider, person, destination)
    return found.length > 0
  })

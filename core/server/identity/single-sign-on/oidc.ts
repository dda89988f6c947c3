import * as client from 'openid-client'
import type { Env } from '#config/env.ts'
import { unseal } from '../../secrets.ts'
import { addressProblem, requestOutgoing, type AddressProblem } from '../../outgoing.ts'
import type { Provider } from './provider.ts'

/** Seconds within which a provider has to answer. */
const TIMEOUT_SECONDS = 10
/** Bytes of an answer that are read. */
const MAX_ANSWER_BYTES = 512 * 1024
/** Milliseconds for which a configuration is used before it is read anew. */
const FRESH_MS = 10 * 60_000
const MAX_CONFIGURATIONS = 500

const ISSUER_CALLED = 'The issuer’s address'

type Access = Pick<Env, 'ssoAllowPrivate'>

/** Fetches for the OIDC client: https to public addresses alone, without redirects, and no endless answers. */
export const fetchPublic =
  ({ ssoAllowPrivate }: Access): client.CustomFetch =>
  async (url, { method, headers, body }) => {
    const response = await requestOutgoing(url, {
      method,
      headers,
      body: body === undefined || body === null ? undefined : textOf(body),
      allowPrivate: ssoAllowPrivate,
    })
    const parts: Buffer[] = []
    let size = 0
    for await (const part of response as AsyncIterable<Buffer>) {
      size += part.length
      if (size > MAX_ANSWER_BYTES) throw new Error('The answer of the provider is too long')
      parts.push(part)
    }
    const answered = new Headers()
    for (const [name, value] of Object.entries(response.headers)) {
      for (const one of [value ?? []].flat()) answered.append(name, one)
    }
    const status = response.statusCode ?? 502
    const isEmpty = status === 204 || status === 304
    return new Response(isEmpty ? null : Buffer.concat(parts), { status, headers: answered })
  }

function textOf(body: NonNullable<client.FetchBody>): string {
  if (typeof body === 'string') return body
  if (body instanceof URLSearchParams) return body.toString()
  throw new Error('Only forms are sent to providers')
}

const problems: Record<AddressProblem, string> = {
  malformed: 'is not valid',
  'not-https': 'begins with https://',
  private: 'is on the public internet',
}

/** @throws where an address is not one that the platform connects to */
function refuseAddress({ ssoAllowPrivate }: Access, called: string, address: string): void {
  const problem = addressProblem(address, ssoAllowPrivate)
  if (problem !== undefined) throw new Error(`${called} ${problems[problem]}`)
}

interface Registration {
  issuer: string
  clientId: string
  clientSecret: string
}

/** Reads the configuration that an issuer publishes. @throws where there is none, or it is of another issuer */
export async function discover(
  env: Access,
  { issuer, clientId, clientSecret }: Registration,
): Promise<client.Configuration> {
  refuseAddress(env, ISSUER_CALLED, issuer)
  const fetch = fetchPublic(env)
  const execute = env.ssoAllowPrivate ? [client.allowInsecureRequests] : []
  const options = { [client.customFetch]: fetch, timeout: TIMEOUT_SECONDS, execute }
  const found = (await client.discovery(new URL(issuer), clientId, undefined, client.None(), options)).serverMetadata()
  // Several directories behind one issuer would each speak for the addresses of all.
  if (!isSameIssuer(found.issuer, issuer)) throw new Error('It names itself differently')
  for (const endpoint of [found.authorization_endpoint, found.token_endpoint, found.jwks_uri]) {
    refuseAddress(env, 'An address in the configuration', endpoint ?? '')
  }
  const methods = found.token_endpoint_auth_methods_supported
  const authenticate = methods?.includes('client_secret_post')
    ? client.ClientSecretPost(clientSecret)
    : client.ClientSecretBasic(clientSecret)
  const configuration = new client.Configuration(found, clientId, {}, authenticate)
  configuration[client.customFetch] = fetch
  configuration.timeout = TIMEOUT_SECONDS
  for (const each of execute) each(configuration)
  // Signatures are checked too, although the token comes by an encrypted connection.
  client.enableNonRepudiationChecks(configuration)
  return configuration
}

const withoutSlash = (address: string) => address.replace(/\/$/, '')

/** True if two settings name one issuer: the slash at the end may be missing. */
export const isSameIssuer = (one: string, other: string): boolean => withoutSlash(one) === withoutSlash(other)

/** Configurations of providers on this node, read anew every ten minutes and after each change. */
export class Configurations {
  readonly #env: Env
  readonly #known = new Map<string, { configuration: Promise<client.Configuration>; until: number }>()

  constructor(env: Env) {
    this.#env = env
  }

  /** @throws where the provider does not answer, or its secret can no longer be read */
  async of(provider: Provider): Promise<client.Configuration> {
    const key = `${provider.id} ${provider.updatedAt}`
    const known = this.#known.get(key)
    if (known && known.until > Date.now()) return known.configuration
    const clientSecret = unseal(this.#env.sessionKey, provider.clientSecret)
    if (clientSecret === undefined) throw new Error('The client secret was sealed with another key')
    const configuration = discover(this.#env, { ...provider, clientSecret })
    this.#known.delete(key)
    this.#known.set(key, { configuration, until: Date.now() + FRESH_MS })
    if (this.#known.size > MAX_CONFIGURATIONS) this.#known.delete(this.#known.keys().next().value as string)
    // One that failed is asked again by the next sign-in.
    configuration.catch(() => this.#known.delete(key))
    return configuration
  }
}

/** Identity providers of the platform and of organizations. */
export interface SignInProviders {
  readonly configurations: Pick<Configurations, 'of'>
  /** Finds a provider that is enabled; null for others. */
  find: (id: string) => Promise<Provider | null>
  /** Lists those that the sign-in page of an organization shows, with the platform's; null: of the platform's host. */
  shownOn: (tenantId: string | null) => Promise<{ id: string; name: string }[]>
}

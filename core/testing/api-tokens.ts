import { makeApiToken } from '#core/server/identity/api-tokens/api-tokens.ts'
import { hashOfToken } from '#core/server/identity/invitations.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { hostOf } from '#core/contract/tenancy.ts'
import { Client, type TestPlatform } from './harness.ts'

interface GivenToken {
  scopes: readonly string[]
  expiresInDays?: number
  name?: string
}

/** Builds an API token of the user who is signed in, for the host of the client. */
export async function buildApiToken(
  { core }: Pick<TestPlatform, 'core'>,
  { host: hostName, user }: Client,
  { scopes, expiresInDays = 30, name = 'Nightly sync' }: GivenToken,
): Promise<{ id: string; token: string; visibleId: string }> {
  const { visibleId, token } = makeApiToken()
  const host = hostOf(hostName, core.env.platformDomain)
  const row = {
    userId: user?.id ?? '',
    tenantId: user?.tenantId ?? null,
    hostSubdomain: host.app === 'tenant' ? host.subdomain : null,
    name,
    visibleId,
    tokenHash: hashOfToken(token),
    scopes: [...scopes],
    expiresAt: new Date(core.clock.now().getTime() + expiresInDays * 86_400_000).toISOString(),
  }
  const [created] = await core.db.platform(systemActor, ({ trx }) => trx('api_tokens').insert(row, ['id']))
  return { id: (created as { id: string }).id, token, visibleId }
}

/** A program that calls with a token, on the host of a client. */
export function byToken({ platform }: Pick<TestPlatform, 'platform'>, { host }: Client, token: string): Client {
  return new Client(platform, host, undefined, { authorization: `Bearer ${token}` })
}

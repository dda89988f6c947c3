import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Host } from '#core/contract/tenancy.ts'
import type { PlatformScope } from '../../core.ts'
import { statement } from '../../database/statement.ts'
import { defineJob } from '../../jobs/jobs.ts'

/** Minutes for which each kind of challenge can be completed. */
const validity = {
  'passkey-sign-in': 5,
  /** The correct password was given, the second factor not yet. */
  'second-step': 10,
  'second-step-passkey': 5,
  confirmation: 5,
  'new-passkey': 5,
  'new-app': 30,
  /** The browser is at an identity provider. */
  sso: 10,
  /** The identity is known, and fits several organizations. */
  'sso-choice': 10,
  /** A logout token was used, which may not be used again. */
  'sso-logout': 10,
}

/** Occasion of a challenge: it is invalid for any other purpose, user or host. */
export interface Occasion {
  purpose: keyof typeof validity
  host: Host
  /** Left out while the user is unknown. */
  userId?: string
  /** The session that requested it. */
  sessionId?: string
}

const challenge = z.object({
  id: z.string(),
  userId: z.string().nullable(),
  secret: z.instanceof(Buffer).nullable(),
})
type Challenge = z.infer<typeof challenge>

const hashOf = (token: string) => createHash('sha256').update(token).digest()

const subdomainOf = (host: Host) => (host.app === 'tenant' ? host.subdomain : null)

const insertChallenge =
  statement(`insert into auth_challenges (purpose, token_hash, user_id, session_id, host_subdomain, secret, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`)

/**
 * Creates a challenge. @returns 32 random bytes in base64url, of which only a hash is stored
 * @param secret stored with it, already sealed
 */
export async function issueChallenge(scope: PlatformScope, occasion: Occasion, secret?: Buffer): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const { purpose, host, userId, sessionId } = occasion
  const expiresAt = new Date(scope.core.clock.now().getTime() + validity[purpose] * 60_000)
  await scope.rows(insertChallenge, [
    purpose,
    hashOf(token),
    userId ?? null,
    sessionId ?? null,
    subdomainOf(host),
    secret ?? null,
    expiresAt.toISOString(),
  ])
  return token
}

const deleteChallenge = statement(
  challenge,
  `delete from auth_challenges
      where token_hash = $1 and purpose = $2 and host_subdomain is not distinct from $3
        and user_id is not distinct from $4 and session_id is not distinct from $5 and expires_at > $6
     returning id, user_id as "userId", secret`,
)

/** Deletes a challenge, so that of two concurrent uses one finds nothing. @returns undefined when there is none */
export async function takeChallenge(
  scope: PlatformScope,
  token: string,
  { purpose, host, userId, sessionId }: Occasion,
): Promise<Challenge | undefined> {
  const [taken] = await scope.rows(deleteChallenge, [
    hashOf(token),
    purpose,
    subdomainOf(host),
    userId ?? null,
    sessionId ?? null,
    scope.core.clock.now().toISOString(),
  ])
  return taken
}

const selectOpen = statement(
  z.object({ secret: z.instanceof(Buffer) }),
  `select secret from auth_challenges where token_hash = $hash and purpose = $purpose
      and host_subdomain is not distinct from $subdomain and expires_at > $now`,
)

/** Returns the secret stored with a challenge, which stays open; undefined without one. */
export async function openSecret(
  { rows, core }: PlatformScope,
  token: string,
  { purpose, host }: Pick<Occasion, 'purpose' | 'host'>,
): Promise<Buffer | undefined> {
  const values = { hash: hashOf(token), purpose, subdomain: subdomainOf(host), now: core.clock.now() }
  const [open] = await rows(selectOpen, values)
  return open?.secret
}

const selectSecret = statement(
  z.object({ secret: z.instanceof(Buffer) }),
  `select secret from auth_challenges where purpose = $1 and session_id = $2 and user_id = $3 and expires_at > $4
      order by expires_at desc limit 1`,
)

/** Returns the secret stored with the newest challenge issued to this person in this session; undefined without one. */
export async function storedSecret(
  { rows, core }: PlatformScope,
  { purpose, sessionId, userId }: Required<Occasion>,
): Promise<Buffer | undefined> {
  const [kept] = await rows(selectSecret, [purpose, sessionId, userId, core.clock.now().toISOString()])
  return kept?.secret
}

/** Deletes all challenges of this kind in this session. */
export async function endChallenges({ trx }: PlatformScope, { purpose, sessionId }: Required<Occasion>): Promise<void> {
  await trx('auth_challenges').where({ purpose, sessionId }).delete()
}

/** Attempts at the second step after one correct password. */
export const MAX_TRIES = 5

const updateTries = statement(
  z.object({ id: z.string(), userId: z.string(), tries: z.number(), secret: z.instanceof(Buffer).nullable() }),
  `update auth_challenges set tries = tries + 1
      where token_hash = $1 and purpose = 'second-step' and host_subdomain is not distinct from $2
        and tries < $3 and expires_at > $4
     returning id, user_id as "userId", tries, secret`,
)

/**
 * Counts an attempt at the second step before its code is checked: of concurrent attempts at most five are checked.
 * @returns undefined when the step was never begun on this host, has expired, or all attempts are used up
 */
export async function trySecondStep(
  scope: PlatformScope,
  token: string,
  host: Host,
): Promise<{ id: string; userId: string; tries: number; secret: Buffer | null } | undefined> {
  const [step] = await scope.rows(updateTries, [
    hashOf(token),
    subdomainOf(host),
    MAX_TRIES,
    scope.core.clock.now().toISOString(),
  ])
  return step
}

const selectSecondStep = statement(
  z.object({ userId: z.string() }),
  `select user_id as "userId" from auth_challenges
      where token_hash = $1 and purpose = 'second-step' and host_subdomain is not distinct from $2
        and tries < $3 and expires_at > $4`,
)

/** Finds the user of a second step; undefined as for `trySecondStep`. */
export async function findSecondStep(scope: PlatformScope, token: string, host: Host): Promise<string | undefined> {
  const [step] = await scope.rows(selectSecondStep, [
    hashOf(token),
    subdomainOf(host),
    MAX_TRIES,
    scope.core.clock.now().toISOString(),
  ])
  return step?.userId
}

/** Completes the step. @returns false if another call completed it first */
export async function endSecondStep(scope: PlatformScope, id: string): Promise<boolean> {
  return (await scope.trx('auth_challenges').where({ id }).delete()) > 0
}

const deleteExpired = statement('delete from auth_challenges where expires_at < $1')

/** Deletes challenges that were not completed in time. */
export const removeExpiredChallenges = defineJob({
  name: 'identity.remove-expired-challenges',
  scope: 'platform',
  payload: z.object({}),
  schedule: { cron: '*/10 * * * *', tz: 'UTC' },
  run: async ({ rows, core }) => {
    await rows(deleteExpired, [core.clock.now().toISOString()])
  },
})

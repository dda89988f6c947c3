import { z } from 'zod'
import { signInNameParts } from '#core/contract/identity.ts'
import { countText } from '#core/server/texts.ts'
import type { PlatformScope } from '../core.ts'
import { statement } from '../database/statement.ts'
import { AppError } from '../errors.ts'
import { networkOf } from '../http/client.ts'
import type { Attempt } from './attempt.ts'
import { noteRefusedTry } from './refused-tries.ts'

/** Failures of one account within an hour, from anywhere, after which attempts from unknown networks are delayed. */
const FAILURES_BEFORE_WAIT = 20
/** Maximum delay of such an attempt in seconds: the owner may be on a new network, and can always sign in. */
const MAX_WAIT_SECONDS = 8
/** Failures of one network within an hour for all accounts together: a school's children mistype, too. */
const MAX_NETWORK_FAILURES = 300

/** Milliseconds. */
const HOUR_MS = 3600_000

const IS_LAPSED = '(f.locked_until is not null or f.last_failure_at < $3::timestamptz - make_interval(mins => $5))'

const upsertFailure = statement(
  z.object({ failures: z.number() }),
  `insert into sign_in_failures as f (account, network, failures, last_failure_at, locked_until)
     values ($1, $2, 1, $3, case when 1 >= $4 then $3::timestamptz + make_interval(mins => $5) end)
     on conflict (account, network) do update set
       failures = case when ${IS_LAPSED} then 1 else f.failures + 1 end,
       last_failure_at = case when ${IS_LAPSED} then $3 else f.last_failure_at end,
       locked_until = case when (case when ${IS_LAPSED} then 1 else f.failures + 1 end) >= $4
         then $3::timestamptz + make_interval(mins => $5) end
     where f.locked_until is null or f.locked_until <= $3
     returning failures`,
)

/** Decision about an attempt before its password is checked. */
export type Admission = CountedAttempt | { refusal: AppError }

export interface CountedAttempt extends Attempt {
  /** Number of this failed attempt of this account from this network. */
  number: number
  /** Milliseconds to wait, outside of any transaction. */
  pause: number
}

const pressure = z.object({
  account: z.number(),
  network: z.number(),
  /** Start of the network's failures. */
  since: z.string().nullable(),
  isKnown: z.boolean(),
})
type Pressure = z.infer<typeof pressure>

/**
 * Counts an attempt as a failure before its password is checked: of thirty at once only as many are checked as the
 * settings allow. `takeBack` undoes the count. A refusal, identity.locked (429), is returned and not thrown, since the
 * count must be committed.
 */
export async function beginAttempt(scope: PlatformScope, attempt: Attempt): Promise<Admission> {
  const { maxLoginAttempts, lockoutDurationMinutes } = await scope.core.settings.current()
  const now = scope.core.clock.now()
  const pressure = await pressureOn(scope, attempt, now)
  if (!pressure.isKnown && pressure.network >= MAX_NETWORK_FAILURES) {
    // Recorded per network: an attacker who sprays accounts would otherwise cause one entry per account.
    await noteRefusedTry(scope, { ...attempt, account: '' }, 'Too many failed sign-ins from this network')
    return { refusal: tooManyTries('from this network', Date.parse(pressure.since ?? '') + HOUR_MS - now.getTime()) }
  }
  // The count restarts after the lock time; while the account is locked, no row matches.
  const [row] = await scope.rows(upsertFailure, [
    attempt.account,
    attempt.network,
    now.toISOString(),
    maxLoginAttempts,
    lockoutDurationMinutes,
  ])
  if (!row) {
    await noteRefusedTry(scope, attempt, 'The account is locked for this network')
    return { refusal: tooManyTries('', await remainingLock(scope, attempt, now)) }
  }
  const pause = pressure.isKnown
    ? 0
    : Math.min(Math.max(0, pressure.account - FAILURES_BEFORE_WAIT + 1), MAX_WAIT_SECONDS)
  return { ...attempt, number: row.failures, pause: pause * 1000 }
}

const selectPressure = statement(
  pressure,
  `select coalesce(max(failures) filter (where subject = $1), 0) as account,
            coalesce(max(failures) filter (where subject = $2), 0) as network,
            max(since) filter (where subject = $2) as since,
            exists (select from known_networks k join users u on u.id = k.user_id
                     where fold(u.email) = $3 and u.email_verified_at is not null and k.network = $4)
              or exists (select from known_networks k join users u on u.id = k.user_id join tenants t on t.id = u.tenant_id
                          where t.subdomain = $6 and fold(u.username) = $7 and u.email is null
                            and u.email_verified_at is not null and k.network = $4) as "isKnown"
       from sign_in_pressure where subject in ($1, $2) and since > $5`,
)

async function pressureOn(scope: PlatformScope, { account, network }: Attempt, now: Date): Promise<Pressure> {
  const name = signInNameParts(account)
  // Accounts can be registered with a foreign address: only verified accounts make a network known.
  const [row] = await scope.rows(selectPressure, [
    ...subjects({ account, network }),
    account,
    network,
    new Date(now.getTime() - HOUR_MS).toISOString(),
    name?.subdomain ?? null,
    name?.username ?? null,
  ])
  return row ?? { account: 0, network: 0, since: null, isKnown: false }
}

const subjects = ({ account, network }: Pick<Attempt, 'account' | 'network'>): [string, string] => [
  `account ${account}`,
  `network ${network}`,
]

const lock = statement(
  z.object({ lockedUntil: z.string().nullable() }),
  'select locked_until as "lockedUntil" from sign_in_failures where account = $1 and network = $2',
)

async function remainingLock(scope: PlatformScope, { account, network }: Attempt, now: Date): Promise<number> {
  const [row] = await scope.rows(lock, [account, network])
  return Date.parse(row?.lockedUntil ?? now.toISOString()) - now.getTime()
}

function tooManyTries(where: string, milliseconds: number): AppError {
  const minutes = countText(Math.max(1, Math.ceil(milliseconds / 60_000)), 'minute')
  return new AppError(
    'identity.locked',
    429,
    `Too many failed attempts${where && ` ${where}`}. Try again in ${minutes}, or reset your password.`,
    { retryAfter: Math.max(1, Math.ceil(milliseconds / 1000)) },
  )
}

const updateLastFailure = statement(
  'update sign_in_failures set last_failure_at = $3 where account = $1 and network = $2',
)

const upsertPressure =
  statement(`insert into sign_in_pressure as p (subject, failures, since) select subject, 1, $2::timestamptz from unnest($1::text[]) subject
     on conflict (subject) do update set
       failures = case when p.since <= $3 then 1 else p.failures + 1 end,
       since = case when p.since <= $3 then $2 else p.since end`)

/**
 * Keeps the count after a wrong password, and adds it to the counts of the account and of the network.
 * @returns true if the account is now locked for this network
 */
export async function countFailure(scope: PlatformScope, attempt: CountedAttempt): Promise<boolean> {
  const { maxLoginAttempts } = await scope.core.settings.current()
  const now = scope.core.clock.now()
  await scope.rows(updateLastFailure, [attempt.account, attempt.network, now.toISOString()])
  await scope.rows(upsertPressure, [
    subjects(attempt),
    now.toISOString(),
    new Date(now.getTime() - HOUR_MS).toISOString(),
  ])
  return attempt.number >= maxLoginAttempts
}

const updateFailuresDown = statement(`update sign_in_failures set failures = greatest(failures - 1, 0),
            locked_until = case when failures - 1 >= $3 then locked_until end
      where account = $1 and network = $2`)

/**
 * Undoes the count after a correct password, or one that was not checked. Use `forgetting` the earlier failures only for
 * users with a verified address: an attacker with an own account under the same address could otherwise guess for ever.
 */
export async function undoFailure(
  scope: PlatformScope,
  { account, network }: Attempt,
  { forgetting = false } = {},
): Promise<void> {
  if (forgetting) {
    await scope.trx('sign_in_failures').where({ account, network }).delete()
    return
  }
  const { maxLoginAttempts } = await scope.core.settings.current()
  await scope.rows(updateFailuresDown, [account, network, maxLoginAttempts])
}

const upsertKnownNetwork = statement(`insert into known_networks (user_id, network, last_used_at) values ($1, $2, $3)
     on conflict (user_id, network) do update set last_used_at = excluded.last_used_at`)

/** Marks the network as known to the account, so that failures elsewhere cause no delay here. */
export async function rememberNetwork(scope: PlatformScope, userId: string): Promise<void> {
  await scope.rows(upsertKnownNetwork, [
    userId,
    networkOf(scope.actor.ipAddress ?? ''),
    scope.core.clock.now().toISOString(),
  ])
}

import { counted } from '#core/server/words.ts'
import { AppError } from '../errors.ts'
import type { PlatformScope } from '../core.ts'

/**
 * Failed sign-ins are counted per account and address, so that nobody can lock someone else out from afar.
 * `account` is the e-mail in lower case with the host's subdomain.
 */
export interface Attempt {
  account: string
  ipAddress: string
}

/** @throws identity.locked (429) while the account is locked for this address */
export async function refuseWhenLocked(scope: PlatformScope, { account, ipAddress }: Attempt): Promise<void> {
  const now = scope.core.clock.now()
  const [row] = await scope.rows<{ lockedUntil: string | null }>(
    'lockout.read',
    'select locked_until as "lockedUntil" from sign_in_failures where account = $1 and ip_address = $2',
    [account, ipAddress],
  )
  if (!row?.lockedUntil || Date.parse(row.lockedUntil) <= now.getTime()) return
  const minutes = Math.ceil((Date.parse(row.lockedUntil) - now.getTime()) / 60_000)
  throw new AppError(
    'identity.locked',
    429,
    `Too many failed attempts. Try again in ${counted(minutes, 'minute')}, or reset your password.`,
  )
}

/** Counts a failure. @returns whether the account is locked for this address from now on */
export async function countFailure(scope: PlatformScope, { account, ipAddress }: Attempt): Promise<boolean> {
  const { maxLoginAttempts, lockoutDurationMinutes } = await scope.core.settings.current()
  const now = scope.core.clock.now().toISOString()
  // One statement, so that many wrong guesses at once are all counted. Old failures begin anew after the lock's time.
  const [row] = await scope.rows<{ locked: boolean }>(
    'lockout.count',
    `insert into sign_in_failures as f (account, ip_address, failures, last_failure_at, locked_until)
     values ($1, $2, 1, $3, case when 1 >= $4 then $3::timestamptz + make_interval(mins => $5) end)
     on conflict (account, ip_address) do update set
       failures = case when f.last_failure_at < $3::timestamptz - make_interval(mins => $5) then 1 else f.failures + 1 end,
       last_failure_at = $3,
       locked_until = case when (case when f.last_failure_at < $3::timestamptz - make_interval(mins => $5) then 1 else f.failures + 1 end) >= $4
         then $3::timestamptz + make_interval(mins => $5) end
     returning locked_until is not null as locked`,
    [account, ipAddress, now, maxLoginAttempts, lockoutDurationMinutes],
  )
  return row?.locked ?? false
}

export async function forgetFailures(scope: PlatformScope, { account, ipAddress }: Attempt): Promise<void> {
  await scope.rows('lockout.forget', 'delete from sign_in_failures where account = $1 and ip_address = $2', [
    account,
    ipAddress,
  ])
}

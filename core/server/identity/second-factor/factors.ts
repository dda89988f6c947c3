import type { SecondFactors, SecondStepMethod } from '#core/contract/second-factor.ts'
import { record } from '../../audit.ts'
import type { AuditSeverity } from '../../audit-entry.ts'
import type { PlatformScope } from '../../core.ts'
import { statement } from '../../database/statement.ts'
import { AppError, notFound } from '../../errors.ts'
import { line, link } from '../../mail/body.ts'
import { sendMail } from '../../mail/mail.ts'
import { readSettings } from '../../settings/settings.ts'
import { SessionModel } from '../session.ts'
import { accountById, greeting, type Account } from '../users.ts'
import { readApp } from './authenticator-app.ts'
import { passkeysOf } from './passkeys.ts'
import { makeRecoveryCodes, recoveryCodesOf, removeRecoveryCodes } from './recovery-codes.ts'

/** Reads the second factors of a user, for that user. */
export async function secondFactorsOf(scope: PlatformScope, account: Account): Promise<SecondFactors> {
  const app = await readApp(scope, account.id)
  const passkeys = await passkeysOf(scope, account.id)
  return {
    app: app ? { addedAt: app.createdAt, isLost: app.secret === undefined } : null,
    passkeys,
    recoveryCodes: account.secondFactor === 'on' ? await recoveryCodesOf(scope, account.id) : null,
    isRequired: await isRequired(scope, account),
  }
}

/** Lists the methods for the second step of an account. An app whose secret can no longer be read does not count. */
export async function methodsOf(scope: PlatformScope, userId: string): Promise<SecondStepMethod[]> {
  const app = await readApp(scope, userId)
  const passkeys = await passkeysOf(scope, userId)
  const { left } = await recoveryCodesOf(scope, userId)
  return [
    ...(app?.secret === undefined ? [] : ['app' as const]),
    ...(passkeys.length > 0 ? ['passkey' as const] : []),
    ...(left > 0 ? ['recovery-code' as const] : []),
  ]
}

async function isRequired({ core }: PlatformScope, { role }: Account): Promise<boolean> {
  return role === 'superadmin' && (await core.settings.current()).requireSecondFactorForSuperAdmins
}

const lock = statement('select from users where id = $1 for no key update')

/** Locks the account until the commit, so that its second factors are changed by one transaction at a time. */
export async function accountToChange(scope: PlatformScope, userId: string): Promise<Account> {
  await scope.rows(lock, [userId])
  const account = await accountById(scope, userId)
  if (!account) throw notFound('User')
  return account
}

/** Creates recovery codes for a user who has just set up a first second factor; null for all others. */
export async function firstRecoveryCodes(scope: PlatformScope, before: Account): Promise<string[] | null> {
  return before.secondFactor === 'on' ? null : makeRecoveryCodes(scope, before)
}

/**
 * Ends the sessions that were opened before a factor was added, on every node, or makes them confirm again, since their
 * sign-in proved less than the account now requires.
 */
export async function distrustOtherSessions(
  scope: PlatformScope,
  { id: userId }: Account,
  keepSessionId: string,
  shouldEnd: boolean,
): Promise<void> {
  if (shouldEnd) return scope.core.sessions.endOfUser(scope, userId, keepSessionId)
  await SessionModel.query(scope.trx)
    .where({ userId })
    .whereNot({ id: keepSessionId })
    .patch({ confirmedAt: new Date(0).toISOString() })
  await scope.core.invalidations.announce(scope, 'user', userId)
}

/**
 * Deletes the recovery codes once the last factor is removed. Call it after each removal.
 * @throws identity.second-factor-required 409 when the settings ask for one
 */
export async function afterRemoval(scope: PlatformScope, before: Account): Promise<void> {
  const now = await accountById(scope, before.id)
  if (now?.secondFactor === 'on') return
  if (await isRequired(scope, before)) {
    throw new AppError(
      'identity.second-factor-required',
      409,
      'Super admins need two-step verification here. Add another method before you remove this one.',
    )
  }
  await removeRecoveryCodes(scope, before.id)
}

interface Change {
  action: string
  /** For the audit log: 'Added a passkey'. */
  description: string
  /** Subject and first sentence of the email to the owner: 'A passkey was added to your account'. */
  news: string
  /** Further facts for the audit log, without anything secret. */
  metadata?: Record<string, unknown>
  severity?: AuditSeverity
}

/** Records a change, notifies the owner by email, and makes every node reload the user's sessions. */
export async function announceChange(
  scope: PlatformScope,
  account: Account,
  { news, ...entry }: Change,
): Promise<void> {
  await scope.core.invalidations.announce(scope, 'user', account.id)
  await notifyOwner(scope, account, news)
  await record(scope, {
    category: 'security',
    resource: 'user',
    resourceId: account.id,
    tenantId: account.tenantId,
    ...entry,
  })
}

/** Notifies a user by email of a change to the account. @param news a sentence without its full stop */
export async function notifyOwner(scope: PlatformScope, account: Account, news: string): Promise<void> {
  if (account.email === null) return
  const { platformName, supportEmail } = await readSettings(scope)
  const place = account.tenantName ? `${account.tenantName} on ${platformName}` : platformName
  await sendMail(scope, {
    to: account.email,
    tenantId: account.tenantId,
    class: 'security',
    subject: news,
    body: [
      greeting(account),
      line`${news}. It is the one for ${place} with this email address.`,
      line`If it was you, there is nothing to do. If not, change your password here and remove what you do not know:`,
      link(scope.core.env, account.subdomain, '/profile'),
      line`Questions? Write to ${supportEmail}.`,
    ],
  })
}

import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { roleNames, roles, type Role } from '#core/contract/roles.ts'
import { recordAll, referTo } from '../audit.ts'
import type { PlatformScope, Scope } from '../core.ts'
import { asPlatform } from '../database/scope.ts'
import { statement } from '../database/statement.ts'
import { AppError, invalidField, notFound } from '../errors.ts'
import { line, link } from '../mail/body.ts'
import { sendMails, type NewMessage } from '../mail/mail.ts'
import { inLanguage, translateText } from '../text.ts'
import { readSettings } from '../settings/settings.ts'
import { accountById, type Account, readsInColumn } from './users.ts'

/** Days for which an emailed invitation of staff or of a student can be accepted. */
const INVITATION_DAYS = 7
/** Days for which guardians can accept theirs; they get reminders meanwhile. */
const FAMILY_INVITATION_DAYS = 14
/** Seconds within which a user is sent no other invitation. */
const RESEND_DELAY_SECONDS = 60
/** Hours within which a guardian is sent no other invitation to the same address. */
export const FAMILY_RESEND_HOURS = 24

/** @param what as a sentence begins with it */
export const emailedJustNow = (what: string) =>
  new AppError('identity.mailed-just-now', 429, `${what} was emailed less than a minute ago. Try again in a minute.`, {
    retryAfter: RESEND_DELAY_SECONDS,
  })

const invitedToday = () =>
  new AppError(
    'identity.invited-today',
    429,
    `This person was invited within the last ${FAMILY_RESEND_HOURS} hours. Ask them to look into their spam folder.`,
    { retryAfter: FAMILY_RESEND_HOURS * 3600 },
  )

export const hashOfToken = (token: string) => createHash('sha256').update(token).digest()

export const newToken = () => randomBytes(32).toString('base64url')

const invitationDays = (role: Role) => (role === 'parent' ? FAMILY_INVITATION_DAYS : INVITATION_DAYS)

// One of concurrent callers writes: the others wait for the row lock, and then find a recent invitation.
const upsertInvitations = statement(
  z.object({ userId: z.string() }),
  `insert into invitations as i (user_id, tenant_id, token_hash, email, created_at, invited_at, expires_at)
     select "userId", "tenantId", decode(hash, 'hex'), email, $now::timestamptz, $now::timestamptz,
         $now::timestamptz + make_interval(days => days)
       from jsonb_to_recordset($rows::jsonb)
         as r ("userId" uuid, "tenantId" uuid, hash text, email text, days int)
       order by "userId"
     on conflict (user_id) do update set token_hash = excluded.token_hash, email = excluded.email, accepted_at = null,
       created_at = excluded.created_at, invited_at = excluded.invited_at, expires_at = excluded.expires_at, reminders = 0,
       earlier_hashes = '{}'
     where i.created_at <= $now::timestamptz - make_interval(secs => case
       when fold(i.email) <> fold(excluded.email) or excluded.expires_at - excluded.created_at < interval '${FAMILY_INVITATION_DAYS} days'
         then ${RESEND_DELAY_SECONDS} else ${FAMILY_RESEND_HOURS * 3600} end)
   returning user_id as "userId"`,
)

/**
 * Emails a user of an organization without a password a single-use link to choose one; earlier links are void.
 * @throws invalid at `email` without an address, and where there is an account already; identity.mailed-just-now 429;
 *   identity.invited-today 429 for guardians
 */
export function invite(inScope: Scope, userId: string): Promise<void> {
  return asPlatform(inScope, async (scope) => {
    const account = await accountById(scope, userId)
    if (!account) throw notFound('User')
    if (account.passwordHash !== null) throw invalidField('email', 'This person has an account already')
    await mailInvitation(scope, account)
  })
}

const invited = z.object({
  id: z.string(),
  tenantId: z.string().nullable(),
  tenantName: z.string().nullable(),
  subdomain: z.string().nullable(),
  email: z.string(),
  firstName: z.string(),
  role: z.enum(roles),
  readsIn: z.string(),
})
type Invited = z.infer<typeof invited>

const lockInvited = statement(
  invited,
  `select u.id, u.tenant_id as "tenantId", t.name as "tenantName", t.subdomain, u.email, u.first_name as "firstName", u.role,
      ${readsInColumn}
     from users u join tenants t on t.id = u.tenant_id
    where u.id = any ($ids::uuid[]) and u.tenant_id = $tenantId and u.is_active and u.password_hash is null
      and u.email is not null
    order by u.id for no key update of u`,
)

/**
 * Invites up to a thousand people of an organization at once, all or none. Users who have an account by now, lack an address
 * or were invited just now are skipped.
 * @returns ids of the invited users
 */
export function inviteAll(inScope: Scope, tenantId: string, ids: readonly string[]): Promise<string[]> {
  return asPlatform(inScope, async (scope) => mailInvitations(scope, await scope.rows(lockInvited, { ids, tenantId })))
}

const existsPendingInvitation = statement('select from invitations where user_id = $1 and accepted_at is null')

const deleteInvitation = statement('delete from invitations where user_id = $1')

/** Invites a user who was invited at another address at the new one; without one the invitation is withdrawn. */
export async function inviteAgain(scope: PlatformScope, account: Account): Promise<void> {
  const [invitation] = await scope.rows(existsPendingInvitation, [account.id])
  if (!invitation) return
  if (account.email === null) await withdrawInvitation(scope, account.id)
  else await mailInvitation(scope, account)
}

/** Revokes the emailed link. */
export async function withdrawInvitation(scope: Scope, userId: string): Promise<void> {
  await scope.rows(deleteInvitation, [userId])
}

const existsRecentInvitation = statement(
  `select from invitations
    where user_id = $1 and created_at > $2::timestamptz - make_interval(secs => ${RESEND_DELAY_SECONDS})`,
)

async function mailInvitation(scope: PlatformScope, account: Account): Promise<void> {
  const { email } = account
  if (email === null) throw invalidField('email', 'An invitation needs an email address')
  const [sent] = await mailInvitations(scope, [{ ...account, email }])
  if (sent !== undefined) return
  const [recent] = await scope.rows(existsRecentInvitation, [account.id, scope.core.clock.now()])
  throw recent ? emailedJustNow('An invitation') : invitedToday()
}

async function mailInvitations(scope: PlatformScope, people: readonly Invited[]): Promise<string[]> {
  if (people.length === 0) return []
  const tokens = new Map(people.map(({ id }) => [id, newToken()] as const))
  const rows = people.map(({ id, tenantId, email, role }) => ({
    userId: id,
    tenantId,
    hash: hashOfToken(tokens.get(id) ?? '').toString('hex'),
    email,
    days: invitationDays(role),
  }))
  const written = await scope.rows(upsertInvitations, { rows: JSON.stringify(rows), now: scope.core.clock.now() })
  const ids = new Set(written.map(({ userId }) => userId))
  const due = people.filter(({ id }) => ids.has(id))
  const write = await createInvitationWriter(scope)
  await sendMails(
    scope,
    due.map((person) => write(person, tokens.get(person.id) ?? '', invitationDays(person.role))),
  )
  await recordAll(
    scope,
    due.map(({ id, tenantId }) => ({
      action: 'user.invited',
      category: 'account',
      description: `Invited ${referTo('user', id)}`,
      resource: 'user',
      resourceId: id,
      tenantId,
    })),
  )
  return due.map(({ id }) => id)
}

/** Writes invitations, and reminders of them, in the name of their sender. */
export async function createInvitationWriter(
  scope: PlatformScope,
): Promise<(person: Invited, token: string, days: number, isReminder?: boolean) => NewMessage> {
  const { platformName } = await readSettings(scope)
  return ({ email, tenantId, tenantName, subdomain, firstName, role, readsIn }, token, days, isReminder = false) => {
    const where = tenantName ?? platformName
    const opening = isReminder
      ? line`your invitation to ${where} on ${platformName} is still open.`
      : line`${scope.actor.user?.name ?? where} invites you to ${where} on ${platformName} (${inLanguage(readsIn, () => translateText(roleNames[role]))}).`
    return {
      to: email,
      tenantId,
      language: readsIn,
      subject: isReminder ? line`Reminder: you are invited to ${where}` : line`You are invited to ${where}`,
      body: [
        line`Hello ${firstName},`,
        opening,
        line`This link opens your account: you choose a password and are signed in. It works once and for ${days} days.`,
        link(scope.core.env, subdomain, '/invitation', token),
        line`If you did not expect this, there is nothing to do.`,
      ],
    }
  }
}

import { z } from 'zod'
import { signInNameParts, user } from '#core/contract/identity.ts'
import { fold } from '#core/contract/fold.ts'
import { isStaff, type Role } from '#core/contract/roles.ts'
import { tenantStatus, type Host } from '#core/contract/tenancy.ts'
import { transliterate } from '#core/contract/transliteration.ts'
import type { PlatformScope, Scope } from '../core.ts'
import { asOperator } from '../database/scope.ts'
import { statement } from '../database/statement.ts'
import { conflict, violatedUnique } from '../errors.ts'
import { enforceLimit } from '../limits.ts'
import { line } from '../mail/body.ts'
import { TEMPORARY_PASSWORD_DAYS, type HashedPassword } from './passwords.ts'
import { UserModel } from './user.ts'

/** Columns of the signed-in user's shape, for statements of a platform scope over `users u left join tenants t`. */
export const userColumns = `u.id, u.email, u.username, u.first_name as "firstName", u.last_name as "lastName",
  u.called_name as "calledName", u.language, case when u.name_requested_at is not null then
    json_build_object('firstName', u.requested_first_name, 'lastName', u.requested_last_name) end as "nameRequest", u.role,
  u.tenant_id as "tenantId", t.name as "tenantName", u.is_active as "isActive", u.last_login_at as "lastLoginAt",
  u.must_change_password as "mustChangePassword",
  u.must_give_name as "mustGiveName",
  case when exists (select from authenticator_apps a where a.user_id = u.id)
         or exists (select from passkeys p where p.user_id = u.id) then 'on'
       when u.role = 'superadmin'
        and (select "values" @> '{"requireSecondFactorForSuperAdmins": true}' from global_settings) then 'required'
       when u.role = 'tenant_admin' and u.second_factor_declined_at is null then 'offered'
       else 'off' end as "secondFactor"`

/** Language of emails to a user: the chosen one, or the default one of the organization; over `users u left join tenants t`. */
export const readsInColumn = `coalesce(case when u.language = any (t.languages) then u.language end, t.default_language, 'en')
  as "readsIn"`

/** Provider that alone opens an account, where its organization signs in by single sign-on only. */
const onlyWay = z.object({ id: z.string(), name: z.string() })

/** Row of `accountColumns`. */
export const accountShape = user.extend({
  /** null: cannot sign in with a password. */
  passwordHash: z.string().nullable(),
  passwordExpiresAt: z.string().nullable(),
  emailVerified: z.boolean(),
  tenantStatus: tenantStatus.nullable(),
  subdomain: z.string().nullable(),
  /** Language of emails to the user. */
  readsIn: z.string(),
  /** null: every way is open, as for emergency admins. */
  onlyWay: onlyWay.nullable(),
})
export type Account = z.infer<typeof accountShape>

/** Returns the name that a user signs in with: the address, or for students without one `<username>@<subdomain>`. */
export const signInNameOf = ({ email, username, subdomain }: Pick<Account, 'email' | 'username' | 'subdomain'>) =>
  email ?? `${username}@${subdomain ?? ''}`

/** Returns the first line of an email to a user. */
export const greeting = ({
  firstName,
  calledName,
  mustGiveName,
}: Pick<Account, 'firstName' | 'calledName' | 'mustGiveName'>) =>
  mustGiveName ? line`Hello,` : line`Hello ${calledName ?? firstName},`

/** Columns of `accountShape`, for statements of a platform scope over `users u left join tenants t`. */
export const accountColumns = `${userColumns}, u.password_hash as "passwordHash",
  u.password_expires_at as "passwordExpiresAt", u.email_verified_at is not null as "emailVerified",
  t.status as "tenantStatus", t.subdomain, ${readsInColumn},
  (select json_build_object('id', o.id, 'name', o.name) from sso_providers o
    where o.tenant_id = u.tenant_id and o.is_only_way and o.emergency_admin_id <> u.id) as "onlyWay"`

/** Maximum accounts of one address whose password is checked at a sign-in: each check costs a hash. */
const MAX_ACCOUNTS_TRIED = 10

const selectAccountsByEmail = statement(
  accountShape,
  `select ${accountColumns} from users u left join tenants t on t.id = u.tenant_id
      where fold(u.email) = fold($1) and u.is_active and u.password_hash is not null
        and (u.tenant_id is null or $2::text is null or t.subdomain = $2)
      order by u.tenant_id is null desc, u.email_verified_at is not null desc, u.last_login_at desc nulls last, u.id
      limit ${MAX_ACCOUNTS_TRIED}`,
)

/**
 * Finds active accounts with the address on a host: on an organization's, its own and super admins; on the platform's,
 * accounts of all organizations, since one person may belong to several. At most ten: super admins first, then those who have
 * proven the address, so that registering with an address cannot lock its owner out.
 */
export function accountsByEmail(scope: PlatformScope, email: string, host: Host): Promise<Account[]> {
  return scope.rows(selectAccountsByEmail, [email, host.app === 'tenant' ? host.subdomain : null])
}

const selectAccountByUsername = statement(
  accountShape,
  `select ${accountColumns} from users u join tenants t on t.id = u.tenant_id
      where t.subdomain = $subdomain and fold(u.username) = fold($username) and u.email is null and u.role = 'student'
        and u.is_active and u.password_hash is not null`,
)

/**
 * Finds the active accounts on a host that the typed text may sign in: an address, or on an organization's host a
 * student's sign-in name.
 */
export function accountsBySignInName(scope: PlatformScope, typed: string, host: Host): Promise<Account[]> {
  const name = signInNameParts(typed)
  if (!name) return accountsByEmail(scope, typed, host)
  if (host.app !== 'tenant' || name.subdomain !== host.subdomain) return Promise.resolve([])
  return scope.rows(selectAccountByUsername, name)
}

const selectAccountById = statement(
  accountShape,
  `select ${accountColumns} from users u left join tenants t on t.id = u.tenant_id where u.id = $1`,
)

export async function accountById(scope: PlatformScope, id: string): Promise<Account | undefined> {
  const [account] = await scope.rows(selectAccountById, [id])
  return account
}

export interface NewUser {
  /** null for a super admin. */
  tenantId: string | null
  /** null for parents and students alone. */
  email: string | null
  /** The part of the address before the `@` or else the name by default, numbered when taken. */
  username?: string
  firstName: string
  lastName: string
  role: Role
  /** null for a user who cannot sign in: invited, or a contact without an account. */
  password: HashedPassword | null
  /** A temporary password expires after 7 days, and the first sign-in asks for another. */
  temporary?: boolean
  /** The name is unknown: a placeholder is shown until the user enters it at the first sign-in. */
  mustGiveName?: boolean
  /**
   * True if the address counts as verified. By default it does where the platform creates the user; an organization
   * cannot vouch for an address, since another person may have it.
   */
  emailVerified?: boolean
}

/**
 * Creates a user, with a password if one is given.
 * @throws conflict at `email` or `username` when the organization has one like it; plan.limit 403 when it has as many
 *   staff as its plan allows and this is one more
 */
export async function createUser(scope: Scope, input: NewUser): Promise<{ id: string; username: string }> {
  if (input.tenantId !== null && isStaff(input.role)) await enforceLimit(scope, input.tenantId, 'users')
  const expiry = new Date(scope.core.clock.now().getTime() + TEMPORARY_PASSWORD_DAYS * 86_400_000)
  const isVerified = input.emailVerified ?? (scope.kind === 'platform' || input.email === null)
  const isProven = isVerified && input.email !== null && input.password !== null && !input.temporary
  const insert = async (username: string) => {
    const { id } = await UserModel.query(scope.trx).insert({
      tenantId: input.tenantId,
      email: input.email,
      username,
      passwordHash: input.password?.hash ?? null,
      firstName: input.firstName,
      lastName: input.lastName,
      role: input.role,
      mustChangePassword: input.temporary ?? false,
      mustGiveName: input.mustGiveName ?? false,
      passwordExpiresAt: input.temporary ? expiry.toISOString() : null,
      emailVerifiedAt: isVerified ? scope.core.clock.now().toISOString() : null,
      passwordProvenAt: isProven ? scope.core.clock.now().toISOString() : null,
    })
    return { id, username }
  }
  if (input.username !== undefined) {
    const { username } = input
    return scope.savepoint(() => insert(username)).catch(refuseTaken)
  }
  for (;;) {
    const username = await freeUsername(scope, input)
    try {
      return await scope.savepoint(() => insert(username))
    } catch (error) {
      // A concurrent insert took the generated username; it is visible now that this insert has waited for its commit.
      if (takenField(error) !== 'username') refuseTaken(error)
    }
  }
}

/** Translates the database's refusal of a user who was written. @throws conflict 409 at the field, or the error */
export function refuseTaken(error: unknown): never {
  switch (takenField(error)) {
    case 'email':
      throw conflict('email', 'There already is a user with this email address')
    case 'username':
      throw conflict('username', 'This username is taken')
    default:
      throw error
  }
}

/** Names the field by its index; indexes of the previous version exist until its nodes have stopped. */
const takenField = (error: unknown) =>
  /^users_(?:folded_)?(email|username)_unique$/.exec(violatedUnique(error) ?? '')?.[1]

async function freeUsername(scope: Scope, { tenantId, email, ...name }: NewUser): Promise<string> {
  const named = email?.split('@')[0] ?? [name.firstName, name.lastName].map(transliterate).filter(Boolean).join('.')
  const base = fold(named).slice(0, 90).padEnd(3, '0')
  const taken = await UserModel.query(scope.trx)
    .select('username')
    .where({ tenantId })
    .whereRaw('starts_with(fold(username), fold(?))', [base])
  const names = new Set(taken.map(({ username }) => fold(username)))
  if (!names.has(base)) return base
  for (let number = 2; ; number++) if (!names.has(`${base}${number}`)) return `${base}${number}`
}

const updateInvitationAccepted = statement(
  'update invitations set accepted_at = $2 where user_id = $1 and accepted_at is null',
)

/**
 * Sets a password. Ends the sessions opened with the old one, except `keepSessionId`, and voids links that set a password,
 * including invitations.
 * @param options.vouches whether the address of a temporary password counts as verified: only for the platform, since
 *   another person may have the address elsewhere. Ignored without an address.
 * @param options.isProven whether a link emailed to the address has set it, so that its owner alone knows it
 */
export async function setPassword(
  scope: Scope,
  userId: string,
  password: HashedPassword,
  options: { temporary?: boolean; vouches?: boolean; isProven?: boolean; keepSessionId?: string } = {},
): Promise<void> {
  const now = scope.core.clock.now()
  const expiry = new Date(now.getTime() + TEMPORARY_PASSWORD_DAYS * 86_400_000)
  await UserModel.query(scope.trx)
    .findById(userId)
    .patch({
      ...(options.temporary && {
        emailVerifiedAt: scope.trx.raw(
          'case when ? or email is null then coalesce(email_verified_at, ?) else email_verified_at end',
          [options.vouches ?? false, now.toISOString()],
        ),
        passwordProvenAt: null,
      }),
      // The first time counts: only passkeys that are older may be of others.
      ...(options.isProven && {
        passwordProvenAt: scope.trx.raw('coalesce(password_proven_at, ?)', [now.toISOString()]),
      }),
      passwordHash: password.hash,
      mustChangePassword: options.temporary ?? false,
      passwordExpiresAt: options.temporary ? expiry.toISOString() : null,
      updatedAt: now.toISOString(),
    })
  await asOperator(scope, 'delete from password_resets where user_id = $1', [userId])
  await scope.rows(updateInvitationAccepted, [userId, now.toISOString()])
  await scope.core.sessions.endOfUser(scope, userId, options.keepSessionId)
}

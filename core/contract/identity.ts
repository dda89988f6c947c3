import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { fold } from './fold.ts'
import { isLanguageCode } from './languages.ts'
import { NAME_WITH_ADDRESS, publicName, hasAddress } from './names.ts'
import { roles } from './roles.ts'
import { translated } from './text.ts'
import { email, id, instant, line, password, PASSWORD_REQUIRED, requiredText, text, tooLong } from './fields.ts'

/** The signed-in user as the browser knows it. */
export const user = z.object({
  id,
  /** null for students who sign in by name. */
  email: z.string().nullable(),
  username: z.string(),
  /** The name on record: shown to others and on certificates. */
  firstName: z.string(),
  lastName: z.string(),
  /** Name that users want to be called by, on their own screens and in emails to them; null: the first name. */
  calledName: z.string().nullable(),
  /** Language that the user reads; null: not chosen. */
  language: z.string().nullable(),
  /** Another name on record that the user has asked for; null: none is pending. */
  nameRequest: z.object({ firstName: z.string(), lastName: z.string() }).nullable(),
  role: z.enum(roles),
  tenantId: id.nullable(),
  tenantName: z.string().nullable(),
  isActive: z.boolean(),
  lastLoginAt: instant.nullable(),
  mustChangePassword: z.boolean(),
  /** True if the name was unknown when the account was created: the first sign-in asks for it. */
  mustGiveName: z.boolean(),
  /** `required`: nothing else is accessible until one is set up; `offered`: a hint recommends it. */
  secondFactor: z.enum(['on', 'off', 'offered', 'required']),
})
export type User = z.infer<typeof user>

const firstName = publicName('First name is required')
const lastName = publicName('Last name is required')

const EMAIL_INVALID = translated('Please enter a valid email')

/** Messages of checks in the browser, before the server checks the rest. */
export const signInTexts = { email: EMAIL_INVALID, password: PASSWORD_REQUIRED } as const

/** `<username>@<subdomain>`: what students without an address sign in with, on their organization's host alone. */
const signInNameShape = /^([^\s@]{1,100})@([a-z0-9]{1,50})$/i

/** The parts of a sign-in name folded; undefined for an email address, whose domain has a dot. */
export function signInNameParts(text: string): { username: string; subdomain: string } | undefined {
  const [, username, subdomain] = signInNameShape.exec(fold(text)) ?? []
  return username === undefined || subdomain === undefined ? undefined : { username, subdomain }
}

/** An email address or, on an organization's host, a sign-in name; on the platform's the server takes an address alone. */
const addressOrName = z
  .string()
  .trim()
  .max(254, tooLong(254))
  .refine((text) => signInNameParts(text) !== undefined || email().safeParse(text).success, EMAIL_INVALID)

export const credentials = z.object({
  email: addressOrName,
  password,
  /** Chosen by the user when email and password fit several organizations; null is the platform itself. */
  tenantId: id.nullable().optional(),
})

/** Details of the answer 409 `identity.choose-organization`. */
export const organizationChoices = z.object({
  organizations: z.array(z.object({ tenantId: id.nullable(), tenantName: z.string() })),
})

/** At least 8 characters; the server adds the rules of the global settings (spec part 1, sections 5 and 9). */
export const newPassword = z.string().min(8, 'Password must be at least 8 characters').max(200, tooLong(200))

const passwordsMatch = (value: { password: string; confirmPassword: string }) =>
  value.password === value.confirmPassword
const mismatch = { message: "Passwords don't match", path: ['confirmPassword'] }

/** Self-registration: an organization on trial with its admin. */
export const registration = z
  .object({
    // It appears in emails to strangers.
    organizationName: publicName('Organization name is required', 200),
    firstName,
    lastName,
    email: email(EMAIL_INVALID),
    password: newPassword,
    confirmPassword: z.string().max(200),
  })
  .refine(passwordsMatch, mismatch)

export const passwordChange = z
  .object({ currentPassword: password, password: newPassword, confirmPassword: z.string().max(200) })
  .refine(passwordsMatch, mismatch)

/** Replaces a temporary password just after signing in with it; the name is used only if it was unknown. */
export const firstPassword = z
  .object({
    firstName: firstName.optional(),
    lastName: lastName.optional(),
    password: newPassword,
    confirmPassword: z.string().max(200),
  })
  .refine(passwordsMatch, mismatch)

export const passwordReset = z
  .object({ token: requiredText(200), password: newPassword, confirmPassword: z.string().max(200) })
  .refine(passwordsMatch, mismatch)

/** The name on record. */
export const recordName = z.object({ firstName, lastName })

/** Preferred name in the product; empty: the first name. */
const calledName = line(100).refine((name) => !hasAddress(name), NAME_WITH_ADDRESS)

export const languageCode = z.string().max(12).refine(isLanguageCode, 'Choose a language')

export const calledNameChange = z.object({ calledName })

/** Fields that are left out stay as they are. */
export const profile = z.object({
  ...recordName.partial().shape,
  calledName: calledName.optional(),
  language: languageCode.optional(),
})

/** A device on which the user is signed in. */
export const signedInDevice = z.object({
  id,
  userAgent: z.string(),
  ipAddress: z.string(),
  createdAt: instant,
  lastSeenAt: instant,
  current: z.boolean(),
})

/**
 * Header of automatic reads while the user is inactive: they are answered, and do not keep the session from
 * ending for lack of use.
 */
export const UNATTENDED_HEADER = 'x-unattended'

/**
 * Header of entries that a device stored and sends later: the id of the user who made them. Under another user's session
 * they are refused with `OTHER_USER_CODE`, and the device keeps them.
 */
export const MAKER_HEADER = 'x-made-by'
export const OTHER_USER_CODE = 'identity.other-user'

const everywhere = {
  hosts: 'both',
  scope: 'none',
  beforePasswordChange: true,
  beforeSecondFactor: true,
  duringMaintenance: true,
} as const

export const identityContract = {
  currentUser: endpoint({
    method: 'GET',
    path: '/api/user',
    summary: 'The signed-in user',
    access: { who: 'signed-in', ...everywhere },
    response: user,
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/login',
    summary: 'Sign in; 409 `identity.second-factor` where the account asks for more than the password',
    audit: 'auth.signed-in',
    access: { who: 'anyone', ...everywhere },
    body: credentials,
    errors: [401],
    response: user,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/logout',
    summary: 'Sign out; without a session it does nothing',
    audit: 'auth.signed-out',
    unaudited: 'Without a session, nothing happens',
    access: { who: 'anyone', ...everywhere },
    response: 'none',
  }),
  updateProfile: endpoint({
    method: 'PUT',
    path: '/api/user',
    summary:
      'Change how one is called, or ask the organization for another name on record; admins change their own at once',
    audit: ['profile.updated', 'profile.name-requested'],
    access: { who: 'signed-in', hosts: 'both', scope: 'none', sessionOnly: true },
    body: profile,
    response: user,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/user/password',
    summary: 'Change the own password; other devices are signed out',
    audit: 'auth.password-changed',
    access: { who: 'signed-in', ...everywhere, sessionOnly: true },
    body: passwordChange,
    response: user,
  }),
  setFirstPassword: endpoint({
    method: 'POST',
    path: '/api/user/password/first',
    summary: 'Replace the temporary password that one has signed in with, and say what one is called; 409 without one',
    audit: ['auth.password-changed', 'profile.updated'],
    access: { who: 'signed-in', ...everywhere, recentlyConfirmed: true },
    body: firstPassword,
    response: user,
  }),
  listDevices: endpoint({
    method: 'GET',
    path: '/api/user/devices',
    summary: 'Devices on which the caller is signed in',
    access: { who: 'signed-in', hosts: 'both', scope: 'none', sessionOnly: true },
    response: z.array(signedInDevice),
  }),
  signOutDevice: endpoint({
    method: 'DELETE',
    path: '/api/user/devices/{id}',
    summary: 'Sign one of the own devices out',
    audit: 'auth.device-signed-out',
    access: { who: 'signed-in', hosts: 'both', scope: 'none', sessionOnly: true },
    params: z.object({ id }),
    response: 'none',
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/api/password/forgot',
    rateLimit: 60,
    status: 202,
    summary:
      'Email a link that sets a new password, valid once and for one hour; the answer never reveals whether the address is known',
    audit: 'auth.password-reset-requested',
    access: { who: 'anyone', ...everywhere },
    body: z.object({ email: addressOrName }),
    response: z.object({ message: z.string() }),
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/password/reset',
    rateLimit: 60,
    summary: 'Set a new password with the token of the emailed link; signs out every device',
    audit: 'auth.password-reset',
    access: { who: 'anyone', ...everywhere },
    body: passwordReset,
    response: z.object({ message: text(200) }),
  }),
  sendVerification: endpoint({
    method: 'POST',
    path: '/api/email-verification/send',
    rateLimit: 60,
    status: 202,
    summary:
      'Email the link that verifies an address again, at most once a minute; the answer never reveals whether the address is known',
    audit: 'auth.email-verification-requested',
    access: { who: 'anyone', ...everywhere },
    body: z.object({ email: email(EMAIL_INVALID) }),
    response: z.object({ message: z.string() }),
  }),
  verifyEmail: endpoint({
    method: 'POST',
    path: '/api/email-verification/confirm',
    rateLimit: 60,
    summary: 'Verify an email address with the token of the emailed link, valid once and for a day',
    audit: 'auth.email-verified',
    access: { who: 'anyone', ...everywhere },
    body: z.object({ token: requiredText(200) }),
    response: z.object({ message: z.string() }),
  }),
} as const

/**
 * User who has registered: signed in at once, unless the settings require that the address is verified first by the
 * link that was emailed to it.
 */
const registeredUser = user.extend({ mustVerifyEmail: z.boolean() })

/** Mounted by the plugin that creates organizations. */
export const registrationContract = {
  register: endpoint({
    method: 'POST',
    path: '/api/register',
    rateLimit: 30,
    status: 201,
    summary: 'Create an organization on trial with its admin, where the settings allow self-registration',
    audit: ['tenant.registered', 'subscription.created', 'auth.email-verification-sent', 'auth.signed-in'],
    access: { who: 'anyone', hosts: 'both', scope: 'none' },
    body: registration,
    response: registeredUser,
  }),
} as const

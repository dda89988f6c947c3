import { z } from 'zod'
import { fold } from '#core/contract/fold.ts'
import { email } from '#core/contract/fields.ts'
import { publicName } from '#core/contract/names.ts'

/** Person whom an identity provider has vouched for, after all checks of its token. */
export const vouched = z.object({
  issuer: z.string(),
  subject: z.string(),
  /** Session at the provider, for back-channel logout. */
  session: z.string().nullable(),
  /** Present alone where the provider has confirmed it. */
  email: z.string().nullable(),
  /** True if the provider names an address that it has not confirmed. */
  hasUnconfirmedEmail: z.boolean(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  /** Values of `amr` and `acr`. */
  factors: z.array(z.string()),
})
export type Vouched = z.infer<typeof vouched>

export type Claims = Readonly<Record<string, unknown>>

const textOf = (value: unknown, max: number): string | null =>
  typeof value === 'string' && value !== '' && value.length <= max ? value : null

const name = publicName('')

function nameOf(value: unknown): string | null {
  const { success, data } = name.safeParse(value)
  return success ? data : null
}

const MICROSOFT = 'https://login.microsoftonline.com/'

/**
 * Tells whether the provider says that it has confirmed the address: `email_verified` as a boolean. Microsoft has
 * `xms_edov` in its place, for addresses of domains that the directory has proven to own.
 */
function isConfirmed(claims: Claims): boolean {
  if (claims['email_verified'] === true) return true
  if (!String(claims['iss']).startsWith(MICROSOFT)) return false
  const owned = claims['xms_edov']
  return owned === true || owned === 1 || owned === '1' || owned === 'true'
}

/** Reads claims of a checked ID token, with those of the user info behind them. */
export function vouchedBy(idToken: Claims, userInfo: Claims = {}): Vouched | undefined {
  const subject = textOf(idToken['sub'], 255)
  const issuer = textOf(idToken['iss'], 300)
  if (subject === null || issuer === null) return undefined
  // One of the two names the address and says whether it is confirmed: they are never mixed.
  const source = idToken['email'] === undefined || !isConfirmed(idToken) ? { ...userInfo, iss: issuer } : idToken
  const claims = source['email'] === undefined ? idToken : source
  const { success, data: address } = email().safeParse(claims['email'])
  const isProven = success && isConfirmed(claims)
  const { amr, acr } = idToken as { amr?: unknown; acr?: unknown }
  return {
    issuer,
    subject,
    session: textOf(idToken['sid'], 255),
    email: isProven ? address : null,
    hasUnconfirmedEmail: success && !isProven,
    firstName: nameOf(idToken['given_name'] ?? userInfo['given_name']),
    lastName: nameOf(idToken['family_name'] ?? userInfo['family_name']),
    factors: [...(Array.isArray(amr) ? amr : []), acr].filter((value) => typeof value === 'string'),
  }
}

/** True if the address is in one of the domains; any is where none is listed. */
export function isInDomains(address: string, domains: readonly string[]): boolean {
  const domain = fold(address).split('@').at(-1) ?? ''
  return domains.length === 0 || domains.includes(domain)
}

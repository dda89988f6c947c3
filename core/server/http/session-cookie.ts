import type { Env } from '#config/env.ts'

/** True if users reach the platform by https alone. */
export const isSecure = ({ publicUrl }: Pick<Env, 'publicUrl'>) => publicUrl?.startsWith('https:') ?? false

/**
 * Returns the name of the session's cookie. The prefix makes browsers refuse that of a sibling subdomain, which is
 * another organization.
 */
export const sessionCookie = (env: Pick<Env, 'publicUrl'>) => (isSecure(env) ? '__Host-trellis' : 'trellis')

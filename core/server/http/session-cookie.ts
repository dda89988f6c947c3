import type { Env } from '#config/env.ts'

/** Whether people reach the platform by https alone. */
export const isSecure = ({ publicUrl }: Pick<Env, 'publicUrl'>) => publicUrl?.startsWith('https:') ?? false

/** What the cookie of the session is called. The prefix makes browsers refuse that of a sibling subdomain, which is another organization. */
export const sessionCookie = (env: Pick<Env, 'publicUrl'>) => (isSecure(env) ? '__Host-trellis' : 'trellis')

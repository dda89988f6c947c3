import type { Env } from '#config/env.ts'

/** Where people reach the platform, or an organization, as written into mails. */
export function originOf(env: Env, subdomain: string | null): string {
  const base = new URL(env.publicUrl ?? `http://${env.platformDomain}:${env.port}`)
  if (subdomain === null) return base.origin
  const port = base.port ? `:${base.port}` : ''
  return `${base.protocol}//${subdomain}.${env.platformDomain}${port}`
}

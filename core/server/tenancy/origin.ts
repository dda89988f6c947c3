import type { Env } from '#config/env.ts'

/** Returns the address of the platform, or of an organization, as written into emails. */
export function originOf(env: Env, subdomain: string | null): string {
  const base = new URL(env.publicUrl ?? `http://${env.platformDomain}:${env.port}`)
  if (subdomain === null) return base.origin
  const port = base.port ? `:${base.port}` : ''
  return `${base.protocol}//${subdomain}.${env.platformDomain}${port}`
}

import type { Env } from '#config/env.ts'

/** Returns the address of the platform's database. @throws when the platform was assembled without one */
export function requireDatabaseUrl({ env }: { env: Pick<Env, 'databaseUrl'> }): string {
  if (!env.databaseUrl) throw new Error('The platform has no database')
  return env.databaseUrl
}

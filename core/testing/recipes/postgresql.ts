import { installedPostgres, startInstalledPostgres } from '../installed-postgres.ts'
import { expectStatus, query, Skipped, withPlatform, type Recipe } from './recipe.ts'

/** The platform on a PostgreSQL of the system, as a user that may create roles and owns its database alone. */
export const postgresql = (version: number): Recipe => ({
  name: `PostgreSQL ${version}`,
  run: async (directory) => {
    const installed = await installedPostgres(version)
    if (!installed) throw new Skipped(`needs the package postgresql-${version}`)
    const server = await startInstalledPostgres(installed, directory)
    try {
      await query(server.url, 'create role learn login createrole', 'create database learn owner learn')
      const extended = Object.assign(new URL(server.url), { pathname: '/learn' }).href
      await query(extended, 'create extension if not exists pg_trgm')
      const url = Object.assign(new URL(extended), { username: 'learn' }).href
      return await withPlatform(directory, { DATABASE_URL: url }, async ({ call }) => {
        expectStatus(await call('GET', '/api/tenants'), 200)
        expectStatus(await call('GET', '/api/ready'), 200)
        return 'migrated, served and ready as a user that is no superuser'
      })
    } finally {
      await server.stop()
    }
  },
})

import { installedPostgres, startInstalledPostgres } from '../../../core/testing/installed-postgres.ts'
import { fillBlock, fillVariables, GUIDE, type GuideBlock } from './guide.ts'
import { expectStatus, query, Skipped, withPlatform, type Recipe } from './recipe.ts'

const addressBlock = {
  file: GUIDE,
  section: 'PostgreSQL 15, 17, 18',
  language: 'sh',
  examples: ['learn:CHANGE-ME@10.0.0.4:5432'],
} as const satisfies GuideBlock

const ownerBlock = { ...addressBlock, language: 'sql', examples: ['CHANGE-ME'] } as const satisfies GuideBlock

const PASSWORD = 'only-on-this-machine'

/** The platform on a PostgreSQL of the system, as a user that may create roles and owns its database alone. */
export const postgresql = (version: number): Recipe => ({
  name: `PostgreSQL ${version}`,
  section: addressBlock.section,
  blocks: [addressBlock, ownerBlock],
  run: async (directory) => {
    const installed = await installedPostgres(version)
    if (!installed) throw new Skipped(`needs the package postgresql-${version}`)
    const server = await startInstalledPostgres(installed, directory)
    try {
      const statements = (await fillBlock(ownerBlock, { 'CHANGE-ME': PASSWORD })).split(';')
      await query(server.url, ...statements.filter((statement) => statement.trim() !== ''))
      const variables = await fillVariables(addressBlock, {
        'learn:CHANGE-ME@10.0.0.4:5432': `learn:${PASSWORD}@${new URL(server.url).host}`,
      })
      return await withPlatform(directory, { DATABASE_URL: server.url, ...variables }, async ({ call }) => {
        expectStatus(await call('GET', '/api/tenants'), 200)
        expectStatus(await call('GET', '/api/ready'), 200)
        return 'migrated, served and ready as a user that is no superuser'
      })
    } finally {
      await server.stop()
    }
  },
})

import { plugins } from '#config/plugins.ts'
import { readEnv } from '#config/env.ts'
import { migrationFolders } from '#core/server/assembly.ts'
import { migratorConfig } from '#core/server/database/migrations.ts'

/** For Knex's own command line, on the database of DATABASE_URL. */
export default {
  client: 'pg',
  connection: readEnv().databaseUrl,
  migrations: migratorConfig(migrationFolders(plugins)),
}

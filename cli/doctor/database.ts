import { countText } from '#core/server/texts.ts'
import type pg from 'pg'
import type { Env } from '#config/env.ts'
import { plugins } from '#config/plugins.ts'
import { globalSettings } from '#core/contract/settings.ts'
import { assemble, migrationFolders } from '#core/server/assembly.ts'
import { migrationStates, newerDatabaseText, type MigrationState } from '#core/server/database/migrations.ts'
import { loginClient } from '#core/server/database/pool.ts'
import { missingRolesText } from '#core/server/database/scope-roles.ts'
import { servingRole, findShortcoming } from '#core/server/database/serving-role.ts'
import { broken, ok, warning, type Finding } from '#core/server/finding.ts'
import { PrivateAddressError } from '#core/server/public-addresses.ts'
import { connectToMailServer } from '#core/server/mail/connection.ts'
import { livingNodes, nodeText } from '#core/server/nodes.ts'
import { openDatabase } from '#core/server/process.ts'
import { settingsIn } from '#core/server/settings/settings.ts'
import { RELEASE } from '#core/server/version.ts'
import { sentenceOf } from '../failure.ts'
import { checkFiles } from './files.ts'
import { checkEmailDns } from './email-dns.ts'
import type { Probes } from './probes.ts'

const MIN_SERVER_VERSION = 150_000
/** Milliseconds until a mail server counts as unreachable. */
const MAIL_TIMEOUT_MS = 5000

/** Everything that needs the database; the embedded one is started for it where it is not running. */
export async function* checkDatabase(env: Env, probes: Probes): AsyncGenerator<Finding> {
  try {
    const database = await openDatabase(env)
    try {
      yield* inspect(env, database.url, probes)
    } finally {
      await database.stop()
    }
  } catch (error) {
    yield broken('database', sentenceOf(error))
  }
}

async function* inspect(env: Env, url: string, probes: Probes): AsyncGenerator<Finding> {
  const client = loginClient(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    yield* await probes.run('database', async () => [await checkServer(client, env)])
    // The others would wait for the same connection.
    if (probes.abandoned) return
    const { migrations, unknown } = await migrationStates(url, migrationFolders(plugins))
    yield checkMigrations(migrations, unknown)
    yield* await probes.run('roles', async () => [await checkRoles(client)])
    if (!migrations.some(({ applied }) => applied)) return
    yield* await probes.run('serving', async () => [await checkServing(client, url, env)])
    yield* await probes.run('nodes', async () => [await checkNodes(client)])
    yield* await probes.run('mail', () => checkMail(client, env))
    if (unknown.length > 0 || migrations.some(({ applied }) => !applied)) return
    yield* await probes.run('files', () => checkFiles(client, env))
    for (const { id, examine } of assemble(plugins, env.pluginsOff)) {
      if (examine) yield* await probes.run(id, () => examine({ env, client }))
    }
  } finally {
    const ended = client.end()
    // A check that timed out may never end.
    if (!probes.abandoned) await ended
  }
}

function checkMigrations(migrations: readonly MigrationState[], unknown: readonly string[]): Finding {
  if (unknown.length > 0) return broken('migrations', newerDatabaseText(unknown))
  const pending = migrations.filter(({ applied }) => !applied).length
  if (pending === 0) return ok('migrations', `All ${migrations.length} migrations are applied`)
  const remedy = 'the next start applies them, platform-cli migrate up too'
  return warning('migrations', `${countText(pending, 'migration')} pending; ${remedy}`)
}

/** Reports which nodes run, and whether some of them are of another version. */
async function checkNodes(client: pg.Client): Promise<Finding> {
  const nodes = await livingNodes(client)
  if (nodes.length === 0) return ok('nodes', 'No node is running')
  const message = `${countText(nodes.length, 'node')} running: ${nodes.map(nodeText).join('; ')}`
  return nodes.every(({ version }) => version === RELEASE)
    ? ok('nodes', message)
    : warning('nodes', `${message}; this is version ${RELEASE}, and all nodes should be of one version`)
}

async function checkServer(client: pg.Client, env: Env): Promise<Finding> {
  const { rows } = await client.query<{ number: number; version: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version`,
  )
  const { number = 0, version = '' } = rows[0] ?? {}
  const name = `${env.databaseUrl ? 'PostgreSQL' : 'The embedded PostgreSQL'} ${version}`
  return number >= MIN_SERVER_VERSION
    ? ok('database', `${name} answers`)
    : broken('database', `${name} is too old; the platform needs 15 or newer`)
}

async function checkRoles(client: pg.Client): Promise<Finding> {
  const problem = await missingRolesText(client)
  return problem === undefined
    ? ok('roles', 'The database user has the three roles of the platform, or may create them')
    : broken('roles', problem)
}

/**
 * Checks the role that serves requests: one without rights of its own, or the database user where that cannot be made.
 */
async function checkServing(client: pg.Client, url: string, env: Env): Promise<Finding> {
  const role = servingRole(env.poolerUrl ?? url, env.sessionKey)
  const problem = await findShortcoming(client, role)
  const { rows } = await client.query<{ user: string; isSuperuser: boolean; mayMake: boolean; risen: boolean | null }>(
    `select u.rolname as user, u.rolsuper as "isSuperuser", u.rolsuper or u.rolcreaterole as "mayMake",
            r.rolsuper or r.rolcreaterole or r.rolbypassrls as risen
       from pg_roles u left join pg_roles r on r.rolname = $1 where u.rolname = current_user`,
    [role.name],
  )
  const { user = '', isSuperuser = false, mayMake = false, risen = null } = rows[0] ?? {}
  if (risen) return broken('serving', `${role.name}, which serves requests, was given rights; take them away`)
  if (problem === undefined) return ok('serving', `Requests are served as ${role.name}, which has no rights of its own`)
  if (risen === null && mayMake)
    return warning('serving', `The role that serves requests is missing; the next start makes it`)
  const finding = isSuperuser ? broken : warning
  const owner = isSuperuser ? 'a superuser of the server' : 'which owns the tables'
  const remedy = mayMake ? 'start again, or let the server take this user' : 'let it create roles for one start'
  return finding('serving', `Requests are served as ${user}, ${owner} (${problem}); ${remedy}`)
}

async function checkMail(client: pg.Client, { mailAllowPrivate }: Env): Promise<Finding[]> {
  const { rows } = await client.query<{ values: Record<string, unknown> }>('select "values" from global_settings')
  const settings = settingsIn(globalSettings, rows[0]?.values ?? {})
  if (!settings.mailHost) return [ok('mail', 'No mail server is set; messages are kept for super admins to read')]
  const server = `The mail server ${settings.mailHost}:${settings.mailPort}`
  try {
    const socket = await connectToMailServer(settings, mailAllowPrivate, MAIL_TIMEOUT_MS)
    socket.destroy()
    return [ok('mail', `${server} answers`), ...(await checkEmailDns(settings))]
  } catch (error) {
    if (error instanceof PrivateAddressError) {
      return [broken('mail', `${server} is in a private network and refused; set MAIL_ALLOW_PRIVATE=1 if it is meant`)]
    }
    const { code, message } = error as NodeJS.ErrnoException
    return [broken('mail', `${server} cannot be reached (${code ?? message}); see Global Settings`)]
  }
}

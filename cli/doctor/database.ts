import { counted } from '#core/server/words.ts'
import type pg from 'pg'
import type { Env } from '#config/env.ts'
import { plugins } from '#config/plugins.ts'
import { globalSettings } from '#core/contract/settings.ts'
import { assemble, migrationFolders } from '#core/server/assembly.ts'
import { migrationStates } from '#core/server/database/migrations.ts'
import { loginClient } from '#core/server/database/pool.ts'
import { servingRole, shortcoming } from '#core/server/database/serving-role.ts'
import { broken, ok, warning, type Finding } from '#core/server/finding.ts'
import { PrivateAddressError } from '#core/server/public-addresses.ts'
import { connectToMailServer } from '#core/server/mail/connection.ts'
import { openDatabase } from '#core/server/process.ts'
import { settingsIn } from '#core/server/settings/settings.ts'
import { sentenceOf } from '../failure.ts'
import { checkFiles } from './files.ts'

const OLDEST_SERVER = 150_000
/** Milliseconds until a mail server counts as out of reach. */
const MAIL_TIMEOUT = 5000

/** Everything that needs the database; the embedded one is started for it where it is not running. */
export async function checkDatabase(env: Env): Promise<Finding[]> {
  try {
    const database = await openDatabase(env)
    try {
      return await inspect(env, database.url)
    } finally {
      await database.stop()
    }
  } catch (error) {
    return [broken('database', sentenceOf(error))]
  }
}

async function inspect(env: Env, url: string): Promise<Finding[]> {
  const client = loginClient(url)
  await client.connect()
  try {
    const states = await migrationStates(url, migrationFolders(plugins))
    const pending = states.filter(({ applied }) => !applied)
    const migrations =
      pending.length === 0
        ? ok('migrations', `All ${states.length} migrations are applied`)
        : warning(
            'migrations',
            `${counted(pending.length, 'migration')} pending; the next start applies them, platform-cli migrate up too`,
          )
    const founded = states.some(({ applied }) => applied)
    return [
      await checkServer(client, env),
      migrations,
      ...(founded
        ? [await checkRoles(client), await checkServing(client, url, env), await checkMail(client, env)]
        : []),
      ...(pending.length === 0 ? [...(await checkFiles(client, env)), ...(await examinePlugins(env, client))] : []),
    ]
  } finally {
    await client.end()
  }
}

async function checkServer(client: pg.Client, env: Env): Promise<Finding> {
  const { rows } = await client.query<{ number: number; version: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version`,
  )
  const { number = 0, version = '' } = rows[0] ?? {}
  const name = `${env.databaseUrl ? 'PostgreSQL' : 'The embedded PostgreSQL'} ${version}`
  return number >= OLDEST_SERVER
    ? ok('database', `${name} answers`)
    : broken('database', `${name} is too old; the platform needs 15 or newer`)
}

async function checkRoles(client: pg.Client): Promise<Finding> {
  const roles = ['trellis_app', 'trellis_tenant', 'trellis_operator']
  const { rows } = await client.query<{ role: string }>(
    `select role from unnest($1::text[]) as role
      where not exists (select from pg_roles where rolname = role and pg_has_role(current_user, oid, 'member'))`,
    [roles],
  )
  const missing = rows.map(({ role }) => role)
  return missing.length === 0
    ? ok('roles', 'The database user may take the three roles of the platform')
    : broken(
        'roles',
        `The database user lacks ${missing.join(', ')}; as a superuser of the server: create the roles and grant them to it`,
      )
}

/** Who serves requests: a role without rights of its own, or the database user itself where that cannot be made. */
async function checkServing(client: pg.Client, url: string, env: Env): Promise<Finding> {
  const role = servingRole(url, env.sessionKey)
  const problem = await shortcoming(client, role)
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

async function checkMail(client: pg.Client, { mailAllowPrivate }: Env): Promise<Finding> {
  const { rows } = await client.query<{ values: Record<string, unknown> }>('select "values" from global_settings')
  const settings = settingsIn(globalSettings, rows[0]?.values ?? {})
  if (!settings.mailHost) return ok('mail', 'No mail server is set; messages are kept for super admins to read')
  const server = `The mail server ${settings.mailHost}:${settings.mailPort}`
  try {
    const socket = await connectToMailServer(settings, mailAllowPrivate, MAIL_TIMEOUT)
    socket.destroy()
    return ok('mail', `${server} answers`)
  } catch (error) {
    if (error instanceof PrivateAddressError) {
      return broken('mail', `${server} is in a private network and refused; set MAIL_ALLOW_PRIVATE=1 if it is meant`)
    }
    const { code, message } = error as NodeJS.ErrnoException
    return broken('mail', `${server} cannot be reached (${code ?? message}); see Global Settings`)
  }
}

async function examinePlugins(env: Env, client: pg.Client): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { id, examine } of assemble(plugins, env.pluginsOff)) {
    try {
      findings.push(...((await examine?.({ env, client })) ?? []))
    } catch (error) {
      findings.push(broken(id, sentenceOf(error)))
    }
  }
  return findings
}

import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { isDatabaseUnavailable } from '../errors.ts'
import { derivedKey } from '../secrets.ts'
import { CONNECT_TIMEOUT_MS } from './pool.ts'
import { SCOPE_ROLES } from './scope-roles.ts'

/** Login that the scopes' connections use. */
export interface ServingLogin {
  url: string
  /** Reason why it is the role of DATABASE_URL; undefined for a role without rights of its own. */
  problem: string | undefined
}

/** Name of the serving role: it owns nothing, and can only become the three scope roles. */
export interface ServingRole {
  name: string
  password: string
  /** DATABASE_URL with this role in it. */
  url: string
}

/**
 * Name and password follow from the session key, so that nothing is stored: nodes with one key share the role,
 * platforms with other keys on the same server have roles of their own and cannot lock each other out.
 */
export function servingRole(databaseUrl: string, sessionKey: Buffer): ServingRole {
  const name = `trellis_login_${derivedKey(sessionKey, 'trellis login role name', 6).toString('hex')}`
  const password = derivedKey(sessionKey, 'trellis login role password', 32).toString('base64url')
  const url = new URL(databaseUrl)
  // Query parameters take precedence over user and password before the host, which a socket address cannot have.
  url.searchParams.set('user', name)
  url.searchParams.set('password', password)
  return { name, password, url: url.href }
}

// Errors caused by a concurrent start: the role exists by now, or its row was changed meanwhile.
const CONFLICT_CODES = new Set(['42710', '23505', 'XX000'])
const MAX_ATTEMPTS = 5

/**
 * Creates or repairs the role that requests are served as. Falls back to the role of DATABASE_URL where that may not
 * create roles, or the server refuses the new one.
 * @param client connected as the role of DATABASE_URL
 * @param databaseUrl address to which scopes connect: the pooler, if there is one
 * @param enter connects with an address
 * @throws errors of a database that cannot be reached
 */
export async function servingLogin(
  client: pg.Client,
  databaseUrl: string,
  sessionKey: Buffer,
  enter: (url: string) => Promise<void>,
): Promise<ServingLogin> {
  const role = servingRole(databaseUrl, sessionKey)
  let problem = await findShortcoming(client, role, enter)
  for (let attempt = 1; problem !== undefined && attempt <= MAX_ATTEMPTS; attempt += 1) {
    try {
      await createRole(client, role)
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      problem = (error as Error).message
      if (!CONFLICT_CODES.has((error as { code?: string }).code ?? '')) break
    }
    problem = await findShortcoming(client, role, enter)
  }
  return problem === undefined ? { url: role.url, problem } : { url: databaseUrl, problem }
}

/**
 * Returns the reason why the role cannot serve, or undefined.
 * @param client connected as the role of DATABASE_URL
 * @param enter connects with an address
 */
export async function findShortcoming(
  client: pg.Client,
  role: ServingRole,
  enter: (url: string) => Promise<void> = tryLogin,
): Promise<string | undefined> {
  // Every role may change its own settings, and an attacker's changes would persist.
  const { rows } = await client.query<{ complete: boolean }>(
    `select rolcanlogin and not rolinherit and has_database_privilege(r.oid, current_database(), 'connect')
            and not exists (select from pg_db_role_setting where setrole = r.oid)
            and (select count(distinct roleid) from pg_auth_members
                  where member = r.oid and roleid in (select oid from pg_roles where rolname = any ($2::text[]))) = $3
              as complete
       from pg_roles r where rolname = $1`,
    [role.name, SCOPE_ROLES, SCOPE_ROLES.length],
  )
  if (!rows[0]) return `there is no role ${role.name}`
  if (!rows[0].complete) return `the role ${role.name} is not as it has to be`
  try {
    await enter(role.url)
    return undefined
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    return (error as Error).message
  }
}

async function tryLogin(url: string): Promise<void> {
  // Without start-up options, which a pooler refuses.
  const trial = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  trial.on('error', () => undefined)
  await trial.connect().finally(() => trial.end().catch(() => undefined))
}

async function createRole(client: pg.Client, { name, password }: ServingRole): Promise<void> {
  const verifier = scramVerifier(password)
  await client.query('begin')
  try {
    // On a new server the scope roles do not exist yet: the first migration creates them.
    for (const role of [...SCOPE_ROLES, name]) {
      const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
      if (rowCount === 0) await client.query(`create role ${role} ${role === name ? 'login noinherit' : 'nologin'}`)
    }
    await client.query(`
      alter role ${name} login noinherit password '${verifier}';
      alter role ${name} reset all;
      do $$ begin
        execute format('alter role ${name} in database %I reset all', current_database());
        if not has_database_privilege('${name}', current_database(), 'connect') then
          execute format('grant connect on database %I to ${name}', current_database());
        end if;
      end $$;
      grant ${SCOPE_ROLES.join(', ')} to ${name};
      commit`)
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Computes the stored verifier of a password (RFC 5802, 7677), so that the password is in no statement or log. */
function scramVerifier(password: string): string {
  const salt = randomBytes(16)
  const iterations = 4096
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`
}

import pg from 'pg'
import { readEnv } from '#config/env.ts'
import { plugins } from '#config/plugins.ts'
import { createPlatform } from '#core/server/platform.ts'
import { digestOf } from '../server/digest.ts'

// Runs in a process of its own for the benchmark: `node load.ts <entries>`, with DATABASE_URL. Fills the audit log with
// entries of the last 400 days, seals them, and reports over the IPC channel how many seconds that took.

const DAYS = 400

/** One of so many says `zeppelin`, and one of so many `origami`. */
const RARE_INTERVAL = 100_000
const UNCOMMON_INTERVAL = 2000

const columns = `id, tenant_id, tenant_name, user_id, user_name, user_email, action, category, severity, description,
  resource, resource_id, metadata, ip_address, user_agent, success, error_message, created_at,
  who_salt, what_salt`

/** The entries of one day; $1 days ago, $2 of them. */
const ofOneDay = `
  with kinds (first, last, action, category, severity, success, resource, description) as (values
    (0, 44, 'auth.signed-in', 'auth', 'info', true, 'user', ' signed in'),
    (45, 59, 'auth.signed-out', 'auth', 'info', true, 'user', ' signed out'),
    (60, 67, 'auth.sign-in-failed', 'auth', 'warning', false, 'user', ' failed to sign in'),
    (68, 82, 'session.updated', 'system', 'info', true, 'session', ' changed the session Robotics on Tuesday'),
    (83, 88, 'session.created', 'system', 'info', true, 'session', ' scheduled the session Garden lab'),
    (89, 93, 'user.updated', 'account', 'info', true, 'user', ' changed a user'),
    (94, 96, 'payment.recorded', 'billing', 'info', true, 'subscription', ' recorded a payment'),
    (97, 98, 'access.refused', 'security', 'warning', false, null, ' was refused by the role'),
    (99, 99, 'job.failed', 'system', 'error', false, 'job', ' waits for a job that failed')),
  drawn as (
    select n, random() as moment, 1 + floor(random() ^ 2 * 1000)::int as org, floor(random() * 100)::int as kind,
           floor(random() * 5000)::int as person
      from generate_series(1, $2::int) n offset 0)
  insert into audit_logs (seq, ${columns}, digest)
  select a.*, ${digestOf('a')} from (
    select next_audit_log_seq() as seq, new_id() as id, ('00000000-0000-4000-8000-' || lpad(org::text, 12, '0'))::uuid as tenant_id,
           'School ' || org as tenant_name, ('00000000-0000-4000-8000-' || lpad(person::text, 12, 'a'))::uuid as user_id,
           'Person ' || chr(65 + person % 26) || chr(97 + person % 25) || ' ' || person as user_name,
           'person' || person || '@school' || org || '.example' as user_email, action, category, severity,
           'Person ' || person || description
             || case when ($1 * $2 + n) % ${RARE_INTERVAL} = 0 then ' in a zeppelin' when ($1 * $2 + n) % ${UNCOMMON_INTERVAL} = 0 then ' with origami' else '' end
             as description,
           resource, md5(n::text)::uuid::text as resource_id,
           jsonb_build_object('requestId', md5(n::text), 'after', jsonb_build_object('number', n)) as metadata,
           '10.' || person % 256 || '.' || n % 256 || '.' || org % 256 as ip_address,
           'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36' as user_agent, success, null::text as error_message,
           (now() - ($1 - moment) * interval '1 day')::timestamptz(3) as created_at,
           gen_random_uuid() as who_salt, gen_random_uuid() as what_salt
      from drawn join kinds on kind between first and last order by moment offset 0) a`

async function load(databaseUrl: string, entries: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, options: '-c timezone=UTC' })
  await client.connect()
  await client.query(`set maintenance_work_mem = '1GB'; set synchronous_commit = off`)
  await client.query(`select make_audit_partitions(now() - interval '${DAYS} days', now())`)
  // Built once at the end, which takes a fraction of the time.
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
       from pg_index where indrelid = 'audit_logs'::regclass and not indisprimary`,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (let day = DAYS; day > 0; day--) await client.query(ofOneDay, [day, Math.round(entries / DAYS)])
  for (const { definition } of indexes) await client.query(definition.replace(' ON ONLY ', ' ON '))
  await client.query('vacuum analyze audit_logs')
  await client.end()
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = Date.now()
  await work()
  return (Date.now() - began) / 1000
}

const { databaseUrl = '', ...env } = readEnv()
const platform = await createPlatform({ ...env, databaseUrl }, plugins, { work: false })
const sealing = platform.parts.get('audit')?.jobs?.find(({ name }) => name === 'audit.seal')
const loaded = await seconds(() => load(databaseUrl, Number(process.argv[2])))
const sealed = await seconds(async () => sealing?.perform(platform.core, null, {}))
await platform.close()
process.send?.({ loaded, sealed })
process.disconnect?.()

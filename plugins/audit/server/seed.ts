import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { digestOf } from './digest.ts'

// The last sign-in of every user, and up to five before it. Numbered in their order, as if each had been recorded when it
// happened. Addresses are those of documentation (RFC 5737).
const insertSignIns = statement(`insert into audit_logs
       (seq, id, tenant_id, tenant_name, user_id, user_name, user_email, action, category, severity, description,
        resource, resource_id, metadata, ip_address, user_agent, success, error_message, created_at,
        who_salt, what_salt, digest)
     select act.*, ${digestOf('act')}
       from (select next_audit_log_seq() as seq, new_id() as id, e.tenant_id, e.tenant_name, e.id as user_id, e.name as user_name,
                    e.email as user_email, 'auth.signed-in'::text as action, 'auth'::text as category,
                    'info'::text as severity, '{user:' || e.id || '} signed in' as description, 'user'::text as resource,
                    e.id::text as resource_id, '{"method": "password"}'::jsonb as metadata,
                    '203.0.113.' || (e.nth % 250 + 1) as ip_address,
                    'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0'::text as user_agent, true as success,
                    null::text as error_message, e.at as created_at,
                    gen_random_uuid() as who_salt, gen_random_uuid() as what_salt
               from (select p.*, (p.last_login_at - before * interval '1 day' * (1 + p.nth % 4))::timestamptz(3) as at
                       from (select u.id, u.tenant_id, t.name as tenant_name, u.first_name || ' ' || u.last_name as name,
                                    u.email, u.last_login_at, u.created_at,
                                    row_number() over (order by u.created_at, u.id) as nth
                               from users u join tenants t on t.id = u.tenant_id
                              where u.last_login_at is not null) p,
                            generate_series(0, 5) before
                      where before <= p.nth % 6
                        and p.last_login_at - before * interval '1 day' * (1 + p.nth % 4) > p.created_at
                      order by at, nth) e) act`)

/** Puts the sign-ins of the demo's people into the log, whose accounts tell when they came last. */
export async function seedSignIns(scope: PlatformScope): Promise<void> {
  await scope.rows(insertSignIns)
}

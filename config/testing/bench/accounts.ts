import pg from 'pg'
import { hashPassword } from '#core/server/identity/passwords.ts'

export const PASSWORD = 'bench-password-1'

/** A super admin and an organization's admin whose passwords are known here. */
export interface Known {
  admin: string
  member: string
  tenantId: string
  subdomain: string
  lastName: string
}

export async function accounts(databaseUrl: string): Promise<Known> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const hash = await hashPassword(PASSWORD)
  await client.query(
    `insert into users (tenant_id, username, email, password_hash, first_name, last_name, role)
     values (null, 'bench-admin', 'bench-admin@example.org', $1, 'Bench', 'Admin', 'superadmin')`,
    [hash],
  )
  const { rows } = await client.query<Omit<Known, 'admin' | 'member'> & { email: string }>(
    `update users u set password_hash = $1, must_change_password = false, role = 'tenant_admin' from tenants t
      where u.id = (select u.id from users u join tenants t on t.id = u.tenant_id and t.status = 'active' where u.is_active order by u.id offset 5000 limit 1)
        and t.id = u.tenant_id returning u.email, t.id as "tenantId", t.subdomain, u.last_name as "lastName"`,
    [hash],
  )
  await client.query('analyze')
  await client.end()
  const [member] = rows
  if (!member) throw new Error('The seed made no users')
  const { email, ...rest } = member
  return { admin: 'bench-admin@example.org', member: email, ...rest }
}

import { z } from 'zod'
import { transliterate } from '#core/contract/transliteration.ts'
import type { Scope, TenantScope } from '../core.ts'
import { statement } from '../database/statement.ts'
import { refuseTaken } from './users.ts'

export interface Contact {
  email: string | null
  firstName: string
  lastName: string
}

const selectNewIds = statement(z.object({ id: z.uuid() }), 'select new_id() as id from generate_series(1, $count::int)')

const insert = statement(
  `insert into users (id, tenant_id, email, username, first_name, last_name, role)
     select id, $tenantId::uuid, email, username, first_name, last_name, 'parent'
       from unnest($ids::uuid[], $emails::text[], $usernames::text[], $firstNames::text[], $lastNames::text[])
         c (id, email, username, first_name, last_name)`,
)

/**
 * Adds up to thousands of parents as contacts, who have no account and cannot sign in. They do not count
 * toward the plan's limits. The caller's use case records the act.
 * @returns their ids, in the order given
 * @throws conflict at `email` where a user of the organization has one of the addresses
 */
export async function createContacts(scope: TenantScope, contacts: readonly Contact[]): Promise<string[]> {
  const made = (await newIds(scope, contacts.length)).map((id, index) => ({ id, ...(contacts[index] as Contact) }))
  const values = {
    tenantId: scope.tenantId,
    ids: made.map(({ id }) => id),
    emails: made.map(({ email }) => email),
    usernames: made.map(usernameOf),
    firstNames: made.map(({ firstName }) => firstName),
    lastNames: made.map(({ lastName }) => lastName),
  }
  await scope.savepoint(() => scope.rows(insert, values)).catch(refuseTaken)
  return values.ids
}

/** Generates ids for rows that refer to each other before they are inserted. */
export async function newIds(scope: Scope, count: number): Promise<string[]> {
  return (await scope.rows(selectNewIds, { count })).map(({ id }) => id)
}

/** Builds a username from the name and the end of the id, which avoids a query for a free number. */
function usernameOf({ id, firstName, lastName }: Contact & { id: string }): string {
  const name = [firstName, lastName].map(transliterate).filter(Boolean).join('.')
  return `${name.slice(0, 80)}.${id.slice(-12)}`
}

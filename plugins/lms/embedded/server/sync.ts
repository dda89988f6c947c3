import { z } from 'zod'
import type { Core } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { notFound } from '#core/server/errors.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { syncLearner } from './frappe/people.ts'
import type { Keeper } from './frappe/keeper.ts'
import type { Item, Performing } from './performing.ts'

// Learners with an address to sign in with, and those who had an account there; families have none.
const insertItems = statement(
  `insert into lms_embedded_items (run_id, position, user_id)
    select $runId, row_number() over (order by t.name, u.last_name, u.first_name, u.id), u.id
      from users u join tenants t on t.id = u.tenant_id
     where u.role in ('tenant_admin', 'instructor', 'student') and u.email is not null
       and (u.is_active and t.status in ('active', 'trial')
         or exists (select from lms_frappe_documents d where d.user_id = u.id and d.site = $site))`,
)

/** Builds a SQL condition: a learner has the address, which users of several organizations may share. @param address SQL */
function isUsed(address: string): string {
  return `exists (select from users o join tenants t on t.id = o.tenant_id
    where fold(o.email) = fold(${address}) and o.role in ('tenant_admin', 'instructor', 'student')
      and o.is_active and t.status in ('active', 'trial'))`
}

const selectLearner = statement(
  z.object({
    id: z.uuid(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    isActive: z.boolean(),
  }),
  `select u.id, u.email, u.first_name as "firstName", u.last_name as "lastName",
      ${isUsed('u.email')} as "isActive"
    from users u where u.id = $id and u.email is not null`,
)

const selectIsUsed = statement(z.object({ isUsed: z.boolean() }), `select ${isUsed('$address')} as "isUsed"`)

/** Makes users of organizations learners of a Frappe site. */
export const syncWithFrappe = (core: Core, keeper: Keeper, run: { id: string; site: string }): Performing => ({
  list: async () => {
    await core.db.platform(systemActor, (scope) => scope.rows(insertItems, { runId: run.id, site: run.site }))
  },
  perform: async ({ userId }: Item) => {
    const [found] = await core.db.platform(systemActor, (scope) => scope.rows(selectLearner, { id: userId }))
    if (!found) throw notFound('User')
    return syncLearner(keeper, found, async (address) => {
      const [answer] = await core.db.platform(systemActor, (scope) => scope.rows(selectIsUsed, { address }))
      return answer?.isUsed ?? false
    })
  },
  done: 'Synchronized users',
})

import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { lookForOrganizations } from '#core/server/jobs/organizations-due.ts'
import { sendMails } from '#core/server/mail/mail.ts'
import { hashOf } from './choice.ts'
import { BATCH_SIZE, organizationsDue, subscribersDue } from './due.ts'
import { createDigestWriter } from './emails.ts'
import { weekOf } from './week.ts'

const selectOrganizations = statement(
  z.object({ tenantId: z.uuid() }),
  `select t.id as "tenantId" ${organizationsDue} and t.status in ('active', 'trial')
      and exists (select from ${subscribersDue({ tenantId: 't.id', day: 'd.day', until: 'w.until' })})
    order by t.id`,
)

/** Sends the digests of one organization: across runs and nodes each guardian gets one a week. */
export const sendDigests = defineJob({
  name: 'tenant-app.send-digests',
  scope: 'tenant',
  payload: z.object({}),
  run: async (scope) => {
    if ((await sendDueDigests(scope)) === BATCH_SIZE) await scope.core.jobs.send(scope, sendDigests, {})
  },
})

/** Runs every quarter of an hour, since zones differ by quarters: finds organizations whose digests are due. */
export const lookForDigests = lookForOrganizations({
  name: 'tenant-app.look-for-digests',
  cron: '*/15 * * * *',
  select: selectOrganizations,
  job: sendDigests,
  payloadOf: () => ({}),
})

const selectDueOrganization = statement(
  z.object({
    day: z.string(),
    from: z.string(),
    until: z.string(),
    organization: z.string(),
    subdomain: z.string(),
    zone: z.string(),
  }),
  `select d.day, w."from", w.until, t.name as organization, t.subdomain, t.time_zone as zone
    ${organizationsDue} and t.id = $tenantId`,
)

// A concurrent second run waits here, and then conflicts with the first one's rows. Guardians without news get a row too, so
// that later runs skip them.
const insertDigests = statement(
  z.object({ userId: z.uuid() }),
  `insert into digests (user_id, sent_for, sent_at)
      select s.user_id, $day::date, $now from ${subscribersDue({ tenantId: '$tenantId', day: '$day::date', until: '$until::timestamptz' })}
      order by s.user_id limit ${BATCH_SIZE}
    on conflict (tenant_id, user_id, sent_for) do nothing returning user_id as "userId"`,
)

const selectReaders = statement(
  z.object({ userId: z.uuid(), name: z.string(), email: z.string() }),
  `select id as "userId", first_name || ' ' || last_name as name, email from users
    where id = any($userIds::uuid[]) and email is not null order by id`,
)

const updateTokens = statement(
  `update digests d set token_hash = decode(o.hash, 'hex')
    from unnest($userIds::uuid[], $hashes::text[]) as o (user_id, hash)
    where d.tenant_id = $tenantId and d.user_id = o.user_id and d.sent_for = $day::date`,
)

/** Deletes digests older than two months, whose links stop working. */
const deleteOldDigests = statement('delete from digests where tenant_id = $tenantId and sent_for < $day::date - 60')

/** @returns the number of processed guardians */
async function sendDueDigests(scope: TenantScope): Promise<number> {
  const { core, tenantId } = scope
  const [due] = await scope.rows(selectDueOrganization, { tenantId, now: core.clock.now() })
  if (!due) return 0
  const { day, from, until } = due
  const done = await scope.rows(insertDigests, { tenantId, day, until, now: core.clock.now() })
  const weeks = await weekOf(
    scope,
    done.map(({ userId }) => userId),
    { from, until },
  )
  const people = (await scope.rows(selectReaders, { userIds: [...weeks.keys()] })).map((person) => ({
    ...person,
    token: randomBytes(32).toString('base64url'),
    children: weeks.get(person.userId) ?? [],
  }))
  await scope.rows(updateTokens, {
    tenantId,
    day,
    userIds: people.map(({ userId }) => userId),
    hashes: people.map(({ token }) => hashOf(token).toString('hex')),
  })
  await sendMails(scope, people.map(createDigestWriter(core.env, due)))
  await scope.rows(deleteOldDigests, { tenantId, day })
  return done.length
}

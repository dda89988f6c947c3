import { z } from 'zod'
import type { TenantScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { AppError, forbidden, notFound } from '#core/server/errors.ts'
import { serveContent } from '#core/server/files/serve-content.ts'
import { afterCursor, cursorAt, PagedAnswer, type FileAnswer } from '#core/server/http/answers.ts'
import type { Unscoped } from '#core/server/http/mount.ts'
import { countUnreadConversations } from '../../conversations/server/conversations.ts'
import { messageFile, messageKinds } from '../contract.ts'
import type { ReceivedMessage, ReceivedRow } from '../inbox-contract.ts'
import { fillFields } from './fields.ts'
import { MESSAGE_FILE_KIND } from './files.ts'
import { readLinkToken } from './links.ts'
import { filesOf } from './messages.ts'
import { recordMessage } from './policies.ts'
import { childrenOf, isVisible } from './visible.ts'

/** Characters of a text that the list shows. */
const EXCERPT_LENGTH = 160

const receivedRow = z.object({
  recipientId: z.uuid(),
  id: z.uuid(),
  kind: z.enum(messageKinds),
  subject: z.string(),
  body: z.string(),
  writtenByName: z.string(),
  receivedAt: z.string(),
  openedAt: z.string().nullable(),
  wantsAcknowledgement: z.boolean(),
  acknowledgedAt: z.string().nullable(),
  children: z.array(z.string()),
  name: z.string(),
  organization: z.string(),
})

const columns = `r.id as "recipientId", m.id, m.kind, m.subject, m.body, m.written_by_name as "writtenByName",
  r.created_at as "receivedAt", r.opened_at as "openedAt", m.wants_acknowledgement as "wantsAcknowledgement",
  r.acknowledged_at as "acknowledgedAt", ${childrenOf('r')} as children, u.first_name as name, t.name as organization`

const source = `message_recipients r join messages m on m.tenant_id = r.tenant_id and m.id = r.message_id
  join users u on u.tenant_id = r.tenant_id and u.id = r.user_id join tenants t on t.id = r.tenant_id`

const selectReceived = statement(
  receivedRow,
  `select ${columns} from ${source} where r.user_id = $reader and ${isVisible}
      and ($after::timestamptz is null or (r.created_at, r.id) < ($after::timestamptz, $afterId::uuid))
    order by r.created_at desc, r.id desc limit $most offset $offset`,
)

const readerOf = ({ actor }: TenantScope): string => {
  if (!actor.user || actor.user.role === 'superadmin') throw forbidden()
  return actor.user.id
}

interface InboxQuery {
  limit?: number | undefined
  offset?: number | undefined
  cursor?: string | undefined
}

/** Lists the messages that the caller got, the latest first. */
export async function listReceived(
  scope: TenantScope,
  { limit = 25, offset = 0, cursor }: InboxQuery,
): Promise<PagedAnswer<ReceivedRow>> {
  const values = { reader: readerOf(scope), most: limit + 1, offset, ...afterCursor(cursor) }
  const found = await scope.rows(selectReceived, values)
  const cursors = new Map(found.map((one) => [one.id, cursorAt(one.receivedAt, one.recipientId)]))
  const rows = found.map(({ recipientId: _, body, name, organization, ...one }) => {
    const fill = (text: string) => fillFields(text, { children: one.children, name, organization })
    return { ...one, subject: fill(one.subject), excerpt: fill(body).slice(0, EXCERPT_LENGTH) }
  })
  return new PagedAnswer(rows, { limit, cursorAfter: ({ id }) => cursors.get(id) ?? '' })
}

const unreadOf = (reader: string) => `select count(*)::int as count from message_recipients r
      join messages m on m.tenant_id = r.tenant_id and m.id = r.message_id
    where ${reader} and (r.opened_at is null or (m.wants_acknowledgement and r.acknowledged_at is null))
      and ${isVisible}`

const countUnreadOf = statement(z.object({ count: z.number() }), unreadOf('r.user_id = $reader'))

/** Counts the unread messages of a user `u` of any organization, in SQL. */
export const unreadOfUser = unreadOf('r.tenant_id = u.tenant_id and r.user_id = u.id')

/** Counts messages that the caller has not opened or has yet to acknowledge, and conversations with new posts. */
export async function countUnread(scope: TenantScope): Promise<{ count: number }> {
  const [found] = await scope.rows(countUnreadOf, { reader: readerOf(scope) })
  const messages = found?.count ?? 0
  if (scope.actor.user?.role === 'student') return { count: messages }
  return { count: messages + (await countUnreadConversations(scope)).count }
}

const wholeRow = receivedRow.extend({ files: z.array(messageFile) })

const selectOne = statement(
  wholeRow,
  `select ${columns}, ${filesOf} as files from ${source}
    where m.id = $id and r.user_id = $reader and ${isVisible}`,
)

/** Days for which a link works after the last email that carried it. */
const LINK_DAYS = 14

const selectLinked = statement(
  wholeRow,
  `select ${columns}, ${filesOf} as files from ${source}
    where r.id = $recipientId and r.tenant_id = $tenantId and u.is_active and ${isVisible}
      and exists (select from message_deliveries d where d.tenant_id = r.tenant_id and d.recipient_id = r.id
        and d.sent_at > $now::timestamptz - interval '${LINK_DAYS} days')`,
)

const updateOpened = statement(
  `update message_recipients set opened_at = $now where id = $recipientId and opened_at is null`,
)

const updateAcknowledged = statement(
  z.object({ id: z.uuid() }),
  `update message_recipients set acknowledged_at = $now, opened_at = coalesce(opened_at, $now)
    where id = $recipientId and acknowledged_at is null returning id`,
)

type Whole = z.infer<typeof wholeRow>

const answer = ({ recipientId: _, name, organization, ...one }: Whole): ReceivedMessage => {
  const fill = (text: string) => fillFields(text, { children: one.children, name, organization })
  return { ...one, subject: fill(one.subject), body: fill(one.body) }
}

async function findReceived(scope: TenantScope, id: string): Promise<Whole> {
  const [found] = await scope.rows(selectOne, { id, reader: readerOf(scope) })
  if (!found) throw notFound('Message')
  return found
}

/** @throws not-found whatever is wrong with the token */
async function findLinked(scope: TenantScope, token: string): Promise<Whole> {
  const recipientId = readLinkToken(scope.core.env, token)
  const values = { tenantId: scope.tenantId, now: scope.core.clock.now() }
  const [found] = recipientId === undefined ? [] : await scope.rows(selectLinked, { recipientId, ...values })
  if (!found) throw new AppError('not-found', 404, 'This link does not work any more')
  return found
}

const open = (scope: TenantScope, { recipientId }: Whole) =>
  scope.rows(updateOpened, { recipientId, now: scope.core.clock.now() })

/** @throws message.not-asked (409) */
async function acknowledge(scope: TenantScope, { recipientId, id, wantsAcknowledgement }: Whole): Promise<void> {
  if (!wantsAcknowledgement) throw new AppError('message.not-asked', 409, 'This message asks for no acknowledgement')
  const written = await scope.rows(updateAcknowledged, { recipientId, now: scope.core.clock.now() })
  if (written.length === 0) return
  await recordMessage(scope, id, { action: 'message.acknowledged', description: 'Acknowledged a message' })
}

/** Reads a message that the caller got; nothing is noted. @throws not-found */
export const getReceived = async (scope: TenantScope, id: string): Promise<ReceivedMessage> =>
  answer(await findReceived(scope, id))

/** Notes that the caller has opened a message. @throws not-found */
export async function openReceived(scope: TenantScope, id: string): Promise<void> {
  await open(scope, await findReceived(scope, id))
}

/** @throws not-found, message.not-asked (409) */
export async function acknowledgeReceived(scope: TenantScope, id: string): Promise<void> {
  await acknowledge(scope, await findReceived(scope, id))
}

/** Opens the message of an emailed link. @throws not-found */
export async function openLinked(scope: TenantScope, token: string): Promise<ReceivedMessage> {
  const found = await findLinked(scope, token)
  await open(scope, found)
  return answer(found)
}

const selectFile = statement(
  z.object({ filename: z.string(), mimeType: z.string(), size: z.number(), sha256: z.string() }),
  `select f.filename, f.mime_type as "mimeType", f.size, f.sha256 from files f
    where f.id = $fileId and f.kind = $kind and f.state = 'complete'`,
)

/** Answers a file of the message of an emailed link, as long as the link works; nothing is noted. @throws not-found */
export async function readLinkedFile({ core, http }: Unscoped, token: string, fileId: string): Promise<FileAnswer> {
  const { tenant, actor } = http
  if (!tenant) throw notFound('File')
  const file = await core.db.tenant(tenant.id, actor, async (scope) => {
    const { files } = await findLinked(scope, token)
    const isOfMessage = files.some(({ id }) => id === fileId)
    return isOfMessage ? (await scope.rows(selectFile, { fileId, kind: MESSAGE_FILE_KIND }))[0] : undefined
  })
  if (!file) throw notFound('File')
  return serveContent(core.files.contents, http, file, { isSaved: true, belongsToChild: true })
}

/** @throws not-found, message.not-asked (409) */
export async function acknowledgeLinked(scope: TenantScope, token: string): Promise<void> {
  await acknowledge(scope, await findLinked(scope, token))
}

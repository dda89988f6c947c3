import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { roles } from '#core/contract/roles.ts'
import { tenantStatus } from '#core/contract/tenancy.ts'
import type { Core, FileKind, Scope } from '../../core.ts'
import { statement } from '../../database/statement.ts'
import { notFound } from '../../errors.ts'
import type { FileAnswer } from '../../http/answers.ts'
import { networkOf } from '../../http/client.ts'
import { contextOf, type Http } from '../../http/context.ts'
import { signedIn, type Unscoped } from '../../http/mount.ts'
import { isSecure } from '../../http/session-cookie.ts'
import { systemActor } from '../../identity/actor.ts'
import { requestedOrganization, isOutOfReach, visibleFile } from '../files.ts'
import { answerBytes, type ServedBytes } from '../serve-content.ts'
import type { ByteRange } from '../store.ts'
import { findPath, isRuntime, MAX_PAGE_BYTES, readStandard, runtimes, withoutTop, withRuntime } from './scorm.ts'
import { shownType, startPage } from './shown-types.ts'
import { issueToken, verifyToken, type PackageAccess } from './token.ts'

/** Seconds for which a browser keeps a file. */
const MAX_AGE_SECONDS = 600

const PREFIX = '/interactive'

/**
 * Returns the address at which the caller can open a package.
 * @throws not-found where the file is no package, has no such page, or the caller may not see it
 */
export async function interactiveAddress({ core, http }: Unscoped, id: string, query: { page?: string | undefined }) {
  const { user } = signedIn(http)
  const { kind, sha256, size } = await visibleFile(core, http, id)
  if (!kind.interactive) throw notFound('Package')
  const directory = await core.files.packages.directory(sha256, size)
  const page = query.page ?? startPage(directory.keys())
  if (page === undefined || !directory.has(page)) throw notFound('Start page')
  const { token, expiresAt } = issueToken(core, { userId: user.id, fileId: id })
  const path = page.split('/').map(encodeURIComponent).join('/')
  return { url: `${PREFIX}/${token}/${path}`, expiresAt: expiresAt.toISOString() }
}

/**
 * `/interactive/<token>/<path>`: the files of packages, for frames that have no origin; pages of SCORM with its run-time. Those ask without cookies, so the
 * token is all that opens it; cookies are not looked at.
 */
export function registerInteractive(app: FastifyInstance, core: Core): void {
  app.get<{ Params: { token: string; '*': string } }>(
    `${PREFIX}/:token/*`,
    { schema: { hide: true }, config: { requestLimit: false, isAddressSecret: true } },
    async (request, reply) => {
      const { token, '*': path } = request.params
      const opened = verifyToken(core, token)
      // A page loads hundreds of files, and a school shares one address: limits count per user of a token.
      await app.countRequest(request, opened ? `interactive ${opened.userId}` : networkOf(request.client.address))
      if (!opened) throw notFound('Address')
      const http = { ...(await contextOf(core, request)), request, reply }
      return (await answer(core, http, opened, { token, path })).send(reply)
    },
  )
}

const opening = z.object({
  kind: z.string(),
  sha256: z.string(),
  size: z.number(),
  ownerId: z.string().nullable(),
  uploadedBy: z.string().nullable(),
  tenantId: z.string().nullable(),
  tenantStatus: tenantStatus.nullable(),
  userTenantId: z.string().nullable(),
  role: z.enum(roles),
  email: z.string().nullable(),
  name: z.string(),
})
type Opening = z.infer<typeof opening>

const selectOpening = statement(
  opening,
  `select f.kind, f.sha256, f.size, f.owner_id as "ownerId", f.uploaded_by as "uploadedBy", f.tenant_id as "tenantId",
          t.status as "tenantStatus", u.tenant_id as "userTenantId", u.role, u.email,
          u.first_name || ' ' || u.last_name as name
     from files f join users u on u.id = $userId and u.is_active left join tenants t on t.id = coalesce(f.tenant_id, $hostId::uuid, u.tenant_id)
    where f.id = $fileId and f.state = 'complete'`,
)

async function answer(
  core: Core,
  http: Http,
  opened: PackageAccess,
  { token, path }: { token: string; path: string },
): Promise<FileAnswer> {
  const [found] = await core.db.platform(systemActor, ({ lastRows }) =>
    lastRows(selectOpening, { ...opened, hostId: http.tenant?.id ?? null }),
  )
  const kind = found && core.files.kinds.get(found.kind)
  if (!found || !kind?.interactive) throw notFound('Address')
  const { sha256, size, userTenantId, tenantStatus: status, role } = found
  const tenantId = requestedOrganization(kind, found.tenantId, http.tenant?.id ?? userTenantId)
  if (isOutOfReach({ tenantId, tenantStatus: status }, http, { tenantId: userTenantId, role }))
    throw notFound('Address')
  const mimeType = shownType(path)
  if (!mimeType) throw notFound('Address')
  const directory = await core.files.packages.directory(sha256, size)
  const origin = originOf(core, http.request)
  const headers = headersOf(origin, token, kind)
  const standard = await readStandard(core.files.packages, sha256, directory)
  const runtime = standard && runtimes[standard]
  if (runtime && isRuntime(path))
    return answerBytes(http, servedBytes(runtime.bytes, { etag: `"${runtime.edition}"`, mimeType, headers }))
  const file = directory.get(findPath(directory, path) ?? '')
  if (!file) throw notFound('Address')
  const isPage = mimeType.startsWith('text/html')
  if (isPage && !(await stillSees(core, http, opened, { ...found, kind, tenantId }))) throw notFound('Address')
  const open = (range?: ByteRange) => core.files.packages.open(sha256, file, range ?? { start: 0, end: file.size - 1 })
  const isScript = mimeType.startsWith('text/javascript')
  if ((isPage || isScript) && runtime && file.size > 0 && file.size <= MAX_PAGE_BYTES) {
    const bytes = withoutTop(Buffer.concat(await (await open()).toArray()))
    const etag = `"${sha256}-${runtime.edition}"`
    if (isScript) return answerBytes(http, servedBytes(bytes, { etag, mimeType, headers }))
    const page = withRuntime(bytes, `${PREFIX}/${token}/`)
    const shown = isFramedByOwn(http.request) ? headersOf(origin, token, kind, 'by its own pages') : headers
    const vary = 'sec-fetch-dest, sec-fetch-site'
    return answerBytes(http, servedBytes(page, { etag, mimeType, headers: { ...shown, vary } }))
  }
  return answerBytes(http, { etag: `"${sha256}"`, mimeType, size: file.size, headers, open })
}

/** Wraps bytes in memory, so that ranges of them can be served like files. */
const servedBytes = (bytes: Buffer, said: Pick<ServedBytes, 'etag' | 'mimeType' | 'headers'>): ServedBytes => ({
  ...said,
  size: bytes.length,
  open: async (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
})

/** Asks the gate again, for pages only: they have hundreds of parts. */
function stillSees(
  core: Core,
  http: Http,
  { userId, fileId }: PackageAccess,
  found: Omit<Opening, 'kind'> & { kind: FileKind },
): Promise<boolean> {
  const { kind, tenantId, userTenantId, email, role, name } = found
  const actor = { ...http.actor, user: { id: userId, email, role, tenantId: userTenantId, name }, sessionId: null }
  const asked = (scope: Scope) => kind.may(scope, 'see', { ...found, id: fileId })
  return tenantId ? core.db.tenant(tenantId, actor, asked) : core.db.platform(actor, asked)
}

/**
 * Returns the origin that a package's pages have, which the policy lets them load from.
 * @throws not-found for an invalid host name
 */
function originOf({ env }: Core, { client: { hostName } }: FastifyRequest): string {
  if (!/^([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d{1,5})?$/i.test(hostName)) throw notFound('Address')
  return `${isSecure(env) ? 'https' : 'http'}://${hostName}`
}

/**
 * True for a page that a page without an origin asks for as its frame, as those of a package do. Pages of other sites ask
 * for it in the same way, pages of ours do not.
 */
const isFramedByOwn = ({ headers }: FastifyRequest): boolean =>
  ['iframe', 'frame'].includes(String(headers['sec-fetch-dest'])) && headers['sec-fetch-site'] === 'cross-site'

/**
 * The policy gives every page an opaque origin, in a tab too: it reaches no cookie, no storage and no page of ours,
 * loads only from its own package, and is framed only by us.
 * @param framed by pages of the package, which no policy can name: the run-time looks who is around the page
 */
function headersOf(
  origin: string,
  token: string,
  { belongsToChild }: FileKind,
  framed?: 'by its own pages',
): Record<string, string> {
  const own = `${origin}${PREFIX}/${token}/`
  const policy = [
    'sandbox allow-scripts',
    "default-src 'none'",
    // Authoring tools need eval, which can do no more than any other script of the page.
    `script-src 'unsafe-inline' 'unsafe-eval' ${own}`,
    `style-src 'unsafe-inline' ${own}`,
    `img-src data: ${own}`,
    `font-src data: ${own}`,
    `media-src ${own}`,
    `connect-src ${own}`,
    `frame-src ${own}`,
    ...(framed ? [] : [`frame-ancestors ${origin}`]),
  ]
  return {
    'content-security-policy': policy.join('; '),
    // Otherwise the default header would refuse the pages of the package too.
    ...(framed && { 'x-frame-options': 'ALLOWALL' }),
    // To pages with an opaque origin, all files of the package are cross-origin.
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    // A page with an opaque origin is refused in a tab with any other opener policy.
    'cross-origin-opener-policy': 'unsafe-none',
    // The address is a secret.
    'referrer-policy': 'no-referrer',
    'cache-control': belongsToChild ? 'private, no-store' : `private, max-age=${MAX_AGE_SECONDS}`,
  }
}

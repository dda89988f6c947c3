import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { openTenantStatuses } from '#core/contract/tenancy.ts'
import type { Core, TenantScope } from '#core/server/core.ts'
import { AppError } from '#core/server/errors.ts'
import { admission, refuseReadOnly, tenantFor } from '#core/server/http/access.ts'
import { REFUSAL_PAGE_POLICY, refusalPage } from '#core/server/http/refusal-page.ts'
import { readersLanguage } from '#core/server/text.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import type { Actor } from '#core/server/identity/actor.ts'
import { findCaller, giveAccessToken } from './access-tokens.ts'
import { LTI_PATHS, readAddresses } from './addresses.ts'
import { authorizeLaunch } from './authorize.ts'
import { takeChosenContent } from './deep-linking.ts'
import { sendForm } from './form-page.ts'
import { listPublicKeys } from './keys.ts'
import { getLineItem, listLineItems, listResults } from './line-items.ts'
import { listMembers } from './members.ts'
import { LtiRefusal } from './refusal.ts'
import { takeScore } from './scores.ts'
import type { OpenScope } from './tool-tokens.ts'
import { scopes } from './vocabulary.ts'

const MAX_FORM_BYTES = 64 * 1024
/** Requests of one network address in a minute: a school is one, and so is a tool that serves many. */
const BROWSERS_PER_MINUTE = 600
const TOOLS_PER_MINUTE = 1200
const PAGE_SIZE = 100
const MAX_PAGE_SIZE = 500

const media = {
  lineItem: 'application/vnd.ims.lis.v2.lineitem+json',
  lineItems: 'application/vnd.ims.lis.v2.lineitemcontainer+json',
  results: 'application/vnd.ims.lis.v2.resultcontainer+json',
  score: 'application/vnd.ims.lis.v1.score+json',
  members: 'application/vnd.ims.lti-nrps.v2.membershipcontainer+json',
} as const

const lessonAddress = z.object({ courseId: z.uuid(), lessonId: z.uuid() })
const courseAddress = z.object({ courseId: z.uuid() })
/** Filters by an id that is not one find nothing, instead of everything. */
const NO_ID = '00000000-0000-0000-0000-000000000000'
const filter = z.uuid().nullable().default(null).catch(NO_ID)
const paging = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).catch(PAGE_SIZE),
  offset: z.coerce.number().int().min(0).max(1_000_000).catch(0),
  user_id: filter,
  resource_link_id: filter,
})

const quiet = { schema: { hide: true } } as const
const ofBrowsers = { ...quiet, config: { requestLimit: BROWSERS_PER_MINUTE, isAddressSecret: true } } as const
const ofPosts = { ...quiet, config: { requestLimit: BROWSERS_PER_MINUTE, checksOriginItself: true } } as const
const ofTools = { ...quiet, config: { requestLimit: TOOLS_PER_MINUTE, checksOriginItself: true } } as const

/**
 * Registers what browsers and external tools call by LTI 1.3, on hosts of organizations: the authentication request, the
 * answer of deep linking, keys, access tokens, and the services for grades and members.
 */
export const registerLti = (core: Core) => async (app: FastifyInstance) => {
  await app.register(async (lti) => {
    lti.removeAllContentTypeParsers()
    lti.addContentTypeParser<string>(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body))),
    )
    lti.addContentTypeParser<string>(
      [media.score, 'application/json'],
      { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
      (_request, body, done) => done(null, body),
    )
    lti.addHook('onRequest', async (request) => {
      const { method } = request
      const guarded = { method: method === 'POST' ? 'POST' : 'GET', path: '/api/lti' } as const
      await admission(core, { ...guarded, access: { who: 'anyone', hosts: 'tenant', scope: 'tenant' } })(request)
      const { tenant } = request.context
      if (!tenant || !openTenantStatuses.has(tenant.status)) {
        throw new AppError('tenant.suspended', 403, 'This organization is suspended')
      }
    })
    registerBrowserRoutes(lti, core)
    registerToolRoutes(lti, core)
  })
}

const inScope = <T>(core: Core, request: FastifyRequest, actor: Actor, work: (scope: TenantScope) => Promise<T>) =>
  core.db.tenant(tenantFor(request.context), actor, work)

/** Opens transactions for a request of a tool, one after the other. */
const scopesFor =
  (core: Core, request: FastifyRequest): OpenScope =>
  (work) =>
    inScope(core, request, systemActor, work)

function registerBrowserRoutes(app: FastifyInstance, core: Core): void {
  app.get(LTI_PATHS.authorization, ofBrowsers, async (request, reply) => {
    const work = (scope: TenantScope) => authorizeLaunch(scope, request.query)
    return explained(reply, async () => sendForm(reply, await inScope(core, request, request.context.actor, work)))
  })
  // Cookies do not come with a post from another site: the browser comes again.
  app.post(LTI_PATHS.authorization, ofPosts, async (request, reply) => {
    const query = new URLSearchParams(request.body as Record<string, string>)
    return reply.redirect(`${LTI_PATHS.authorization}?${query.toString()}`, 303)
  })
  app.post(LTI_PATHS.deepLinkReturn, ofPosts, async (request, reply) => {
    const { JWT: token } = z
      .object({ JWT: z.string().max(MAX_FORM_BYTES) })
      .catch({ JWT: '' })
      .parse(request.body)
    return explained(reply, async () => {
      refuseReadOnly(request.context)
      const isChosen = await takeChosenContent(core, scopesFor(core, request), token)
      const message = isChosen
        ? 'The content was chosen. Close this tab to go on with the lesson.'
        : 'Nothing was chosen. Close this tab to go back to the lesson.'
      return sendPage(reply, 200, message)
    })
  })
}

/** Explains a refusal to the person in front of the browser. */
async function explained(reply: FastifyReply, work: () => Promise<FastifyReply>): Promise<FastifyReply> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return sendPage(reply, error.status, error.message)
  }
}

const sendPage = (reply: FastifyReply, status: number, message: string) =>
  reply
    .status(status)
    .headers({ 'content-security-policy': REFUSAL_PAGE_POLICY, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(refusalPage({ status, message, retryAfter: undefined }, readersLanguage()))

/** Answer to a tool; sent once its transaction is committed. */
interface ToolAnswer {
  /** 200 by default; 204 without a body. */
  body?: unknown
  type?: string
  headers?: Record<string, string>
}

function registerToolRoutes(app: FastifyInstance, core: Core): void {
  const answerFrom =
    (work: (request: FastifyRequest) => Promise<ToolAnswer>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      try {
        const { body, type = 'application/json', headers = {} } = await work(request)
        if (body === undefined) return await reply.status(204).send()
        return await reply.headers(headers).type(type).send(JSON.stringify(body))
      } catch (error) {
        if (!(error instanceof LtiRefusal)) throw error
        if (error.status === 401) void reply.header('www-authenticate', `Bearer error="${error.code}"`)
        return reply.status(error.status).send({ error: error.code })
      }
    }
  const answer = (work: (scope: TenantScope, request: FastifyRequest) => Promise<ToolAnswer>) =>
    answerFrom((request) => inScope(core, request, systemActor, (scope) => work(scope, request)))
  app.get(
    LTI_PATHS.keys,
    ofTools,
    answer(async (scope) => {
      const body = await listPublicKeys(scope)
      // The first key is made with the first launch, whose tool must not remember that there was none.
      const caching = body.keys.length === 0 ? 'no-store' : 'public, max-age=300'
      return { body, headers: { 'cache-control': caching } }
    }),
  )
  app.post(
    LTI_PATHS.token,
    ofTools,
    answerFrom(async (request) => ({
      body: await giveAccessToken(core, scopesFor(core, request), request.body),
      headers: { 'cache-control': 'no-store' },
    })),
  )
  app.get(
    '/api/lti/courses/:courseId/line-items',
    ofTools,
    answer(async (scope, request) => {
      const tool = await findCaller(scope, request.headers.authorization, scopes.readLineItems)
      const { courseId } = parseAddress(courseAddress, request)
      const { resource_link_id: lessonId } = paging.parse(request.query)
      return { type: media.lineItems, body: await listLineItems(scope, tool, courseId, lessonId) }
    }),
  )
  app.get(
    '/api/lti/courses/:courseId/line-items/:lessonId',
    ofTools,
    answer(async (scope, request) => {
      const tool = await findCaller(scope, request.headers.authorization, scopes.readLineItems)
      const { courseId, lessonId } = parseAddress(lessonAddress, request)
      return { type: media.lineItem, body: await getLineItem(scope, tool, courseId, lessonId) }
    }),
  )
  app.get(
    '/api/lti/courses/:courseId/line-items/:lessonId/results',
    ofTools,
    answer(async (scope, request) => {
      const tool = await findCaller(scope, request.headers.authorization, scopes.readResults)
      const { limit, offset, user_id: userId } = paging.parse(request.query)
      const address = parseAddress(lessonAddress, request)
      const found = await listResults(scope, tool, address, { userId, limit, offset })
      const { issuer } = await readAddresses(scope)
      const headers = linkNext(request.url, issuer, found.length, { limit, offset })
      return { type: media.results, body: found.slice(0, limit), headers }
    }),
  )
  app.post(
    '/api/lti/courses/:courseId/line-items/:lessonId/scores',
    ofTools,
    answer(async (scope, request) => {
      const tool = await findCaller(scope, request.headers.authorization, scopes.postScores)
      refuseReadOnly(request.context)
      await takeScore(scope, tool, parseAddress(lessonAddress, request), readJson(request.body))
      return {}
    }),
  )
  app.get(
    '/api/lti/courses/:courseId/members',
    ofTools,
    answer(async (scope, request) => {
      const tool = await findCaller(scope, request.headers.authorization, scopes.readMembers)
      const { courseId } = parseAddress(courseAddress, request)
      const page = paging.parse(request.query)
      const { title, members } = await listMembers(scope, tool, courseId, page)
      const id = new URL(request.url, 'http://host').pathname
      const body = { id, context: { id: courseId, title }, members: members.slice(0, page.limit) }
      const { issuer } = await readAddresses(scope)
      return { type: media.members, body, headers: linkNext(request.url, issuer, members.length, page) }
    }),
  )
}

function parseAddress<Address>(schema: z.ZodType<Address>, request: FastifyRequest): Address {
  const { success, data } = schema.safeParse(request.params)
  if (!success) throw new LtiRefusal(404, 'not_found')
  return data
}

function readJson(body: unknown): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body : '')
  } catch {
    throw new LtiRefusal(400, 'invalid_request')
  }
}

/** Names the next page where more than the limit was found, at the address by which tools know the organization. */
function linkNext(
  url: string,
  issuer: string,
  found: number,
  { limit, offset }: { limit: number; offset: number },
): Record<string, string> {
  if (found <= limit) return {}
  const next = new URL(url, issuer)
  next.searchParams.set('limit', String(limit))
  next.searchParams.set('offset', String(offset + limit))
  return { link: `<${next.href}>; rel="next"` }
}

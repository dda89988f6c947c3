import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { id } from '#core/contract/fields.ts'
import { SSO_CALLBACK_PATH } from '#core/contract/single-sign-on.ts'
import type { Core } from '../../core.ts'
import { notFound } from '../../errors.ts'
import { contextOf, type Http } from '../../http/context.ts'
import { endSessionsByToken } from './backchannel-logout.ts'
import { SsoEnd, startQuery, startSso, takeAnswer } from './flow.ts'
import { enter, signInPage } from './sign-in.ts'

/** Bytes of a logout token's form. */
const MAX_FORM_BYTES = 16 * 1024
/** Sign-ins of one network address in a minute: a school is one. */
const STARTS_PER_MINUTE = 600
/** Logout tokens of one network address in a minute. */
const LOGOUTS_PER_MINUTE = 300

/**
 * Registers what browsers navigate to and providers post to, which is no part of a contract: `GET /api/sso/:id/start`
 * leads to the provider, `GET /api/sso/callback` takes its answer, and `POST /api/sso/backchannel-logout/:id` ends
 * sessions. None of them answers with data.
 */
export async function registerSso(app: FastifyInstance, core: Core): Promise<void> {
  const httpOf = async (request: FastifyRequest, reply: FastifyReply): Promise<Http> => {
    const context = await contextOf(core, request)
    request.context = context
    return { ...context, request, reply }
  }
  const lead = async (request: FastifyRequest, reply: FastifyReply, where: (http: Http) => Promise<string>) => {
    try {
      return await reply.redirect(await where(await httpOf(request, reply)), 303)
    } catch (error) {
      if (!(error instanceof SsoEnd)) throw error
      return reply.redirect(signInPage(error.outcome), 303)
    }
  }
  app.get<{ Params: { id: string } }>(
    '/api/sso/:id/start',
    { schema: { hide: true }, config: { requestLimit: STARTS_PER_MINUTE } },
    (request, reply) =>
      lead(request, reply, (http) => startSso(core, http, idOf(request.params.id), startQuery.parse(request.query))),
  )
  app.get(
    SSO_CALLBACK_PATH,
    { schema: { hide: true }, config: { requestLimit: STARTS_PER_MINUTE, isAddressSecret: true } },
    (request, reply) => lead(request, reply, async (http) => enter(core, http, await takeAnswer(core, http))),
  )
  await app.register(async (logouts) => {
    logouts.removeAllContentTypeParsers()
    logouts.addContentTypeParser<string>(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body))),
    )
    logouts.post<{ Params: { id: string } }>(
      '/api/sso/backchannel-logout/:id',
      { schema: { hide: true }, config: { requestLimit: LOGOUTS_PER_MINUTE, checksOriginItself: true } },
      async (request, reply) => {
        const http = await httpOf(request, reply)
        const token = (request.body as { logout_token?: string } | undefined)?.logout_token ?? ''
        const isAccepted = await endSessionsByToken(core, http, idOf(request.params.id), token)
        if (isAccepted) return reply.status(200).send()
        return reply.status(400).send({ error: 'invalid_request' })
      },
    )
  })
}

function idOf(given: string): string {
  const { success, data } = id.safeParse(given)
  if (!success) throw notFound('Sign-in')
  return data
}

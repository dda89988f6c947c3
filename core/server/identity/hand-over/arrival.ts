import type { FastifyInstance } from 'fastify'
import { ARRIVAL_PATH, arrivalForm } from '#core/contract/hand-over.ts'
import { safeNext } from '#core/contract/next.ts'
import type { Core } from '../../core.ts'
import { AppError, notFound } from '../../errors.ts'
import { contextOf } from '../../http/context.ts'
import { isFromPlatform, subdomainOfPage } from '../../http/platform-host.ts'
import { startSession } from '../sign-in.ts'
import { arrive } from './hand-over.ts'
import { arriveBySwitch } from './switch.ts'

/** Bytes. */
const MAX_FORM_BYTES = 8192

/** The sign-in page, which explains why the user must sign in again. It redirects users who are signed in here already. */
const signInAgain = (next: string | undefined) =>
  `/auth?${new URLSearchParams({ arrival: 'failed', ...(next && { next }) }).toString()}`

/**
 * `POST /hand-over` on an organization's host: the form that takes a browser there from the platform's host. It is not
 * part of a contract, since no program calls it: a browser navigates to it and is redirected. The token is in the body,
 * not in the address, so that logs, histories and other sites never see it. Requiring the platform's origin stops
 * pages of other sites, which could sign users in to a foreign account.
 */
export async function registerArrivals(app: FastifyInstance, core: Core): Promise<void> {
  await app.register(async (arrivals) => {
    arrivals.removeAllContentTypeParsers()
    arrivals.addContentTypeParser<string>(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body))),
    )
    arrivals.post(
      ARRIVAL_PATH,
      { schema: { hide: true }, config: { checksOriginItself: true } },
      async (request, reply) => {
        const context = await contextOf(core, request)
        request.context = context
        if (!context.tenant) throw notFound('Address')
        const form = arrivalForm.safeParse(request.body)
        const { origin } = request.headers
        const { hostName } = request.client
        const subdomain = subdomainOfPage(core.env, origin, hostName)
        const isTrusted = isFromPlatform(core.env, origin, hostName) || subdomain !== undefined
        if (!isTrusted) core.log.warn({ origin, host: hostName }, 'refused to take a sign-in over')
        const next = safeNext(form.data?.next)
        if (!isTrusted || !form.success) return reply.redirect(signInAgain(next), 303)
        const http = { ...context, request, reply }
        try {
          const { token } = form.data
          const taken =
            subdomain === undefined
              ? await arrive(core, http, token)
              : await arriveBySwitch(core, http, { token, subdomain })
          if (!taken) return reply.redirect(signInAgain(next), 303)
          await startSession(core, http, taken)
        } catch (error) {
          if (error instanceof AppError && error.status < 500) return reply.redirect(signInAgain(next), 303)
          throw error
        }
        return reply.redirect(next ?? '/', 303)
      },
    )
  })
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { chooseLanguage, LANGUAGE_COOKIE, SOURCE_LANGUAGE } from '#core/contract/languages.ts'
import type { Core } from '../core.ts'
import { inLanguage } from '../text.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Language in which the answer is read. */
    language: string
  }
}

/** Languages that an organization offers among those of the installation; English alone on the platform's host. */
export const offeredLanguages = (core: Core, tenant: { languages: readonly string[] } | null): string[] =>
  core.env.languages.filter((language) => (tenant ? tenant.languages : [SOURCE_LANGUAGE]).includes(language))

/** Finds the reader's language, and answers the request in it. */
export function registerLanguage(app: FastifyInstance, core: Core): void {
  app.decorateRequest('language', SOURCE_LANGUAGE)
  app.addHook('onRequest', async (request) => {
    request.language = await languageOf(app, core, request)
  })
  app.addHook('onRequest', (request, _reply, done) => inLanguage(request.language, done))
  // A body arrives in the async context of its connection.
  app.addHook('preValidation', (request, _reply, done) => inLanguage(request.language, done))
}

async function languageOf(app: FastifyInstance, core: Core, request: FastifyRequest): Promise<string> {
  const { host } = request.client
  // Hashed files of the web app are the same for all readers, and a page asks for dozens of them.
  if (host.app !== 'tenant' || request.url.startsWith('/assets/')) return SOURCE_LANGUAGE
  // Without the database the refusal is in English.
  const tenant = await core.tenants.bySubdomain(host.subdomain).catch(() => null)
  const offered = offeredLanguages(core, tenant)
  if (!tenant || offered.length === 1) return offered[0] ?? SOURCE_LANGUAGE
  // Files of the web app are outside of the limits, which find the session of all others.
  const session = request.signedIn ?? (await app.findSession(request).catch(() => null))
  return chooseLanguage({
    chosen: session?.user.language,
    remembered: request.cookies[LANGUAGE_COOKIE],
    accepted: request.headers['accept-language'],
    offered,
    fallback: tenant.defaultLanguage,
  })
}
